//! Belongings of an object of the library: words that each thread keeps for it, and the threads that are asleep there.

use boolprog_c_form::form::{Answer, Argument, Base, Call, Place};
use boolprog_import::Expr;
use boolprog_integer::{Check, Comparison};

use super::super::memory::Instance;
use super::super::numbers::number;
use super::super::places::Found;
use super::super::variables::Variable;
use super::super::walk::{Walk, is};
use crate::Asked;
use crate::arithmetic::Value;
use crate::graph::Op;
use crate::term;

impl Walk<'_, '_> {
    /// The object to which the first argument points.
    pub(in crate::translate) fn object(&mut self, call: &Call) -> Found {
        self.object_of(call, 1)
    }

    /// The object to which the first argument points, which has at least a number of bytes.
    pub(in crate::translate) fn object_of(&mut self, call: &Call, bytes: u64) -> Found {
        let Some(Argument::Value(pointer, _)) = call.arguments.first() else {
            return Found { is_open: true, ..Found::of(Vec::new(), Expr::Truth(false), Check::Pointer) };
        };
        self.valid(Place { base: Base::Pointer(*pointer), offset: 0 }, bytes)
    }

    pub(in crate::translate) fn own(&mut self, call: &Call) {
        let Answer::Value(to) = call.result else { return };
        let (found, shape) = (self.object(call), self.shape_of(to));
        let mut value: Option<Value> = None;
        for meant in found.meant.iter().rev() {
            let variable = self.all.own(self.thread, meant.instance, meant.offset, shape);
            let kept = self.all.variables.value(variable);
            value = Some(value.map_or(kept.clone(), |rest| Value::select(meant.when.clone(), kept, rest)));
        }
        match value {
            Some(value) => self.answer(call, value),
            None => self.answer_any(call),
        }
    }

    pub(in crate::translate) fn answer_any(&mut self, call: &Call) {
        if let Answer::Value(to) = call.result {
            self.any(to);
        }
    }

    pub(in crate::translate) fn set_own(&mut self, call: &Call) {
        let (found, value) = (self.object(call), self.argument(call, 1));
        let Some(Argument::Value(_, shape)) = call.arguments.get(1) else { return };
        let is_one = found.meant.len() == 1;
        let mut assignments = Vec::new();
        for meant in &found.meant {
            let variable = self.all.own(self.thread, meant.instance, meant.offset, *shape);
            let old = self.all.variables.value(variable);
            let new = if is_one { value.clone() } else { Value::select(meant.when.clone(), value.clone(), old) };
            self.all.variables.widen(variable, (new.low, new.high));
            assignments.push((self.all.variables.name(variable), new.term));
        }
        if !assignments.is_empty() && self.node.is_some() {
            if self.all.options.asks(Asked::Races) {
                let is_held = is_one && matches!(value.term, Expr::Number(number) if number != 0);
                let locks = found.meant.iter().filter_map(|it| self.all.memory.lock(it.instance, it.offset));
                self.held = locks.map(|lock| (lock, is_held)).collect();
            }
            self.step(Op::Assign(assignments), false);
        }
    }

    /// For each object that may be meant, goes the way of that object.
    pub(in crate::translate) fn for_each(&mut self, found: &Found, mut act: impl FnMut(&mut Self, Instance, u64)) {
        let end = self.new_node();
        for meant in &found.meant {
            let (this, others) = (self.new_node(), self.new_node());
            self.fork(meant.when.clone(), this, others);
            self.node = Some(this).filter(|node| self.graph.entered[*node]);
            act(self, meant.instance, meant.offset);
            self.go(end);
            self.node = Some(others).filter(|node| self.graph.entered[*node]);
        }
        self.node = Some(end).filter(|end| self.graph.entered[*end]);
    }

    pub(in crate::translate) fn add(&mut self, variable: Variable, more: i64, shared: bool) {
        let old = self.all.variables.value(variable);
        self.all.variables.widen(variable, ((old.low + more).max(0), (old.high + more).clamp(1, 1 << 20)));
        let name = self.all.variables.name(variable);
        let value = term::arithmetic(boolprog_integer::Arithmetic::Add, Expr::Name(name.clone()), Expr::Number(more));
        self.step(Op::Assign(vec![(name, value)]), shared);
    }

    /// The thread is asleep at an object from now on.
    pub(in crate::translate) fn sleep(&mut self, call: &Call) {
        let found = self.object(call);
        self.for_each(&found, |it, instance, offset| {
            let [asleep, sleepers, _] = it.all.sleeping(it.thread, instance, offset);
            it.add(sleepers, 1, true);
            it.set(asleep, number(1), false);
        });
    }

    /// The thread is asleep no longer, although no thread has woken it.
    pub(in crate::translate) fn rouse(&mut self, call: &Call) {
        let found = self.object(call);
        self.for_each(&found, |it, instance, offset| {
            let [asleep, sleepers, _] = it.all.sleeping(it.thread, instance, offset);
            let (yes, end) = (it.new_node(), it.new_node());
            let is_asleep = is(&it.all.variables.name(asleep), 1);
            it.fork(is_asleep, yes, end);
            it.node = Some(yes);
            it.add(sleepers, -1, true);
            it.set(asleep, number(0), false);
            it.go(end);
            it.node = Some(end);
        });
    }

    pub(in crate::translate) fn sleepers(&mut self, call: &Call) {
        let found = self.object(call);
        let mut value: Option<Value> = None;
        for meant in found.meant.iter().rev() {
            let [_, sleepers, _] = self.all.sleeping(self.thread, meant.instance, meant.offset);
            let number = self.all.variables.value(sleepers);
            value = Some(value.map_or(number.clone(), |rest| Value::select(meant.when.clone(), number, rest)));
        }
        match (value, &call.result) {
            (Some(value), Answer::Value(to)) => self.assign(*to, value, true),
            _ => self.answer_any(call),
        }
    }

    /// 1 if the thread is still asleep. Before the section in which that is asked, it can be woken.
    pub(in crate::translate) fn sleeps(&mut self, call: &Call) {
        let found = self.object(call);
        let mut value: Option<Value> = None;
        for meant in found.meant.iter().rev() {
            let [asleep, sleepers, woken] = self.all.sleeping(self.thread, meant.instance, meant.offset);
            if let Some(section) = self.section {
                self.can_be_woken(section, [asleep, sleepers, woken]);
            }
            let kept = self.all.variables.value(asleep);
            value = Some(value.map_or(kept.clone(), |rest| Value::select(meant.when.clone(), kept, rest)));
        }
        match value {
            Some(value) => self.answer(call, value),
            None => self.answer_any(call),
        }
    }

    /// The steps by which a thread that is asleep at a place answers the one that wakes it.
    pub(in crate::translate) fn can_be_woken(&mut self, at: usize, [asleep, sleepers, woken]: [Variable; 3]) {
        let [asleep, sleepers, woken] = [asleep, sleepers, woken].map(|it| self.all.variables.name(it));
        self.graph.cut.push(at);
        let fewer = term::arithmetic(boolprog_integer::Arithmetic::Add, Expr::Name(sleepers.clone()), Expr::Number(-1));
        for (by, back) in [(1, 0), (2, 2)] {
            let first = self.graph.edges.len();
            let (middle, other) = (self.graph.node(true), self.graph.node(true));
            let is_called = term::and(is(&asleep, 1), is(&woken, by));
            self.edge(at, middle, Op::Guard(is_called), false);
            let answer = vec![
                (woken.clone(), Expr::Number(back)),
                (sleepers.clone(), fewer.clone()),
                (asleep.clone(), Expr::Number(0)),
            ];
            self.edge(middle, other, Op::Assign(answer), true);
            self.edge(other, at, Op::Skip, false);
            self.graph.edges[first..].iter_mut().for_each(|edge| edge.answers = true);
        }
    }

    /// Wakes one thread or all that are asleep at an object; no other step happens before they are awake.
    pub(in crate::translate) fn wake(&mut self, call: &Call) {
        let (found, all) = (self.object(call), self.number_of(call, 1).unwrap_or(1) != 0);
        self.for_each(&found, |it, instance, offset| {
            let [_, sleepers, woken] = it.all.sleeping(it.thread, instance, offset);
            it.all.variables.widen(woken, (0, 2));
            let [sleepers, woken] = [sleepers, woken].map(|it_is| it.all.variables.name(it_is));
            let Some(from) = it.node else { return };
            let (some, calling, told, end) = (it.new_node(), it.graph.node(true), it.new_node(), it.new_node());
            it.graph.cut.push(calling);
            let are_there = term::compare(Comparison::Greater, Expr::Name(sleepers.clone()), Expr::Number(0));
            it.edge(from, some, Op::Guard(are_there.clone()), true);
            it.edge(from, end, Op::Guard(Expr::complement(are_there)), true);
            let number = if all { 2 } else { 1 };
            it.edge(some, calling, Op::Assign(vec![(woken.clone(), Expr::Number(number))]), true);
            let done = is(if all { &sleepers } else { &woken }, 0);
            it.edge(calling, told, Op::Guard(done), true);
            it.edge(told, end, Op::Assign(vec![(woken, Expr::Number(0))]), true);
            it.node = Some(end);
        });
    }
}
