//! Points-to sets: which objects, at which offsets, a pointer can point to (Andersen, Program Analysis and
//! Specialization for the C Programming Language, Copenhagen 1994).
//!
//! The order of instructions does not matter, nor who calls. Offsets of an object are kept apart, and a pointer that is moved by an
//! unknown number of elements points to [every one](Offset::Every) of them. An integer points to the objects of the pointers of
//! which it was made. Functions that nothing calls are left out, and calls by pointers are found with the sets themselves.

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Progress, Stop};
use rustc_hash::FxHashMap;

use crate::form::{Action, Base, Call, Callee, FunctionId, LocalId, ObjectId, Operand, Place, TemporaryId, Unit};

mod intrinsics;
mod offsets;
mod print;
mod sets;
mod transfer;

use offsets::Distance;
pub use offsets::Offset;
use sets::Memory;
pub use sets::{Pointee, Set};

/// An object as the sets know it. The objects that the heap gives at one call are one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Thing {
    /// An object of the unit.
    Object(ObjectId),
    /// A local of all activations of a function.
    Local(FunctionId, LocalId),
    /// The objects that an instruction of a function allocates.
    Allocated(FunctionId, u32),
    /// The code of a function.
    Code(FunctionId),
}

/// A value that points somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Source {
    Temporary(FunctionId, TemporaryId),
    /// The result of a function.
    Returned(FunctionId),
    /// The places where callers of a function want the structure that it returns.
    Wanted(FunctionId),
    /// The arguments after parameters, of all functions.
    Listed,
    /// The results of threads.
    Results,
    /// Pointers known to code that the program does not have.
    Outside,
}

/// A copy of a function for threads that are created at places still to be found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twin {
    /// The function itself.
    pub(crate) of: FunctionId,
    /// Its copy.
    pub(crate) function: FunctionId,
    /// `true` if the first argument is always the function that it was made for.
    pub(crate) is_start_known: bool,
}

impl Twin {
    /// Returns `true` if an argument is not one of those that other threads of the function get.
    fn is_known(self, argument: usize) -> bool {
        self.is_start_known && argument == 0
    }
}

/// The result.
#[derive(Debug)]
pub struct PointsTo<'a> {
    unit: &'a Unit,
    twins: &'a [Twin],
    sets: FxHashMap<Source, Set>,
    memory: Memory,
    /// Which functions are called, or executed by threads.
    is_reached: Vec<bool>,
    /// Functions with which threads start, in the order in which they were found.
    starts: Vec<FunctionId>,
    has_changed: bool,
}

/// The sets of a linked program that begins with a function. Fails if the work is stopped. Takes cubic time at worst, and in
/// practice a few rounds over the program.
pub fn points_to<'a>(unit: &'a Unit, entry: FunctionId, control: &dyn Control) -> Result<PointsTo<'a>, Stop> {
    with_twins(unit, &[], entry, control)
}

/// The sets if a thread that executes a function may execute its twins as well.
pub(crate) fn with_twins<'a>(
    unit: &'a Unit,
    twins: &'a [Twin],
    entry: FunctionId,
    control: &dyn Control,
) -> Result<PointsTo<'a>, Stop> {
    let mut result = PointsTo {
        unit,
        twins,
        sets: FxHashMap::default(),
        memory: Memory::default(),
        is_reached: vec![false; unit.functions.len()],
        starts: Vec::new(),
        has_changed: true,
    };
    result.reach(entry);
    for (index, function) in unit.functions.iter().enumerate() {
        if function.name.starts_with("initialise") && function.parameters.is_empty() {
            result.reach(FunctionId(index as u32));
        }
    }
    let mut rounds = 0;
    while std::mem::take(&mut result.has_changed) {
        rounds += 1;
        for index in 0..unit.functions.len() {
            if result.is_reached[index] {
                let progress = Progress { phase: "points-to", states: rounds, ..Progress::default() };
                control.poll(&progress)?;
                result.function(FunctionId(index as u32));
            }
        }
        result.outside();
    }
    Ok(result)
}

impl PointsTo<'_> {
    /// Returns `true` if a function is called or is executed by a thread.
    pub fn is_reached(&self, function: FunctionId) -> bool {
        self.is_reached[function.0 as usize]
    }

    /// The functions with which threads start, but for the first thread.
    pub fn starts(&self) -> &[FunctionId] {
        &self.starts
    }

    /// The set of an operand.
    pub fn operand(&self, function: FunctionId, operand: Operand) -> Set {
        match operand {
            Operand::Temporary(temporary) => self.source(Source::Temporary(function, temporary)),
            Operand::Number(_) | Operand::Floating(_) => Set::default(),
        }
    }

    /// The set of a place.
    pub fn place(&self, function: FunctionId, place: Place) -> Set {
        let base = match place.base {
            Base::Object(object) => Set::of(Thing::Object(object)),
            Base::Local(local) => Set::of(Thing::Local(function, local)),
            Base::Function(function) => Set::of(Thing::Code(function)),
            Base::Result => self.source(Source::Wanted(function)),
            Base::Pointer(pointer) => self.operand(function, pointer),
        };
        base.moved(Distance { bytes: place.offset.into(), step: 0 })
    }

    /// The objects to which pointers point that lie in an object.
    pub fn things_in(&self, thing: Thing) -> BTreeSet<Thing> {
        let all = Set::of(thing).anywhere();
        self.memory.read(&all, u64::MAX).iter().map(|pointee| pointee.thing).collect()
    }

    /// Values that threads give as their results, or to code that the program does not have.
    pub fn given(&self) -> Set {
        let mut set = self.source(Source::Results);
        set.extend(&self.source(Source::Outside));
        set
    }

    /// The objects that code outside of the program knows.
    pub fn known_outside(&self) -> Set {
        self.source(Source::Outside)
    }

    /// The functions that a call can call.
    pub fn callees(&self, function: FunctionId, call: &Call) -> Vec<FunctionId> {
        match call.function {
            Callee::Function(called) => vec![called],
            Callee::Pointer(pointer) => {
                let pointed = self.operand(function, pointer);
                let codes = pointed.iter().filter_map(|pointee| match pointee.thing {
                    Thing::Code(called) => Some(called),
                    _ => None,
                });
                codes.collect()
            }
        }
    }

    /// The instructions of a function that access memory, with where that can be.
    pub fn accesses(&self, function: FunctionId) -> impl Iterator<Item = (&Action, Set)> {
        let blocks = &self.unit.functions[function.0 as usize].blocks;
        blocks.iter().flat_map(|block| &block.instructions).filter_map(move |instruction| match &instruction.action {
            action @ (Action::Load(_, place, _) | Action::Store(place, ..) | Action::Atomic(_, _, place, ..)) => {
                Some((action, self.place(function, *place)))
            }
            _ => None,
        })
    }

    fn source(&self, source: Source) -> Set {
        self.sets.get(&source).cloned().unwrap_or_default()
    }

    /// Adds to what a value points to.
    fn add(&mut self, source: Source, more: &Set) {
        if !more.is_empty() {
            self.has_changed |= self.sets.entry(source).or_default().extend(more);
        }
    }

    fn reach(&mut self, function: FunctionId) {
        let reached = &mut self.is_reached[function.0 as usize];
        self.has_changed |= !*reached;
        *reached = true;
    }
}
