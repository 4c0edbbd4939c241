//! `pthread_once` and `call_once`: the first thread calls the function, and the others wait until it has returned.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;

use super::places::chosen;
use super::{Lower, Lowered};
use crate::ast::{Expr, Type};
use crate::graph::Blocked;
use crate::term;
use crate::value::{Value, ValueKind};

/// Values of the flag while the function runs, and after it has returned.
const RUNS: i64 = 1;
const DONE: i64 = 2;

/// The type of a flag.
pub(crate) const FLAG: Type = Type::Integer { bits: 8, signed: false };

impl<'a> Lower<'a> {
    pub(super) fn once(&mut self, flag: &'a Expr, function: &'a Expr, span: Span) -> Lowered<Value> {
        let flag = self.object_of(flag, &FLAG)?;
        let (Some(value), 1) = (chosen(&flag, 0), flag.alternatives.len()) else {
            return self.unsupported(span, "a flag of `pthread_once` that is not known here");
        };
        let called = self.called(function)?;
        let is = |value: Term, number: i64| term::compare(Comparison::Equal, value, Term::Number(number));
        let before = self.together(|it| {
            let before = it.read(&flag);
            let after = term::conditional(is(before.clone(), 0), Term::Number(RUNS), before.clone());
            let after = Value { kind: ValueKind::Number(after, 0, i128::from(DONE)), ty: FLAG };
            it.assign(&flag, &after, span).map(|()| before)
        })?;
        let (first, others, end) = (self.new_node(), self.new_node(), self.new_node());
        self.fork(is(before, 0), first, others);
        self.node = Some(first);
        self.call_value(&called, &[], span)?;
        self.together(|it| it.set(&flag, DONE));
        self.go(end);
        self.node = Some(others);
        self.waits(Blocked::Taken(Term::complement(is(value, DONE))));
        self.together(|it| {
            let value = it.read(&flag);
            it.assume(is(value, DONE));
        });
        self.go(end);
        self.enter(end);
        Ok(Value::int(0))
    }
}
