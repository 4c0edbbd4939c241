//! The contents of memory: scalars, each of which is a sequence of parts of an object.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_c_form::form::{Access, Shape};
use boolprog_c_syntax::environment::Piece;
use boolprog_c_syntax::types::Bits;
use boolprog_import::Expr;
use boolprog_integer::{Arithmetic, Comparison};

use super::memory::Instance;
use super::numbers::{converted, known, number};
use super::places::{Found, Meant};
use super::variables::Variable;
use super::walk::{LARGE, Walk};
use crate::arithmetic::Value;
use crate::graph::Op;
use crate::term;

/// The value of a state of an object of the library that was never written: the library itself writes smaller ones.
pub(super) const NEVER_WRITTEN: i128 = 3;

impl Walk<'_, '_> {
    /// The value at a place, in the shape of the access; none if that is not known.
    pub(super) fn read(&mut self, found: &Found, shape: Shape) -> Option<Value> {
        let mut value: Option<Value> = None;
        for meant in found.meant.iter().rev() {
            let stored = match &meant.before {
                Some(before) => self.read_element(meant, before, shape)?,
                None => self.composed(meant, shape, |it, variable| Some(it.current(variable)))?,
            };
            value = Some(match value {
                None => stored,
                Some(rest) => Value::select(meant.when.clone(), stored, rest),
            });
        }
        value
    }

    /// The scalar at a place, where the variables of its parts have these values.
    pub(super) fn composed(
        &mut self,
        meant: &Meant,
        shape: Shape,
        value_of: impl Fn(&Self, Variable) -> Option<Value>,
    ) -> Option<Value> {
        let parts = self.all.memory.covering(meant.instance, meant.offset, shape.size())?;
        let whole = Shape::Unsigned(shape.size() as u8);
        let is_one = parts.len() == 1;
        let mut value = number(0);
        for part in parts {
            let variable = self.all.part(meant.instance, part);
            let (kept, from) = (value_of(self, variable)?, self.all.variables.shape(variable));
            if is_one {
                return converted(&kept, from, shape);
            }
            let kept = converted(&kept, from, Shape::Unsigned(part.1 as u8))?;
            value = known(value.with_bits(bits_of(part, meant.offset), &kept, whole))?;
        }
        converted(&value, whole, shape)
    }

    /// The values that the parts of a scalar at a place get; none for one that is not known.
    pub(super) fn parts_of(&mut self, meant: &Meant, value: &Value, shape: Shape) -> Vec<(Variable, Option<Value>)> {
        let (instance, offset) = (meant.instance, meant.offset);
        let whole = Shape::Unsigned(shape.size() as u8);
        let parts = self.all.memory.overlapping(instance, offset, shape.size());
        let is_covered = self.all.memory.covering(instance, offset, shape.size()).is_some();
        let is_one = parts.len() == 1;
        let split = parts.into_iter().map(|part| {
            let variable = self.all.part(instance, part);
            let to = self.all.variables.shape(variable);
            let value = match (is_covered, is_one) {
                (true, true) => converted(value, shape, to),
                (true, false) => converted(value, shape, whole)
                    .and_then(|value| known(value.bits(bits_of(part, offset), whole)))
                    .and_then(|value| converted(&value, Shape::Unsigned(part.1 as u8), to)),
                (false, _) => None,
            };
            (variable, value)
        });
        split.collect()
    }

    /// The variables of a scalar at a place.
    fn variables(&mut self, meant: &Meant, size: u64) -> Vec<Variable> {
        let parts = self.all.memory.overlapping(meant.instance, meant.offset, size);
        parts.into_iter().map(|part| self.all.part(meant.instance, part)).collect()
    }

    /// Returns `true` if another thread may access it.
    pub(super) fn is_shared(&mut self, found: &Found, shape: Shape) -> bool {
        self.is_life_shared(found)
            || found.meant.iter().any(|meant| {
                let variables = self.variables(meant, shape.size());
                variables.into_iter().any(|variable| self.all.variables.is_shared(variable))
            })
    }

    /// Notes an access. That to a bit-field is one to all bit-fields beside it, too (C11 3.14p3), but to nothing else in its unit.
    pub(super) fn touch_all(&mut self, found: &Found, access: Access, writes: bool) {
        let mut elements: BTreeMap<(Variable, i64), Vec<&Meant>> = BTreeMap::new();
        for meant in &found.meant {
            for part in self.all.memory.overlapping(meant.instance, meant.offset, access.shape.size()) {
                let has_bits = access.bits.is_none_or(|bits| shares_bits(part, meant.offset, bits));
                if !has_bits && self.all.memory.is_apart(meant.instance, part) {
                    continue;
                }
                let variable = self.all.part(meant.instance, part);
                match self.all.memory.first_alike(meant.instance, part) {
                    Some(first) if found.address.is_some() => {
                        let first = self.all.part(meant.instance, first);
                        let after = part.0.cast_signed() - meant.offset.cast_signed();
                        elements.entry((first, after)).or_default().push(meant);
                    }
                    _ => self.touch_in(meant.before.as_ref(), variable, &meant.when, writes, access.is_atomic),
                }
            }
        }
        for ((first, after), meant) in elements {
            self.touch_elements(found, (first, after), &meant, (writes, access.is_atomic));
        }
    }

    /// Notes an access to a part of one of some elements of an array, given by that of the first one and the number of bytes of it
    /// after the place.
    fn touch_elements(
        &mut self,
        found: &Found,
        (first, after): (Variable, i64),
        meant: &[&Meant],
        (writes, atomic): (bool, bool),
    ) {
        let (Variable::Part(instance, at, _), Some((pointer, more))) = (first, &found.address) else { return };
        let whens = meant.iter().map(|meant| meant.when.clone());
        let base = self.all.memory.address(instance);
        let offset = more.cast_signed() + after - at.cast_signed() - base;
        let element = term::arithmetic(Arithmetic::Add, pointer.clone(), Expr::Number(offset));
        let offsets: Vec<i64> = meant.iter().map(|meant| meant.offset.cast_signed()).collect();
        let steps: BTreeSet<i64> = offsets.windows(2).map(|two| two[1] - two[0]).collect();
        let when = match (&offsets[..], steps.len()) {
            ([least, .., most], 1) => {
                let [least, most] = [least, most].map(|offset| offset + base - more.cast_signed());
                let at_least = term::compare(Comparison::GreaterOrEqual, pointer.clone(), Expr::Number(least));
                let at_most = term::compare(Comparison::LessOrEqual, pointer.clone(), Expr::Number(most));
                term::and(at_least, at_most)
            }
            _ => term::any(whens.collect()),
        };
        self.touch_element(first, (when, element), (writes, atomic));
    }

    /// Writes a value.
    pub(super) fn write(&mut self, found: &Found, value: &Value, access: Access, shared: bool) {
        let value = self.small(value, access.shape);
        let is_one = found.meant.len() == 1;
        let mut written: BTreeMap<Variable, Value> = BTreeMap::new();
        let mut forgotten = Vec::new();
        for meant in &found.meant {
            let when = if is_one { Expr::Truth(true) } else { meant.when.clone() };
            for (variable, new) in self.parts_of(meant, &value, access.shape) {
                if self.is_of_elements(variable) {
                    written.extend(self.write_element(meant, variable, (new.as_ref(), &when)));
                    continue;
                }
                if let (Some(bits), Variable::Part(_, at, size)) = (access.bits, variable)
                    && !shares_bits((at, size), meant.offset, bits)
                {
                    continue;
                }
                let Some(new) = new else {
                    forgotten.push((variable, when.clone()));
                    continue;
                };
                self.all.variables.widen(variable, (new.low, new.high));
                let old = written.remove(&variable).unwrap_or_else(|| self.all.variables.value(variable));
                written.insert(variable, Value::select(when.clone(), new, old));
            }
        }
        let name = |(variable, value): (Variable, Value)| (self.all.variables.name(variable), value.term);
        let assignments: Vec<_> = written.into_iter().map(name).collect();
        if !assignments.is_empty() {
            self.step(Op::Assign(assignments), shared);
        }
        for (variable, when) in forgotten {
            self.forget(variable, &when);
        }
        self.pass_accesses();
    }

    /// The same value as a small term.
    fn small(&mut self, value: &Value, shape: Shape) -> Value {
        if term::size(&value.term) <= LARGE {
            return value.clone();
        }
        let kept = self.between("written", shape);
        self.set(kept, value.clone(), false);
        self.all.variables.value(kept)
    }

    /// In one step, parts of objects get values of their shapes, each if a condition holds.
    pub(super) fn write_parts(&mut self, parts: Vec<(&Meant, (u64, u64), Value, Expr)>) {
        let (mut assignments, mut shared) = (Vec::new(), false);
        for (meant, part, value, when) in parts {
            let variable = self.all.part(meant.instance, part);
            shared |= self.all.variables.is_shared(variable);
            self.touch_in(meant.before.as_ref(), variable, &when, true, false);
            if self.is_of_elements(variable) {
                let written = self.write_element(meant, variable, (Some(&value), &when));
                assignments.extend(written.map(|(count, value)| (self.all.variables.name(count), value.term)));
                continue;
            }
            let old = self.all.variables.value(variable);
            let new = Value::select(when.clone(), value, old);
            self.all.variables.widen(variable, (new.low, new.high));
            assignments.push((self.all.variables.name(variable), new.term));
        }
        if !assignments.is_empty() {
            self.step(Op::Assign(assignments), shared);
        }
        self.pass_accesses();
    }

    /// A part of an object gets a value that is not known, if a condition holds: for others, it is written or only read.
    pub(super) fn overwrite_part(
        &mut self,
        instance: Instance,
        part: (u64, u64),
        when: &Expr,
        piece: Piece,
        writes: bool,
    ) {
        let variable = self.all.part(instance, part);
        self.touch(variable, when, writes, false);
        // Texts are not written.
        if !self.all.memory.is_text(instance.thing) {
            self.open_up(variable, when, piece);
        }
        self.pass_accesses();
    }

    /// A part of an object has any value, if a condition holds.
    pub(super) fn forget_part(&mut self, instance: Instance, part: (u64, u64), when: &Expr) {
        // Texts are not written.
        if !self.all.memory.is_text(instance.thing) {
            let variable = self.all.part(instance, part);
            self.open_up(variable, when, Piece::Unwritten(part.0 as u32));
        }
    }

    /// A part of an object that begins to live was never written: it has any value. Where the library asks whether it was written, it
    /// has one that tells.
    pub(super) fn unwrite(&mut self, instance: Instance, part: (u64, u64), when: &Expr) {
        if !self.all.asked.contains(&(instance.thing, part.0)) {
            return self.forget_part(instance, part, when);
        }
        let variable = self.all.part(instance, part);
        let value = Value::select(when.clone(), number(NEVER_WRITTEN), self.all.variables.value(variable));
        self.set(variable, value, false);
    }

    /// Objects of other programs have any values.
    pub(super) fn forget_unknown(&mut self) {
        for instance in self.all.memory.unknown() {
            for part in self.all.memory.overlapping(instance, 0, self.all.memory.size(instance.thing)) {
                self.forget_part(instance, part, &Expr::Truth(true));
            }
        }
    }

    /// A variable gets any value of its shape, if a condition holds.
    pub(super) fn forget(&mut self, variable: Variable, when: &Expr) {
        self.open_up(variable, when, Piece::Whole);
    }

    /// The same for a piece of what is chosen here. Others may come before and after it, unless the life of the object begins.
    pub(super) fn open_up(&mut self, variable: Variable, when: &Expr, piece: Piece) {
        if self.is_of_elements(variable) {
            return self.forget_elements(variable);
        }
        let shared = !matches!(piece, Piece::Unwritten(_)) && self.all.variables.is_shared(variable);
        let shape = self.all.variables.shape(variable);
        let bounds = self.all.bounds(shape);
        self.all.variables.widen(variable, bounds);
        let name = self.all.variables.name(variable);
        if *when == Expr::Truth(true) {
            self.step(Op::Choose(name, self.all.range(bounds), piece), shared);
            return;
        }
        let any = self.between("unknown", shape);
        self.all.variables.widen(any, bounds);
        let any_name = self.all.variables.name(any);
        self.step(Op::Choose(any_name.clone(), self.all.range(bounds), piece), false);
        let value = term::conditional(when.clone(), Expr::Name(any_name), Expr::Name(name.clone()));
        self.step(Op::Assign(vec![(name, value)]), shared);
    }
}

/// The bits of a scalar at an offset in which a part lies.
fn bits_of((at, size): (u64, u64), offset: u64) -> Bits {
    Bits { first: (8 * (at - offset)) as u8, width: (8 * size) as u8 }
}

/// Returns `true` if a part has some of the bits of a storage unit at an offset.
fn shares_bits((at, size): (u64, u64), unit: u64, bits: Bits) -> bool {
    let (first, last) = (unit + u64::from(bits.first) / 8, unit + (u64::from(bits.first + bits.width) - 1) / 8);
    at <= last && first < at + size
}
