//! Barriers: threads wait for one another, until there are as many as the barrier is for.
//!
//! The last one calls the others, as a broadcast of a condition variable does, so that no thread of the next round comes
//! between. Which of them gets `PTHREAD_BARRIER_SERIAL_THREAD` is not specified: it is any one.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::{Arithmetic, Comparison};
use smol_str::SmolStr;

use super::{Lower, Lowered, part};
use crate::Asked;
use crate::ast::{Expr, Type};
use crate::graph::{Blocked, Op};
use crate::term;
use crate::value::{Value, ValueKind};

/// `PTHREAD_BARRIER_SERIAL_THREAD`
pub(super) const SERIAL: i64 = -1;

/// The variables of a barrier.
struct Barrier {
    /// How many threads it is for. Never assigned.
    size: SmolStr,
    /// How many threads wait.
    waiting: SmolStr,
    /// 1 while the others are called.
    called: SmolStr,
    /// 1 if one of those that were called has got [`SERIAL`].
    chosen: SmolStr,
}

impl<'a> Lower<'a> {
    /// `pthread_barrier_init`
    pub(super) fn start_barrier(&mut self, argument: &'a Expr, count: &'a Expr) -> Lowered<Value> {
        let Barrier { size, .. } = self.barrier(argument)?;
        let value = self.rvalue(count)?;
        let Term::Number(number @ 1..) = self.integer(&value, &Type::UNSIGNED, count.span)? else {
            return self.unsupported(count.span, "a barrier for a number of threads that is not constant");
        };
        match self.leaves.get_mut(&size) {
            Some(leaf) if leaf.initial == 0 || leaf.initial == number => leaf.initial = number,
            _ => return self.unsupported(count.span, "a barrier for different numbers of threads"),
        }
        Ok(Value::int(0))
    }

    /// `pthread_barrier_wait`
    pub(super) fn meet(&mut self, argument: &'a Expr, span: Span) -> Lowered<Value> {
        let barrier = self.barrier(argument)?;
        self.met.push((barrier.size.clone(), span));
        if self.node.is_none() {
            return Ok(Value::int(0));
        }
        self.boundary();
        let is_serial = self.variable("is_serial", &Type::BOOL, false);
        let (last, asleep, end) = (self.new_node(), self.graph.node(false), self.graph.node(false));
        self.together(|it| {
            let waiting = it.temporary(name(&barrier.waiting), &Type::Barrier, true);
            let all = term::compare(Comparison::GreaterOrEqual, one_more(&waiting), name(&barrier.size));
            let others = it.new_node();
            it.fork(all, last, others);
            it.enter(others);
            it.step(Op::Assign(vec![(barrier.waiting.clone(), one_more(&waiting))]), true);
            it.go(asleep);
            it.enter(last);
            it.call_others(&barrier, &is_serial);
            it.go(end);
        });
        self.wake_up(&barrier, &is_serial, asleep, end);
        self.enter(end);
        let code = term::conditional(is(&is_serial, 1), Term::Number(SERIAL), Term::Number(0));
        Ok(Value { kind: ValueKind::Number(code, i128::from(SERIAL), 0), ty: Type::INT })
    }

    /// The last thread calls the others; no other step happens before they are awake.
    fn call_others(&mut self, barrier: &Barrier, is_serial: &SmolStr) {
        let calling = self.graph.node(true);
        self.graph.cut.push(calling);
        let Some(last) = self.node else { return };
        self.edge(last, calling, Op::Assign(vec![(barrier.called.clone(), Term::Number(1))]), true);
        let told = self.new_node();
        self.edge(calling, told, Op::Guard(is(&barrier.waiting, 0)), true);
        self.node = Some(told);
        let is_left = term::number_of(is(&barrier.chosen, 0));
        let zero = |name: &SmolStr| (name.clone(), Term::Number(0));
        let assignments = vec![(is_serial.clone(), is_left), zero(&barrier.chosen), zero(&barrier.called)];
        self.step(Op::Assign(assignments), true);
    }

    /// A thread that waits goes on when it is called.
    fn wake_up(&mut self, barrier: &Barrier, is_serial: &SmolStr, asleep: usize, end: usize) {
        let awake = self.graph.node(false);
        self.graph.cut.extend([asleep, awake]);
        if self.options.asks(Asked::Deadlocks) {
            self.graph.waits.push((asleep, Blocked::Sleeps));
        }
        let (is_called, has_chosen) = (self.graph.node(true), self.graph.node(true));
        let choice = self.variable("is_chosen", &Type::BOOL, false);
        let serial = term::number_of(term::and(is(&barrier.chosen, 0), is(&choice, 1)));
        let chosen = term::number_of(term::or(is(&barrier.chosen, 1), is(&choice, 1)));
        let fewer = term::arithmetic(Arithmetic::Subtract, name(&barrier.waiting), Term::Number(1));
        let assignments =
            vec![(is_serial.clone(), serial), (barrier.chosen.clone(), chosen), (barrier.waiting.clone(), fewer)];
        let first = self.graph.edges.len();
        self.edge(asleep, is_called, Op::Guard(is(&barrier.called, 1)), false);
        self.edge(is_called, has_chosen, Op::Choose(choice, Some((0, 1))), false);
        self.edge(has_chosen, awake, Op::Assign(assignments), true);
        self.graph.edges[first..].iter_mut().for_each(|edge| edge.answers = true);
        self.node = Some(awake);
        self.go(end);
    }

    /// Refuses barriers that are never initialised.
    pub(super) fn check_barriers(&mut self) {
        for (size, span) in std::mem::take(&mut self.met) {
            if self.leaves.get(&size).is_none_or(|leaf| leaf.initial == 0) {
                _ = self.unsupported::<()>(span, "a barrier that no `pthread_barrier_init` gives a number of threads");
            }
        }
    }

    fn barrier(&mut self, argument: &'a Expr) -> Lowered<Barrier> {
        let place = self.object_of(argument, &Type::Barrier)?;
        let [(_, leaves)] = place.alternatives.as_slice() else {
            return self.unsupported(argument.span, "a barrier that is not known here");
        };
        let [waiting, called, chosen] = &leaves[..] else { return self.unsupported(argument.span, "this barrier") };
        let size = match self.sizes.get(waiting) {
            Some(size) => size.clone(),
            None => self.variable(&part(waiting, "size"), &Type::Barrier, true),
        };
        self.sizes.insert(waiting.clone(), size.clone());
        Ok(Barrier { size, waiting: waiting.clone(), called: called.clone(), chosen: chosen.clone() })
    }
}

fn name(variable: &SmolStr) -> Term {
    Term::Name(variable.clone())
}

fn is(variable: &SmolStr, value: i64) -> Term {
    term::compare(Comparison::Equal, name(variable), Term::Number(value))
}

fn one_more(variable: &SmolStr) -> Term {
    term::arithmetic(Arithmetic::Add, name(variable), Term::Number(1))
}
