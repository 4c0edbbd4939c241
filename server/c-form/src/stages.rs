//! The stages of the way from the syntax tree to the integer program: each can be printed.

use std::fmt;
use std::sync::Arc;

use boolprog_base::control::{Control, Stop};
use boolprog_c_syntax::Unit;
use smol_str::SmolStr;

use crate::adapt;
use crate::destructors;
use crate::form::{self, FunctionId};
use crate::link::{DefinedTwice, link};
use crate::lower::{lower, lower_with};
use crate::order::{Conflicts, conflicts};
use crate::points_to::points_to;
use crate::returns::end_after_calls;
use crate::settle::settled;
use crate::threads::{Apart, threads};

/// A stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The first file itself as instructions; the other files and the library are not there yet.
    Lowered,
    /// All units, those of the library included, as one.
    Linked,
    /// The threads, each as one function with the bodies of those that it calls.
    Threads,
    /// The same, with temporaries in the place of locals that have no address, and simplified.
    Promoted,
    /// The sets of objects to which pointers of the promoted functions can point.
    PointsTo,
}

impl Stage {
    /// All stages, in their order.
    pub const ALL: [Self; 5] = [Self::Lowered, Self::Linked, Self::Threads, Self::Promoted, Self::PointsTo];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lowered => "lowered",
            Self::Linked => "linked",
            Self::Threads => "threads",
            Self::Promoted => "promoted",
            Self::PointsTo => "points-to",
        }
    }
}

/// Why there is no stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoStage {
    /// A name is defined twice.
    Twice(DefinedTwice),
    /// There is no function with which the program begins.
    NoEntry(SmolStr),
    /// The work was stopped.
    Stopped(Stop),
}

impl fmt::Display for NoStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice(twice) => twice.fmt(f),
            Self::NoEntry(name) => write!(f, "There is no function `{name}`, with which the program begins."),
            Self::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl From<Stop> for NoStage {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// A program at a stage as a text. The units of the library come last.
pub fn print(units: &[Arc<Unit>], entry: &str, stage: Stage, control: &dyn Control) -> Result<String, NoStage> {
    match stage {
        Stage::Lowered => Ok(lower(&units[0], control)?.to_string()),
        Stage::Linked => Ok(linked(units, &Conflicts::default(), control)?.to_string()),
        Stage::Threads => Ok(functions(&threaded(units, entry, control)?)),
        Stage::Promoted => Ok(functions(&promoted(units, entry, control)?)),
        Stage::PointsTo => {
            let unit = promoted(units, entry, control)?;
            let sets = points_to(&unit, unit.threads[0].function, control)?;
            Ok(sets.to_string())
        }
    }
}

/// The last stage of a program that begins with a function of this name: its threads, with temporaries in the place of locals that
/// have no address, and simplified. The objects of its pointers are the result of [`points_to`] for the function of its
/// first thread. The units of the library come last.
pub fn promoted(units: &[Arc<Unit>], entry: &str, control: &dyn Control) -> Result<form::Unit, NoStage> {
    promoted_with(units, entry, Apart::Each, control)
}

/// The same stage where all threads of a function are any number of one, and loops that create them are as they are.
pub fn rolled(units: &[Arc<Unit>], entry: &str, control: &dyn Control) -> Result<form::Unit, NoStage> {
    promoted_with(units, entry, Apart::None, control)
}

fn promoted_with(units: &[Arc<Unit>], entry: &str, apart: Apart, control: &dyn Control) -> Result<form::Unit, NoStage> {
    let mut unit = threaded_with(units, entry, apart, control)?;
    let objects = &unit.objects;
    for function in unit.functions.iter_mut().filter(|function| !function.blocks.is_empty()) {
        *function = settled(function.clone(), objects, control)?;
    }
    Ok(unit)
}

/// The threads of a program that begins with a function of this name, each as one function with the bodies of those that it calls.
pub fn threaded(units: &[Arc<Unit>], entry: &str, control: &dyn Control) -> Result<form::Unit, NoStage> {
    threaded_with(units, entry, Apart::Each, control)
}

fn threaded_with(units: &[Arc<Unit>], entry: &str, apart: Apart, control: &dyn Control) -> Result<form::Unit, NoStage> {
    let sought = linked(units, &Conflicts::sought(), control)?;
    let first = entry_of(&sought, entry)?;
    let conflicts = conflicts(sought, first, control)?;
    let linked = linked(units, &conflicts, control)?;
    let first = entry_of(&linked, entry)?;
    let mut unit = threads(&linked, first, apart, control)?;
    end_after_calls(&mut unit);
    Ok(unit)
}

/// The function with which a program begins.
fn entry_of(unit: &form::Unit, entry: &str) -> Result<FunctionId, NoStage> {
    let first = unit.functions.iter().position(|function| function.name == entry && !function.blocks.is_empty());
    first.map(|first| FunctionId(first as u32)).ok_or_else(|| NoStage::NoEntry(entry.into()))
}

fn linked(units: &[Arc<Unit>], conflicts: &Conflicts, control: &dyn Control) -> Result<form::Unit, NoStage> {
    let numbered = units.iter().zip(0..);
    let forms = numbered
        .map(|(unit, number)| lower_with((unit, number), conflicts, control))
        .collect::<Result<Vec<_>, Stop>>()?;
    let mut unit = link(forms).map_err(NoStage::Twice)?;
    destructors::define(&mut unit);
    adapt::adapt(&mut unit);
    Ok(unit)
}

/// The functions that have a body.
fn functions(unit: &form::Unit) -> String {
    (0..unit.functions.len() as u32).map(|index| unit.function(FunctionId(index)).to_string()).collect()
}
