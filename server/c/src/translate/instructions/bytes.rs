//! Bytes that are filled, copied or forgotten.

use super::super::memory::Instance;
use super::super::numbers::number;
use super::super::places::{Found, Meant};
use super::super::walk::{Walk, is};
use crate::arithmetic::Value;
use crate::lower::Check;
use boolprog_c_form::form::{Access, Action, Base, LocalId, Operand, Place, Shape};
use boolprog_c_form::points_to::Thing;
use boolprog_import::Expr;

impl Walk<'_, '_> {
    /// A number of bytes get the same value.
    pub(in crate::translate) fn fill_with(&mut self, place: Place, byte: u8, size: u64) {
        let found = self.valid(place, size);
        let is_one = found.meant.len() == 1;
        for meant in found.meant {
            for part in self.all.memory.overlapping(meant.instance, meant.offset, size) {
                let when = if is_one { Expr::Truth(true) } else { meant.when.clone() };
                let shape = self.all.memory.shape(meant.instance, part);
                match repeated(byte, shape) {
                    Some(value) if part.0 >= meant.offset && part.0 + part.1 <= meant.offset + size => {
                        self.write_part(meant.instance, part, &number(value), &when);
                    }
                    _ => self.overwrite_part(meant.instance, part, &when),
                }
            }
        }
    }

    pub(in crate::translate) fn copy(&mut self, to: Place, from: Place, size: u64) {
        let (from, to) = (self.valid(from, size), self.valid(to, size));
        if self.node.is_none() {
            return;
        }
        let is_one = to.meant.len() == 1;
        let mut copies = Vec::new();
        for target in &to.meant {
            for part in self.all.memory.overlapping(target.instance, target.offset, size) {
                let is_inside = part.0 >= target.offset && part.0 + part.1 <= target.offset + size;
                let value = if is_inside { self.copied(&from, target, part) } else { None };
                copies.push((target, part, value));
            }
        }
        // Everything is read before anything is written, as the places may overlap.
        for (target, part, value) in copies {
            let when = if is_one { Expr::Truth(true) } else { target.when.clone() };
            match value {
                Some(value) => self.write_part(target.instance, part, &value, &when),
                None => self.overwrite_part(target.instance, part, &when),
            }
        }
    }

    /// What a part of an object gets if the bytes from one place on are copied to another.
    fn copied(&mut self, from: &Found, to: &Meant, part: (u64, u64)) -> Option<Value> {
        let shape = self.all.memory.shape(to.instance, part);
        let mut source = from.clone();
        for meant in &mut source.meant {
            meant.offset = (meant.offset + part.0).wrapping_sub(to.offset);
        }
        let access = Access { shape, bits: None, is_volatile: false, is_atomic: false };
        self.touch_all(&source, access, false);
        let shared = self.is_shared(&source, shape);
        let kept = self.between("copied", shape);
        match self.read(&source, shape).filter(|_| !source.is_open) {
            Some(value) => self.set(kept, value, shared),
            None => return None,
        }
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

    /// The variables of an object have any values.
    pub(in crate::translate) fn unwritten(&mut self, thing: Thing) {
        let instance = Instance { thing, copy: 0 };
        if self.all.is_lost(thing) {
            self.require(&Expr::Truth(false), Check::Layout);
        }
        if let Thing::Local(_, local) = thing
            && self.function.parameters.contains(&local)
        {
            return;
        }
        let size = self.all.memory.size(thing);
        for part in self.all.memory.overlapping(instance, 0, size) {
            self.forget_part(instance, part, &Expr::Truth(true));
        }
    }

    /// What an operand points to may have any value.
    pub(in crate::translate) fn forget_all(&mut self, pointer: Operand) {
        let set = self.all.sets.operand(self.id, pointer);
        for thing in set.iter().map(|pointee| pointee.thing).collect::<std::collections::BTreeSet<_>>() {
            for copy in 0..self.all.copies(thing) {
                let instance = Instance { thing, copy };
                let size = self.all.memory.size(thing);
                for part in self.all.memory.overlapping(instance, 0, size) {
                    let any = self.between("unknown", Shape::Bool);
                    self.all.variables.widen(any, (0, 1));
                    let name = self.all.variables.name(any);
                    self.step(crate::graph::Op::Choose(name.clone(), Some((0, 1))), false);
                    self.overwrite_part(instance, part, &is(&name, 1));
                }
            }
        }
    }
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
