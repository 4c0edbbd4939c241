//! What is known of the whole program before the walk: where control comes back, which threads are many, and which scalars of
//! which objects each of them accesses.

use boolprog_c_form::form::{Action, Argument, Base, Callee, FunctionId, Operand, Place, Shape};
use boolprog_c_form::points_to::{Offset, Set, Thing};
use boolprog_c_syntax::tree::Atomic;

use super::Translation;
use super::memory::Instance;

/// Scalars of an object that are known one by one.
const MOST: u64 = 300;

impl Translation<'_> {
    /// Looks over all threads.
    pub(super) fn survey(&mut self) {
        for thread in self.threads {
            let circles = self.circles_of(thread.function);
            self.circles.insert(thread.function, circles);
        }
        self.count_creations();
        self.note_released();
        self.note_escapes();
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

    /// Which threads are created any number of times.
    fn count_creations(&mut self) {
        let mut created = vec![0; self.threads.len()];
        self.many = vec![false; self.threads.len()];
        // A creator has a smaller number than what it creates, unless threads create themselves.
        for (creator, thread) in self.threads.iter().enumerate() {
            let function = &self.unit.functions[thread.function.0 as usize];
            for (index, block) in function.blocks.iter().enumerate() {
                let circle = self.circles[&thread.function][index];
                for instruction in &block.instructions {
                    let Action::Create(_, other, _) = &instruction.action else { continue };
                    let other = other.0 as usize;
                    created[other] += 1;
                    self.many[other] |= circle || self.many[creator] || created[other] > 1 || other <= creator;
                }
            }
        }
    }

    fn note_released(&mut self) {
        for thread in self.threads {
            let function = &self.unit.functions[thread.function.0 as usize];
            for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
                let Action::Call(call) = &instruction.action else { continue };
                let Callee::Function(called) = call.function else { continue };
                if self.unit.functions[called.0 as usize].name != "__boolprog_release" {
                    continue;
                }
                if let Some(Argument::Value(pointer, _)) = call.arguments.first() {
                    let set = self.sets.operand(thread.function, *pointer);
                    self.released.extend(set.iter().map(|pointee| pointee.thing));
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
                    let (to, from) = (self.beginnings(id, to), self.beginnings(id, from));
                    for (one, other) in to.iter().flat_map(|to| from.iter().map(move |from| (*to, *from))) {
                        has_changed |= self.memory.match_cells(one, other, size);
                        has_changed |= self.memory.match_cells(other, one, size);
                    }
                }
            }
        }
    }

    /// What an instruction copies: to, from, number of bytes.
    fn copied(&self, action: &Action) -> Option<(Place, Place, u64)> {
        match action {
            Action::Copy(to, from, size) => Some((*to, *from, *size)),
            Action::Call(call) => {
                let Callee::Function(called) = call.function else { return None };
                if self.unit.functions[called.0 as usize].name != "__boolprog_copy" {
                    return None;
                }
                let [Argument::Value(to, _), Argument::Value(from, _), Argument::Value(size, _)] = &call.arguments[..]
                else {
                    return None;
                };
                let Operand::Number(size) = size else { return None };
                let [to, from] = [*to, *from].map(|it| Place { base: Base::Pointer(it), offset: 0 });
                Some((to, from, u64::try_from(*size).ok()?))
            }
            _ => None,
        }
    }

    /// The places where something at a place may begin.
    fn beginnings(&self, id: FunctionId, place: Place) -> Vec<(Instance, u64)> {
        let set = match place.base {
            Base::Object(object) => return vec![(Instance { thing: Thing::Object(object), copy: 0 }, place.offset)],
            Base::Local(local) => return vec![(Instance { thing: Thing::Local(id, local), copy: 0 }, place.offset)],
            Base::Pointer(pointer) => self.sets.operand(id, pointer),
            _ => Set::default(),
        };
        let mut found = Vec::new();
        for pointee in set.iter() {
            let size = self.memory.size(pointee.thing);
            let offsets: Vec<u64> = match pointee.offset {
                Offset::At(at) => vec![at],
                Offset::Every { step, rest } => {
                    (0..MOST).map(|n| rest + n * step.max(1)).take_while(|at| *at < size).collect()
                }
            };
            for copy in 0..self.copies(pointee.thing) {
                found.extend(offsets.iter().map(|at| (Instance { thing: pointee.thing, copy }, at + place.offset)));
            }
        }
        found
    }

    /// Which locals and objects of the heap other threads may find: those whose addresses are stored where others look, or are given
    /// to a new thread.
    fn note_escapes(&mut self) {
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for thread in self.threads {
                let id = thread.function;
                for instruction in self.unit.functions[id.0 as usize].instructions() {
                    let stored: Vec<Operand> = match &instruction.action {
                        Action::Store(place, value, _) if self.is_seen(id, *place) => vec![*value],
                        // What is expected is given by its address.
                        Action::Atomic(_, Atomic::CompareExchange { .. }, place, operands, _)
                            if self.is_seen(id, *place) =>
                        {
                            operands.get(1).copied().into_iter().collect()
                        }
                        Action::Atomic(_, _, place, operands, _) if self.is_seen(id, *place) => operands.clone(),
                        Action::Create(_, _, arguments) => arguments.clone(),
                        _ => continue,
                    };
                    for value in stored {
                        let set = self.sets.operand(id, value);
                        for pointee in set.iter() {
                            has_changed |= self.escaped.insert(pointee.thing);
                        }
                    }
                }
            }
        }
    }

    /// Returns `true` if other threads may look at a place.
    fn is_seen(&self, id: FunctionId, place: Place) -> bool {
        let is_seen = |thing: &Thing| matches!(thing, Thing::Object(_)) || self.escaped.contains(thing);
        match place.base {
            Base::Object(_) => true,
            Base::Local(local) => self.escaped.contains(&Thing::Local(id, local)),
            Base::Pointer(pointer) => self.sets.operand(id, pointer).iter().any(|pointee| is_seen(&pointee.thing)),
            Base::Function(_) | Base::Result => false,
        }
    }

    /// Notes which scalars are accessed, by which threads.
    pub(super) fn survey_accesses(&mut self) {
        for (number, thread) in self.threads.iter().enumerate() {
            let id = thread.function;
            let function = &self.unit.functions[id.0 as usize];
            for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
                match &instruction.action {
                    Action::Load(_, place, access) | Action::Store(place, _, access) => {
                        self.note(number, id, *place, Some(access.shape));
                    }
                    Action::Atomic(_, operation, place, operands, shape) => {
                        self.note(number, id, *place, Some(*shape));
                        if let (Atomic::CompareExchange { .. }, Some(expected)) = (operation, operands.first()) {
                            let place = Place { base: Base::Pointer(*expected), offset: 0 };
                            self.note(number, id, place, Some(*shape));
                        }
                    }
                    Action::Copy(to, from, _) => {
                        self.note(number, id, *to, None);
                        self.note(number, id, *from, None);
                    }
                    Action::Zero(place, _) => self.note(number, id, *place, None),
                    Action::Call(call) => {
                        for argument in &call.arguments {
                            if let Argument::Value(pointer, _) = argument {
                                self.note(number, id, Place { base: Base::Pointer(*pointer), offset: 0 }, None);
                            }
                        }
                    }
                    Action::Forget(pointer, _) => {
                        self.note(number, id, Place { base: Base::Pointer(*pointer), offset: 0 }, None);
                    }
                    _ => {}
                }
            }
            // The parameters of a thread are written when it is created.
            for parameter in &function.parameters {
                let instance = Instance { thing: Thing::Local(id, *parameter), copy: 0 };
                let size = function.locals[parameter.0 as usize].size;
                self.memory.access(instance, 0, Shape::Unsigned(size as u8));
            }
        }
        self.match_copies();
    }

    /// A thread accesses a place, as a scalar of a shape.
    fn note(&mut self, thread: usize, id: FunctionId, place: Place, shape: Option<Shape>) {
        let set = match place.base {
            Base::Object(object) => return self.note_at(thread, Thing::Object(object), place.offset, shape),
            Base::Local(local) => return self.note_at(thread, Thing::Local(id, local), place.offset, shape),
            Base::Pointer(Operand::Temporary(temporary)) => self.sets.operand(id, Operand::Temporary(temporary)),
            _ => Set::default(),
        };
        for pointee in set.iter() {
            let size = self.memory.size(pointee.thing);
            let (first, step) = match pointee.offset {
                Offset::At(at) => (at, size.max(1)),
                Offset::Every { step, rest } => (rest, step.max(1)),
            };
            let width = shape.map_or(1, Shape::size);
            let mut at = first + place.offset;
            for _ in 0..MOST {
                if at + width > size {
                    break;
                }
                self.note_at(thread, pointee.thing, at, shape);
                if matches!(pointee.offset, Offset::At(_)) {
                    break;
                }
                at += step;
            }
        }
    }

    fn note_at(&mut self, thread: usize, thing: Thing, offset: u64, shape: Option<Shape>) {
        self.users.entry(thing).or_default().insert(thread);
        let Some(shape) = shape else { return };
        for copy in 0..self.copies(thing) {
            self.memory.access(Instance { thing, copy }, offset, shape);
        }
    }
}
