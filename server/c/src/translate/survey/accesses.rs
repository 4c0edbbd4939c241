//! Which scalars of which objects the threads access, and what is copied, filled or put out as a whole.

use std::collections::BTreeSet;

use boolprog_c_form::form::{Action, Argument, Base, Call, Callee, FunctionId, Operand, Place, Shape};
use boolprog_c_form::points_to::{Set, Thing};
use boolprog_c_syntax::tree::Atomic;

use super::super::Translation;
use super::super::library::prints;
use super::super::memory::Instance;
use crate::Asked;
use boolprog_c_syntax::library::PREFIX;

impl Translation<'_> {
    /// Notes which scalars are accessed, by which threads.
    pub(in crate::translate) fn survey_accesses(&mut self) {
        self.noted.clear();
        for (thing, _) in &self.allocations {
            self.users.entry(*thing).or_default().extend(0..self.threads.len());
        }
        for (number, thread) in self.threads.iter().enumerate() {
            let id = thread.function;
            let function = &self.unit.functions[id.0 as usize];
            for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
                self.note_action(number, id, &instruction.action);
            }
            // The parameters of a thread are written when it is created.
            for parameter in &function.parameters {
                let instance = Instance { thing: Thing::Local(id, *parameter), copy: 0 };
                let size = function.locals[parameter.0 as usize].size;
                self.memory.access(instance, 0, Shape::Unsigned(size as u8));
            }
        }
        self.match_copies();
        if self.options.asks(Asked::Races) {
            self.cover_copies();
        }
        self.memory.divide();
    }

    fn note_action(&mut self, thread: usize, id: FunctionId, action: &Action) {
        match action {
            Action::Load(_, place, access) | Action::Store(place, _, access) => {
                let extent = if access.bits.is_some() { Extent::Unit } else { Extent::Scalar };
                self.note(thread, id, *place, extent(access.unit()));
            }
            Action::Atomic(_, operation, place, operands, shape) => {
                self.note(thread, id, *place, Extent::Scalar(*shape));
                if let (Atomic::CompareExchange { .. }, Some(expected)) = (operation, operands.first()) {
                    self.note(thread, id, pointed(*expected), Extent::Scalar(*shape));
                }
            }
            Action::Zero(place, size) => self.note(thread, id, *place, Extent::Bytes(*size)),
            Action::Forget(pointer, _) => self.note(thread, id, pointed(*pointer), Extent::Object),
            Action::Call(call) => {
                if let Some([from, _]) = self.given(call, "__boolprog_written") {
                    let asked = self.beginnings(id, pointed(from), None);
                    let live = asked.into_iter().filter(|(instance, _)| !matches!(instance.thing, Thing::Object(_)));
                    self.asked.extend(live.map(|(instance, at)| (instance.thing, at)));
                }
                if let Some((place, Some(size))) = self.filled(call) {
                    self.note(thread, id, place, Extent::Bytes(size));
                }
                for argument in &call.arguments {
                    if let Argument::Value(pointer, _) = argument {
                        self.note(thread, id, pointed(*pointer), Extent::Object);
                        if self.is_unknown(call) {
                            self.note_behind(thread, id, *pointer);
                        }
                    }
                }
            }
            _ => {}
        }
        if let Some((to, from, size)) = self.copied(action) {
            let extent = size.map_or(Extent::Object, Extent::Bytes);
            self.note(thread, id, to, extent);
            self.note(thread, id, from, extent);
        }
    }

    /// Returns `true` for the call of a function that the program does not have, and that is no intrinsic.
    pub(super) fn is_unknown(&self, call: &Call) -> bool {
        let Callee::Function(called) = call.function else { return true };
        let function = &self.unit.functions[called.0 as usize];
        function.blocks.is_empty() && !function.name.starts_with(PREFIX)
    }

    /// A thread may access the target of a pointer.
    fn note_behind(&mut self, thread: usize, id: FunctionId, pointer: Operand) {
        for thing in self.behind(&self.sets.operand(id, pointer)) {
            self.users.entry(thing).or_default().insert(thread);
        }
    }

    /// A thread accesses something at a place.
    fn note(&mut self, thread: usize, id: FunctionId, place: Place, extent: Extent) {
        let set = match place.base {
            Base::Object(object) => return self.note_at(thread, Thing::Object(object), place.offset, extent),
            Base::Local(local) => return self.note_at(thread, Thing::Local(id, local), place.offset, extent),
            Base::Pointer(pointer) => self.sets.operand(id, pointer),
            _ => Set::default(),
        };
        for pointee in set.iter() {
            if !self.noted.insert((thread, pointee, place.offset, extent)) {
                continue;
            }
            // The threads that access an object matter even before its size is known.
            self.users.entry(pointee.thing).or_default().insert(thread);
            let found = self.memory.positions(pointee.thing, pointee.offset, place.offset, extent.size());
            for offset in found.after(place.offset) {
                self.note_at(thread, pointee.thing, offset, extent);
            }
        }
    }

    fn note_at(&mut self, thread: usize, thing: Thing, offset: u64, extent: Extent) {
        self.users.entry(thing).or_default().insert(thread);
        let offset = self.memory.known_at(thing, offset);
        for copy in 0..self.copies(thing) {
            let instance = Instance { thing, copy };
            match extent {
                Extent::Scalar(shape) => self.memory.access(instance, offset, shape),
                Extent::Unit(shape) => self.memory.access_unit(instance, offset, shape),
                Extent::Bytes(size) => [offset, offset + size].into_iter().for_each(|at| self.memory.cut(instance, at)),
                Extent::Object => {}
            }
        }
    }

    /// A copy has the same scalars on both sides.
    fn match_copies(&mut self) {
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for thread in self.threads {
                let id = thread.function;
                for instruction in self.unit.functions[id.0 as usize].instructions() {
                    let Some((to, from, size)) = self.copied(&instruction.action) else { continue };
                    let (to, from) = (self.beginnings(id, to, size), self.beginnings(id, from, size));
                    for (one, other) in to.iter().flat_map(|to| from.iter().map(move |from| (*to, *from))) {
                        let rest = |(of, at): (Instance, u64)| self.memory.size(of.thing).saturating_sub(at);
                        let size = size.unwrap_or(rest(one).min(rest(other)));
                        // The walk over the program notices that the work is stopped.
                        if self.watch.work(1 + (size / 8) as usize).is_err() {
                            return;
                        }
                        has_changed |= self.memory.match_cells(one, other, size);
                        has_changed |= self.memory.match_cells(other, one, size);
                    }
                }
            }
        }
    }

    /// Bytes of shared objects that are copied, filled or put out as a whole are accessed, also where no scalar of them is: a race
    /// needs no more.
    fn cover_copies(&mut self) {
        for thread in self.threads {
            let id = thread.function;
            for instruction in self.unit.functions[id.0 as usize].instructions() {
                for (place, size) in self.whole(&instruction.action) {
                    for (instance, at) in self.beginnings(id, place, size) {
                        self.cover(instance, at, size.unwrap_or(1));
                    }
                }
                if let Action::Call(call) = &instruction.action {
                    self.cover_unknown(id, call);
                }
            }
        }
    }

    fn cover(&mut self, instance: Instance, at: u64, size: u64) {
        if self.is_shared(instance.thing) && !self.memory.is_accessed(instance, at, size) {
            self.memory.access(instance, at, Shape::Unsigned(1));
        }
    }

    /// The accesses of a function that the program does not have: whole objects.
    fn cover_unknown(&mut self, id: FunctionId, call: &Call) {
        if !self.is_unknown(call) {
            return;
        }
        let values = call.arguments.iter().filter_map(|argument| match argument {
            Argument::Value(value, _) => Some(*value),
            Argument::Copy(..) => None,
        });
        let things = values.flat_map(|value| self.behind(&self.sets.operand(id, value)));
        let things: BTreeSet<Thing> = things.filter(|thing| !self.memory.is_text(*thing)).collect();
        for thing in things {
            for copy in 0..self.copies(thing) {
                self.cover(Instance { thing, copy }, 0, self.memory.size(thing));
            }
        }
    }

    /// The places of which an instruction accesses a number of bytes, if that is known.
    fn whole(&self, action: &Action) -> Vec<(Place, Option<u64>)> {
        let filled = match action {
            Action::Zero(place, size) => Some((*place, Some(*size))),
            Action::Call(call) => self.filled(call),
            _ => None,
        };
        let copied = self.copied(action).into_iter().flat_map(|(to, from, size)| [(to, size), (from, size)]);
        let put = match action {
            Action::Call(call) => self.put(call),
            _ => Vec::new(),
        };
        filled.into_iter().chain(copied).chain(put).collect()
    }

    /// The places from which or to which a call puts bytes.
    fn put(&self, call: &Call) -> Vec<(Place, Option<u64>)> {
        if let Some([_, from, size]) = self.given(call, "__boolprog_output") {
            return vec![(pointed(from), constant(size))];
        }
        let Callee::Function(called) = call.function else { return Vec::new() };
        if !prints(&self.unit.functions[called.0 as usize].name) {
            return Vec::new();
        }
        let values = call.arguments.iter().filter_map(|argument| match argument {
            Argument::Value(value, _) => Some((pointed(*value), None)),
            Argument::Copy(..) => None,
        });
        values.collect()
    }

    /// The copy that an instruction makes: to, from, and the number of bytes if it is known.
    fn copied(&self, action: &Action) -> Option<(Place, Place, Option<u64>)> {
        match action {
            Action::Copy(to, from, size) => Some((*to, *from, Some(*size))),
            Action::Call(call) => {
                let [to, from, size] = self.given(call, "__boolprog_copy")?;
                Some((pointed(to), pointed(from), constant(size)))
            }
            _ => None,
        }
    }

    /// The place that a call fills, and the number of bytes if it is known.
    fn filled(&self, call: &Call) -> Option<(Place, Option<u64>)> {
        let [to, _, size] = self.given(call, "__boolprog_fill").or_else(|| self.given(call, "__boolprog_supply"))?;
        Some((pointed(to), constant(size)))
    }

    /// The places where a number of bytes at a place may begin.
    fn beginnings(&self, id: FunctionId, place: Place, size: Option<u64>) -> Vec<(Instance, u64)> {
        let set = match place.base {
            Base::Object(object) => return vec![self.beginning(Thing::Object(object), place.offset)],
            Base::Local(local) => return vec![self.beginning(Thing::Local(id, local), place.offset)],
            Base::Pointer(pointer) => self.sets.operand(id, pointer),
            _ => Set::default(),
        };
        let mut found = Vec::new();
        for pointee in set.iter() {
            let positions = self.memory.positions(pointee.thing, pointee.offset, place.offset, size.unwrap_or(0));
            let offsets = positions.after(place.offset);
            for copy in 0..self.copies(pointee.thing) {
                found.extend(offsets.iter().map(|at| (Instance { thing: pointee.thing, copy }, *at)));
            }
        }
        found
    }

    fn beginning(&self, thing: Thing, offset: u64) -> (Instance, u64) {
        (Instance { thing, copy: 0 }, self.memory.known_at(thing, offset))
    }
}

/// The place to which a pointer points.
fn pointed(pointer: Operand) -> Place {
    Place { base: Base::Pointer(pointer), offset: 0 }
}

fn constant(operand: Operand) -> Option<u64> {
    match operand {
        Operand::Number(number) => u64::try_from(number).ok(),
        _ => None,
    }
}

/// The bytes that are accessed at a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::translate) enum Extent {
    Scalar(Shape),
    /// The storage unit of a bit-field.
    Unit(Shape),
    /// A number of bytes.
    Bytes(u64),
    /// Whatever is there.
    Object,
}

impl Extent {
    fn size(self) -> u64 {
        match self {
            Self::Scalar(shape) | Self::Unit(shape) => shape.size(),
            Self::Bytes(size) => size,
            Self::Object => 1,
        }
    }
}
