//! Returns: the ends of calls and of threads (C11 6.8.6.4).

use std::sync::Arc;

use boolprog_c_syntax::tree::FunctionId;

use super::{Execution, Flow};
use crate::arithmetic;
use crate::choices::Question;
use crate::code::{Code, Op};
use crate::fault::Kind;
use crate::halt::Halt;
use crate::observer::Happening;
use crate::program::{FunctionIndex, Program, UnitId};
use crate::thread::{Frame, Returns};
use crate::value::{Bytes, Scalar, Shape, Value};

impl<'m> Execution<'m> {
    pub(super) fn is_noreturn(&self, unit: UnitId, id: FunctionId) -> bool {
        self.program.unit(unit)[id].attributes.is_noreturn
    }

    /// `value ->`: the function returns it.
    pub(super) fn give(&mut self) -> Result<Flow, Halt> {
        let value = self.pop();
        let function = self.frame().function;
        let program = self.program;
        if let Some((unit, id)) = program.function(function).declaration
            && self.is_noreturn(unit, id)
        {
            let name = &program.function(function).name;
            self.check(Kind::Unreachable, "C11 6.7.4p8", || {
                format!("The function `{name}` returns, but it is declared not to.")
            })?;
        }
        self.tell(Happening::Returned(function, &value));
        let Some(frame) = self.end_frame() else { return Ok(Flow::Seen) };
        if frame.is_section {
            let thread = self.thread();
            thread.sections = thread.sections.saturating_sub(1);
        }
        if frame.returns == Returns::Nothing {
            self.refresh();
            return Ok(Flow::Next);
        }
        if self.thread().frames.is_empty() {
            return self.end(value);
        }
        self.refresh();
        let value = self.received(function, value)?;
        self.push(value);
        Ok(if frame.is_section { Flow::Seen } else { Flow::Next })
    }

    /// The innermost frame ends, and the lives of its objects with it.
    fn end_frame(&mut self) -> Option<Frame> {
        let first = self.frame().slots as usize;
        for index in first..self.thread().slots.len() {
            if let Some(object) = self.thread().slots[index].take() {
                self.kill(object);
            }
        }
        let held = self.code_of_frame().map_or(0, Code::held);
        self.state.held = self.state.held.saturating_sub(held);
        let thread = self.thread();
        let frame = thread.frames.pop()?;
        thread.cells.truncate(frame.cells as usize);
        thread.slots.truncate(frame.slots as usize);
        thread.stack.truncate(frame.stack as usize);
        thread.orders.truncate(frame.outer.orders as usize);
        thread.marks.truncate(frame.outer.marks as usize);
        self.forget_accesses(frame.outer.log);
        Some(frame)
    }

    /// The code of the innermost frame, which may be another than what is executed while a thread ends.
    fn code_of_frame(&mut self) -> Option<&'m Code> {
        let program: &'m Program = self.program;
        let function = self.frame().function;
        program.code(function)
    }

    /// All frames of a thread end with it.
    pub(crate) fn unwind(&mut self) {
        while !self.thread().frames.is_empty() {
            self.end_frame();
        }
    }

    /// The value of a call, in the type that the caller expects. If there is none, the caller must not use it (C11 6.9.1p12).
    fn received(&mut self, function: FunctionIndex, value: Value) -> Result<Value, Halt> {
        let next = self.frame().next;
        let code = self.code;
        let Some(Op::Call(site)) = next.checked_sub(1).map(|at| code.ops[at as usize]) else { return Ok(value) };
        let site = &code.sites[site as usize];
        if value == Value::None && site.is_used {
            let name = &self.program.function(function).name;
            self.check(Kind::Value, "C11 6.9.1p12", || {
                format!("The value of `{name}` is used, but it returned none.")
            })?;
            return Ok(self.any_of(Question::Uninitialised, site.result));
        }
        Ok(if site.is_checked { value } else { returned(value, site.result) })
    }

    /// Any value of the type of a result.
    pub(super) fn any_of(&mut self, question: Question, result: Option<Shape>) -> Value {
        match result {
            Some(Shape::Scalar(scalar)) => self.any(question, scalar),
            Some(Shape::Bytes(size)) => Value::Bytes(Arc::new(Bytes::unwritten(size.into()))),
            _ => Value::None,
        }
    }

    /// The first function of a thread has returned: the thread ends; for `main`, the process, by `exit` (C11 5.1.2.2.3).
    fn end(&mut self, value: Value) -> Result<Flow, Halt> {
        if self.current != 0 || self.state.is_exiting {
            return Err(Halt::Finish(Box::new(value)));
        }
        self.state.is_exiting = true;
        let status = value.integer() as i32;
        let Some(exit) = self.program.defined("exit") else { return Err(Halt::Exit(status)) };
        self.begin(exit, vec![value], &[Shape::Scalar(Scalar::INT)], Returns::Value)?;
        Ok(Flow::Next)
    }
}

/// The value that a native function gives, in the type of the result.
pub(super) fn returned(value: Value, shape: Option<Shape>) -> Value {
    match (shape, &value) {
        (None, _) => Value::None,
        (Some(Shape::Scalar(scalar @ Scalar::Floating { .. })), Value::Floating(_)) => {
            arithmetic::convert(&value, scalar, scalar).0
        }
        (Some(Shape::Scalar(scalar)), Value::Integer(number)) if !matches!(scalar, Scalar::Floating { .. }) => {
            Value::Integer(arithmetic::wrap(*number, scalar))
        }
        _ => value,
    }
}
