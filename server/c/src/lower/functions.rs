//! Functions in variables: a function whose address is taken has a number like that of an object, and a call through a
//! variable is one of each function that it may be.

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;
use smol_str::{SmolStr, format_smolstr};

use super::rows::Taken;
use super::{Check, Lower, Lowered};
use crate::ast::{Expr, ExprKind, Function, Type};
use crate::graph::Op;
use crate::term;
use crate::value::{Value, ValueKind};

/// A function as a value.
pub(super) fn value_of(function: &Function) -> Value {
    let ty = Type::Function(Rc::new(function.result.clone())).pointer();
    Value { kind: ValueKind::Function(function.name.clone()), ty }
}

impl<'a> Lower<'a> {
    /// The number of a function, whose address is then taken.
    pub(super) fn number_of_function(&mut self, name: &SmolStr) -> i64 {
        let number = i64::from(self.taken.len() as u32) + 1;
        let ty = Type::Function(Rc::new(self.unit.functions.get(name).map_or(Type::Void, |it| it.result.clone())));
        // No object has such a name.
        let entry = self.taken.entry(format_smolstr!("{name}()"));
        entry.or_insert_with(|| Taken::of_function(number, ty)).number
    }

    /// What a call calls: `f`, `*f` and `**f` are the same function.
    pub(super) fn called(&mut self, function: &'a Expr) -> Lowered<Value> {
        let ExprKind::Deref(inner) = &function.kind else { return self.rvalue(function) };
        let pointer = self.called(inner)?;
        if matches!(&pointer.ty, Type::Pointer(to) if matches!(**to, Type::Function(_))) {
            return Ok(pointer);
        }
        let place = self.pointed(&pointer, function.span)?;
        self.load(&place, function.span)
    }

    /// Goes on for each function that a variable may be, one of a number of parameters. Another value is an error, as is a
    /// function of another type.
    ///
    /// What is done for a function may have a result, which is then the result here.
    pub(super) fn for_each_function(
        &mut self,
        pointer: &Value,
        parameters: usize,
        span: Span,
        mut call: impl FnMut(&mut Self, &'a Rc<Function>) -> Lowered<Value>,
    ) -> Lowered<Value> {
        let (ValueKind::Number(number, ..), Type::Pointer(ty)) = (&pointer.kind, &pointer.ty) else {
            return self.unsupported(span, "a call of something that is no function");
        };
        let mut possible: Vec<(Term, &'a Rc<Function>)> = Vec::new();
        for function in self.unit.functions.values() {
            let Some(taken) = self.taken.get(&format_smolstr!("{}()", function.name)) else { continue };
            let fits = matches!(**ty, Type::Void) || *taken.ty() == **ty;
            if fits && function.parameters.len() == parameters {
                let is_it = term::compare(Comparison::Equal, number.clone(), Term::Number(taken.number));
                possible.push((is_it, function));
            }
        }
        let some = possible.iter().fold(Term::Truth(false), |any, (it, _)| term::or(any, it.clone()));
        self.require(some, Check::Pointer, span);
        let meeting = self.new_node();
        let mut result: Option<(SmolStr, Type)> = None;
        let mut possible = possible.into_iter().peekable();
        while let Some((is_it, function)) = possible.next() {
            let others = self.new_node();
            if possible.peek().is_some() {
                let yes = self.new_node();
                self.fork(is_it, yes, others);
                self.node = Some(yes);
            }
            let value = call(self, function)?;
            if !matches!(value.kind, ValueKind::Nothing) {
                let (name, ty) =
                    result.get_or_insert_with(|| (self.variable("result", &value.ty, false), value.ty.clone())).clone();
                let value = self.integer(&value, &ty, span)?;
                self.step(Op::Assign(vec![(name, value)]), false);
            }
            self.go(meeting);
            self.node = Some(others);
        }
        self.node = Some(meeting);
        Ok(result.map_or_else(Value::nothing, |(name, ty)| self.integers.named(name, ty)))
    }
}
