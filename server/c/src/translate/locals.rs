//! Locals of any number of threads that others may find: each thread takes one of a few copies for the time of its life.

use boolprog_c_form::form::LocalId;
use boolprog_c_form::points_to::Thing;
use boolprog_import::Expr;

use super::first::First;
use super::memory::Instance;
use super::numbers::number;
use super::variables::Variable;
use super::walk::{Walk, is};
use crate::arithmetic::Value;
use crate::graph::Op;

impl Walk<'_, '_> {
    /// The life of a local begins, or its declaration is passed again: nothing is written there.
    pub(super) fn begin_life(&mut self, local: LocalId) {
        let thing = Thing::Local(self.id, local);
        if let Some(at) = self.whereabouts(thing) {
            let (first, end) = (self.new_node(), self.new_node());
            let again = self.new_node();
            self.fork(is(&self.all.variables.name(at), 0), first, again);
            self.node = Some(first);
            let size = number(self.all.memory.size(thing));
            self.take(thing, at, (&size, &First::Any));
            self.go(end);
            self.node = Some(again);
            self.forget_copy(thing, at);
            self.go(end);
            self.node = Some(end);
            return;
        }
        if !self.is_written_first(local) && !self.function.parameters.contains(&local) {
            self.fresh(Instance { thing, copy: 0 }, &First::Any);
        }
    }

    /// The address of a local is computed. Only from then on, a pointer to it can be one in its life, so that a local that may be
    /// accessed after its end lives from there: what points to it before does so since an earlier life.
    pub(super) fn address_local(&mut self, local: LocalId) {
        let thing = Thing::Local(self.id, local);
        if self.whereabouts(thing).is_none() {
            self.set_life(thing, true);
        }
    }

    /// A local that may be accessed after its end lives from now on, or does not.
    fn set_life(&mut self, thing: Thing, lives: bool) {
        if self.all.ending.contains(&thing) {
            let alive = self.all.alive_variable(Instance { thing, copy: 0 });
            let shared = self.all.variables.is_shared(alive);
            self.set(alive, number(lives), shared);
        }
    }

    /// The life of a local begins at the start of the program.
    pub(super) fn begin_at_start(&mut self, local: LocalId) {
        let instance = Instance { thing: Thing::Local(self.id, local), copy: 0 };
        self.begun.insert(instance, self.span);
        for variable in self.variables_of(instance) {
            self.all.variables.forget_start(variable);
        }
    }

    /// A local that may be accessed after its end lives, or does not, at the start of the program.
    pub(super) fn set_life_at_start(&mut self, local: LocalId, lives: bool) {
        let thing = Thing::Local(self.id, local);
        if self.all.ending.contains(&thing) {
            let alive = self.all.alive_variable(Instance { thing, copy: 0 });
            self.all.variables.start(alive, lives.into());
        }
    }

    /// An object that lives since the start of the program, and was not written there, has any values.
    pub(super) fn forget_unwritten(&mut self) {
        let here = self.span;
        for (instance, span) in std::mem::take(&mut self.begun) {
            self.span = span;
            for part in self.all.memory.overlapping(instance, 0, self.all.memory.size(instance.thing)) {
                let variable = self.all.part(instance, part);
                if self.is_of_elements(variable) {
                    self.fresh_elements(instance, part, false);
                } else if !self.all.variables.is_started(variable) {
                    self.unwrite(instance, part, &Expr::Truth(true));
                }
            }
        }
        self.span = here;
    }

    /// The variables of an object.
    fn variables_of(&mut self, instance: Instance) -> Vec<Variable> {
        let parts = self.all.memory.overlapping(instance, 0, self.all.memory.size(instance.thing));
        parts.into_iter().map(|part| self.all.part(instance, part)).collect()
    }

    /// The life of a local ends, if it has begun.
    pub(super) fn end_life(&mut self, thing: Thing) {
        let Some(at) = self.whereabouts(thing) else { return self.set_life(thing, false) };
        let name = self.all.variables.name(at);
        let mut ends = vec![(name.clone(), Expr::Number(0))];
        for copy in 0..self.all.copies(thing) {
            let instance = Instance { thing, copy };
            let (alive, address) = (self.all.alive_variable(instance), self.all.memory.address(instance));
            let kept = self.all.variables.value(alive);
            let value = Value::select(is(&name, address), number(0), kept);
            ends.push((self.all.variables.name(alive), value.term));
        }
        self.step(Op::Assign(ends), true);
    }

    /// The lives of all locals of the thread end.
    pub(super) fn end_all_lives(&mut self) {
        for local in 0..self.function.locals.len() as u32 {
            let thing = Thing::Local(self.id, LocalId(local));
            if self.whereabouts(thing).is_some() {
                self.end_life(thing);
            }
        }
    }

    /// Where the thread has its own copy of a local, if it has one.
    pub(super) fn whereabouts(&mut self, thing: Thing) -> Option<Variable> {
        let has_copies = matches!(thing, Thing::Local(..)) && self.all.is_found_of_many(thing);
        has_copies.then(|| self.all.whereabouts(self.thread, thing))
    }

    /// The copy that a thread has may have any values.
    fn forget_copy(&mut self, thing: Thing, at: Variable) {
        let name = self.all.variables.name(at);
        for copy in 0..self.all.copies(thing) {
            let instance = Instance { thing, copy };
            let is_it = is(&name, self.all.memory.address(instance));
            for part in self.all.memory.overlapping(instance, 0, self.all.memory.size(thing)) {
                self.unwrite(instance, part, &is_it);
            }
        }
    }
}
