//! Symbolic saturation: the thread-modular closure of `boolprog_explore::saturate`, over sets of valuations.
//!
//! Each location has a *row*, the set of (shared, local) valuations that a thread there may see. A step of a thread
//! puts its result into the row of its goal, and that of a thread it creates into the row of its start; and since
//! counts are forgotten, every thread that may be present when a step changes the shared valuation observes the change:
//! each row is closed under the *changes*, the relation between shared valuations that the steps of all rows make.
//! Steps that write the same shared bits form one change, so that no change needs a frame condition.
//!
//! Each round treats only what the round before has added (semi-naive evaluation).
//!
//! **Sound**: by induction over an execution, every thread of every reachable configuration is in the row of its
//! location. A violation that the rows do not have never happens, for any number of threads; the rows are the invariant.

use std::collections::{BTreeMap, VecDeque};

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::{Ended, Engine, Outcome, Task, Undecided};
use boolprog_certificate::diagrams::Invariant;
use boolprog_explore::relations::{Cube, Limits, Relations, Renaming, Set, Step};
use boolprog_program::program::{Goal, LocationId, Program, PropertyId, Slot};

use crate::image::Image;
use crate::{Valuations, proof};

/// The thread whose steps are taken.
const ACTIVE: u32 = 0;
const CREATED: u32 = 1;
/// Threads with variables of their own.
pub(crate) const THREADS: u32 = 2;

/// The engine: what the closure excludes is proved, for any number of threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolicSaturation {
    /// Limits on the size of its table.
    pub limits: Limits,
}

impl<'p> Engine<&'p Program> for SymbolicSaturation {
    type Kind = Valuations;

    fn run(&mut self, program: &'p Program, task: &mut Task<'_, Valuations>) -> Outcome<Valuations> {
        match unviolated(program, task.properties, self.limits, task.control) {
            Err(undecided) => Outcome::nothing(undecided.into()),
            Ok(proof) => {
                let mut outcome = Outcome::nothing(Ended::Complete);
                if let Some((properties, invariant)) = proof {
                    outcome.prove(properties, invariant);
                }
                outcome
            }
        }
    }
}

/// Those among the properties that the closure excludes, with the closure; nothing if there are none.
fn unviolated(
    program: &Program,
    asked: &[u32],
    limits: Limits,
    control: &dyn Control,
) -> Result<Option<(Vec<u32>, Invariant)>, Undecided> {
    let saturation = Saturation::new(program, limits, control)?;
    let violated = saturation.violated()?;
    let mut proved = asked.to_vec();
    proved.retain(|property| !violated.contains(&PropertyId(*property)));
    if proved.is_empty() {
        return Ok(None);
    }
    Ok(Some((proved, proof::of_threads(&saturation.relations, &saturation.rows)?)))
}

/// A program and the thread states that the closure has; see the module.
pub struct Saturation<'p, 'c> {
    /// The program as relations.
    pub relations: Relations<'p, 'c>,
    /// Thread states, by location.
    pub rows: Vec<Set>,
}

impl<'p, 'c> Saturation<'p, 'c> {
    /// Computes the closure.
    ///
    /// The number of operations on sets is about the number of locations times that of changes, per round; an
    /// operation is polynomial in the sizes of its diagrams, which can be exponential in the number of variables.
    pub fn new(program: &'p Program, limits: Limits, control: &'c dyn Control) -> Result<Self, Undecided> {
        let relations = Relations::new(program, THREADS, "symbolic saturation", limits, control)?;
        let mut closure = Closure::new(&relations)?;
        closure.start()?;
        closure.take_steps()?;
        while closure.spread()? {
            closure.take_steps()?;
        }
        let rows = closure.rows.into_iter().map(|row| row.members).collect();
        Ok(Self { relations, rows })
    }

    /// Number of thread states, an upper bound for those that occur; infinite above the limit of the type.
    pub fn thread_states(&self) -> f64 {
        let variables = &self.relations.variables;
        let bits = (variables.shared_slots().count() + variables.local_slots().count()) as u32;
        let all: f64 = self.rows.iter().map(|row| row.count(variables.count())).sum();
        all / f64::from(variables.count() - bits).exp2()
    }

    /// Returns `true` if a thread may be at a location, inside an atomic section or not, with these shared and local
    /// bits while some thread is inside (`held`) or not.
    pub fn contains(&self, location: LocationId, shared: &[bool], held: bool, local: &[bool], inside: bool) -> bool {
        let variables = &self.relations.variables;
        let mut values = vec![false; variables.count() as usize];
        let bits = (0..).map(Slot::Shared).zip(shared).chain((0..).map(Slot::Local).zip(local));
        bits.for_each(|(slot, value)| values[variables.now(slot, ACTIVE) as usize] = *value);
        if let Some(atomic) = variables.atomic() {
            values[variables.now(atomic.0, ACTIVE) as usize] = held;
            values[variables.now(atomic.1, ACTIVE) as usize] = inside;
        }
        self.rows[location.0 as usize].contains(&values)
    }

    /// The properties that some row violates.
    pub fn violated(&self) -> Result<Vec<PropertyId>, Stop> {
        let Self { relations, rows } = self;
        let sets = &relations.sets;
        let mut violated = Vec::new();
        for (location, row) in (0..).map(LocationId).zip(rows) {
            if !sets.and(row, &relations.permitted(location, ACTIVE)?)?.is_empty() {
                violated.extend_from_slice(relations.labels(location));
            }
            for edge in relations.program.edges_of(location) {
                if let Goal::Violation(property) = edge.goal
                    && !sets.and(row, &relations.step(edge, ACTIVE, Some(CREATED))?.relation)?.is_empty()
                {
                    violated.push(property);
                }
            }
        }
        Ok(violated)
    }
}

/// The row of a location while it grows.
struct Row {
    members: Set,
    /// Members whose steps have not been taken.
    fresh: Set,
    /// Members to which the changes have not been applied.
    unchanged: Set,
    queued: bool,
    edges: Vec<Active>,
}

/// The effect of one edge on the active thread.
struct Active {
    moved: Image,
    created: Option<(LocationId, Created)>,
    /// Index of the change that it takes part in, if it writes shared bits, with the projection to it.
    change: Option<(usize, Projection)>,
}

/// The valuations of the created thread after a step.
struct Created {
    relation: Set,
    forgotten: Cube,
    back: Renaming,
}

/// The shared valuations before and after a step.
struct Projection {
    relation: Set,
    forgotten: Cube,
}

/// The effect of steps on the shared bits that they write.
struct Change {
    relation: Set,
    /// Pairs added since the change was last applied.
    fresh: Set,
    forgotten: Cube,
    back: Renaming,
}

struct Closure<'e, 'p, 'c> {
    relations: &'e Relations<'p, 'c>,
    rows: Vec<Row>,
    changes: Vec<Change>,
    queue: VecDeque<LocationId>,
}

impl<'e, 'p, 'c> Closure<'e, 'p, 'c> {
    fn new(relations: &'e Relations<'p, 'c>) -> Result<Self, Stop> {
        let none = relations.sets.none();
        let mut numbers = BTreeMap::new();
        let mut changes = Vec::new();
        let mut rows = Vec::new();
        for location in (0..relations.program.locations.len() as u32).map(LocationId) {
            let mut edges = Vec::new();
            for edge in relations.program.edges_of(location) {
                if matches!(edge.goal, Goal::Violation(_)) {
                    continue;
                }
                let step = relations.step(edge, ACTIVE, Some(CREATED))?;
                let shared = shared_bits(&step);
                let mut change = None;
                if !shared.is_empty() {
                    if !numbers.contains_key(&shared) {
                        numbers.insert(shared.clone(), changes.len());
                        changes.push(Change::new(relations, &shared)?);
                    }
                    change = Some((numbers[&shared], Projection::new(relations, &step)?));
                }
                let active = Active::new(relations, step, change)?;
                relations.sets.count_beside(size_of::<Active>() + active.moved.bytes());
                edges.push(active);
            }
            let [members, fresh, unchanged] = [none.clone(), none.clone(), none.clone()];
            rows.push(Row { members, fresh, unchanged, queued: false, edges });
        }
        Ok(Self { relations, rows, changes, queue: VecDeque::new() })
    }

    fn start(&mut self) -> Result<(), Stop> {
        let Relations { program, sets, .. } = self.relations;
        let start = sets.and(&self.relations.initial_shared()?, &self.relations.initial_local(ACTIVE)?)?;
        self.add(program.entry, &start)
    }

    fn add(&mut self, location: LocationId, more: &Set) -> Result<(), Stop> {
        let sets = &self.relations.sets;
        let row = &mut self.rows[location.0 as usize];
        let new = sets.minus(more, &row.members)?;
        if new.is_empty() {
            return Ok(());
        }
        row.members = sets.or(&row.members, &new)?;
        row.fresh = sets.or(&row.fresh, &new)?;
        row.unchanged = sets.or(&row.unchanged, &new)?;
        if !row.queued {
            row.queued = true;
            self.queue.push_back(location);
        }
        Ok(())
    }

    /// Takes the steps of everything fresh, and of their results.
    fn take_steps(&mut self) -> Result<(), Stop> {
        let sets = &self.relations.sets;
        while let Some(location) = self.queue.pop_front() {
            let row = &mut self.rows[location.0 as usize];
            row.queued = false;
            let fresh = std::mem::replace(&mut row.fresh, sets.none());
            let edges = std::mem::take(&mut row.edges);
            for edge in &edges {
                self.take(edge, &fresh)?;
            }
            self.rows[location.0 as usize].edges = edges;
        }
        Ok(())
    }

    fn take(&mut self, edge: &Active, fresh: &Set) -> Result<(), Stop> {
        let sets = &self.relations.sets;
        if let Goal::Location(to) = edge.moved.goal {
            self.add(to, &edge.moved.of(sets, fresh)?)?;
        }
        if let Some((start, created)) = &edge.created {
            let seen = sets.and_exists(fresh, &created.relation, &created.forgotten)?;
            self.add(*start, &sets.rename(&seen, &created.back)?)?;
        }
        if let Some((number, projection)) = &edge.change {
            let change = &mut self.changes[*number];
            let made = sets.and_exists(fresh, &projection.relation, &projection.forgotten)?;
            let new = sets.minus(&made, &change.relation)?;
            change.relation = sets.or(&change.relation, &new)?;
            change.fresh = sets.or(&change.fresh, &new)?;
        }
        Ok(())
    }

    /// Applies new changes to all rows and all changes to the new part of a row. Returns `true` if anything is left to
    /// do.
    fn spread(&mut self) -> Result<bool, Stop> {
        let sets = &self.relations.sets;
        let none = sets.none();
        let take = |set: &mut Set| std::mem::replace(set, none.clone());
        let unchanged: Vec<Set> = self.rows.iter_mut().map(|row| take(&mut row.unchanged)).collect();
        for number in 0..self.changes.len() {
            let fresh = take(&mut self.changes[number].fresh);
            for (location, unchanged) in (0..).map(LocationId).zip(&unchanged) {
                let change = &self.changes[number];
                let members = &self.rows[location.0 as usize].members;
                let mut seen = sets.none();
                if !fresh.is_empty() && !members.is_empty() {
                    seen = change.applied(self.relations, members, &fresh)?;
                }
                if !unchanged.is_empty() && !change.relation.is_empty() {
                    seen = sets.or(&seen, &change.applied(self.relations, unchanged, &change.relation)?)?;
                }
                self.add(location, &seen)?;
            }
        }
        Ok(!self.queue.is_empty())
    }
}

impl Active {
    fn new(relations: &Relations<'_, '_>, step: Step, change: Option<(usize, Projection)>) -> Result<Self, Stop> {
        let created = match &step.created {
            Some((start, values)) => Some((*start, Created::new(relations, &step, values)?)),
            None => None,
        };
        let moved = Image::new(relations, &Step { created: None, ..step }, ACTIVE)?;
        Ok(Self { moved, created, change })
    }
}

impl Created {
    fn new(relations: &Relations<'_, '_>, step: &Step, values: &Set) -> Result<Self, Stop> {
        let Relations { sets, variables, .. } = relations;
        let shared = shared_bits(step);
        let own = local_variables(relations, step);
        let forgotten = sets.cube(own.into_iter().chain(shared.iter().map(|slot| variables.now(*slot, ACTIVE))))?;
        let after = shared.iter().map(|slot| (variables.next(*slot), variables.now(*slot, ACTIVE)));
        let created = variables.local_slots().map(|slot| (variables.now(slot, CREATED), variables.now(slot, ACTIVE)));
        let back = sets.renaming(&after.chain(created).collect::<Vec<_>>())?;
        Ok(Self { relation: sets.and(&step.relation, values)?, forgotten, back })
    }
}

impl Projection {
    fn new(relations: &Relations<'_, '_>, step: &Step) -> Result<Self, Stop> {
        let forgotten = relations.sets.cube(local_variables(relations, step))?;
        Ok(Self { relation: step.relation.clone(), forgotten })
    }
}

impl Change {
    fn new(relations: &Relations<'_, '_>, shared: &[Slot]) -> Result<Self, Stop> {
        let Relations { sets, variables, .. } = relations;
        let back: Vec<_> = shared.iter().map(|slot| (variables.next(*slot), variables.now(*slot, ACTIVE))).collect();
        Ok(Self {
            relation: sets.none(),
            fresh: sets.none(),
            forgotten: sets.cube(back.iter().map(|pair| pair.1))?,
            back: sets.renaming(&back)?,
        })
    }

    fn applied(&self, relations: &Relations<'_, '_>, members: &Set, relation: &Set) -> Result<Set, Stop> {
        let sets = &relations.sets;
        sets.rename(&sets.and_exists(members, relation, &self.forgotten)?, &self.back)
    }
}

/// The shared bits that a step writes, sorted.
fn shared_bits(step: &Step) -> Vec<Slot> {
    let mut bits: Vec<_> = step.written.iter().filter(|slot| matches!(slot, Slot::Shared(_))).copied().collect();
    bits.sort_unstable();
    bits
}

/// The variables of the active thread before and after a step.
fn local_variables(relations: &Relations<'_, '_>, step: &Step) -> Vec<u32> {
    let variables = &relations.variables;
    let written = step.written.iter().filter(|slot| matches!(slot, Slot::Local(_))).map(|slot| variables.next(*slot));
    variables.of_thread(ACTIVE).chain(written).collect()
}
