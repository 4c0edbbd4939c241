//! Following a run of an abstraction on the whole program.
//!
//! The run names the edges that threads take, one after the other. All executions along it are one set of valuations
//! per step, computed forwards; if the last one is not empty, an execution is read off backwards. If some step has no
//! valuation, the run is *spurious*, and the bits that show it are found by one of three methods ([`Separation`]).
//!
//! Only the bits that the edges of the run mention have a part in this; all others keep their values.

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::Undecided;
use boolprog_base::separation::Samples;
pub use boolprog_base::separation::Separation;
use boolprog_explore::relations::{Limits, Relations, Set};
use boolprog_program::program::{Edge, EdgeId, Effect, LocationId, Program, PropertyId, Slot};

use crate::run::Run;

mod backwards;
mod conflict;
mod mentioned;
mod separate;
mod way;

use way::Way;

/// The tables that are tried first: a run has few valuations, and large tables take long to make.
const SMALL: Limits = Limits { nodes: 1 << 14 };

/// A run of an abstraction, as edges of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The number of threads at the start.
    pub threads: u32,
    /// Its steps.
    pub steps: Vec<PathStep>,
    /// The property that it violates.
    pub property: PropertyId,
}

/// A step of a [`Path`]. Threads are numbered in order of creation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathStep {
    /// The thread that acts.
    pub thread: u32,
    /// The edge that it takes.
    pub edge: EdgeId,
    /// The other threads that it moves: with a `signal` or a `broadcast`, those that it releases.
    pub moved: Vec<u32>,
}

/// Result of following a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Followed {
    /// An execution along it, still to be re-executed.
    Run(Run),
    /// There is none.
    Spurious {
        /// Number of steps, from the start, after which it cannot go on, if not earlier.
        steps: usize,
        /// Forgotten bits that show it; empty if no choice of bits does.
        bits: BTreeSet<Slot>,
    },
}

/// Follows a run of the abstraction in which exactly these bits are visible.
///
/// Takes as many operations on sets as the run has steps; and for a spurious run a factor for the bits that are found,
/// times the logarithm of the number of those that the run mentions. Fails where [`Relations::along_runs`] fails, and for a
/// constraint on other threads that has no [`Turn`](boolprog_explore::relations::Turn).
pub fn follow(
    program: &Program,
    path: &Path,
    visible: &BTreeSet<Slot>,
    separation: Separation,
    control: &dyn Control,
) -> Result<Followed, Undecided> {
    match follow_within(SMALL, program, path, visible, separation, control) {
        Err(Undecided::Stopped(Stop::Full)) => {
            follow_within(Limits::default(), program, path, visible, separation, control)
        }
        followed => followed,
    }
}

/// Follows a run with tables of this size.
fn follow_within(
    limits: Limits,
    program: &Program,
    path: &Path,
    visible: &BTreeSet<Slot>,
    separation: Separation,
    control: &dyn Control,
) -> Result<Followed, Undecided> {
    let created = path.edges(program).filter(|edge| creation(edge).is_some()).count() as u32;
    let threads = path.threads + created;
    let relations = Relations::along_runs(program, threads, "following a run", limits, control)?;
    let way = Way::new(&relations, path)?;
    // Locks often show that a run is spurious, and few bits are followed far faster than all.
    let likely = mentioned::blocking(program, path).union(visible).copied().collect();
    if let Some(failed) = Failed::of(&way.forwards(Some(&likely))?, &way, visible, &likely) {
        return Ok(failed.explained(separation)?);
    }
    let layers = way.forwards(None)?;
    match Failed::of(&layers, &way, visible, &way.mentioned) {
        Some(failed) => Ok(failed.explained(separation)?),
        None => Ok(Followed::Run(way.backwards(&layers)?)),
    }
}

impl Path {
    /// The edges of its steps.
    fn edges<'p>(&self, program: &'p Program) -> impl Iterator<Item = &'p Edge> {
        self.steps.iter().map(|step| &program.edges[step.edge.0 as usize])
    }
}

fn creation(edge: &Edge) -> Option<LocationId> {
    match &edge.effect {
        Effect::Create(creation) => Some(creation.start),
        _ => None,
    }
}

/// A run whose step after these is impossible.
struct Failed<'w, 'e, 'p, 'c> {
    way: &'w Way<'e, 'p, 'c>,
    visible: &'w BTreeSet<Slot>,
    /// The bits with which it fails.
    among: &'w BTreeSet<Slot>,
    /// Index of the part of a step that is impossible; the number of parts if it is the violation.
    part: usize,
    /// The valuations before that part that are reached with these bits.
    reached: &'w Set,
}

impl<'w, 'e, 'p, 'c> Failed<'w, 'e, 'p, 'c> {
    /// The failure at the first of these layers that is empty, if one is.
    fn of(
        layers: &'w [Set],
        way: &'w Way<'e, 'p, 'c>,
        visible: &'w BTreeSet<Slot>,
        among: &'w BTreeSet<Slot>,
    ) -> Option<Self> {
        let part = layers.iter().position(Set::is_empty)? - 1;
        Some(Self { way, visible, among, part, reached: &layers[part] })
    }

    /// The answer, with bits that show it.
    fn explained(&self, separation: Separation) -> Result<Followed, Stop> {
        let bits = match separation {
            Separation::Conflict => self.conflict()?,
            Separation::Integer => self.separate(Samples::smallest)?,
            Separation::Tree => self.separate(Samples::tree)?,
        };
        Ok(Followed::Spurious { steps: self.step(), bits })
    }

    /// Number of the impossible step, from 0; the number of steps if it is the violation.
    fn step(&self) -> usize {
        self.way.taken.get(self.part).map_or(self.way.path.steps.len(), |part| part.number)
    }
}
