//! Calls: functions are inlined.

use std::collections::BTreeMap;
use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Activation;
use smol_str::SmolStr;

use super::contents::{calls, changes};
use super::{Binding, Check, Frame, Lower, Lowered};
use crate::ast::{Expr, ExprKind, Function, Type};
use crate::value::{Value, ValueKind};

/// The deepest nesting of calls.
const MAX_DEPTH: usize = 60;

/// Calls of one function nested deeper than this are not checked, unless all of their arguments are constants.
const MAX_RECURSION: usize = 6;

/// The same for a function that calls itself in several places, each of which needs the calls of all others.
const MAX_BRANCHING: usize = 3;

impl<'a> Lower<'a> {
    pub(super) fn call(&mut self, function: &'a Expr, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        if let ExprKind::Name(name) = &function.kind
            && self.lookup(name).is_none()
        {
            return self.call_named(name, arguments, span);
        }
        let called = self.called(function)?;
        self.call_value(&called, arguments, span)
    }

    /// Calls a function that is a value.
    pub(super) fn call_value(&mut self, called: &Value, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        if let ValueKind::Function(name) = &called.kind {
            let function = self.unit.functions.get(name).filter(|it| it.is_prototype || it.body.is_some());
            if function.is_some_and(|it| it.parameters.len() != arguments.len()) {
                return self.unsupported(span, "a call of a function through a pointer with other parameters");
            }
            return self.call_named(name, arguments, span);
        }
        self.for_each_function(called, arguments.len(), span, |it, callee| it.call_named(&callee.name, arguments, span))
    }

    fn call_named(&mut self, name: &SmolStr, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        let unit = self.unit;
        let Some(callee) = unit.functions.get(name).filter(|it| it.body.is_some()) else {
            return self.built_in(name, arguments, span);
        };
        let mut values = Vec::new();
        for argument in arguments {
            values.push((self.rvalue(argument)?, argument.span));
        }
        let atomic = name.starts_with("__VERIFIER_atomic_");
        if atomic {
            self.step(crate::graph::Op::Begin, true);
        }
        let result = self.inline(callee, &values, span);
        if atomic {
            self.step(crate::graph::Op::End, false);
        }
        result
    }

    /// Runs the body of a function here.
    fn inline(&mut self, callee: &'a Rc<Function>, arguments: &[(Value, Span)], span: Span) -> Lowered<Value> {
        // The argument of a new thread is a copy that nothing changes.
        let starts = self.frames.is_empty();
        let Some(body) = &callee.body else { return Ok(Value::nothing()) };
        let name = &callee.name;
        let depth = self.frames.iter().filter(|frame| frame.name == *name).count();
        let is_known = !arguments.is_empty() && arguments.iter().all(|(value, _)| value.is_constant());
        if depth > 0 && (self.frames.len() >= MAX_DEPTH || (depth >= self.deepest(name) && !is_known)) {
            let bound = format!(
                "a run violates it in which calls of `{name}` are nested {depth} deep: deeper calls are not checked"
            );
            self.exceed(Check::Recursion, span, bound);
            return Ok(Value { kind: ValueKind::Number(Term::Number(0), 0, 0), ty: callee.result.clone() });
        }
        if self.frames.len() >= MAX_DEPTH {
            return self.unsupported(span, &format!("calls nested more than {MAX_DEPTH} levels deep"));
        }
        let mut scope = BTreeMap::new();
        for (index, (parameter, ty)) in callee.parameters.iter().enumerate() {
            let binding = match arguments.get(index) {
                Some((value, _)) if value.is_constant() && !changes(body, parameter) => {
                    self.converted(value, ty, span).map(Binding::Value)?
                }
                Some((value, _)) if starts && is_number(value, ty) && !changes(body, parameter) => {
                    Binding::Value(value.clone())
                }
                None if starts && self.thread == 0 => self.given(parameter, ty, span)?,
                argument => {
                    let place = self.object(parameter, ty, false, span)?;
                    match argument {
                        Some((value, at)) => self.assign(&place, value, *at)?,
                        None => self.any(&place, span)?,
                    }
                    Binding::Object { place, owner: Some(self.thread) }
                }
            };
            scope.insert(parameter.clone(), binding);
        }
        self.boundary();
        let result = match callee.result {
            // What a thread returns is kept where others can read it.
            _ if starts => None,
            Type::Void => None,
            _ => Some(self.object(&format!("{name}_result"), &callee.result, false, span)?),
        };
        if let Some(place) = &result {
            self.any(place, span)?;
        }
        self.run(name, body, scope, result.clone(), span);
        match result {
            Some(place) => self.load(&place, span),
            None => Ok(Value::nothing()),
        }
    }

    /// How deep calls of a function in itself are inlined.
    fn deepest(&self, name: &SmolStr) -> usize {
        let branches = self.frames.iter().filter(|frame| frame.name == *name).any(|frame| calls(frame.body, name) > 1);
        if branches { MAX_BRANCHING } else { MAX_RECURSION }
    }

    /// A parameter of `main`: a number of arguments, or the arguments.
    fn given(&mut self, parameter: &SmolStr, ty: &Type, span: Span) -> Lowered<Binding> {
        if !matches!(ty, Type::Integer { .. }) {
            return Ok(Binding::Given);
        }
        let place = self.object(parameter, ty, false, span)?;
        let (_, most) = crate::value::bounds(ty);
        self.choose(&place, 0, most as i64);
        Ok(Binding::Object { place, owner: Some(self.thread) })
    }

    /// A constant as a value of the type of a parameter.
    pub(super) fn converted(&mut self, value: &Value, ty: &Type, span: Span) -> Lowered<Value> {
        match (&value.kind, ty) {
            _ if value.ty == Type::Handle || *ty == Type::Handle => {
                let kind = ValueKind::Number(self.handle(value, ty, span)?, 0, i128::from(u32::MAX));
                Ok(Value { kind, ty: ty.clone() })
            }
            (ValueKind::Number(..) | ValueKind::Truth(_), Type::Integer { .. }) => {
                let converted = self.integers.convert(value, ty);
                self.computed(converted, span)
            }
            (ValueKind::Address(place), Type::Pointer(to)) => {
                if !super::places::is_of_type(place, to) && **to != Type::Void {
                    return self.unsupported(span, "a pointer to one type as a pointer to another");
                }
                Ok(Value { kind: value.kind.clone(), ty: ty.clone() })
            }
            _ => Ok(value.clone()),
        }
    }

    fn run(
        &mut self,
        name: &SmolStr,
        body: &'a crate::ast::Stmt,
        scope: BTreeMap<SmolStr, Binding>,
        result: Option<super::Place>,
        call: Span,
    ) {
        let back = self.graph.node(false);
        self.frames.push(Frame {
            name: name.clone(),
            body,
            back,
            result,
            labels: BTreeMap::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            cases: Vec::new(),
        });
        let caller = self.stack;
        let activation = Activation { function: name.clone(), call: if caller == 0 { Span::empty(0) } else { call } };
        self.stacks.push(self.stacks[caller].iter().cloned().chain([activation]).collect());
        self.stack = self.stacks.len() - 1;
        // The body does not see the names of its caller.
        let outer = std::mem::replace(&mut self.scopes, vec![scope]);
        self.statement(body);
        if self.frames.len() == 1 {
            self.give_any();
        }
        self.go(back);
        self.scopes = outer;
        self.stack = caller;
        self.frames.pop();
        self.enter(back);
    }

    /// Runs `main` or the function of a thread.
    pub(super) fn run_thread(&mut self, callee: &'a Rc<Function>, arguments: &[(Value, Span)], span: Span) {
        // A refusal is recorded, and nothing is left to do.
        _ = self.inline(callee, arguments, span);
    }
}

/// Returns `true` for an integer that is passed as a pointer to `void`.
fn is_number(value: &Value, ty: &Type) -> bool {
    matches!((&value.kind, &value.ty), (ValueKind::Number(..), Type::Integer { .. })) && *ty == Type::Void.pointer()
}
