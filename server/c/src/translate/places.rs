//! Places in memory: which variables they may be, and under which conditions.

use std::collections::BTreeSet;

use boolprog_c_form::form::{Access, Base, FunctionId, Operand, Place, Shape};
use boolprog_c_form::points_to::{Offset, Thing};
use boolprog_c_syntax::tree::Binary;
use boolprog_import::Expr;
use boolprog_integer::Comparison;

use super::memory::Instance;
use super::numbers::{converted, known, number, within};
use super::variables::Variable;
use super::walk::Walk;
use crate::arithmetic::Value;
use crate::graph::Op;
use crate::lower::Check;
use crate::term;

/// A place that may be one of more objects than these is not known.
const MOST: usize = 300;

/// An object that may be meant.
#[derive(Clone, Debug)]
pub(super) struct Meant {
    pub(super) instance: Instance,
    pub(super) offset: u64,
    /// That it is this one.
    pub(super) when: Expr,
}

/// The meaning of a place.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) meant: Vec<Meant>,
    /// That it is one of them.
    pub(super) is_valid: Expr,
    /// The fault if it is none.
    pub(super) check: Check,
    /// `true` if it may be something else.
    pub(super) is_open: bool,
}

impl Walk<'_, '_> {
    /// What a place of this number of bytes may be.
    pub(super) fn find(&mut self, place: Place, size: u64) -> Found {
        let thing = match place.base {
            Base::Object(object) => Thing::Object(object),
            Base::Local(local) => Thing::Local(self.id, local),
            Base::Function(function) => Thing::Code(function),
            Base::Result => Thing::Code(self.id),
            Base::Pointer(pointer) => return self.pointed(pointer, place, size),
        };
        let instance = Instance { thing, copy: 0 };
        let fits = place.offset + size <= self.all.memory.size(thing);
        let when = Expr::Truth(true);
        let meant = if fits { vec![Meant { instance, offset: place.offset, when }] } else { Vec::new() };
        Found { meant, is_valid: Expr::Truth(fits), check: Check::Index, is_open: false }
    }

    fn pointed(&mut self, pointer: Operand, place: Place, size: u64) -> Found {
        let value = self.operand(pointer);
        if let Expr::Number(address) = value.term {
            return self.at_address(address, place.offset, size);
        }
        let set = self.all.sets.operand(self.id, pointer);
        let (mut meant, mut ranges, mut things, mut is_array) = (Vec::new(), Vec::new(), Vec::new(), true);
        let mut is_open = false;
        for pointee in set.iter() {
            if matches!(pointee.thing, Thing::Code(_)) && size > 0 {
                continue;
            }
            let end = self.all.memory.size(pointee.thing);
            if !things.contains(&pointee.thing) {
                things.push(pointee.thing);
            }
            let (first, step) = match pointee.offset {
                Offset::At(at) => {
                    is_array = false;
                    (at, end.max(1) + at)
                }
                Offset::Every { step, rest } => (rest, step.max(1)),
            };
            for copy in 0..self.all.copies(pointee.thing) {
                let instance = Instance { thing: pointee.thing, copy };
                let base = self.all.memory.address(instance);
                let mut offsets = Vec::new();
                let mut at = first;
                while at + place.offset + size <= end && offsets.len() < MOST {
                    offsets.push(at);
                    at += step;
                }
                let (Some(first), Some(last)) = (offsets.first(), offsets.last()) else { continue };
                let (low, high) = (base + first.cast_signed(), base + last.cast_signed());
                ranges.push(within(&value, low.into(), high.into()));
                for at in offsets {
                    let address = base + at.cast_signed();
                    if value.low <= address && address <= value.high {
                        let when = term::compare(Comparison::Equal, value.term.clone(), Expr::Number(address));
                        meant.push(Meant { instance, offset: at + place.offset, when });
                    }
                }
            }
        }
        if meant.len() > MOST {
            is_open = true;
            meant.clear();
        }
        let is_valid = if is_open { Expr::Truth(true) } else { term::any(ranges) };
        let check = if is_array && things.len() == 1 { Check::Index } else { Check::Pointer };
        Found { meant, is_valid, check, is_open }
    }

    /// The objects to which a pointer may point.
    pub(super) fn instances(&self, pointer: Operand) -> Vec<Instance> {
        let set = self.all.sets.operand(self.id, pointer);
        let things: BTreeSet<Thing> = set.iter().map(|pointee| pointee.thing).collect();
        let all =
            things.into_iter().flat_map(|thing| (0..self.all.copies(thing)).map(move |copy| Instance { thing, copy }));
        all.collect()
    }

    fn at_address(&mut self, address: i64, offset: u64, size: u64) -> Found {
        let found = self.all.memory.at(address).map(|(instance, at)| (instance, at + offset));
        let found = found.filter(|(instance, at)| at + size <= self.all.memory.size(instance.thing));
        let fits = found.is_some();
        let meant = found.map(|(instance, offset)| Meant { instance, offset, when: Expr::Truth(true) });
        Found { meant: meant.into_iter().collect(), is_valid: Expr::Truth(fits), check: Check::Pointer, is_open: false }
    }

    /// What a place may be, where it has to be something that lives.
    pub(super) fn valid(&mut self, place: Place, size: u64) -> Found {
        let found = self.find(place, size);
        self.require(&found.is_valid.clone(), found.check);
        let ended = found.meant.iter().filter_map(|meant| {
            let alive = self.all.alive(meant.instance)?;
            Some(term::and(meant.when.clone(), term::compare(Comparison::Equal, alive, Expr::Number(0))))
        });
        let ended = term::any(ended.collect());
        self.require(&Expr::complement(ended), Check::Pointer);
        found
    }

    /// The variable of the scalar that is meant.
    pub(super) fn cell(&mut self, meant: &Meant, shape: Shape) -> Variable {
        self.all.cell(meant.instance, meant.offset, shape)
    }

    /// The value at a place, in the shape of the access.
    pub(super) fn read(&mut self, found: &Found, shape: Shape) -> Option<Value> {
        let mut value: Option<Value> = None;
        for meant in found.meant.iter().rev() {
            let cell = self.cell(meant, shape);
            let stored = self.all.variables.value(cell);
            let stored = converted(&stored, self.all.variables.shape(cell), shape)?;
            value = Some(match value {
                None => stored,
                Some(rest) => Value::select(meant.when.clone(), stored, rest),
            });
        }
        value
    }

    /// Returns `true` if another thread may access it.
    pub(super) fn is_shared(&mut self, found: &Found, shape: Shape) -> bool {
        found.meant.iter().any(|meant| {
            let cell = self.cell(meant, shape);
            self.all.variables.is_shared(cell)
        })
    }

    pub(super) fn touch_all(&mut self, found: &Found, access: Access, writes: bool) {
        for meant in &found.meant {
            let cell = self.cell(meant, access.shape);
            self.touch(cell, &meant.when, writes, access.is_atomic);
        }
    }

    /// Writes a value; bytes that are read otherwise become unknown.
    pub(super) fn write(&mut self, found: &Found, value: &Value, access: Access, shared: bool) {
        let mut assignments = Vec::new();
        let is_one = found.meant.len() == 1;
        for meant in &found.meant {
            let cell = self.cell(meant, access.shape);
            let shape = self.all.variables.shape(cell);
            let Some(stored) = converted(value, access.shape, shape) else {
                let when = if is_one { Expr::Truth(true) } else { meant.when.clone() };
                self.forget_cell(meant.instance, (meant.offset, access.shape.size()), &when);
                continue;
            };
            self.all.variables.widen(cell, (stored.low, stored.high));
            let old = self.all.variables.value(cell);
            let new = if is_one { stored } else { Value::select(meant.when.clone(), stored, old) };
            assignments.push((self.all.variables.name(cell), new.term));
        }
        if !assignments.is_empty() {
            self.step(Op::Assign(assignments), shared);
        }
        for meant in &found.meant {
            self.forget_beside(meant, access.shape.size(), is_one);
        }
    }

    /// Scalars that share bytes with one that was written have any value.
    fn forget_beside(&mut self, meant: &Meant, size: u64, is_one: bool) {
        for (offset, other) in self.all.memory.overlapping(meant.instance, meant.offset, size) {
            if (offset, other) != (meant.offset, size) {
                let when = if is_one { Expr::Truth(true) } else { meant.when.clone() };
                self.forget_cell(meant.instance, (offset, other), &when);
            }
        }
    }

    /// A scalar gets any value, if a condition holds.
    pub(super) fn forget_cell(&mut self, instance: Instance, (offset, size): (u64, u64), when: &Expr) {
        // Texts are not written.
        if self.all.memory.is_text(instance.thing) {
            return;
        }
        let shape = self.all.memory.shape(instance, (offset, size));
        let cell = self.all.cell(instance, offset, shape);
        let shape = self.all.variables.shape(cell);
        let bounds = self.all.bounds(shape);
        self.all.variables.widen(cell, bounds);
        let name = self.all.variables.name(cell);
        if *when == Expr::Truth(true) {
            self.step(Op::Choose(name, self.all.range(bounds)), false);
            return;
        }
        let any = self.between("unknown", shape);
        self.all.variables.widen(any, bounds);
        let any_name = self.all.variables.name(any);
        self.step(Op::Choose(any_name.clone(), self.all.range(bounds)), false);
        let value = term::conditional(when.clone(), Expr::Name(any_name), Expr::Name(name.clone()));
        self.step(Op::Assign(vec![(name, value)]), false);
    }

    /// The address of a place.
    pub(super) fn address(&mut self, place: Place) -> Value {
        let of = |thing| Instance { thing, copy: 0 };
        let base = match place.base {
            Base::Object(object) => self.all.memory.address(of(Thing::Object(object))),
            Base::Local(local) => self.all.memory.address(of(Thing::Local(self.id, local))),
            Base::Function(function) => self.all.memory.address(of(Thing::Code(function))),
            Base::Result => 0,
            Base::Pointer(pointer) => {
                let value = self.operand(pointer);
                let by = number(i128::from(place.offset));
                return known(self.all.integers().binary(Binary::Add, &value, &by, Shape::Pointer(8))).unwrap_or(value);
            }
        };
        number(i128::from(base) + i128::from(place.offset))
    }

    pub(super) fn function_at(&self, address: i64) -> Option<FunctionId> {
        match self.all.memory.at(address)?.0.thing {
            Thing::Code(function) => Some(function),
            _ => None,
        }
    }
}
