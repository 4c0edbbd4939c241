//! Threads: creation, end, results, and marks that others set.

use boolprog_c_form::form::{Answer, Argument, Base, Call, Operand, Place, Shape, TemporaryId};
use boolprog_c_syntax::environment::Piece;
use boolprog_import::Expr;
use boolprog_integer::Comparison;

use super::super::numbers::{bounds, number};
use super::super::walk::Walk;
use crate::arithmetic::Value;
use crate::graph::Op;
use crate::term;

/// The mark of a thread that is cancelled, as the library has it.
const CANCELLED: i64 = 2;

/// The assumption about threads of which it is not known which one is meant.
const JOINED_ONCE: &str = "each of any number of threads is joined or detached at most once";

impl Walk<'_, '_> {
    /// Another thread is created.
    pub(in crate::translate) fn create(&mut self, to: Option<TemporaryId>, thread: usize, arguments: &[Operand]) {
        let parameters = self.all.parameters(thread);
        let values: Vec<Value> = arguments.iter().map(|argument| self.operand(*argument)).collect();
        let mut copies = Vec::new();
        for (parameter, value) in parameters.into_iter().zip(values) {
            self.all.variables.widen(parameter, (value.low, value.high));
            let copy = self.all.variables.name(parameter);
            let is_copied = self.all.successive[thread] || self.all.has_several_sites(thread);
            if let (Expr::Number(number), false) = (&value.term, is_copied) {
                self.all.variables.start(parameter, *number);
                continue;
            }
            let kept = self.between("argument", self.all.variables.shape(parameter));
            match value.term {
                // It is the same whenever a thread is created here.
                Expr::Number(number) if !self.all.successive[thread] => self.all.variables.start(kept, number),
                _ => self.set(kept, value, false),
            }
            copies.push((copy, self.all.variables.name(kept)));
        }
        let site = self.all.created(thread, self.thread, copies);
        if self.all.successive[thread] {
            self.begin_again(thread);
        }
        if let Some(to) = to {
            self.assign(to, handle_of(thread), false);
        }
        if self.is_result_used() {
            self.all.take_for_granted("creations of threads succeed", self.span);
        }
        let creates = self.between("creates", Shape::Bool);
        self.set(creates, number(1), false);
        self.created.push((thread, site, creates));
        if self.section.is_none() {
            self.create_now();
        }
    }

    /// A choice: a thread begins before a write to an object, or after it. It makes no difference where no other thread accesses the
    /// object.
    pub(in crate::translate) fn is_late(&mut self, call: &Call) {
        let (Some(Argument::Value(object, _)), Answer::Value(to)) = (call.arguments.first(), &call.result) else {
            return;
        };
        let found = self.find(Place { base: Base::Pointer(*object), offset: 0 }, 1);
        if found.is_open || self.is_shared(&found, Shape::Unsigned(1)) {
            self.choose(*to, (0, 1));
        } else {
            self.assign(*to, number(0), false);
        }
    }

    /// A thread that may have ended before begins again: nothing is left of what was known of it.
    fn begin_again(&mut self, thread: usize) {
        let kept = self.all.variables.kept_by(thread).into_iter().map(|name| (name, Expr::Number(0)));
        let runs = (self.all.runs(thread), Expr::Number(1));
        self.step(Op::Assign(kept.chain([runs]).collect()), true);
    }

    /// The threads begin that were created in a section which has ended: each if the execution passed its creation.
    pub(in crate::translate) fn create_now(&mut self) {
        for (thread, site, creates) in std::mem::take(&mut self.created) {
            self.boundary();
            let (then, end) = (self.new_node(), self.new_node());
            let condition = self.current(creates).condition();
            let is_certain = condition == Expr::Truth(true);
            self.fork(condition, then, end);
            self.node = Some(then).filter(|then| self.graph.entered[*then]);
            if !is_certain {
                self.set(creates, number(0), false);
            }
            // The new thread begins here, so nothing that is one step encloses this place.
            self.boundary();
            if let Some(at) = self.node {
                self.all.created_at((thread, site), at);
            }
            self.step(Op::Create(thread), false);
            self.go(end);
            self.node = Some(end).filter(|end| self.graph.entered[*end]);
            self.boundary();
        }
    }

    /// The thread gives its result.
    pub(in crate::translate) fn give(&mut self, value: Operand) {
        let value = self.operand(value);
        let variable = self.all.result(self.thread);
        if self.all.is_many(self.thread) {
            let full = bounds(self.all.variables.shape(variable));
            self.all.variables.widen(variable, full);
            return;
        }
        self.set(variable, value, false);
    }

    pub(in crate::translate) fn result(&mut self, call: &Call) {
        let Answer::Value(to) = call.result else { return };
        let handle = self.argument(call, 0);
        let mut value: Option<Value> = None;
        for thread in (0..self.all.threads.len()).rev() {
            if self.all.is_many(thread) {
                return self.any(to);
            }
            let variable = self.all.result(thread);
            let given = self.all.variables.value(variable);
            let is_it = handle.compare(Comparison::Equal, &handle_of(thread));
            value = Some(match value {
                None => given,
                Some(rest) => Value::select(is_it.clone(), given, rest),
            });
        }
        match value {
            Some(value) => self.assign(to, value, true),
            None => self.any(to),
        }
    }

    /// The end of another thread: either it has ended, or that is not so.
    pub(in crate::translate) fn ended(&mut self, call: &Call) {
        let Answer::Value(to) = call.result else { return };
        let handle = self.argument(call, 0);
        // Where others can act, nothing is known of the end; within a section, what was found there before holds.
        let Some(section) = self.section else { return self.may_have_ended(to, &handle) };
        if let Some((before, known, variable)) = self.ended.clone()
            && (before, &known) == (section, &handle.term)
        {
            return self.assign(to, self.all.variables.value(variable), false);
        }
        let (yes, end) = (self.new_node(), self.new_node());
        let Some(from) = self.node else { return };
        if let Some(ended) = self.all.has_ended(&handle) {
            let no = self.new_node();
            self.edge(from, no, Op::Guard(Expr::complement(ended)), true);
            self.node = Some(no);
        } else {
            let no = self.new_node();
            self.edge(from, no, Op::Skip, true);
            self.node = Some(no);
        }
        let variable = self.between("has_ended", Shape::Bool);
        self.all.variables.widen(variable, (0, 1));
        let name = self.all.variables.name(variable);
        self.step(Op::Assign(vec![(name.clone(), Expr::Number(0))]), false);
        self.go(end);
        self.ended = Some((section, handle.term.clone(), variable));
        self.edge(from, yes, Op::Join(handle.term), true);
        self.node = Some(yes);
        self.step(Op::Assign(vec![(name, Expr::Number(1))]), false);
        self.go(end);
        self.node = Some(end);
        self.all.joins = true;
        let value = self.all.variables.value(variable);
        self.assign(to, value, false);
    }

    /// The end of a thread where others can act: it has ended or not, or there is no such thread.
    fn may_have_ended(&mut self, to: TemporaryId, handle: &Value) {
        let exists = (0..self.all.threads.len()).map(|thread| handle.compare(Comparison::Equal, &handle_of(thread)));
        match term::any(exists.collect()) {
            Expr::Truth(true) => self.choose(to, (0, 1)),
            exists => {
                let variable = self.between("has_ended", Shape::Bool);
                self.any_piece(variable, (0, 1), Piece::Whole);
                let has_ended = self.all.variables.value(variable);
                self.assign(to, Value::select(exists, has_ended, number(-1)), false);
            }
        }
    }

    /// The marks of a thread by its handle.
    pub(in crate::translate) fn mark(&mut self, call: &Call) {
        let Answer::Value(to) = call.result else { return };
        let (handle, Some(which)) = (self.argument(call, 0), self.number_of(call, 1)) else { return self.any(to) };
        let mut value = number(0);
        for thread in (0..self.all.threads.len()).rev() {
            let is_meant = handle.low <= i64::from(thread as u32 + 1) && i64::from(thread as u32 + 1) <= handle.high;
            let variable = self.all.mark(thread, which.cast_unsigned() as u32);
            let mut given = self.current(variable);
            if self.all.is_many(thread) && is_meant {
                if which == CANCELLED {
                    // Each of them may be the one that is cancelled.
                    let any = self.between("is_cancelled", Shape::Bool);
                    self.any_piece(any, (0, 1), Piece::Whole);
                    given = Value::select(given.condition(), self.all.variables.value(any), number(0));
                } else {
                    self.all.take_for_granted(JOINED_ONCE, self.span);
                }
            }
            let is_it = handle.compare(Comparison::Equal, &handle_of(thread));
            value = Value::select(is_it.clone(), given, value);
        }
        self.assign(to, value, true);
    }

    pub(in crate::translate) fn set_mark(&mut self, call: &Call) {
        let (handle, Some(which), value) = (self.argument(call, 0), self.number_of(call, 1), self.argument(call, 2))
        else {
            return;
        };
        let mut assignments = Vec::new();
        for thread in 0..self.all.threads.len() {
            // Of any number of threads, the one that is meant is not known: some one is cancelled then.
            if self.all.is_many(thread) && which != CANCELLED {
                continue;
            }
            let is_it = handle.compare(Comparison::Equal, &handle_of(thread));
            if is_it == Expr::Truth(false) {
                continue;
            }
            let variable = self.all.mark(thread, which.cast_unsigned() as u32);
            let new = Value::select(is_it.clone(), value.clone(), self.all.variables.value(variable));
            self.all.variables.widen(variable, (new.low, new.high));
            assignments.push((self.all.variables.name(variable), new.term));
        }
        if !assignments.is_empty() {
            self.step(Op::Assign(assignments), true);
        }
    }
}

/// The handle of a thread.
pub(super) fn handle_of(thread: usize) -> Value {
    number(thread as u32 + 1)
}
