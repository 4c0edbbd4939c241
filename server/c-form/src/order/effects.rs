//! The accesses of instructions, and those of functions with all that they call.

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_c_syntax::tree::Atomic;
use rustc_hash::FxHashMap;

use crate::form::{Action, Argument, Base, Call, FunctionId, Operand, Operation, Place, Unit};
use crate::points_to::{Offset, PointsTo, Set, Thing};

/// Functions without a body at which threads meet.
const MEETS_OTHERS: [&str; 5] =
    ["__boolprog_begin", "__boolprog_await", "__boolprog_create", "__CPROVER_atomic_begin", "__VERIFIER_atomic_begin"];

/// Some bytes that are read or written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Touch {
    thing: Thing,
    offset: Offset,
    size: u64,
    pub(super) is_write: bool,
}

impl Touch {
    /// Returns `true` if two of them may share a byte, and one of them writes.
    fn meets(&self, other: &Self) -> bool {
        (self.is_write || other.is_write)
            && self.thing == other.thing
            && self.offset.meets(self.size, other.offset, other.size)
    }

    /// The least one of an object.
    fn first_of(thing: Thing) -> Self {
        Self { thing, offset: Offset::At(0), size: 0, is_write: false }
    }
}

/// Returns `true` if something is written that others touch.
pub(super) fn meet(some: &BTreeSet<Touch>, others: &BTreeSet<Touch>) -> bool {
    some.iter().any(|touch| {
        let of_thing = others.range(Touch::first_of(touch.thing)..).take_while(|other| other.thing == touch.thing);
        of_thing.into_iter().any(|other| touch.meets(other))
    })
}

/// The accesses of the functions of a program.
pub(super) struct Effects<'a> {
    unit: &'a Unit,
    sets: &'a PointsTo<'a>,
    /// For each function what it and all that it calls touch outside of their own frames.
    of_functions: Vec<BTreeSet<Touch>>,
    /// Locals with an address, of functions that may call themselves: they may be those of other activations.
    lasting: BTreeSet<Thing>,
    /// Functions that lock, or make atomic or volatile accesses, and those that call them.
    is_seen: Vec<bool>,
    /// Objects that several threads access, and one of them writes.
    shared: BTreeSet<Thing>,
}

impl<'a> Effects<'a> {
    /// Fails if the work is stopped. Takes a few rounds over the program.
    pub(super) fn of(
        unit: &'a Unit,
        sets: &'a PointsTo<'a>,
        entry: FunctionId,
        control: &dyn Control,
    ) -> Result<Self, Stop> {
        let count = unit.functions.len();
        let mut effects = Self {
            unit,
            sets,
            of_functions: vec![BTreeSet::new(); count],
            lasting: BTreeSet::new(),
            is_seen: vec![false; count],
            shared: BTreeSet::new(),
        };
        let calls: Vec<BTreeSet<usize>> = (0..count).map(|number| effects.calls(number)).collect();
        let recursive = (0..count).filter(|number| calls_itself(&calls, *number));
        effects.lasting = recursive.flat_map(|number| addressed(unit, FunctionId(number as u32))).collect();
        let mut has_changed = true;
        let mut rounds = 0;
        while std::mem::take(&mut has_changed) {
            for number in (0..count).rev().filter(|number| sets.is_reached(FunctionId(*number as u32))) {
                rounds += 1;
                control.poll(&Progress { phase: "effects", states: rounds, ..Progress::default() })?;
                has_changed |= effects.add(number);
            }
        }
        effects.find_shared(entry);
        Ok(effects)
    }

    fn calls(&self, number: usize) -> BTreeSet<usize> {
        let id = FunctionId(number as u32);
        let calls = self.unit.functions[number].instructions().filter_map(|instruction| match &instruction.action {
            Action::Call(call) => Some(self.sets.callees(id, call)),
            _ => None,
        });
        calls.flatten().map(|called| called.0 as usize).collect()
    }

    /// Adds what a function touches; returns `true` if that is more than was known.
    fn add(&mut self, number: usize) -> bool {
        let id = FunctionId(number as u32);
        let mut touches = BTreeSet::new();
        for instruction in self.unit.functions[number].instructions() {
            touches.extend(
                self.touches(id, &instruction.action).into_iter().filter(|touch| self.outlives(id, touch.thing)),
            );
        }
        let mut actions = self.unit.functions[number].instructions().map(|instruction| &instruction.action);
        let is_seen = actions.any(|action| self.is_seen(id, action));
        let is_more = touches.len() > self.of_functions[number].len() || is_seen != self.is_seen[number];
        self.of_functions[number] = touches;
        self.is_seen[number] = is_seen;
        is_more
    }

    /// Returns `true` for an action in whose order other threads may take part.
    pub(super) fn is_seen(&self, id: FunctionId, action: &Action) -> bool {
        let Action::Call(call) = action else { return is_seen(action) };
        self.sets.callees(id, call).into_iter().any(|called| {
            let function = &self.unit.functions[called.0 as usize];
            self.is_seen[called.0 as usize] || function.blocks.is_empty() && MEETS_OTHERS.contains(&&*function.name)
        })
    }

    /// Returns `true` if an object may exist before and after an activation of a function.
    fn outlives(&self, id: FunctionId, thing: Thing) -> bool {
        !matches!(thing, Thing::Local(of, _) if of == id) || self.lasting.contains(&thing)
    }

    /// The accesses of an instruction of a function.
    pub(super) fn touches(&self, id: FunctionId, action: &Action) -> Vec<Touch> {
        let at = |place: Place, size: u64, is_write| touches_at(&self.sets.place(id, place), size, is_write);
        match action {
            Action::Load(_, place, access) => at(*place, access.shape.size(), false),
            Action::Store(place, _, access) => at(*place, access.shape.size(), true),
            Action::Zero(place, size) => at(*place, *size, true),
            Action::Copy(to, from, size) => [at(*to, *size, true), at(*from, *size, false)].concat(),
            Action::Atomic(_, Atomic::Fence, ..) => Vec::new(),
            Action::Atomic(_, Atomic::Load, place, _, shape) => at(*place, shape.size(), false),
            Action::Atomic(_, operation, place, operands, shape) => {
                let mut touches = at(*place, shape.size(), true);
                if let (Atomic::CompareExchange { .. }, Some(expected)) = (operation, operands.first()) {
                    touches.extend(touches_at(&self.sets.operand(id, *expected), shape.size(), true));
                }
                touches
            }
            Action::ListStart(place) | Action::ListNext(_, place) => at(*place, 1, true),
            Action::ListCopy(to, from) => [at(*to, 1, true), at(*from, 1, false)].concat(),
            Action::Forget(pointer, _) => anywhere(&self.sets.operand(id, *pointer), true),
            Action::Call(call) => self.call(id, call),
            _ => Vec::new(),
        }
    }

    fn call(&self, id: FunctionId, call: &Call) -> Vec<Touch> {
        let mut touches = Vec::new();
        for called in self.sets.callees(id, call) {
            let function = &self.unit.functions[called.0 as usize];
            if function.blocks.is_empty() {
                touches.extend(self.unknown(id, &function.name, call));
            } else {
                touches.extend(&self.of_functions[called.0 as usize]);
            }
        }
        touches
    }

    /// The accesses of a function without a body: the objects to which its arguments point.
    fn unknown(&self, id: FunctionId, name: &str, call: &Call) -> Vec<Touch> {
        let set = |argument: &Argument| match argument {
            Argument::Value(value, _) => self.sets.operand(id, *value),
            Argument::Copy(place, _) => self.sets.place(id, *place),
        };
        let arguments = call.arguments.iter().map(set);
        match name {
            "__boolprog_check"
            | "__boolprog_doubt"
            | "__boolprog_is_late"
            | "__boolprog_output"
            | "__boolprog_create"
            | "__boolprog_is_argument"
            | "__boolprog_is_compared" => Vec::new(),
            "__boolprog_copy" => {
                let size = match call.arguments.get(2) {
                    Some(Argument::Value(Operand::Number(size), _)) => u64::try_from(*size).ok(),
                    _ => None,
                };
                let touches = arguments.enumerate().flat_map(|(index, set)| match size {
                    Some(size) => touches_at(&set, size, index == 0),
                    None => anywhere(&set, index == 0),
                });
                touches.collect()
            }
            "__boolprog_size" | "__boolprog_written" | "__boolprog_argument_number" | "__boolprog_compared" => {
                arguments.flat_map(|set| anywhere(&set, false)).collect()
            }
            _ => arguments.flat_map(|set| anywhere(&set, true)).collect(),
        }
    }

    /// Finds what several threads access. A function with which threads start may be that of several.
    fn find_shared(&mut self, entry: FunctionId) {
        if self.sets.starts().is_empty() {
            return;
        }
        let mut users: FxHashMap<Thing, (usize, bool)> = FxHashMap::default();
        for (function, count) in self.sets.starts().iter().map(|start| (*start, 2)).chain([(entry, 1)]) {
            let touches = &self.of_functions[function.0 as usize];
            let things: BTreeSet<Thing> = touches.iter().map(|touch| touch.thing).collect();
            for thing in things {
                users.entry(thing).or_default().0 += count;
            }
            for touch in touches.iter().filter(|touch| touch.is_write) {
                users.entry(touch.thing).or_default().1 = true;
            }
        }
        let shared = users.into_iter().filter(|(_, (count, is_written))| *count > 1 && *is_written);
        self.shared = shared.map(|(thing, _)| thing).collect();
    }

    /// Returns `true` if something is shared by threads.
    pub(super) fn is_shared(&self, touch: &Touch) -> bool {
        self.shared.contains(&touch.thing)
    }
}

fn touches_at(set: &Set, size: u64, is_write: bool) -> Vec<Touch> {
    set.iter().map(|pointee| Touch { thing: pointee.thing, offset: pointee.offset, size, is_write }).collect()
}

fn anywhere(set: &Set, is_write: bool) -> Vec<Touch> {
    set.iter().map(|pointee| Touch { thing: pointee.thing, offset: Offset::ANY, size: 1, is_write }).collect()
}

/// The locals of a function of which addresses are computed.
fn addressed(unit: &Unit, id: FunctionId) -> impl Iterator<Item = Thing> {
    unit.functions[id.0 as usize].instructions().filter_map(move |instruction| match &instruction.action {
        Action::Compute(_, Operation::Address(Place { base: Base::Local(local), .. })) => {
            Some(Thing::Local(id, *local))
        }
        _ => None,
    })
}

fn calls_itself(calls: &[BTreeSet<usize>], number: usize) -> bool {
    let mut seen = vec![false; calls.len()];
    let mut open = vec![number];
    while let Some(next) = open.pop() {
        for called in &calls[next] {
            if *called == number {
                return true;
            }
            if !std::mem::replace(&mut seen[*called], true) {
                open.push(*called);
            }
        }
    }
    false
}

/// Returns `true` for an access in whose order other threads may take part.
pub(super) fn is_seen(action: &Action) -> bool {
    match action {
        Action::Load(_, _, access) | Action::Store(_, _, access) => access.is_atomic || access.is_volatile,
        Action::Atomic(..) => true,
        _ => false,
    }
}
