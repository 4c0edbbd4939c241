//! Handles of threads, such as those of type `pthread_t`: the number that the creation of a thread gives; 0 is none.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;

use super::{Lower, Lowered};
use crate::ast::{Binary, Expr, Type};
use crate::term;
use crate::value::{Value, ValueKind};

impl<'a> Lower<'a> {
    /// The handle of the thread that is lowered: the number that its creation gives.
    pub(super) fn own_handle(&mut self, span: Span) -> Lowered<Value> {
        if !self.runs_once() {
            return self.unsupported(span, "the handle of one of any number of threads");
        }
        Ok(handle_of(self.thread))
    }

    /// `pthread_equal`
    pub(super) fn equal_handles(&mut self, first: &'a Expr, second: &'a Expr, span: Span) -> Lowered<Value> {
        let (first, second) = (self.rvalue(first)?, self.rvalue(second)?);
        self.of_handles(Binary::Equal, &first, &second, span)
    }

    /// An operation on two values of which one is a handle: only equality has a meaning.
    pub(super) fn of_handles(&mut self, operator: Binary, left: &Value, right: &Value, span: Span) -> Lowered<Value> {
        if !matches!(operator, Binary::Equal | Binary::NotEqual) {
            return self.unsupported(span, "arithmetic on handles of threads");
        }
        let left = self.integer(left, &Type::Handle, span)?;
        let right = self.integer(right, &Type::Handle, span)?;
        // Whether there is a thread at all does not depend on which one it is.
        if left != Term::Number(0) && right != Term::Number(0) {
            self.compared.push(span);
        }
        let value = |number| Value { kind: ValueKind::Number(number, 0, i128::from(u32::MAX)), ty: Type::Handle };
        let result = self.integers.binary(operator, &value(left), &value(right));
        self.computed(result, span)
    }

    /// The number of a handle, or of what is assigned to one: another handle, or 0.
    pub(super) fn handle(&mut self, value: &Value, ty: &Type, span: Span) -> Lowered<Term> {
        match (&value.kind, &value.ty, ty) {
            (ValueKind::Number(number, ..), Type::Handle, Type::Handle) => Ok(number.clone()),
            (ValueKind::Number(Term::Number(0), ..), ..) => Ok(Term::Number(0)),
            (ValueKind::Number(number, ..), Type::Handle, Type::Integer { bits: 1, .. }) => {
                Ok(term::number_of(term::compare(Comparison::NotEqual, number.clone(), Term::Number(0))))
            }
            (_, Type::Handle, _) => self.unsupported(span, "a handle of a thread as something else"),
            _ => self.unsupported(span, "something else as a handle of a thread"),
        }
    }

    /// Handles of threads are compared: each has to be that of one thread.
    pub(super) fn check_handles(&mut self) {
        if self.threads.iter().any(|it| it.start.as_ref().is_some_and(|start| start.many)) {
            for span in std::mem::take(&mut self.compared) {
                _ = self.unsupported::<()>(span, "a comparison of threads, where any number of them is created");
            }
        }
    }
}

/// The handle of the thread with a number.
pub(super) fn handle_of(thread: usize) -> Value {
    Value::number(thread as i128 + 1, Type::Handle)
}
