//! A lowered program as relations between sets of valuations, which are decision diagrams.
//!
//! This is the semantics of a program for engines that work on sets, as [`crate::system`] is for those that visit
//! states one by one. It is all that the symbolic engines and the checker of their invariants share.
//!
//! A relation speaks of the variables before the step, and of those after the step for the bits that the edge writes;
//! all others are unchanged and need no mention.

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::Undecided;
use boolprog_program::program::{
    Creation, Edge, Effect, Goal, Location, LocationId, Program, Property, PropertyId, PropertyKind, Slot, Value,
};

mod calls;
mod expression;
mod order;
mod passive;
mod sets;
mod variables;

pub use calls::{Call, Calls};
use expression::{Read, can, takes};
pub use passive::{Turn, turn};
pub use sets::{Cube, Limits, Renaming, Set, Sets, Variable};
pub use variables::{Bit, EntryBit, Variables};

/// More variables than this are refused: operations recurse once per variable, with some 200 bytes of stack each.
const MOST_VARIABLES: u32 = 3000;

/// A program, the variables for its bits, and the sets over them.
pub struct Relations<'p, 'c> {
    /// Program whose steps are relations.
    pub program: &'p Program,
    /// Assignment of variables to bits.
    pub variables: Variables,
    /// Sets over the variables.
    pub sets: Sets<'c>,
    labels: Vec<Vec<PropertyId>>,
}

/// One edge, taken by one thread.
#[derive(Clone)]
pub struct Step {
    /// Configurations after the step.
    pub goal: Goal,
    /// The valuations before and after.
    pub relation: Set,
    /// The bits it writes, each once.
    pub written: Vec<Slot>,
    /// Start of the thread that it creates, with the relation of its bits to those before the step.
    pub created: Option<(LocationId, Set)>,
}

/// The variables for a program and this number of threads, or why it has none, as a clause.
pub fn variables(program: &Program, threads: u32) -> Result<Variables, String> {
    if program.has_waits() || program.has_passive_updates() || program.has_passive_constraints() {
        return Err("a step can change the state of other threads".to_owned());
    }
    few_enough(Variables::new(program, threads))
}

fn few_enough(variables: Variables) -> Result<Variables, String> {
    if variables.count() > MOST_VARIABLES {
        return Err(format!("it has more than {MOST_VARIABLES} bits to keep track of"));
    }
    Ok(variables)
}

impl<'p, 'c> Relations<'p, 'c> {
    /// The program with variables for this number of threads. `phase` is the phase reported to `control`.
    ///
    /// Fails, with the reason as a clause, for programs whose steps move other threads, and those with too many
    /// variables.
    pub fn new(
        program: &'p Program,
        threads: u32,
        phase: &'static str,
        limits: Limits,
        control: &'c dyn Control,
    ) -> Result<Self, Undecided> {
        Self::over(program, variables(program, threads), phase, limits, control)
    }

    /// The same for single runs, in which it is known where each thread is: steps may move other threads, too. A release
    /// of waiting threads changes no bits, and [`Self::passive_step`] is the part of a step that changes those of another
    /// thread.
    ///
    /// Fails for programs with too many variables.
    pub fn along_runs(
        program: &'p Program,
        threads: u32,
        phase: &'static str,
        limits: Limits,
        control: &'c dyn Control,
    ) -> Result<Self, Undecided> {
        Self::over(program, few_enough(Variables::new(program, threads)), phase, limits, control)
    }

    fn over(
        program: &'p Program,
        variables: Result<Variables, String>,
        phase: &'static str,
        limits: Limits,
        control: &'c dyn Control,
    ) -> Result<Self, Undecided> {
        let variables = variables.map_err(Undecided::Refused)?;
        let sets = Sets::new(variables.count(), limits.nodes, (phase, variables.threads()), control)?;
        let mut labels = vec![Vec::new(); program.locations.len()];
        for (id, property) in (0..).zip(&program.properties) {
            if property.kind == PropertyKind::Label {
                property.locations.iter().for_each(|location| labels[location.0 as usize].push(PropertyId(id)));
            }
        }
        Ok(Self { program, variables, sets, labels })
    }

    /// The shared valuations at the start.
    pub fn initial_shared(&self) -> Result<Set, Stop> {
        let held = self.variables.atomic().map(|(held, _)| held);
        let bits = (0..).map(Slot::Shared).zip(self.program.shared_initial.iter().copied());
        self.with_values(bits.chain(held.map(|held| (held, Some(false)))), 0)
    }

    /// The local valuations of a thread that starts in `main`.
    pub fn initial_local(&self, thread: u32) -> Result<Set, Stop> {
        let inside = self.variables.atomic().map(|(_, inside)| inside);
        let bits = (0..).map(Slot::Local).zip(self.program.local_initial.iter().copied());
        self.with_values(bits.chain(inside.map(|inside| (inside, Some(false)))), thread)
    }

    fn with_values(&self, bits: impl Iterator<Item = (Slot, Option<bool>)>, thread: u32) -> Result<Set, Stop> {
        self.sets
            .conjunction(bits.filter_map(|(slot, value)| Some((self.variables.now(slot, thread), value?))).collect())
    }

    /// The error labels of a location.
    pub fn labels(&self, location: LocationId) -> &[PropertyId] {
        &self.labels[location.0 as usize]
    }

    /// The valuations in which `enforce` permits a thread at this location to move, and to count as having reached it.
    pub fn permitted(&self, location: LocationId, thread: u32) -> Result<Set, Stop> {
        self.permitted_without(location, thread, &|_| false)
    }

    /// The same, with a value of its own for each occurrence of a bit that is forgotten.
    pub fn permitted_without(
        &self,
        location: LocationId,
        thread: u32,
        is_forgotten: &dyn Fn(Slot) -> bool,
    ) -> Result<Set, Stop> {
        let Location { enforce, .. } = self.program.location(location);
        let Some(enforce) = enforce else { return Ok(self.sets.all()) };
        Ok(can(&self.sets, enforce, &|read| self.read_unless(is_forgotten, read, &[], thread))?.be_true)
    }

    /// An edge, taken by `thread`. The bits of the thread that it creates, if any, are those of `created`; without one,
    /// they are unconstrained.
    pub fn step(&self, edge: &Edge, thread: u32, created: Option<u32>) -> Result<Step, Stop> {
        self.step_without(edge, thread, created, &|_| false)
    }

    /// The same, with a value of its own for each occurrence of a bit that is forgotten, as in the program
    /// [without it](boolprog_program::reduce::Abstraction).
    pub fn step_without(
        &self,
        edge: &Edge,
        thread: u32,
        created: Option<u32>,
        is_forgotten: &dyn Fn(Slot) -> bool,
    ) -> Result<Step, Stop> {
        let Self { sets, variables, .. } = self;
        let atomic = self.atomic_updates(edge);
        let updates: Vec<(Slot, &Value)> = edge.updates.iter().map(|(slot, value)| (*slot, value)).collect();
        let written: Vec<Slot> =
            updates.iter().map(|update| update.0).chain(atomic.iter().map(|update| update.0)).collect();
        let read = |read| self.read_unless(is_forgotten, read, &written, thread);

        let permitted = self.permitted_without(edge.source, thread, is_forgotten)?;
        let mut relation = sets.and(&permitted, &self.not_excluded(thread)?)?;
        relation = sets.and(&relation, &can(sets, &edge.guard, &read)?.be_true)?;
        for (slot, value) in updates {
            relation = sets.and(&relation, &takes(sets, variables.next(slot), value, &read)?)?;
        }
        for (slot, value) in atomic {
            relation = sets.and(&relation, &sets.literal(variables.next(slot), value)?)?;
        }
        if let Some(constrain) = &edge.constrain {
            relation = sets.and(&relation, &can(sets, constrain, &read)?.be_true)?;
        }
        let created = match (&edge.effect, created) {
            (Effect::Create(creation), Some(created)) => {
                Some((creation.start, self.created(creation, created, &read)?))
            }
            _ => None,
        };
        Ok(Step { goal: edge.goal, relation, written, created })
    }

    /// The local valuations that a created thread can have.
    fn created(&self, creation: &Creation, thread: u32, read: &impl Fn(Read) -> Option<Variable>) -> Result<Set, Stop> {
        let Self { sets, variables, .. } = self;
        let mut start = sets.all();
        for slot in variables.local_slots() {
            let target = variables.now(slot, thread);
            let value = creation.values.iter().find(|(bit, _)| Slot::Local(*bit) == slot);
            let values = match value {
                Some((_, value)) => takes(sets, target, value, read)?,
                None => sets.literal(target, false)?,
            };
            start = sets.and(&start, &values)?;
        }
        Ok(start)
    }

    /// The effect of an edge on the bits of atomic sections.
    ///
    /// A thread that moves is inside, or none is. Hence an edge that leaves sets both bits to F in any case.
    fn atomic_updates(&self, edge: &Edge) -> Vec<(Slot, bool)> {
        let Some((held, inside)) = self.variables.atomic() else { return Vec::new() };
        match edge.effect {
            Effect::AtomicBegin => vec![(held, true), (inside, true)],
            Effect::AtomicEnd => vec![(held, false), (inside, false)],
            _ if edge.goal == Goal::End => vec![(held, false), (inside, false)],
            _ => Vec::new(),
        }
    }

    /// The valuations in which no other thread is inside an atomic section.
    fn not_excluded(&self, thread: u32) -> Result<Set, Stop> {
        let Some((held, inside)) = self.variables.atomic() else { return Ok(self.sets.all()) };
        let free = self.sets.literal(self.variables.now(held, thread), false)?;
        self.sets.or(&free, &self.sets.literal(self.variables.now(inside, thread), true)?)
    }

    /// The variable that is read, if it is not one of another thread: a bit that is not written has its old value
    /// afterwards.
    fn read(&self, read: Read, written: &[Slot], thread: u32) -> Option<Variable> {
        match read {
            Read::New(slot) if written.contains(&slot) => Some(self.variables.next(slot)),
            Read::Old(slot) | Read::New(slot) => Some(self.variables.now(slot, thread)),
            Read::PassiveOld(_) | Read::PassiveNew(_) => None,
        }
    }

    /// The same for a bit that is not forgotten.
    fn read_unless(
        &self,
        is_forgotten: &dyn Fn(Slot) -> bool,
        read: Read,
        written: &[Slot],
        thread: u32,
    ) -> Option<Variable> {
        match read {
            Read::Old(slot) | Read::New(slot) if is_forgotten(slot) => None,
            _ => self.read(read, written, thread),
        }
    }

    /// The property with this id.
    pub fn property(&self, id: PropertyId) -> &Property {
        &self.program.properties[id.0 as usize]
    }
}
