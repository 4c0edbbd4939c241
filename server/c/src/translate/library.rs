//! The intrinsics of the library's C text.

mod arguments;
mod bytes;
mod callbacks;
mod formats;
mod heap;
mod objects;
mod printed;
mod scanned;
mod threads;

use boolprog_c_form::form::{Answer, Argument, Call, Shape};
use boolprog_c_form::points_to::Thing;
use boolprog_c_syntax::tree::Binary;
use boolprog_import::Expr;

pub(super) use self::printed::prints;
use self::threads::handle_of;
use super::numbers::{bounds, number};
use super::walk::Walk;
use crate::Asked;
use crate::arithmetic::Value;
use crate::graph::Op;
use boolprog_integer::Check;

impl Walk<'_, '_> {
    /// Executes an intrinsic at the start of the program, if that is possible.
    pub(super) fn executes_intrinsic(&mut self, name: &str, call: &Call) -> bool {
        match name {
            "__boolprog_begin" => {
                self.open_sections += 1;
                true
            }
            "__boolprog_end" => {
                self.open_sections = self.open_sections.saturating_sub(1);
                true
            }
            "__boolprog_observe_wait" => true,
            "__boolprog_written" => {
                let Answer::Value(to) = call.result else { return true };
                let is_known = self.asked_for(call).is_empty();
                if is_known {
                    self.define(to, number(1));
                }
                is_known
            }
            "__CPROVER_assume" | "__VERIFIER_assume" | "__CPROVER_assert" | "__VERIFIER_assert" | "assert" => {
                self.number_of(call, 0).is_some_and(|it| it != 0)
            }
            "__boolprog_await" => self.number_of(call, 0).is_some_and(|it| it != 0),
            "__boolprog_check" => {
                self.assumption(call);
                self.number_of(call, 1).is_some_and(|it| it != 0)
            }
            _ => false,
        }
    }

    pub(super) fn argument(&self, call: &Call, index: usize) -> Value {
        match call.arguments.get(index) {
            Some(Argument::Value(value, _)) => self.operand(*value),
            _ => number(0),
        }
    }

    fn number_of(&self, call: &Call, index: usize) -> Option<i64> {
        match self.argument(call, index).term {
            Expr::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The text to which an argument points, each byte of which is a character.
    fn text_of(&self, call: &Call, index: usize) -> Option<String> {
        let (instance, offset) = self.all.memory.at(self.number_of(call, index)?)?;
        let Thing::Object(object) = instance.thing else { return None };
        let bytes = self.all.unit.objects[object.0 as usize].text.as_ref()?;
        let rest = bytes.get(offset as usize..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        Some(rest[..end].iter().map(|byte| char::from(*byte)).collect())
    }

    fn answer(&mut self, call: &Call, value: Value) {
        if let Answer::Value(to) = call.result {
            self.assign(to, value, false);
        }
    }

    /// Executes an intrinsic. Returns `false` if there is none of this name.
    pub(super) fn intrinsic(&mut self, name: &str, call: &Call) -> bool {
        match name {
            "__boolprog_begin" | "__CPROVER_atomic_begin" | "__VERIFIER_atomic_begin" => self.open(),
            "__boolprog_end" | "__CPROVER_atomic_end" | "__VERIFIER_atomic_end" => self.close(),
            "__boolprog_await" => self.await_condition(call),
            "__CPROVER_assume" | "__VERIFIER_assume" | "assume_abort_if_not" | "__builtin_assume" => {
                let condition = self.argument(call, 0).condition();
                self.assume(condition);
            }
            "__boolprog_observe_wait" => {}
            "__boolprog_output" => self.output(call),
            "__boolprog_check" => self.check(call),
            "__boolprog_doubt" => self.doubt(&self.text_of(call, 0).unwrap_or_default()),
            "__boolprog_interrupts" => self.interrupts(call),
            "__boolprog_beyond" => self.require(&Expr::Truth(false), Check::Recursion),
            "__boolprog_self" => self.answer(call, handle_of(self.thread)),
            "__boolprog_ended" => self.ended(call),
            "__boolprog_result" => self.result(call),
            "__boolprog_finish" => {
                if self.thread == 0 && self.all.options.asks(Asked::Leaks) {
                    // The last thread ends the program then.
                    self.require(&Expr::Truth(false), Check::Unsupported);
                }
                if let Some(Argument::Value(value, _)) = call.arguments.first() {
                    self.give(*value);
                }
                self.finish();
            }
            "__boolprog_exit" => {
                self.require_freed();
                self.end_process();
            }
            "__boolprog_stop" => self.node = None,
            "__boolprog_own" => self.own(call),
            "__boolprog_set_own" => self.set_own(call),
            "__boolprog_sleep" => self.sleep(call),
            "__boolprog_sleeps" => self.sleeps(call),
            "__boolprog_sleepers" => self.sleepers(call),
            "__boolprog_rouse" => self.rouse(call),
            "__boolprog_wake" => self.wake(call),
            "__boolprog_mark" => self.mark(call),
            "__boolprog_set_mark" => self.set_mark(call),
            "__boolprog_allocate" => self.allocate_for(call),
            "__builtin_alloca" => self.allocate_automatically(call),
            "__boolprog_is_argument" => {
                let is_known = self.is_argument(call);
                self.answer(call, number(i128::from(is_known)));
            }
            "__boolprog_is_compared" => {
                let is_known = self.compared(call).is_some();
                self.answer(call, number(i128::from(is_known)));
            }
            "__boolprog_compared" => {
                let value = self.compared(call).unwrap_or_else(|| number(0));
                self.answer(call, value);
            }
            "__boolprog_argument_number" => self.argument_number(call),
            "__boolprog_vector" => self.program_arguments(call),
            "__boolprog_argument" => self.program_argument(call),
            "__boolprog_release" => self.release(call),
            "__boolprog_size" => self.size(call),
            "__boolprog_copy" => self.copy_bytes(call),
            "__boolprog_fill" => self.fill(call),
            "__boolprog_supply" => self.supply(call),
            "__boolprog_written" => self.written(call),
            "__boolprog_is_late" => self.is_late(call),
            "__boolprog_choose" => self.chosen(call),
            "__boolprog_input" => self.input(call),
            "__boolprog_overflow" => self.overflow(call),
            "__boolprog_spurious" => match (self.all.options.spurious_wakeups, &call.result) {
                (true, Answer::Value(to)) => self.choose(*to, (0, 1)),
                _ => self.answer(call, number(0)),
            },
            "__boolprog_passed" => self.passed(call),
            "__boolprog_take" => {
                if let Answer::Value(to) = call.result {
                    self.choose(to, (-1, u8::MAX.into()));
                }
            }
            "__boolprog_has_ended" => {
                if let Answer::Value(to) = call.result {
                    self.choose(to, (0, 1));
                }
            }
            "__boolprog_now" => {
                if let Answer::Value(to) = call.result {
                    self.choose(to, (0, i64::MAX));
                }
            }
            "__CPROVER_assert" | "__VERIFIER_assert" | "assert" => self.assert(call),
            "__VERIFIER_error" | "reach_error" => self.require(&Expr::Truth(false), Check::Assertion),
            _ => match name.rsplit_once("nondet_") {
                Some((_, of)) => self.named_input(of, call),
                None => return self.scan(name, call) || self.print(name, call),
            },
        }
        true
    }

    /// Answers whether an exact result is none of a type of some size.
    fn overflow(&mut self, call: &Call) {
        let operand = |it: &Self, index: usize| match call.arguments.get(index) {
            Some(Argument::Value(value, shape)) => Some((it.operand(*value), *shape)),
            _ => None,
        };
        let operator = match self.number_of(call, 0).map(u8::try_from) {
            Some(Ok(b'+')) => Binary::Add,
            Some(Ok(b'-')) => Binary::Subtract,
            _ => Binary::Multiply,
        };
        let size = self.number_of(call, 3).and_then(|size| u8::try_from(size).ok());
        let is_signed = self.number_of(call, 4).map(|number| number != 0);
        let inexact = operand(self, 1).zip(operand(self, 2)).zip(size.zip(is_signed)).and_then(
            |(((left, of_left), (right, of_right)), (size, is_signed))| {
                let result = if is_signed { Shape::Signed(size) } else { Shape::Unsigned(size) };
                self.all.integers().is_inexact(operator, [(&left, of_left), (&right, of_right)], result)
            },
        );
        match (inexact, &call.result) {
            (Some(inexact), _) => self.answer(call, Value::truth(inexact)),
            (None, Answer::Value(to)) => self.choose(*to, (0, 1)),
            (None, _) => {}
        }
    }

    /// An input whose type has this name; that of a function that is not declared gives an `int`.
    fn named_input(&mut self, of: &str, call: &Call) {
        let shape = match of {
            "bool" => Shape::Bool,
            "char" => Shape::Signed(1),
            "uchar" => Shape::Unsigned(1),
            "short" => Shape::Signed(2),
            "ushort" => Shape::Unsigned(2),
            _ => return self.answer_any(call),
        };
        if let Answer::Value(to) = call.result {
            self.choose(to, bounds(shape));
        }
    }

    /// A section begins.
    pub(super) fn open(&mut self) {
        self.boundary();
        self.begin_section();
    }

    pub(super) fn close(&mut self) {
        self.end_section();
        self.boundary();
        self.create_now();
    }

    /// A section begins, in the middle of what may be one step already.
    pub(super) fn begin_section(&mut self) {
        self.section = self.node;
        self.step(Op::Begin, false);
    }

    pub(super) fn end_section(&mut self) {
        self.step(Op::End, false);
        self.section = None;
    }

    /// Records what the library takes for granted.
    fn assumption(&mut self, call: &Call) {
        if self.text_of(call, 0).as_deref() == Some("assumption") {
            let what = self.text_of(call, 2).unwrap_or_default();
            self.all.take_for_granted(what, self.span);
        }
    }

    /// A run that goes on here may be none of the program.
    /// From here on, a violation is doubtful.
    pub(super) fn doubt(&mut self, why: &str) {
        self.all.doubts.insert(format!("a run violates it in which {why}"));
        let doubtful = self.all.doubtful();
        self.step(Op::Assign(vec![(doubtful, Expr::Number(1))]), false);
    }

    fn check(&mut self, call: &Call) {
        self.assumption(call);
        let kind = self.text_of(call, 0).unwrap_or_default();
        let condition = self.argument(call, 1).condition();
        let check = match kind.as_str() {
            // A run that ends itself breaks no rule, and keeps what it has allocated.
            "abort" => {
                self.end_process();
                return;
            }
            "assertion" => Check::Assertion,
            "index" => Check::Index,
            "division" => Check::Division,
            "overflow" => Check::Overflow,
            "shift" | "shift-left" => Check::Shift,
            "pointer" | "memory" => Check::Pointer,
            "misuse" => Check::Misuse,
            "unreachable" => Check::Unreachable,
            _ => Check::Unsupported,
        };
        self.require(&condition, check);
    }
}
