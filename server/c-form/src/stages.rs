//! The stages of the way from the syntax tree to the integer program: each can be printed.

use std::fmt;

use boolprog_base::control::{Control, Stop};
use boolprog_c_syntax::Unit;
use smol_str::SmolStr;

use crate::form::{self, FunctionId};
use crate::inline::inline;
use crate::link::{DefinedTwice, link};
use crate::lower::lower;
use crate::points_to::points_to;
use crate::promote::promote;
use crate::simplify::simplify;

/// A stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The text itself as instructions; the library is not there yet.
    Lowered,
    /// All units, those of the library included, as one.
    Linked,
    /// The sets of objects to which pointers can point.
    PointsTo,
    /// The functions with which threads begin, with the bodies of those that they call.
    Inlined,
    /// The same, with temporaries in the place of locals that have no address, and simplified.
    Promoted,
}

impl Stage {
    /// All stages, in their order.
    pub const ALL: [Self; 5] = [Self::Lowered, Self::Linked, Self::PointsTo, Self::Inlined, Self::Promoted];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lowered => "lowered",
            Self::Linked => "linked",
            Self::PointsTo => "points-to",
            Self::Inlined => "inlined",
            Self::Promoted => "promoted",
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

/// A program at a stage as a text. The first unit is the program itself, the others are the library.
pub fn print(units: &[Unit], entry: &str, stage: Stage, control: &dyn Control) -> Result<String, NoStage> {
    if stage == Stage::Lowered {
        return Ok(lower(&units[0], control)?.to_string());
    }
    let forms = units.iter().map(|unit| lower(unit, control)).collect::<Result<Vec<form::Unit>, Stop>>()?;
    let linked = link(forms).map_err(NoStage::Twice)?;
    if stage == Stage::Linked {
        return Ok(linked.to_string());
    }
    let first = linked.functions.iter().position(|function| function.name == entry && !function.blocks.is_empty());
    let first = first.ok_or_else(|| NoStage::NoEntry(entry.into()))?;
    let first = FunctionId(first as u32);
    let sets = points_to(&linked, first, control)?;
    if stage == Stage::PointsTo {
        return Ok(sets.to_string());
    }
    let roots: Vec<FunctionId> = [first].iter().chain(sets.starts()).copied().collect();
    let mut inlined = linked.clone();
    for root in &roots {
        inlined.functions[root.0 as usize] = inline(&linked, *root, *root, &sets, control)?;
    }
    if stage == Stage::Promoted {
        for root in &roots {
            let function = &mut inlined.functions[root.0 as usize];
            *function = simplify(promote(function.clone(), control)?, control)?;
        }
    }
    Ok(roots.iter().map(|root| inlined.function(*root).to_string()).collect())
}
