//! Bytes that are filled, copied or forgotten.

use super::super::memory::Instance;
use super::super::numbers::number;
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
            for cell in self.all.memory.overlapping(meant.instance, meant.offset, size) {
                let when = if is_one { Expr::Truth(true) } else { meant.when.clone() };
                let shape = self.all.memory.shape(meant.instance, cell);
                match repeated(byte, shape) {
                    Some(value) if cell.0 >= meant.offset && cell.0 + cell.1 <= meant.offset + size => {
                        self.write_cell(meant.instance, cell, &number(value), &when);
                    }
                    _ => self.forget_cell(meant.instance, cell, &when),
                }
            }
        }
    }

    /// A scalar gets a value of its shape, if a condition holds.
    pub(in crate::translate) fn write_cell(
        &mut self,
        instance: Instance,
        (offset, size): (u64, u64),
        value: &Value,
        when: &Expr,
    ) {
        let shape = self.all.memory.shape(instance, (offset, size));
        let cell = self.all.cell(instance, offset, shape);
        let old = self.all.variables.value(cell);
        let new = Value::select(when.clone(), value.clone(), old);
        let shared = self.all.variables.is_shared(cell);
        self.touch(cell, when, true, false);
        self.set(cell, new, shared);
    }

    pub(in crate::translate) fn copy(&mut self, to: Place, from: Place, size: u64) {
        let (from, to) = (self.valid(from, size), self.valid(to, size));
        if self.node.is_none() {
            return;
        }
        for target in &to.meant {
            let when = if to.meant.len() == 1 { Expr::Truth(true) } else { target.when.clone() };
            for (offset, cell_size) in self.all.memory.overlapping(target.instance, target.offset, size) {
                let inside = offset >= target.offset && offset + cell_size <= target.offset + size;
                let shape = self.all.memory.shape(target.instance, (offset, cell_size));
                let part = Access { shape, bits: None, is_volatile: false, is_atomic: false };
                let mut source = from.clone();
                for meant in &mut source.meant {
                    meant.offset = (meant.offset + offset).wrapping_sub(target.offset);
                }
                let is_known = source.meant.iter().all(|meant| {
                    self.all
                        .memory
                        .overlapping(meant.instance, meant.offset, cell_size)
                        .contains(&(meant.offset, cell_size))
                });
                if !inside || !is_known || source.is_open || source.meant.is_empty() {
                    self.forget_cell(target.instance, (offset, cell_size), &when);
                    continue;
                }
                let Some(value) = self.read(&source, shape) else {
                    self.forget_cell(target.instance, (offset, cell_size), &when);
                    continue;
                };
                self.touch_all(&source, part, false);
                let shared = self.is_shared(&source, shape);
                let kept = self.between("copied", shape);
                self.set(kept, value, shared);
                let value = self.all.variables.value(kept);
                self.write_cell(target.instance, (offset, cell_size), &value, &when);
            }
        }
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
        for cell in self.all.memory.overlapping(instance, 0, size) {
            self.forget_cell(instance, cell, &Expr::Truth(true));
        }
    }

    /// What an operand points to may have any value.
    pub(in crate::translate) fn forget_all(&mut self, pointer: Operand) {
        let set = self.all.sets.operand(self.id, pointer);
        for thing in set.iter().map(|pointee| pointee.thing).collect::<std::collections::BTreeSet<_>>() {
            for copy in 0..self.all.copies(thing) {
                let instance = Instance { thing, copy };
                let size = self.all.memory.size(thing);
                for cell in self.all.memory.overlapping(instance, 0, size) {
                    let any = self.between("unknown", Shape::Bool);
                    self.all.variables.widen(any, (0, 1));
                    let name = self.all.variables.name(any);
                    self.step(crate::graph::Op::Choose(name.clone(), Some((0, 1))), false);
                    self.forget_cell(instance, cell, &is(&name, 1));
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
