//! Results of threads: each thread that is created once has a variable for what it returns, which is read where it is joined.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;
use smol_str::{SmolStr, format_smolstr};

use super::numbers::{NUMBER, is_number};
use super::{Lower, Lowered};
use crate::ast::{Expr, Type};
use crate::graph::Op;
use crate::term;
use crate::value::{Value, ValueKind};

/// What is known of the result of a thread; nothing is of those that return null only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// It is in this variable.
    In(SmolStr, Type),
    /// There is any number of such threads.
    OfMany,
}

impl<'a> Lower<'a> {
    /// The thread that is lowered returns a value, or gives it to `pthread_exit`. That of `main` is not read.
    pub(super) fn give(&mut self, value: &Value, span: Span) -> Lowered<()> {
        let is_null = matches!(value.kind, ValueKind::Number(Term::Number(0), ..));
        if self.thread == 0 || is_null || self.node.is_none() {
            return Ok(());
        }
        if !self.runs_once() {
            self.results.insert(self.thread, Outcome::OfMany);
            return Ok(());
        }
        let ty = if is_number(value) { NUMBER } else { Type::Void.pointer() };
        let number = self.integer(value, &ty, span)?;
        let variable = self.result_variable(&ty, span)?;
        // Nobody reads it before the thread has ended.
        self.step(Op::Assign(vec![(variable, number)]), false);
        Ok(())
    }

    fn result_variable(&mut self, ty: &Type, span: Span) -> Lowered<SmolStr> {
        match self.results.get(&self.thread) {
            Some(Outcome::In(name, known)) if known == ty => return Ok(name.clone()),
            None => {}
            Some(_) => return self.unsupported(span, "a thread whose result is a number here and a pointer there"),
        }
        let wanted = format_smolstr!("{}_result", self.threads[self.thread].name);
        let name = self.variable(&wanted, ty, true);
        if let Some(leaf) = self.leaves.get_mut(&name) {
            leaf.is_integer = *ty == NUMBER;
        }
        self.results.insert(self.thread, Outcome::In(name.clone(), ty.clone()));
        Ok(name)
    }

    /// The thread that is lowered comes to the end of its function, without a result: it may be anything.
    pub(super) fn give_any(&mut self) {
        if self.thread == 0 || self.node.is_none() {
            return;
        }
        if !self.runs_once() {
            self.results.insert(self.thread, Outcome::OfMany);
            return;
        }
        let ty = match self.results.get(&self.thread) {
            Some(Outcome::In(_, ty)) => ty.clone(),
            _ => NUMBER,
        };
        // A pointer without a value points nowhere.
        if let (Ok(name), true) = (self.result_variable(&ty, self.span), ty == NUMBER) {
            let range = self.range(&NUMBER);
            self.step(Op::Choose(name, range), false);
        }
    }

    /// Assigns the result of the joined thread of a handle to what an argument points to, unless that is null.
    pub(super) fn take_result(&mut self, handle: &Term, pointer: &Value, argument: &'a Expr) -> Lowered<()> {
        if matches!(pointer.kind, ValueKind::Number(Term::Number(0), ..)) {
            return Ok(());
        }
        let place = self.pointed(pointer, argument.span)?;
        let result = self.result_of(handle, argument.span)?;
        self.assign(&place, &result, argument.span)
    }

    fn result_of(&mut self, handle: &Term, span: Span) -> Lowered<Value> {
        let is_it = |number: usize| {
            term::compare(Comparison::Equal, handle.clone(), Term::Number(i64::from(number as u32) + 1))
        };
        let known = self.known_results.clone();
        let (mut number, mut of) = (Term::Number(0), None);
        for (is_it, outcome) in known.iter().map(|(number, outcome)| (is_it(*number), outcome)) {
            match (outcome, &of) {
                _ if is_it == Term::Truth(false) => {}
                (Outcome::OfMany, _) => return self.unsupported(span, "the result of one of any number of threads"),
                (Outcome::In(_, ty), Some(known)) if ty != known => {
                    return self.unsupported(span, "a thread whose result is a number or a pointer");
                }
                (Outcome::In(name, ty), _) => {
                    number = term::conditional(is_it, Term::Name(name.clone()), number);
                    of = Some(ty.clone());
                }
            }
        }
        // Null, or the number 0.
        let Some(ty) = of else { return Ok(Value::int(0)) };
        let name = self.temporary(number, &ty, false);
        Ok(self.integers.named(name, ty))
    }
}
