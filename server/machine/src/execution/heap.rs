//! Objects that begin and end their lives.

use std::collections::BTreeSet;

use boolprog_c_syntax::tree::ObjectId;

use super::Execution;
use crate::fault::{Fault, Kind};
use crate::halt::Halt;
use crate::ids::Position;
use crate::memory::{Filling, Life, ObjectIndex, Origin, Wanted};
use crate::observer::Happening;
use crate::program::UnitId;
use crate::races::Entry;
use crate::state::Exhausted;
use crate::value::{Bytes, Shape, Value};

/// The content of a new object of the heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    /// Nothing was written.
    Unwritten,
    /// Zeroes.
    Zero,
    /// Zeroes; the library keeps it for itself, and the program need not free it.
    OfLibrary,
}

/// Making this number of bytes takes as long as touching one.
const SLOW: u64 = 16;

impl Execution<'_> {
    /// A new object; none if there is no memory.
    pub(super) fn make(&mut self, wanted: &Wanted) -> Option<ObjectIndex> {
        let limit = self.state.options.memory;
        if self.state.bytes().saturating_add(wanted.size) > limit {
            return None;
        }
        self.state.work += wanted.size / SLOW;
        let object = self.state.memory.allocate(wanted)?;
        self.tell(Happening::Born(object));
        Some(object)
    }

    /// The unit of the innermost function.
    pub(super) fn unit(&self) -> UnitId {
        self.code.positions.first().copied().unwrap_or_default().unit
    }

    /// A new automatic or thread-local object. A fault if there is no memory.
    pub(super) fn make_variable(
        &mut self,
        object: ObjectId,
        size: u64,
        align: u64,
        is_shared: bool,
    ) -> Result<ObjectIndex, Halt> {
        let origin = Origin::Declaration(self.unit(), object, Some(self.id()));
        let made = self.make(&Wanted { size, align, origin, filling: Filling::Nothing, is_shared });
        made.ok_or_else(|| self.exhausted(size))
    }

    fn exhausted(&self, size: u64) -> Halt {
        self.fault(Kind::Stack, "", format!("There is no memory for an object of {size} bytes."))
    }

    /// Ends the life of an object.
    pub(crate) fn kill(&mut self, object: ObjectIndex) {
        self.tell(Happening::Died(object));
        let (position, thread) = (self.position(), self.id());
        self.state.races.forget(object);
        let (base, end) = (self.state.memory[object].base, self.state.memory[object].end());
        self.state.library.own.forget(base..end);
        self.state.memory.end(object, position, thread);
    }

    /// An object of the heap: its address, or 0 if there is no memory, or if it is larger than any object (C11 7.20.3). Where it is
    /// assumed that allocations succeed, an execution without memory says nothing.
    pub(crate) fn allocate(&mut self, size: u64, align: u64, content: Content) -> Result<u64, Halt> {
        if size > i64::MAX.cast_unsigned() {
            return Ok(0);
        }
        let number = if content == Content::OfLibrary { 0 } else { self.state.allocations + 1 };
        let origin = Origin::Heap(number, self.position());
        let filling = if content == Content::Unwritten { Filling::Nothing } else { Filling::Zero };
        let wanted = Wanted { size, align, origin, filling, is_shared: true };
        let Some(object) = self.make(&wanted) else {
            return match self.state.options.exhausted {
                Exhausted::Null => Ok(0),
                Exhausted::Quiet => Err(Halt::Quiet),
            };
        };
        self.state.allocations = self.state.allocations.max(number);
        Ok(self.state.memory[object].base)
    }

    /// Checks that the program has freed all objects of the heap, as it ends. Linear in the number of objects.
    pub(crate) fn check_freed(&self) -> Result<(), Halt> {
        if !self.state.options.kinds.contains(Kind::Leak) {
            return Ok(());
        }
        let living = self.state.memory.objects().filter(|(_, object)| !object.has_ended());
        let mut leaked: Vec<Position> = living
            .filter_map(|(_, object)| match object.origin {
                Origin::Heap(1.., position) => Some(position),
                _ => None,
            })
            .collect();
        leaked.dedup();
        let Some(first) = leaked.first().copied() else { return Ok(()) };
        let places: BTreeSet<String> = leaked.iter().map(|position| self.said(*position)).collect();
        let places = places.into_iter().collect::<Vec<_>>().join(" and in ");
        let message = format!("What is allocated in {places} is not freed when the program ends.");
        let (kind, thread) = (Kind::Leak, self.id());
        Err(Halt::Fault(Box::new(Fault { kind, rule: "", message, position: first, thread, other: None, leaked })))
    }

    /// The line of a position, with its file if that is not the first one.
    pub(super) fn said(&self, position: Position) -> String {
        let at = self.program.position(position);
        if position.unit.0 == 0 && position.place.file.0 == 0 {
            format!("line {}", at.line)
        } else {
            format!("{}, line {}", at.path, at.line)
        }
    }

    /// Ends the life of an object of the heap.
    pub(crate) fn release(&mut self, address: u64) -> Result<(), Halt> {
        let object = self.heap_object(address)?;
        self.state.version += 1;
        if self.state.options.kinds.contains(Kind::Race) {
            let size = self.state.memory[object].size;
            let end = Entry { is_write: true, ..Entry::new(self.id(), self.position(), 0, size) };
            if let Some(other) = self.state.races.ended(object, &end) {
                return Err(self.race(object, true, other));
            }
        }
        self.kill(object);
        Ok(())
    }

    /// The size of an object of the heap.
    pub(crate) fn heap_size(&mut self, address: u64) -> Result<u64, Halt> {
        let object = self.heap_object(address)?;
        Ok(self.state.memory[object].size)
    }

    /// The living object of the heap at an address (C11 7.22.3.3p2).
    fn heap_object(&self, address: u64) -> Result<ObjectIndex, Halt> {
        let rule = "C11 7.22.3.3p2";
        let Some(index) = self.state.memory.find(address) else {
            return Err(self.fault(
                Kind::Memory,
                rule,
                "A pointer is freed that does not point to allocated memory.".into(),
            ));
        };
        let object = &self.state.memory[index];
        let message = match (object.origin, object.life) {
            (Origin::Heap(..), Life::Ended { position, .. }) => {
                format!("{} is freed again: it was freed in {}.", self.name(index), self.said(position))
            }
            (Origin::Heap(..), Life::Alive) if object.base != address => {
                let offset = address.wrapping_sub(object.base);
                format!("A pointer to offset {offset} of {} is freed, not one to its start.", self.name_within(index))
            }
            (Origin::Heap(..), Life::Alive) => return Ok(index),
            _ => format!("{} is freed, but it was not allocated by `malloc`.", self.name(index)),
        };
        Err(self.fault(Kind::Memory, rule, message))
    }

    /// `value -> address` of a temporary object, and the one that was made here before ends its life: C11 6.2.4p8 ends it earlier, with
    /// the expression.
    pub(super) fn materialise(&mut self, slot: u32) -> Result<(), Halt> {
        let value = self.pop();
        let bytes = match &value {
            Value::Bytes(bytes) => Bytes::clone(bytes),
            _ => Bytes::unwritten(0),
        };
        let size = bytes.bytes.len() as u64;
        let wanted = Wanted { size, align: 16, origin: Origin::Temporary, filling: Filling::Nothing, is_shared: false };
        let Some(object) = self.make(&wanted) else { return Err(self.exhausted(size)) };
        self.poke(object, 0, Shape::Bytes(size as u32), &value);
        self.begin_in_slot(slot, object);
        let base = self.state.memory[object].base;
        self.push(Value::Integer(base.into()));
        Ok(())
    }
}
