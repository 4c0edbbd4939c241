//! Where threads wait, for the question whether there are deadlocks.
//!
//! A thread of the library waits before a section that begins with a condition. It stays there as long as no step goes through the
//! section, whatever is chosen in it: that is known when steps are composed.

use boolprog_c_form::form::{Answer, Call, Shape};
use boolprog_import::Expr;

use super::walk::Walk;
use crate::Asked;
use crate::graph::Op;

impl Walk<'_, '_> {
    /// The section in which control is begins with a condition.
    pub(super) fn await_condition(&mut self, call: &Call) {
        if let (Some(section), true) = (self.section, self.all.options.asks(Asked::Deadlocks)) {
            self.graph.cut.push(section);
            self.graph.waits.push(section);
        }
        let condition = self.argument(call, 0).condition();
        self.assume(condition);
    }

    /// Any time may have passed: each answer has a way of its own, so that no choice has to be taken back while a thread waits.
    pub(super) fn passed(&mut self, call: &Call) {
        let (Answer::Value(to), Some(from)) = (&call.result, self.node) else { return };
        let variable = self.between("has_passed", Shape::Bool);
        self.all.variables.widen(variable, (0, 1));
        let name = self.all.variables.name(variable);
        let end = self.new_node();
        for answer in [0, 1] {
            let way = self.new_node();
            self.edge(from, way, Op::Skip, false);
            self.node = Some(way);
            self.step(Op::Assign(vec![(name.clone(), Expr::Number(answer))]), false);
            self.go(end);
        }
        self.node = Some(end);
        let value = self.all.variables.value(variable);
        self.assign(*to, value, false);
    }

    /// The thread ends, and no other one with it.
    pub(super) fn finish(&mut self) {
        if self.thread == 0 {
            self.all.leaves_others = true;
        }
        self.end_thread();
    }

    /// The function of the thread returns. With the first one, all threads end: none of them waits from then on.
    pub(super) fn return_from_thread(&mut self) {
        if self.thread == 0 {
            self.require_freed();
        }
        if self.thread == 0 && self.all.options.asks(Asked::Deadlocks) {
            self.end_process();
        }
        self.end_thread();
    }

    /// The process ends, and with it all threads: nothing comes after.
    pub(super) fn end_process(&mut self) {
        if self.all.options.asks(Asked::Deadlocks) && self.node.is_some() {
            let exit = self.new_node();
            self.graph.exits.push(exit);
            self.go(exit);
        }
        self.node = None;
    }

    fn end_thread(&mut self) {
        self.end_all_lives();
        if self.all.successive[self.thread] {
            let runs = self.all.runs(self.thread);
            self.step(Op::Assign(vec![(runs, Expr::Number(0))]), false);
        }
        self.go(self.end);
    }
}
