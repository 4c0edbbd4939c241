//! Condition variables: threads that wait for one are woken by a signal or a broadcast.

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::{Arithmetic, Comparison};
use smol_str::SmolStr;

use super::locks::Take;
use super::{Lower, Lowered, Place};
use crate::Asked;
use crate::ast::{Expr, Type};
use crate::graph::{Blocked, Op};
use crate::term;
use crate::value::{Value, ValueKind};

/// The variables of a condition variable.
#[derive(Clone, Copy)]
struct Condition<'p> {
    /// How many threads wait.
    waiting: &'p SmolStr,
    /// What they are called for: 0 nothing, 1 one of them, 2 all.
    called: &'p SmolStr,
}

/// What a wait with a time limit gives: a variable, and its value where the time is over.
type Late = (SmolStr, i64);

impl<'a> Lower<'a> {
    /// Registers and releases the mutex in one step, waits to be woken, and takes the mutex again.
    ///
    /// With a number, the thread may go on without being woken, and the result is this number then.
    pub(super) fn wait(
        &mut self,
        condition: &'a Expr,
        mutex: &'a Expr,
        late: Option<i64>,
        span: Span,
    ) -> Lowered<Value> {
        let place = self.object_of(condition, &Type::Condition)?;
        let mutex = self.object_of(mutex, &Type::Mutex)?;
        let late = late.map(|code| (self.variable("is_late", &Type::INT, false), code));
        self.for_each_condition(&place, |it, condition| it.wait_for(condition, &mutex, late.as_ref(), span));
        Ok(late.map_or(Value::int(0), |(name, code)| Value {
            kind: ValueKind::Number(Term::Name(name), 0, i128::from(code)),
            ty: Type::INT,
        }))
    }

    fn wait_for(&mut self, condition: Condition<'_>, mutex: &Place, late: Option<&Late>, span: Span) {
        let Condition { waiting, called } = condition;
        let changed =
            |operation| (waiting.clone(), term::arithmetic(operation, Term::Name(waiting.clone()), Term::Number(1)));
        let fewer = changed(Arithmetic::Subtract);
        self.together(|it| {
            it.unlock(mutex, span);
            it.step(Op::Assign(vec![changed(Arithmetic::Add)]), true);
        });
        let Some(asleep) = self.node else { return };
        let awake = self.graph.node(false);
        self.graph.inside[asleep] = false;
        self.graph.cut.extend([asleep, awake]);
        let gives =
            |is_late: bool| late.map(|(name, code)| (name.clone(), Term::Number(if is_late { *code } else { 0 })));
        let may_leave = [(true, late.is_some()), (false, self.options.spurious_wakeups)];
        for (is_late, _) in may_leave.iter().filter(|(_, may)| *may) {
            let left = [fewer.clone()].into_iter().chain(gives(*is_late));
            self.edge(asleep, awake, Op::Assign(left.collect()), true);
        }
        if may_leave.iter().all(|(_, may)| !may) && self.options.asks(Asked::Deadlocks) {
            self.graph.waits.push((asleep, Blocked::Sleeps));
        }
        for (by, back) in [(1, 0), (2, 2)] {
            let middle = self.graph.node(true);
            let answer = [(called.clone(), Term::Number(back)), fewer.clone()];
            self.edge(asleep, middle, Op::Guard(is(called, by)), false);
            self.edge(middle, awake, Op::Assign(answer.into_iter().chain(gives(false)).collect()), true);
            let length = self.graph.edges.len();
            self.graph.edges[length - 2..].iter_mut().for_each(|edge| edge.answers = true);
        }
        self.node = Some(awake);
        self.acquire(mutex, Take::Mutex);
    }

    /// Wakes one or all of the threads that wait; no other step happens before they are awake.
    pub(super) fn wake(&mut self, condition: &'a Expr, number: i64) -> Lowered<Value> {
        let place = self.object_of(condition, &Type::Condition)?;
        self.for_each_condition(&place, |it, condition| it.wake_for(condition, number));
        Ok(Value::int(0))
    }

    fn wake_for(&mut self, condition: Condition<'_>, number: i64) {
        let Condition { waiting, called } = condition;
        if self.node.is_none() {
            return;
        }
        let (some, calling, end) = (self.new_node(), self.graph.node(true), self.new_node());
        self.graph.cut.push(calling);
        let done = is(if number == 1 { called } else { waiting }, 0);
        self.together(|it| {
            let sleeping = it.temporary(Term::Name(waiting.clone()), &Type::INT, true);
            it.fork(term::compare(Comparison::Greater, Term::Name(sleeping), Term::Number(0)), some, end);
            it.node = Some(some);
            it.edge(some, calling, Op::Assign(vec![(called.clone(), Term::Number(number))]), true);
            let told = it.new_node();
            it.edge(calling, told, Op::Guard(done), true);
            it.edge(told, end, Op::Assign(vec![(called.clone(), Term::Number(0))]), true);
        });
        self.node = Some(end);
    }

    /// Goes on for each of the condition variables that may be meant.
    fn for_each_condition(&mut self, place: &Place, mut act: impl FnMut(&mut Self, Condition<'_>)) {
        let mut act = |it: &mut Self, leaves: &Rc<[SmolStr]>| {
            if let [waiting, called] = &leaves[..] {
                act(it, Condition { waiting, called });
            }
        };
        if let [(_, only)] = place.alternatives.as_slice() {
            return act(self, only);
        }
        let end = self.graph.node(false);
        for (condition, leaves) in &place.alternatives {
            let (this, others) = (self.graph.node(false), self.graph.node(false));
            self.fork(condition.clone(), this, others);
            self.enter(this);
            act(self, leaves);
            self.go(end);
            self.enter(others);
        }
        // One of them is meant.
        self.enter(end);
    }
}

fn is(variable: &SmolStr, value: i64) -> Term {
    term::compare(Comparison::Equal, Term::Name(variable.clone()), Term::Number(value))
}
