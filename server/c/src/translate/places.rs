//! Places in memory: which variables they may be, and under which conditions.

use std::collections::BTreeSet;

use boolprog_c_form::form::{Base, Operand, Place, Shape};
use boolprog_c_form::points_to::{Offset, Set, Thing};
use boolprog_c_syntax::tree::Binary;
use boolprog_import::Expr;
use boolprog_integer::{Check, Comparison};

use super::memory::{Instance, Positions};
use super::numbers::{known, number, within};
use super::walk::Walk;
use crate::arithmetic::Value;
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
    /// The number of bytes before the element that is meant, if all elements are known together, and not all are meant.
    pub(super) before: Option<Expr>,
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
    /// That it may be in an object that the program does not have.
    pub(super) is_elsewhere: Expr,
    /// The address of it, if a pointer says which of the objects it is: the pointer, and a number of bytes after it.
    pub(super) address: Option<(Expr, u64)>,
}

/// The scalars of one object that a place may be.
struct Scalars {
    all: Vec<Meant>,
    /// That the pointer is between the first and the last of them.
    range: Expr,
    /// `true` if there are more.
    are_more: bool,
}

impl Found {
    /// Objects of the program, one of which it is if a condition holds.
    pub(super) fn of(meant: Vec<Meant>, is_valid: Expr, check: Check) -> Self {
        Self { meant, is_valid, check, is_open: false, is_elsewhere: Expr::Truth(false), address: None }
    }
}

impl Walk<'_, '_> {
    /// The objects that a place of this number of bytes may be in.
    pub(super) fn find(&mut self, place: Place, size: u64) -> Found {
        let thing = match place.base {
            Base::Object(object) => Thing::Object(object),
            Base::Local(local) => Thing::Local(self.id, local),
            Base::Function(function) => Thing::Code(function),
            Base::Result => Thing::Code(self.id),
            Base::Pointer(pointer) => {
                let value = self.operand(pointer);
                return self.pointed(&value, &self.all.sets.operand(self.id, pointer), place, size);
            }
        };
        if let Some(value) = self.own_copy(thing) {
            let found = self.pointed(&value, &Set::of(thing), place, size);
            return Found { is_valid: Expr::Truth(!found.meant.is_empty()), check: Check::Index, ..found };
        }
        let instance = Instance { thing, copy: 0 };
        let fits = place.offset + size <= self.all.memory.size(thing);
        let meant = if fits { vec![self.known_at(instance, place.offset, size)] } else { Vec::new() };
        Found::of(meant, Expr::Truth(fits), Check::Index)
    }

    /// 1 if an object lives; none if it always does.
    fn life(&mut self, instance: Instance) -> Option<Value> {
        if !self.all.is_released(instance.thing) {
            return None;
        }
        let alive = self.all.alive_variable(instance);
        Some(self.current(alive))
    }

    /// Returns `true` if another thread may end the life of what may be meant: then its life is checked in the step of the
    /// access.
    pub(super) fn is_life_shared(&mut self, found: &Found) -> bool {
        found.meant.iter().any(|meant| {
            let is_released = self.all.is_released(meant.instance.thing);
            is_released && {
                let alive = self.all.alive_variable(meant.instance);
                self.all.variables.is_shared(alive)
            }
        })
    }

    /// Returns `true` if what may be meant lives at the start of the program.
    pub(super) fn lives_at_start(&mut self, place: Place, found: &Found) -> bool {
        matches!(place.base, Base::Local(_))
            || found.meant.iter().all(|meant| {
                let is_released = self.all.is_released(meant.instance.thing);
                let alive = is_released.then(|| self.all.alive_variable(meant.instance));
                alive.is_none_or(|alive| self.all.variables.initial(alive) == 1)
            })
    }

    /// The address of the thread's own copy of a local that others may find.
    fn own_copy(&mut self, thing: Thing) -> Option<Value> {
        self.whereabouts(thing).map(|at| self.all.variables.value(at))
    }

    /// The objects to which a pointer of a value and a set may point.
    fn pointed(&mut self, value: &Value, set: &Set, place: Place, size: u64) -> Found {
        if let Expr::Number(address) = value.term {
            return self.at_address(address, place.offset, size);
        }
        let (mut meant, mut ranges, mut things, mut is_array) = (Vec::new(), Vec::new(), Vec::new(), true);
        let mut is_open = false;
        for pointee in set.iter() {
            if matches!(pointee.thing, Thing::Code(_)) && size > 0 {
                continue;
            }
            if !things.contains(&pointee.thing) {
                things.push(pointee.thing);
            }
            is_array &= matches!(pointee.offset, Offset::Every { .. });
            for copy in 0..self.all.copies(pointee.thing) {
                let instance = Instance { thing: pointee.thing, copy };
                let Scalars { all, range, are_more } = self.scalars(instance, (value, pointee.offset), (place, size));
                ranges.push(term::and(range, self.reaches_within(instance, value, place.offset + size)));
                is_open |= are_more;
                for one in all {
                    let is_same =
                        |known: &&Meant| one.before.is_some() && known.before.is_some() && known.instance == instance;
                    let mut known = meant.iter().filter(is_same);
                    match known.next() {
                        Some(known) => is_open |= known.offset != one.offset,
                        None => meant.push(one),
                    }
                }
            }
        }
        is_open |= meant.len() > MOST;
        if is_open {
            meant.clear();
        }
        let is_valid = if is_open { Expr::Truth(true) } else { term::any(ranges) };
        let check = if is_array && things.len() == 1 { Check::Index } else { Check::Pointer };
        let is_elsewhere = is_elsewhere(value, set);
        let address = Some((value.term.clone(), place.offset));
        Found { is_open, is_elsewhere, address, ..Found::of(meant, is_valid, check) }
    }

    /// The scalars of an object that a place of this number of bytes may be, after a pointer to one of some positions.
    fn scalars(
        &mut self,
        instance: Instance,
        (pointer, offset): (&Value, Offset),
        (place, size): (Place, u64),
    ) -> Scalars {
        let Positions { offsets, elements, are_more } =
            self.all.memory.positions(instance.thing, offset, place.offset, size);
        let base = self.all.memory.address(instance);
        let addresses = offsets.iter().map(|at| (base + at.cast_signed(), at + place.offset));
        let possible = addresses.filter(|(address, _)| pointer.low <= *address && *address <= pointer.high);
        let one_by_one = possible.map(|(address, offset)| {
            let when = term::compare(Comparison::Equal, pointer.term.clone(), Expr::Number(address));
            Meant { instance, offset, when, before: None }
        });
        let mut all: Vec<Meant> = one_by_one.collect();
        // Which of two scalars of an element is meant is not known.
        let are_more = are_more || elements.len() > 1;
        let one =
            elements.first().map(|(array, first)| self.element(instance, *array, (pointer, place), (*first, size)));
        all.extend(one.clone());
        let range = match (offsets.first(), offsets.last()) {
            (Some(first), Some(last)) => {
                let (low, high) = (base + first.cast_signed(), base + last.cast_signed());
                within(pointer, low.into(), high.into())
            }
            _ => Expr::Truth(false),
        };
        let range = term::any(std::iter::once(range).chain(one.map(|one| one.when)).collect());
        Scalars { all, range, are_more }
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
        let is_valid = match found {
            Some((instance, at)) => self.has_room(instance, at + size),
            None => Expr::Truth(false),
        };
        let meant = found.map(|(instance, offset)| self.known_at(instance, offset, size));
        Found::of(meant.into_iter().collect(), is_valid, Check::Pointer)
    }

    /// The place of a number of bytes at an offset of an object.
    fn known_at(&self, instance: Instance, at: u64, size: u64) -> Meant {
        let array = self.all.memory.smashed(instance.thing, at);
        let offset = array.map_or(at, |array| array.place(at));
        let element = array.filter(|array| size <= array.element);
        let before = element.map(|_| Expr::Number((at - offset).cast_signed()));
        Meant { instance, offset, when: Expr::Truth(true), before }
    }

    /// The objects that a place may be in, where they have to live.
    pub(super) fn valid(&mut self, place: Place, size: u64) -> Found {
        let found = self.find(place, size);
        if found.is_open {
            // Nothing is known of what happens at more places.
            self.require(&Expr::Truth(false), Check::Layout);
        }
        let instances = match place.base {
            Base::Pointer(pointer) => self.instances(pointer),
            Base::Object(object) => vec![Instance { thing: Thing::Object(object), copy: 0 }],
            _ => Vec::new(),
        };
        self.require_valid(&found, &instances);
        if matches!(place.base, Base::Local(_)) {
            return found;
        }
        let ended = found.meant.iter().filter_map(|meant| {
            let alive = self.life(meant.instance)?;
            Some(term::and(meant.when.clone(), term::compare(Comparison::Equal, alive.term, Expr::Number(0))))
        });
        let ended = term::any(ended.collect());
        self.looks_at_lives = self.is_life_shared(&found);
        self.require(&Expr::complement(ended), Check::Pointer);
        self.looks_at_lives = false;
        found
    }

    /// The same for a place that is written: no text (C11 6.4.5p7) or constant (C11 6.7.3p6), but for its initialiser.
    pub(super) fn writable(&mut self, place: Place, size: u64) -> Found {
        let found = self.valid(place, size);
        self.require_writable(place, &found);
        found
    }

    pub(super) fn require_writable(&mut self, place: Place, found: &Found) {
        self.require(&self.is_writable(place, found), Check::Pointer);
    }

    /// That what a place may be is not constant, or is named itself, as by an initialiser.
    pub(super) fn is_writable(&self, place: Place, found: &Found) -> Expr {
        if !matches!(place.base, Base::Pointer(_)) {
            return Expr::Truth(true);
        }
        let constant = found.meant.iter().filter(|meant| self.all.memory.is_constant(meant.instance.thing));
        Expr::complement(term::any(constant.map(|meant| meant.when.clone()).collect()))
    }

    /// The address of a place.
    pub(super) fn address(&mut self, place: Place) -> Value {
        let of = |thing| Instance { thing, copy: 0 };
        let base = match place.base {
            Base::Object(object) => self.all.memory.address(of(Thing::Object(object))),
            Base::Local(local) => {
                let thing = Thing::Local(self.id, local);
                if let Some(copy) = self.own_copy(thing) {
                    return self.after(copy, place.offset);
                }
                self.all.memory.address(of(thing))
            }
            Base::Function(function) => self.all.memory.address(of(Thing::Code(function))),
            Base::Result => 0,
            Base::Pointer(pointer) => {
                let value = self.operand(pointer);
                return self.after(value, place.offset);
            }
        };
        number(i128::from(base) + i128::from(place.offset))
    }

    /// The address a number of bytes after another one.
    fn after(&self, address: Value, bytes: u64) -> Value {
        let by = number(i128::from(bytes));
        known(self.all.integers().binary(Binary::Add, &address, &by, Shape::Pointer(8))).unwrap_or(address)
    }
}

/// That a pointer may point to an object that the program does not have.
pub(super) fn is_elsewhere(value: &Value, set: &Set) -> Expr {
    let is_null = term::compare(Comparison::Equal, value.term.clone(), Expr::Number(0));
    term::and(Expr::Truth(set.is_elsewhere()), Expr::complement(is_null))
}
