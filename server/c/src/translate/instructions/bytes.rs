//! Bytes that are filled, copied or forgotten.

use super::super::memory::Instance;
use super::super::numbers::{number, within};
use super::super::places::{Found, Meant};
use super::super::walk::{Walk, is};
use crate::arithmetic::Value;
use crate::term;
use boolprog_c_form::form::{Access, Action, Base, LocalId, Operand, Place, Shape};
use boolprog_c_form::points_to::Thing;
use boolprog_c_syntax::environment::Piece;
use boolprog_import::Expr;
use std::collections::{BTreeMap, BTreeSet};

impl Walk<'_, '_> {
    /// A number of bytes get the same value, or any values.
    pub(in crate::translate) fn fill_with(&mut self, place: Place, byte: Option<u8>, size: &Value) {
        let found = self.valid_bytes(place, size);
        self.require_writable(place, &found);
        let mut writes = Vec::new();
        for meant in &found.meant {
            for part in self.reached(meant, size) {
                let shape = self.all.memory.shape(meant.instance, part);
                let value = byte.and_then(|byte| repeated(byte, shape)).map(number);
                writes.push((meant, part, value));
            }
        }
        self.overwrite_all(&found, writes, size);
    }

    /// A number of bytes up to a greatest one get any values. Those after them may get some as well, but are not accessed.
    pub(in crate::translate) fn receive(&mut self, place: Place, count: &Value, most: &Value) {
        let found = self.valid_bytes(place, count);
        self.require_writable(place, &found);
        for meant in &found.meant {
            for part in self.reached(meant, most) {
                let variable = self.all.part(meant.instance, part);
                let is_written = more_than(count, part.0.saturating_sub(meant.offset));
                self.touch_in(meant.before.as_ref(), variable, &term::and(meant.when.clone(), is_written), true, false);
                self.open_up(variable, &meant.when, Piece::Written(0, part.0 as u32));
                self.pass_accesses();
            }
        }
    }

    pub(in crate::translate) fn copy(&mut self, to: Place, from: Place, size: &Value) {
        let (from, found) = (self.valid_bytes(from, size), self.valid_bytes(to, size));
        self.require_writable(to, &found);
        let to = found;
        if self.node.is_none() {
            return;
        }
        // Everything is read before anything is written, as the places may overlap.
        let mut writes = Vec::new();
        for target in &to.meant {
            for part in self.reached(target, size) {
                let value = if part.0 < target.offset { None } else { self.copied(&from, target, part, size) };
                writes.push((target, part, value));
            }
        }
        self.overwrite_all(&to, writes, size);
    }

    /// The parts of what is meant get values, or unknown ones. The same part of each object that may be meant is one step.
    fn overwrite_all(&mut self, found: &Found, writes: Vec<Write>, size: &Value) {
        let mut steps: BTreeMap<(i64, u64), Vec<Write>> = BTreeMap::new();
        for write in writes {
            let first = write.1.0.cast_signed() - write.0.offset.cast_signed();
            steps.entry((first, write.1.1)).or_default().push(write);
        }
        for ((first, length), writes) in steps {
            let is_touched = more_than(size, u64::try_from(first).unwrap_or(0));
            let is_inside =
                u64::try_from(first).map_or(Expr::Truth(false), |first| more_than(size, first + length - 1));
            let is_cut = term::and(is_touched, Expr::complement(is_inside.clone()));
            let mut known = Vec::new();
            for (meant, part, value) in writes {
                let is_it = if found.meant.len() == 1 { Expr::Truth(true) } else { meant.when.clone() };
                let (is_cut, is_inside) =
                    (term::and(is_it.clone(), is_cut.clone()), term::and(is_it, is_inside.clone()));
                match value {
                    Some(value) if is_inside != Expr::Truth(false) => {
                        known.push((meant, part, value, is_inside));
                    }
                    _ => self.overwrite_part(meant.instance, part, &is_inside, Piece::Whole, true),
                }
                if is_cut != Expr::Truth(false) {
                    self.overwrite_part(meant.instance, part, &is_cut, Piece::Whole, true);
                }
            }
            self.write_parts(known);
        }
    }

    /// The objects that a place may be, where a number of bytes have to be something that lives.
    pub(in crate::translate) fn valid_bytes(&mut self, place: Place, size: &Value) -> Found {
        if let Expr::Number(size) = size.term {
            return self.valid(place, size.cast_unsigned());
        }
        let found = self.valid(place, 0);
        let fits = found.meant.iter().map(|meant| {
            let has_room = self.has_room_after(meant.instance, meant.offset, size);
            term::or(Expr::complement(meant.when.clone()), has_room)
        });
        let fits = term::all(fits.collect());
        self.require(&fits, found.check);
        found
    }

    /// Bytes are read, and nothing is made of them here.
    pub(in crate::translate) fn read_bytes(&mut self, place: Place, size: &Value) {
        let found = self.valid_bytes(place, size);
        self.touch_bytes(&found, size);
    }

    /// Notes that a number of bytes are read.
    pub(in crate::translate) fn touch_bytes(&mut self, found: &Found, size: &Value) {
        for meant in &found.meant {
            for part in self.reached(meant, size) {
                let is_read = more_than(size, part.0.saturating_sub(meant.offset));
                let variable = self.all.part(meant.instance, part);
                self.touch_in(meant.before.as_ref(), variable, &term::and(meant.when.clone(), is_read), false, false);
            }
        }
        self.pass_accesses();
    }

    /// The parts of an object that lie in a number of bytes at most.
    fn reached(&self, meant: &Meant, size: &Value) -> Vec<(u64, u64)> {
        let room = self.all.memory.size(meant.instance.thing) - meant.offset;
        let most = u64::try_from(size.high).unwrap_or(0).min(room);
        self.all.memory.overlapping(meant.instance, meant.offset, most)
    }

    /// The value that a part of an object gets if a number of bytes from one place on are copied to another.
    fn copied(&mut self, from: &Found, to: &Meant, part: (u64, u64), size: &Value) -> Option<Value> {
        let (shape, first) = (self.all.memory.shape(to.instance, part), part.0 - to.offset);
        let access = Access { shape, bits: None, is_volatile: false, is_atomic: false };
        let mut source = from.clone();
        source.meant.iter_mut().for_each(|meant| meant.offset += first);
        source.address.iter_mut().for_each(|(_, after)| *after += first);
        let value = self.read(&source, shape);
        let shared = self.is_shared(&source, shape);
        for meant in &mut source.meant {
            meant.when = term::and(meant.when.clone(), more_than(size, first));
        }
        self.touch_all(&source, access, false);
        let kept = self.between("copied", shape);
        self.set(kept, value?, shared);
        Some(self.all.variables.value(kept))
    }

    /// Returns `true` if all bytes of a local are written before anything else can happen to it.
    pub(in crate::translate) fn is_written_first(&self, local: LocalId) -> bool {
        let size = self.function.locals[local.0 as usize].size;
        let is_whole =
            |place: &Place, written: u64| place.base == Base::Local(local) && place.offset == 0 && written >= size;
        for instruction in self.rest {
            match &instruction.action {
                Action::Zero(place, written) if is_whole(place, *written) => return true,
                Action::Store(place, _, access) if is_whole(place, access.shape.size()) => return true,
                Action::Copy(place, from, written) if is_whole(place, *written) => {
                    return from.base != Base::Local(local);
                }
                Action::Begin(_) | Action::End(_) | Action::Compute(..) | Action::Any(..) => {}
                Action::Zero(place, _) | Action::Store(place, ..) if matches!(place.base, Base::Object(_)) => {}
                Action::Zero(place, _) | Action::Store(place, ..) if matches!(place.base, Base::Local(other) if other != local) =>
                    {}
                _ => return false,
            }
        }
        false
    }

    /// The objects that an operand points to, which is an argument of this number, may have any value, as may those behind
    /// pointers there. A pointer for reading only does not race with other reads.
    pub(in crate::translate) fn forget_all(&mut self, argument: u32, pointer: Operand, writes: bool) {
        let set = self.all.sets.operand(self.id, pointer);
        let direct: BTreeSet<Thing> = set.iter().map(|pointee| pointee.thing).collect();
        for thing in self.all.behind(&set) {
            let writes = writes || !direct.contains(&thing);
            for copy in 0..self.all.copies(thing) {
                let instance = Instance { thing, copy };
                let size = self.all.memory.size(thing);
                for part in self.all.memory.overlapping(instance, 0, size) {
                    let at = part.0 as u32;
                    let any = self.between("unknown", Shape::Bool);
                    self.all.variables.widen(any, (0, 1));
                    let name = self.all.variables.name(any);
                    self.step(
                        crate::graph::Op::Choose(name.clone(), Some((0, 1)), Piece::IsWritten(argument, at)),
                        false,
                    );
                    self.overwrite_part(instance, part, &is(&name, 1), Piece::Written(argument, at), writes);
                }
            }
        }
    }
}

/// A part of one of the objects that may be meant, and the value that it gets, if that is known.
type Write<'f> = (&'f Meant, (u64, u64), Option<Value>);

/// That a size is greater than a number.
fn more_than(size: &Value, number: u64) -> Expr {
    within(size, i128::from(number) + 1, i64::MAX.into())
}

/// The scalar all of whose bytes have this value; none for floating numbers.
fn repeated(byte: u8, shape: Shape) -> Option<i64> {
    let wide = i64::from_le_bytes([byte; 8]);
    match shape {
        Shape::Bool => Some(i64::from(byte & 1)),
        Shape::Signed(size @ 1..=8) => Some(wide >> (64 - 8 * size)),
        Shape::Unsigned(8) | Shape::Pointer(8) => Some(wide),
        Shape::Unsigned(size @ 1..8) | Shape::Pointer(size @ 1..8) => {
            Some((wide.cast_unsigned() >> (64 - 8 * size)).cast_signed())
        }
        _ => (byte == 0).then_some(0),
    }
}
