//! Search for proofs among fewer states: one of each [orbit](super::symmetry), and those after the steps of [some
//! instances](super::persistent) alone.
//!
//! It proves, and finds no runs: where a state has a violation, the property is left to a search of all states, whose runs are
//! shortest. Time is linear in the number of generated states, memory in that of different states.

mod others;
#[cfg(test)]
mod random;
mod simulation;
mod steps;
#[cfg(test)]
mod tests;
mod verify;
mod waits;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::memory;

use steps::{Room, Steps};
use waits::Delayed;

use super::persistent::{Independence, Instances};
use super::symmetry::{AnyMember, Symmetry, is_invariant};
use super::{Options, Reason, Store};
use crate::{Environment, Outgoing, State, System};

/// Number of successors and initial states between two polls.
const POLL_EVERY: u32 = 256;

/// Number of states after which the choice of instances ends if few states are expanded by fewer than all.
const TRIAL: usize = 1_000;

/// Steps that are tried at most to find a witness: a step whose choices are more may have none among them.
const MOST_TRIED: u32 = 10_000;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proved {
    /// The properties that no reachable state violates, by index.
    pub properties: Vec<usize>,
    /// Each guard and each assigned value exists in each reachable state.
    pub values: bool,
    /// Number of different states.
    pub states: u64,
    /// Why the search is not complete, if it is not.
    pub incomplete: Option<Reason>,
}

/// Proves properties of a system whose instances can change places, or are independent of one another; nothing of another, or
/// of one whose choices have no bounds. A proof has been checked twice: by the search, and by
/// [`verify`](verify::verify).
pub fn prove(system: &System, options: Options, control: &dyn Control) -> Proved {
    let is_bounded = system.inputs_bounded() && system.starts_bounded() && system.counters.is_empty();
    let delayed = Delayed::of(system);
    if !simulation::simulates(&delayed, system) {
        return Proved { incomplete: Some(Reason::Unverified), ..Proved::default() };
    }
    let system = &delayed.system;
    let symmetry = is_bounded.then(|| Symmetry::of(system)).flatten().unwrap_or_default();
    let independence = is_bounded.then(|| AnyMember::of(system, &symmetry)).flatten().and_then(Independence::of);
    if symmetry.groups.is_empty() && independence.is_none() {
        return Proved::default();
    }
    let invariant = |index: &usize| is_invariant(&system.properties[*index].error, &symmetry);
    let open = (0..system.properties.len()).filter(invariant).collect();
    let mut search = Search { independence, ..Search::new(system, &symmetry, open, options, control) };
    let done = search.run().and_then(|is_worthwhile| Ok(is_worthwhile && search.verify()?));
    let states = search.found.store.len() as u64;
    match done {
        Ok(true) => Proved { properties: search.open, values: true, states, incomplete: None },
        Ok(false) => Proved { states, ..Proved::default() },
        Err(reason) => Proved { states, incomplete: Some(reason), ..Proved::default() },
    }
}

/// The states that were found.
struct Found {
    store: Store,
    /// For each expanded state, the instances by whose steps.
    acting: Vec<Instances>,
}

impl Found {
    fn new(system: &System) -> Self {
        Self { store: Store::new(&system.blank_state()), acting: Vec::new() }
    }

    fn bytes(&self) -> usize {
        self.store.bytes() + memory::of_vec(&self.acting)
    }
}

struct Search<'a> {
    system: &'a System,
    symmetry: &'a Symmetry,
    /// None if all instances act in each state.
    independence: Option<Independence>,
    options: Options,
    control: &'a dyn Control,
    found: Found,
    /// The number of states that were expanded by the steps of all instances that have any.
    full: usize,
    /// The properties that no state violates so far.
    open: Vec<usize>,
    /// Remaining attempts before the next poll.
    patience: u32,
}

impl<'a> Search<'a> {
    fn new(
        system: &'a System,
        symmetry: &'a Symmetry,
        open: Vec<usize>,
        options: Options,
        control: &'a dyn Control,
    ) -> Self {
        let found = Found::new(system);
        Self { system, symmetry, independence: None, options, control, found, full: 0, open, patience: POLL_EVERY }
    }

    /// Finds the states; `false` if that is not worthwhile, since nearly all states of the system are among them.
    fn run(&mut self) -> Result<bool, Reason> {
        let system = self.system;
        for start in system.initial_states(self.options.inputs) {
            self.tried()?;
            if let Some(mut start) = start.map_err(Reason::Start)? {
                self.found(&mut start)?;
            }
        }
        let steps = Steps::of(system, self.symmetry, self.options.inputs).ok_or(Reason::Unverified)?;
        let outgoing = Outgoing::new(system);
        let (mut state, mut room, mut numbers) = (system.blank_state(), Room::of(system), Vec::new());
        while self.found.acting.len() < self.found.store.len() && !self.is_over() {
            let index = self.found.acting.len();
            if index.is_multiple_of(TRIAL) && index > 0 && self.full > index / 10 * 9 {
                if self.symmetry.groups.is_empty() {
                    return Ok(false);
                }
                self.independence = None;
            }
            self.found.store.read(index as u32, &mut state);
            let acting = self.acting(&steps, &state, &mut room)?;
            self.found.acting.push(acting);
            self.full += usize::from(acting == Instances::ALL);
            outgoing.in_order(&state.locations, &mut numbers);
            let acting = steps.first_of(acting, &state);
            let acts = |number: &u32| acting.contains(system.transitions[*number as usize].instance.0);
            for number in numbers.iter().copied().filter(acts) {
                self.tried()?;
                steps.show(number, &state, &mut room, &mut |_, successor| match successor {
                    Ok(successor) => self.found(successor),
                    Err(_) => Err(Reason::Fault),
                })?;
            }
        }
        Ok(true)
    }

    /// The instances whose steps from the next state are enough.
    fn acting(&mut self, steps: &Steps<'_>, state: &State, room: &mut Room) -> Result<Instances, Reason> {
        let Some(independence) = &self.independence else { return Ok(Instances::ALL) };
        let system = self.system;
        let (store, open, index) = (&self.found.store, &self.open, self.found.acting.len() as u32);
        let (symmetry, is_original) = (self.symmetry, |number: &u32| (*number as usize) < system.transitions.len());
        let mut tried = 0;
        let mut accepts = |insiders: Instances| {
            let (mut has_witness, first) = (false, tried);
            independence.at(insiders, state).filter(is_original).any(|number| {
                // A missing value is an error where the step is taken.
                _ = steps.show(number, state, room, &mut |before, successor| {
                    tried += 1;
                    if has_witness || tried - first > MOST_TRIED {
                        return Err(Reason::Unverified);
                    }
                    let Ok(successor) = successor else { return Ok(()) };
                    if independence.keeps(open, (insiders, state), before, number, successor) {
                        symmetry.normalize(successor);
                        has_witness = store.find(successor).is_none_or(|found| found > index);
                    }
                    Ok(())
                });
                has_witness
            })
        };
        let acting = independence.choose(state, &mut accepts);
        // Each instance was considered.
        self.worked(tried + system.instances.len() as u32)?;
        Ok(acting)
    }

    fn found(&mut self, state: &mut State) -> Result<(), Reason> {
        self.tried()?;
        self.symmetry.normalize(state);
        let (index, is_new) = self.found.store.insert(state);
        if !is_new {
            return Ok(());
        }
        if index == u32::MAX {
            return Err(Stop::Memory.into());
        }
        if let Some(most) = self.options.states.filter(|most| u64::from(index) >= *most) {
            return Err(Reason::States(most));
        }
        let mut is_undefined = false;
        self.open.retain(|property| {
            let error = self.system.properties[*property].error.evaluate(&Environment::of(state));
            is_undefined |= error.is_err();
            error == Ok(false)
        });
        if is_undefined { Err(Reason::Fault) } else { Ok(()) }
    }

    /// `true` if nothing is left to prove. A search without properties looks for missing values.
    fn is_over(&self) -> bool {
        self.open.is_empty() && !self.system.properties.is_empty()
    }

    /// Checks what is found, if there is anything.
    fn verify(&self) -> Result<bool, Reason> {
        if self.is_over() {
            return Ok(false);
        }
        verify::verify(self.system, self.symmetry, (&self.found, self.options.inputs), &self.open, self.control)?;
        Ok(true)
    }

    /// Counts a unit of work, and polls now and then.
    fn tried(&mut self) -> Result<(), Reason> {
        self.worked(1)
    }

    fn worked(&mut self, units: u32) -> Result<(), Reason> {
        self.patience = self.patience.saturating_sub(units);
        if self.patience > 0 {
            return Ok(());
        }
        self.patience = POLL_EVERY;
        let left = self.found.store.len() - self.found.acting.len();
        self.control.poll(&progress("search of fewer states", &self.found, left))?;
        Ok(())
    }
}

fn progress(phase: &'static str, found: &Found, left: usize) -> Progress {
    Progress {
        phase,
        states: found.store.len() as u64,
        frontier: left as u64,
        threads: 0,
        bytes: found.bytes(),
        ..Progress::default()
    }
}
