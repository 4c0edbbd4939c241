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
use boolprog_explore::relations::{Limits, Relations, Set, Step};
use boolprog_program::program::{EdgeId, Effect, Goal, LocationId, Program, PropertyId, PropertyKind, Slot};

use crate::image::Image;
use crate::run::Run;

mod backwards;
mod conflict;
mod mentioned;
mod separate;

/// The tables that are tried first: a run has few valuations, and large tables take long to make.
const SMALL: Limits = Limits { nodes: 1 << 14 };

/// A run of an abstraction, as edges of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The number of threads at the start.
    pub threads: u32,
    /// The steps: the thread, numbered in order of creation, and the edge that it takes.
    pub steps: Vec<(u32, EdgeId)>,
    /// The property that it violates.
    pub property: PropertyId,
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
/// times the logarithm of the number of those that the run mentions. Fails where [`Relations::new`] fails.
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
    let created = path.steps.iter().filter(|(_, edge)| creation(program, *edge).is_some()).count() as u32;
    let threads = path.threads + created;
    let relations = Relations::new(program, threads, "following a run", limits, control).map_err(Undecided::Refused)?;
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

fn creation(program: &Program, edge: EdgeId) -> Option<LocationId> {
    match &program.edges[edge.0 as usize].effect {
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
    steps: usize,
    /// The valuations before that step that are reached with these bits.
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
        let steps = layers.iter().position(Set::is_empty)? - 1;
        Some(Self { way, visible, among, steps, reached: &layers[steps] })
    }

    /// The answer, with bits that show it.
    fn explained(&self, separation: Separation) -> Result<Followed, Stop> {
        let bits = match separation {
            Separation::Conflict => self.conflict()?,
            Separation::Integer => self.separate(Samples::smallest)?,
            Separation::Tree => self.separate(Samples::tree)?,
        };
        Ok(Followed::Spurious { steps: self.steps, bits })
    }
}

/// A step of the run.
struct Taken {
    thread: u32,
    step: Step,
    image: Image,
}

/// A run as relations between valuations.
struct Way<'e, 'p, 'c> {
    relations: &'e Relations<'p, 'c>,
    path: &'e Path,
    taken: Vec<Taken>,
    /// The places of the threads before each step and after the last one, by number.
    places: Vec<Vec<Option<LocationId>>>,
    /// The valuations at the end that violate the property.
    end: Set,
    mentioned: BTreeSet<Slot>,
}

impl<'e, 'p, 'c> Way<'e, 'p, 'c> {
    fn new(relations: &'e Relations<'p, 'c>, path: &'e Path) -> Result<Self, Stop> {
        let program = relations.program;
        let all = relations.variables.threads();
        let start: Vec<_> = (0..all).map(|thread| (thread < path.threads).then_some(program.entry)).collect();
        let mut places = vec![start];
        let mut taken = Vec::new();
        let mut next = path.threads;
        for (thread, edge) in &path.steps {
            let mut now = places[places.len() - 1].clone();
            let created = creation(program, *edge).map(|start| (next, start));
            let edge = &program.edges[edge.0 as usize];
            now[*thread as usize] = match edge.goal {
                Goal::Location(location) => Some(location),
                Goal::Violation(_) => Some(edge.source),
                Goal::End => None,
            };
            if let Some((number, start)) = created {
                now[number as usize] = Some(start);
                next += 1;
            }
            let step = relations.step(edge, *thread, created.map(|(number, _)| number))?;
            let image = Image::new(relations, &step, *thread)?;
            taken.push(Taken { thread: *thread, step, image });
            places.push(now);
        }
        let end = end(relations, path, &places[places.len() - 1])?;
        let mentioned = mentioned::slots(relations, path, &places[places.len() - 1]);
        Ok(Self { relations, path, taken, places, end, mentioned })
    }

    /// The valuations after each number of steps along the run, and then those among the last that violate the property;
    /// up to the first empty set. Bits other than the kept ones, if these are given, are forgotten after each step.
    fn forwards(&self, kept: Option<&BTreeSet<Slot>>) -> Result<Vec<Set>, Stop> {
        let Self { relations, taken, .. } = self;
        let sets = &relations.sets;
        let hidden: Vec<_> = match kept {
            Some(kept) => self.variables(|slot| !kept.contains(&slot)),
            None => Vec::new(),
        };
        let hidden = sets.cube(hidden)?;
        let mut now = sets.exists(&self.start()?, &hidden)?;
        let mut layers = Vec::with_capacity(taken.len() + 2);
        for step in taken {
            let next = sets.exists(&step.image.of(sets, &now)?, &hidden)?;
            layers.push(now);
            now = next;
            if now.is_empty() {
                layers.push(now);
                return Ok(layers);
            }
        }
        let end = sets.and(&now, &self.end)?;
        layers.extend([now, end]);
        Ok(layers)
    }

    /// The variables before a step of those mentioned bits that are wanted, in all threads.
    fn variables(&self, is_wanted: impl Fn(Slot) -> bool) -> Vec<u32> {
        let variables = &self.relations.variables;
        let threads = |slot: &Slot| if matches!(slot, Slot::Shared(_)) { 0..1 } else { 0..variables.threads() };
        let slots = self.mentioned.iter().filter(|slot| is_wanted(**slot));
        slots.flat_map(|slot| threads(slot).map(|thread| variables.now(*slot, thread))).collect()
    }

    /// The initial valuations of the mentioned bits.
    fn start(&self) -> Result<Set, Stop> {
        let Relations { program, variables, sets, .. } = self.relations;
        let mut literals = Vec::new();
        for slot in &self.mentioned {
            match *slot {
                Slot::Shared(bit) => {
                    literals.extend(program.shared_initial[bit as usize].map(|value| (variables.now(*slot, 0), value)));
                }
                Slot::Local(bit) => literals.extend((0..self.path.threads).filter_map(|thread| {
                    program.local_initial[bit as usize].map(|value| (variables.now(*slot, thread), value))
                })),
            }
        }
        if let Some((held, inside)) = variables.atomic() {
            literals.push((variables.now(held, 0), false));
            literals.extend((0..self.path.threads).map(|thread| (variables.now(inside, thread), false)));
        }
        sets.conjunction(literals)
    }
}

/// The valuations that violate the property of a run in its last configuration: for a label those with a thread there
/// that its `enforce` permits.
fn end(relations: &Relations<'_, '_>, path: &Path, places: &[Option<LocationId>]) -> Result<Set, Stop> {
    let sets = &relations.sets;
    let property = relations.property(path.property);
    if property.kind == PropertyKind::Assert {
        return Ok(sets.all());
    }
    let mut end = sets.none();
    for (thread, place) in (0..).zip(places) {
        if let Some(location) = place.filter(|location| property.locations.contains(location)) {
            end = sets.or(&end, &relations.permitted(location, thread)?)?;
        }
    }
    Ok(end)
}
