//! What is known of the whole program before the walk: where control comes back, which threads are many, and which scalars of
//! which objects each of them accesses.

use std::collections::BTreeSet;

use boolprog_c_form::form::{
    Action, Argument, Base, BlockId, Call, Callee, FunctionId, Instruction, ObjectId, Operand, Place, Shape,
};
use boolprog_c_form::points_to::{Set, Thing};
use boolprog_c_syntax::tree::Atomic;

use super::Translation;
use super::library::prints;
use super::memory::{Instance, Positions};
use crate::Asked;

/// The last argument of an allocation by the library, for itself.
const OF_LIBRARY: i128 = 2;

impl Translation<'_> {
    /// Looks over all threads.
    pub(super) fn survey(&mut self, excepted: &BTreeSet<usize>) {
        for thread in self.threads {
            let circles = self.circles_of(thread.function);
            self.circles.insert(thread.function, circles);
        }
        self.note_escapes();
        self.count_creations(excepted);
        self.note_released();
        self.note_allocations();
        self.note_markers();
        self.note_endings();
    }

    fn circles_of(&self, function: FunctionId) -> Vec<bool> {
        let blocks = &self.unit.functions[function.0 as usize].blocks;
        let comes_back = |from: usize| {
            let mut seen = vec![false; blocks.len()];
            let mut waiting = vec![from];
            while let Some(block) = waiting.pop() {
                for target in blocks[block].end.targets() {
                    let to = target.block.0 as usize;
                    if to == from {
                        return true;
                    }
                    if !std::mem::replace(&mut seen[to], true) {
                        waiting.push(to);
                    }
                }
            }
            false
        };
        (0..blocks.len()).map(comes_back).collect()
    }

    /// Which threads are created any number of times, and which of them are joined in between.
    fn count_creations(&mut self, excepted: &BTreeSet<usize>) {
        let mut places = vec![Vec::new(); self.threads.len()];
        for (creator, thread) in self.threads.iter().enumerate() {
            let blocks = &self.unit.functions[thread.function.0 as usize].blocks;
            for (number, block) in blocks.iter().enumerate() {
                for (index, instruction) in block.instructions.iter().enumerate() {
                    if let Action::Create(_, other, _) = &instruction.action {
                        places[other.0 as usize].push((creator, number, index));
                    }
                }
            }
        }
        self.many = vec![false; self.threads.len()];
        self.successive = vec![false; self.threads.len()];
        // A creator has a smaller number than what it creates, unless threads create themselves.
        for (thread, places) in places.iter().enumerate() {
            let is_one = |(creator, ..): &(usize, usize, usize)| {
                *creator < thread && !self.many[*creator] && !self.successive[*creator]
            };
            match &places[..] {
                [] => {}
                [place @ (creator, block, index)] if is_one(place) => {
                    let function = self.threads[*creator].function;
                    let is_repeated = self.comes_back(function, BlockId(*block as u32));
                    let is_joined =
                        is_repeated && !excepted.contains(&thread) && self.asks_for_ends(function, (*block, *index));
                    self.successive[thread] = is_joined && !self.has_escaped(thread);
                    self.many[thread] = is_repeated && !self.successive[thread];
                }
                _ => self.many[thread] = true,
            }
        }
    }

    /// Returns `true` if others may find a local of a thread.
    fn has_escaped(&self, thread: usize) -> bool {
        let id = self.threads[thread].function;
        self.escaped.iter().any(|thing| matches!(thing, Thing::Local(of, _) if *of == id))
    }

    /// Returns `true` if control comes back to an instruction only after the end of a thread was asked for.
    fn asks_for_ends(&self, function: FunctionId, (block, index): (usize, usize)) -> bool {
        let blocks = &self.unit.functions[function.0 as usize].blocks;
        let asks = |instruction: &Instruction| {
            let Action::Call(call) = &instruction.action else { return false };
            self.given::<1>(call, "__boolprog_ended").is_some()
        };
        let (mut seen, mut open) = (vec![false; blocks.len()], vec![(block, index + 1)]);
        while let Some((number, first)) = open.pop() {
            if blocks[number].instructions[first..].iter().any(asks) {
                continue;
            }
            for target in blocks[number].end.targets() {
                let to = target.block.0 as usize;
                if to == block && !blocks[to].instructions[..index].iter().any(asks) {
                    return false;
                }
                if to != block && !std::mem::replace(&mut seen[to], true) {
                    open.push((to, 0));
                }
            }
        }
        true
    }

    fn note_released(&mut self) {
        for thread in self.threads {
            let function = &self.unit.functions[thread.function.0 as usize];
            for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
                let Action::Call(call) = &instruction.action else { continue };
                if let Some([pointer]) = self.given(call, "__boolprog_release") {
                    let set = self.sets.operand(thread.function, pointer);
                    let things = set.iter().map(|pointee| pointee.thing);
                    self.released.extend(things.filter(|thing| matches!(thing, Thing::Allocated(..))));
                }
            }
        }
    }

    /// Places at which objects of the heap are made, but for those that the library keeps for itself.
    fn note_allocations(&mut self) {
        for thread in self.threads.iter().filter(|_| self.options.asks(Asked::Leaks)) {
            let id = thread.function;
            for (instruction, number) in self.unit.functions[id.0 as usize].instructions().zip(0..) {
                let Action::Call(call) = &instruction.action else { continue };
                let Some([_, _, content]) = self.given(call, "__boolprog_allocate") else { continue };
                if content != Operand::Number(OF_LIBRARY) {
                    let (span, _) = self.place(id, instruction.activation, instruction.place);
                    self.allocations.push((Thing::Allocated(id, number), span));
                }
            }
        }
    }

    fn note_markers(&mut self) {
        for (number, thread) in self.threads.iter().enumerate() {
            for instruction in self.unit.functions[thread.function.0 as usize].instructions() {
                let Action::Call(call) = &instruction.action else { continue };
                let asked = self.given(call, "__boolprog_mark").map(|[_, which]| which);
                let set = self.given(call, "__boolprog_set_mark").map(|[_, which, _]| which);
                if let Some(Operand::Number(which)) = asked.or(set) {
                    self.markers.entry(which).or_default().insert(number);
                }
            }
        }
    }

    /// What is copied has the same scalars on both sides.
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
                        if self.is_shared(instance.thing) && !self.memory.is_accessed(instance, at, size.unwrap_or(1)) {
                            self.memory.access(instance, at, Shape::Unsigned(1));
                        }
                    }
                }
            }
        }
    }

    /// The places of which an instruction accesses a number of bytes, if that is known.
    fn whole(&self, action: &Action) -> Vec<(Place, Option<u64>)> {
        let filled = match action {
            Action::Zero(place, size) => Some((*place, *size)),
            Action::Call(call) => self.filled(call),
            _ => None,
        };
        let copied = self.copied(action).into_iter().flat_map(|(to, from, size)| [(to, size), (from, size)]);
        let put = match action {
            Action::Call(call) => self.put(call),
            _ => Vec::new(),
        };
        filled.into_iter().map(|(place, size)| (place, Some(size))).chain(copied).chain(put).collect()
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

    /// What an instruction copies: to, from, and the number of bytes if it is known.
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

    /// What a call fills: the place, and the number of bytes.
    fn filled(&self, call: &Call) -> Option<(Place, u64)> {
        let [to, _, size] = self.given(call, "__boolprog_fill")?;
        Some((pointed(to), constant(size)?))
    }

    /// The arguments of a call if it is one of this intrinsic.
    fn given<const N: usize>(&self, call: &Call, name: &str) -> Option<[Operand; N]> {
        let Callee::Function(called) = call.function else { return None };
        if self.unit.functions[called.0 as usize].name != name {
            return None;
        }
        let values = call.arguments.iter().filter_map(|argument| match argument {
            Argument::Value(value, _) => Some(*value),
            Argument::Copy(..) => None,
        });
        values.collect::<Vec<_>>().try_into().ok()
    }

    /// The places where a number of bytes at a place may begin.
    fn beginnings(&self, id: FunctionId, place: Place, size: Option<u64>) -> Vec<(Instance, u64)> {
        let set = match place.base {
            Base::Object(object) => return vec![(Instance { thing: Thing::Object(object), copy: 0 }, place.offset)],
            Base::Local(local) => return vec![(Instance { thing: Thing::Local(id, local), copy: 0 }, place.offset)],
            Base::Pointer(pointer) => self.sets.operand(id, pointer),
            _ => Set::default(),
        };
        let mut found = Vec::new();
        for pointee in set.iter() {
            let (size, object) = (size.unwrap_or(0), self.memory.size(pointee.thing));
            let offsets = Positions::of(pointee.offset, place.offset, size, object).offsets;
            for copy in 0..self.copies(pointee.thing) {
                found.extend(offsets.iter().map(|at| (Instance { thing: pointee.thing, copy }, at + place.offset)));
            }
        }
        found
    }

    /// Which locals and objects of the heap other threads may find: what new threads get, what threads give, and what lies in
    /// memory of all threads, or in what was found.
    fn note_escapes(&mut self) {
        let mut open: Vec<Thing> = self.sets.given().iter().map(|pointee| pointee.thing).collect();
        for thread in self.threads {
            for instruction in self.unit.functions[thread.function.0 as usize].instructions() {
                let Action::Create(_, _, arguments) = &instruction.action else { continue };
                let sets = arguments.iter().map(|argument| self.sets.operand(thread.function, *argument));
                open.extend(sets.flat_map(|set| set.iter().map(|pointee| pointee.thing).collect::<Vec<_>>()));
            }
        }
        // The end of the program reads all objects of the heap.
        open.extend(self.allocations.iter().map(|(thing, _)| *thing));
        let objects = (0..self.unit.objects.len() as u32).map(|object| Thing::Object(ObjectId(object)));
        open.extend(objects.flat_map(|object| self.sets.things_in(object)));
        while let Some(thing) = open.pop() {
            if self.escaped.insert(thing) {
                open.extend(self.sets.things_in(thing));
            }
        }
    }

    /// Notes which scalars are accessed, by which threads.
    pub(super) fn survey_accesses(&mut self) {
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
                if let Some((place, size)) = self.filled(call) {
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
    fn is_unknown(&self, call: &Call) -> bool {
        let Callee::Function(called) = call.function else { return true };
        let function = &self.unit.functions[called.0 as usize];
        function.blocks.is_empty() && !function.name.starts_with("__boolprog_")
    }

    /// A thread may access what lies behind a pointer.
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
            // Who accesses an object matters even before its size is known.
            self.users.entry(pointee.thing).or_default().insert(thread);
            let object = self.memory.size(pointee.thing);
            for at in Positions::of(pointee.offset, place.offset, extent.size(), object).offsets {
                self.note_at(thread, pointee.thing, at + place.offset, extent);
            }
        }
    }

    fn note_at(&mut self, thread: usize, thing: Thing, offset: u64, extent: Extent) {
        self.users.entry(thing).or_default().insert(thread);
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

/// What is accessed at a place.
#[derive(Clone, Copy)]
enum Extent {
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
