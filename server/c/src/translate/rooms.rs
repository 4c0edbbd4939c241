//! Objects of which the size is not constant: each has a variable for its number of bytes. Of one that is larger than its capacity,
//! only the beginning is known.

use boolprog_c_form::form::Shape;
use boolprog_c_form::points_to::Thing;
use boolprog_import::Expr;
use boolprog_integer::{Arithmetic, Check, Comparison};

use super::memory::Instance;
use super::numbers::within;
use super::places::Found;
use super::variables::Variable;
use super::walk::Walk;
use crate::arithmetic::Value;
use crate::term;

/// Objects of the heap whose sizes are not constant are known up to this number of bytes.
const MOST_BYTES: i64 = 256;

/// Objects of a constant size that have more bytes are not known.
const MOST_CONSTANT: i64 = 1 << 24;

impl Walk<'_, '_> {
    /// Makes room for objects of a size.
    pub(super) fn reserve(&mut self, thing: Thing, size: &Value) {
        let most = if size.constant().is_some() { MOST_CONSTANT } else { MOST_BYTES };
        let is_bounded = size.low >= 0 && size.high <= most;
        let element = self.all.memory.arrays(thing).first().filter(|_| !is_bounded && size.constant().is_none());
        let element = element.map(|array| array.element);
        let mut largest = i64::MAX;
        if let Some(element) = element {
            self.smash_endless(thing, element);
            largest = self.all.memory.size(thing).cast_signed();
        } else {
            self.reserve_beginning(thing, size, if is_bounded { size.high } else { MOST_BYTES });
        }
        self.require(&within(size, 0, largest.into()), Check::Heap);
    }

    /// Makes room for this number of the first bytes of objects of a size.
    pub(super) fn reserve_beginning(&mut self, thing: Thing, size: &Value, capacity: i64) {
        let has_grown = self.all.memory.allocates(thing, capacity.cast_unsigned());
        let varies = (size.constant().is_none() || size.high > capacity) && self.all.memory.varies(thing);
        if has_grown || varies {
            self.all.variables.grow();
        }
    }

    /// A new object has a size.
    pub(super) fn set_room(&mut self, instance: Instance, size: &Value) {
        if let Some(room) = self.room_of(instance) {
            let shared = self.all.variables.is_shared(room);
            self.set(room, Value { low: size.low.max(0), ..size.clone() }, shared);
        }
    }

    fn room_of(&mut self, instance: Instance) -> Option<Variable> {
        if !self.all.memory.is_varying(instance.thing) {
            return None;
        }
        let wanted = format!("{}_size", self.all.memory.name(instance.thing));
        let shared = self.all.is_shared(instance.thing);
        Some(self.all.hidden(Variable::Room(instance), &wanted, Shape::Unsigned(8), shared))
    }

    /// An object that one thread accesses has this size, which does not change.
    pub(super) fn fix_room(&mut self, instance: Instance, size: Value) {
        if self.all.is_shared(instance.thing) {
            self.set_room(instance, &size);
        } else {
            self.all.rooms.insert(instance.thing, size);
        }
    }

    /// The number of bytes of an object.
    pub(super) fn room(&mut self, instance: Instance) -> Value {
        if let Some(size) = self.all.rooms.get(&instance.thing) {
            return size.clone();
        }
        match self.room_of(instance) {
            Some(room) => self.all.variables.value(room),
            None => Value::number(self.all.memory.size(instance.thing).cast_signed()),
        }
    }

    /// That an object has at least a number of bytes.
    pub(super) fn has_room(&mut self, instance: Instance, bytes: u64) -> Expr {
        within(&self.room(instance), bytes.into(), i64::MAX.into())
    }

    /// That an object has at least a number of bytes after an offset.
    pub(super) fn has_room_after(&mut self, instance: Instance, offset: u64, bytes: &Value) -> Expr {
        let known = self.all.memory.size(instance.thing).saturating_sub(offset);
        let fits = within(bytes, 0, known.into());
        if !self.all.memory.is_varying(instance.thing) {
            return fits;
        }
        let end = term::arithmetic(Arithmetic::Add, bytes.term.clone(), Expr::Number(offset.cast_signed()));
        term::and(fits, term::compare(Comparison::LessOrEqual, end, self.room(instance).term))
    }

    /// That one of these objects is larger than what is known of it.
    pub(super) fn is_larger(&mut self, instances: &[Instance]) -> Expr {
        let larger = instances.iter().map(|instance| {
            let known = self.all.memory.size(instance.thing);
            let is_beginning = self.all.memory.is_beginning(instance.thing);
            if is_beginning { Expr::Truth(true) } else { self.has_room(*instance, known + 1) }
        });
        term::any(larger.collect())
    }

    /// That the bytes up to a number of them after a pointer lie in an object, if it points into that.
    pub(super) fn reaches_within(&mut self, instance: Instance, pointer: &Value, bytes: u64) -> Expr {
        if !self.all.memory.is_varying(instance.thing) {
            return Expr::Truth(true);
        }
        let (base, room) = (self.all.memory.address(instance), self.room(instance));
        let end = term::arithmetic(Arithmetic::Add, room.term, Expr::Number(base - bytes.cast_signed()));
        term::compare(Comparison::LessOrEqual, pointer.term.clone(), end)
    }

    /// Requires that a place is one of those that may be meant; one that is not known of a large object, or is in one that the
    /// program does not have, is a bound.
    pub(super) fn require_valid(&mut self, found: &Found, instances: &[Instance]) {
        if found.is_valid != Expr::Truth(true) {
            let is_one = matches!(&found.meant[..], [meant] if meant.when == Expr::Truth(true));
            let is_known = if is_one { Expr::Truth(true) } else { Expr::complement(self.is_larger(instances)) };
            self.require(&term::or(found.is_valid.clone(), is_known), Check::Heap);
            let is_here = Expr::complement(found.is_elsewhere.clone());
            self.require(&term::or(found.is_valid.clone(), is_here), Check::Elsewhere);
            self.require(&found.is_valid, found.check);
        }
    }
}
