//! The heap: copies of objects that live or do not.

use boolprog_c_form::form::{Answer, Call, Operand, Shape, TemporaryId};
use boolprog_c_form::points_to::Thing;
use boolprog_import::Expr;
use boolprog_integer::{Check, Comparison};

use super::super::first::{First, Uses};
use super::super::memory::Instance;
use super::super::numbers::number;
use super::super::places::Meant;
use super::super::variables::Variable;
use super::super::walk::Walk;

use crate::arithmetic::Value;
use crate::graph::Op;
use crate::term;

/// The assumption about arrays of variable size and what `alloca` gives, whose lives do not end here.
const VARIABLE: &str = "an array of variable size, or memory of `alloca`, is not used after the end of its life";

impl Walk<'_, '_> {
    /// An object that lives as long as the activation: where it is made again, the one before has ended.
    pub(in crate::translate) fn allocate(&mut self, to: TemporaryId, size: Operand) {
        let thing = Thing::Allocated(self.id, self.number);
        self.all.take_for_granted(VARIABLE, self.span);
        let size = self.operand(size);
        self.reserve(thing, &size);
        if self.all.is_found_of_many(thing) {
            self.require(&Expr::Truth(false), Check::Layout);
        }
        let instance = Instance { thing, copy: 0 };
        self.set_room(instance, &size);
        self.fresh(instance, &First::Any);
        let address = self.all.memory.address(instance);
        self.assign(to, number(address), false);
    }

    /// `alloca`
    pub(in crate::translate) fn allocate_automatically(&mut self, call: &Call) {
        self.all.take_for_granted(VARIABLE, self.span);
        self.allocate_for(call);
    }

    pub(in crate::translate) fn allocate_for(&mut self, call: &Call) {
        let thing = Thing::Allocated(self.id, self.number);
        let Answer::Value(to) = call.result else { return };
        let first = match self.number_of(call, 2) {
            Some(0) => {
                let uses = self.uses.get_or_init(|| Uses::new(self.function));
                let size = self.all.memory.size(thing);
                First::of(self.all.unit, self.function, uses, self.position(), (to, size))
            }
            _ => First::Zero,
        };
        let size = self.argument(call, 0);
        self.all.take_for_granted("allocations of memory succeed", self.span);
        self.reserve(thing, &size);
        let chosen = self.between("allocated", Shape::Pointer(8));
        self.take(thing, chosen, (&size, &first));
        let value = self.all.variables.value(chosen);
        self.assign(to, value, false);
    }

    /// A variable gets the address of a copy that is free, which lives from now on.
    pub(in crate::translate) fn take(&mut self, thing: Thing, chosen: Variable, (size, first): (&Value, &First)) {
        let copies = self.all.copies(thing);
        let end = self.new_node();
        for copy in 0..copies {
            let instance = Instance { thing, copy };
            let address = self.all.memory.address(instance);
            let (free, taken) = (self.new_node(), self.new_node());
            let alive = self.all.alive_variable(instance);
            let is_free = term::compare(Comparison::Equal, self.current(alive).term, Expr::Number(0));
            let is_free = if copies == 1 && !self.all.is_released(thing) { Expr::Truth(true) } else { is_free };
            self.fork(is_free, free, taken);
            self.node = Some(free);
            self.set(alive, number(1), self.all.variables.is_shared(alive));
            self.set_room(instance, size);
            self.fresh(instance, first);
            self.set(chosen, number(address), false);
            self.go(end);
            self.node = Some(taken).filter(|node| self.graph.entered[*node]);
        }
        self.require(&Expr::Truth(false), Check::Heap);
        self.node = Some(end).filter(|end| self.graph.entered[*end]);
    }

    /// A new object has its first values. A byte that is written before it is read may as well be zero.
    pub(in crate::translate) fn fresh(&mut self, instance: Instance, first: &First) {
        let size = self.all.memory.size(instance.thing);
        for part in self.all.memory.overlapping(instance, 0, size) {
            if self.all.memory.smashed(instance.thing, part.0).is_some() {
                self.fresh_elements(instance, part, matches!(first, First::Zero));
            } else if first.is_any(part) {
                self.unwrite(instance, part, &Expr::Truth(true));
            } else {
                let variable = self.all.part(instance, part);
                self.set(variable, number(0), false);
            }
        }
    }

    /// The program ends, in one step: all objects of the heap have been freed, if that is asked.
    pub(in crate::translate) fn require_freed(&mut self) {
        let (mut assignments, mut lives) = (Vec::new(), Vec::new());
        for (thing, span) in self.all.allocations.clone() {
            for copy in 0..self.all.copies(thing) {
                let alive = self.all.alive_variable(Instance { thing, copy });
                let kept = self.between("unfreed", Shape::Bool);
                self.all.variables.widen(kept, (0, 1));
                assignments.push((self.all.variables.name(kept), self.current(alive).term));
                lives.push((span, self.all.variables.value(kept)));
            }
        }
        if assignments.is_empty() || self.node.is_none() {
            return;
        }
        self.step(Op::Assign(assignments), true);
        let here = self.span;
        for (span, alive) in lives {
            self.span = span;
            self.require(&term::compare(Comparison::Equal, alive.term, Expr::Number(0)), Check::Leak);
        }
        self.span = here;
    }

    pub(in crate::translate) fn release(&mut self, call: &Call) {
        let found = self.object_of(call, 0);
        let mut assignments = Vec::new();
        let is_one = found.meant.len() == 1;
        for meant in &found.meant {
            if !matches!(meant.instance.thing, Thing::Allocated(..)) || meant.offset != 0 {
                let is_it = meant.when.clone();
                self.require(&Expr::complement(is_it), Check::Pointer);
                continue;
            }
            let alive = self.all.alive_variable(meant.instance);
            self.touch(alive, &meant.when, true, true);
            self.touch_object(meant);
            let old = self.all.variables.value(alive);
            let new = number(0);
            let new = if is_one { new } else { Value::select(meant.when.clone(), new, old) };
            assignments.push((self.all.variables.name(alive), new.term));
        }
        if !assignments.is_empty() {
            self.step(Op::Assign(assignments), true);
        }
    }

    /// A thread that frees an object accesses all of it.
    fn touch_object(&mut self, meant: &Meant) {
        for part in self.all.memory.overlapping(meant.instance, 0, self.all.memory.size(meant.instance.thing)) {
            let variable = self.all.part(meant.instance, part);
            self.touch(variable, &meant.when, true, false);
        }
    }

    pub(in crate::translate) fn size(&mut self, call: &Call) {
        let found = self.object_of(call, 0);
        let mut value: Option<Value> = None;
        for meant in found.meant.iter().rev() {
            let size = self.room(meant.instance);
            value = Some(value.map_or(size.clone(), |rest| Value::select(meant.when.clone(), size, rest)));
        }
        self.answer(call, value.unwrap_or_else(|| number(0)));
    }
}
