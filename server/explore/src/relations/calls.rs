//! Programs of one thread whose calls are not inlined: what a call and the return from it do to valuations.
//!
//! A set of valuations at a location is here the relation between the valuations with which an activation can be
//! *entered* and those that it can have *now*. It grows by steps, which leave the entry alone. A call enters its
//! callee: both valuations of the new activation are those after the call. And a call with all that its callee does is
//! a single [step](Calls::through) of the caller, as the relation at the exit of the callee describes it.

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::Undecided;
use boolprog_program::program::{CallSite, Goal, InstanceId, LocationId, Program, Role, Slot, Threads};

use super::sets::{Limits, Renaming, Set, Variable};
use super::variables::{Bit, EntryBit, Variables};
use super::{Relations, Step, few_enough};

/// The only thread.
const THREAD: u32 = 0;

/// A program of one thread with calls, the variables for its bits, and the sets over them.
pub struct Calls<'p, 'c> {
    /// Its steps, calls included: they are those to the entry of the callee.
    pub relations: Relations<'p, 'c>,
    /// The exit of each instance that has one.
    exits: Vec<Option<LocationId>>,
    /// From the entry of an activation to the present.
    present: Renaming,
}

/// A call that is not inlined.
pub struct Call {
    /// The step to the entry of the callee.
    pub enter: Step,
    /// First location of the callee.
    pub entry: LocationId,
    /// Location where the callee ends; `None` if it never does.
    pub exit: Option<LocationId>,
    /// Bits at the exit and the bits of the caller that they are copied to, each of them once.
    pub copies: Vec<(Slot, Slot)>,
    /// Location where the caller continues.
    pub returns_to: LocationId,
}

impl<'p, 'c> Calls<'p, 'c> {
    /// The program with variables for one thread and for the entry of its present activation. `phase` is the phase
    /// reported to `control`.
    ///
    /// Fails, with the reason as a clause, for programs with several threads and those with too many variables.
    pub fn new(
        program: &'p Program,
        phase: &'static str,
        limits: Limits,
        control: &'c dyn Control,
    ) -> Result<Self, Undecided> {
        if program.threads != Threads::Exactly(1) || program.creates_threads {
            return Err(Undecided::Refused("it has several threads".to_owned()));
        }
        let variables = few_enough(Variables::with_entries(program));
        let relations = Relations::over(program, variables, phase, limits, control)?;
        let mut exits = vec![None; program.instances.len()];
        for (id, location) in (0..).map(LocationId).zip(&program.locations) {
            if location.role == Role::Exit {
                exits[location.instance.0 as usize] = Some(id);
            }
        }
        let variables = &relations.variables;
        let pairs = all_slots(variables).map(|slot| (variables.entry(slot), variables.now(slot, THREAD)));
        let present = relations.sets.renaming(&pairs.collect::<Vec<_>>())?;
        Ok(Self { relations, exits, present })
    }

    /// The variable of a bit when the present activation was entered.
    pub fn entry(&self, slot: Slot) -> Variable {
        self.relations.variables.entry(slot)
    }

    /// All bits of the thread and of what it shares.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        all_slots(&self.relations.variables)
    }

    /// All bits, each with its variable before the step.
    pub fn bits(&self) -> Vec<(Bit, Variable)> {
        let variables = &self.relations.variables;
        let entry = |slot| match variables.bit(slot, THREAD) {
            Bit::Shared(bit) => EntryBit::Shared(bit),
            Bit::Held => EntryBit::Held,
            Bit::Local(_, bit) => EntryBit::Local(bit),
            Bit::Inside(_) | Bit::Entry(_) => EntryBit::Inside,
        };
        let entries = all_slots(variables).map(|slot| (Bit::Entry(entry(slot)), variables.entry(slot)));
        variables.bits().into_iter().chain(entries).collect()
    }

    /// The valuations, now, with which a thread can be at the first location in an activation that it enters there.
    pub fn at_entry(&self, relation: &Set) -> Result<Set, Stop> {
        self.relations.sets.rename(relation, &self.present)
    }

    /// The calls from a location; none if its role is another.
    pub fn calls(&self, location: LocationId) -> Result<Vec<Call>, Stop> {
        let program = self.relations.program;
        let Role::Call(site) = &program.location(location).role else { return Ok(Vec::new()) };
        let mut calls = Vec::new();
        for edge in program.edges_of(location) {
            let Goal::Location(entry) = edge.goal else { continue };
            let InstanceId(callee) = program.location(entry).instance;
            calls.push(Call {
                enter: self.relations.step(edge, THREAD, None)?,
                entry,
                exit: self.exits[callee as usize],
                copies: self.copies(site),
                returns_to: site.returns_to,
            });
        }
        Ok(calls)
    }

    /// The bits that a return copies: everything that is not local to an activation, then the results.
    fn copies(&self, site: &CallSite) -> Vec<(Slot, Slot)> {
        let Relations { program, variables, .. } = &self.relations;
        let first = program.thread_local_variables.len() as u32;
        let results = (first..).map(Slot::Local).zip(&site.results);
        let mut copies: Vec<(Slot, Slot)> = results.filter_map(|(from, to)| Some((from, (*to)?))).collect();
        let inside = variables.atomic().map(|(_, inside)| inside);
        let kept = variables.shared_slots().chain((0..first).map(Slot::Local)).chain(inside);
        let kept: Vec<Slot> = kept.filter(|slot| copies.iter().all(|(_, to)| to != slot)).collect();
        copies.extend(kept.into_iter().map(|slot| (slot, slot)));
        copies
    }

    /// A call, everything that its callee does, and the return as one step of the caller, for the relation at the exit
    /// of the callee.
    ///
    /// The valuation with which the callee is entered is the one after the call; what the exit leaves has the variables
    /// of the entry while it runs.
    pub fn through(&self, call: &Call, summary: &Set) -> Result<Step, Stop> {
        let Relations { sets, variables, .. } = &self.relations;
        let written = &call.enter.written;
        let copied = |slot: &Slot| call.copies.iter().any(|(from, _)| from == slot);
        let dropped = all_slots(variables).filter(|slot| !copied(slot)).map(|slot| variables.now(slot, THREAD));
        let summary = sets.exists(summary, &sets.cube(dropped)?)?;
        let entered = |slot| if written.contains(&slot) { variables.next(slot) } else { variables.now(slot, THREAD) };
        let mut composed: Vec<_> = all_slots(variables).map(|slot| (variables.entry(slot), entered(slot))).collect();
        composed.extend(call.copies.iter().map(|(from, _)| (variables.now(*from, THREAD), variables.entry(*from))));
        let summary = sets.rename(&summary, &sets.renaming(&composed)?)?;
        let arguments = sets.cube(written.iter().map(|slot| variables.next(*slot)))?;
        let relation = sets.and_exists(&call.enter.relation, &summary, &arguments)?;
        let back: Vec<_> = call.copies.iter().map(|(from, to)| (variables.entry(*from), variables.next(*to))).collect();
        Ok(Step {
            goal: Goal::Location(call.returns_to),
            relation: sets.rename(&relation, &sets.renaming(&back)?)?,
            written: call.copies.iter().map(|(_, to)| *to).collect(),
            created: None,
        })
    }
}

fn all_slots(variables: &Variables) -> impl Iterator<Item = Slot> + use<> {
    variables.shared_slots().chain(variables.local_slots())
}
