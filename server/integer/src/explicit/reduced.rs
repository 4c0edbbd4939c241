//! Search for proofs among fewer states: one of each [orbit](super::symmetry).
//!
//! It proves, and finds no runs: where an orbit has a violation, the property is left to a search of all states, whose runs are
//! shortest. Time is linear in the number of generated states, memory in that of different orbits.

#[cfg(test)]
mod tests;
mod verify;

use boolprog_base::control::{Control, Progress, Stop};

use super::symmetry::{Swap, Symmetry, is_invariant};
use super::{Options, Reason, Store};
use crate::{Environment, InputBound, Outgoing, State, System, Undefined};

/// Number of successors and initial states between two polls.
const POLL_EVERY: u32 = 256;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proved {
    /// The properties that no reachable state violates, by index.
    pub properties: Vec<usize>,
    /// Each guard and each assigned value exists in each reachable state.
    pub values: bool,
    /// Number of different orbits.
    pub states: u64,
    /// Why the search is not complete, if it is not.
    pub incomplete: Option<Reason>,
}

/// Proves properties of a system with instances that can change places; nothing of another, or of one whose choices have no
/// bounds. What is proved has been checked twice: by the search, and by [`verify`](verify::verify).
pub fn prove(system: &System, options: Options, control: &dyn Control) -> Proved {
    let is_bounded = system.inputs_bounded() && system.starts_bounded();
    let Some(symmetry) = is_bounded.then(|| Symmetry::of(system)).flatten() else { return Proved::default() };
    let invariant = |index: &usize| is_invariant(&system.properties[*index].error, &symmetry);
    let open: Vec<usize> = (0..system.properties.len()).filter(invariant).collect();
    let store = Store::new(&system.blank_state());
    let mut search =
        Search { system, symmetry: &symmetry, options, control, store, next: 0, open, patience: POLL_EVERY };
    let done = search.run().and_then(|()| search.verify());
    let states = search.store.len() as u64;
    match done {
        Ok(true) => Proved { properties: search.open, values: true, states, incomplete: None },
        Ok(false) => Proved { states, ..Proved::default() },
        Err(reason) => Proved { states, incomplete: Some(reason), ..Proved::default() },
    }
}

struct Search<'a> {
    system: &'a System,
    symmetry: &'a Symmetry,
    options: Options,
    control: &'a dyn Control,
    store: Store,
    /// The number of expanded states.
    next: u32,
    /// The properties that no state violates so far.
    open: Vec<usize>,
    /// Remaining attempts before the next poll.
    patience: u32,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), Reason> {
        let system = self.system;
        for start in system.initial_candidates(self.options.inputs) {
            self.tried()?;
            if let Some(mut start) = start.map_err(Reason::Start)? {
                self.found(&mut start)?;
            }
        }
        let steps = Steps::of(system, self.symmetry, self.options.inputs).ok_or(Reason::Unverified)?;
        let (outgoing, mut allowed) = (Outgoing::new(system), Vec::new());
        let (mut state, mut room) = (system.blank_state(), Room::of(system));
        while (self.next as usize) < self.store.len() && !self.is_over() {
            self.store.read(self.next, &mut state);
            self.next += 1;
            outgoing.in_order(&state.locations, &mut allowed);
            for number in allowed.iter().copied() {
                self.tried()?;
                steps.show(number, &state, &mut room, &mut |successor| match successor {
                    Ok(successor) => self.found(successor),
                    Err(_) => Err(Reason::Fault),
                })?;
            }
        }
        Ok(())
    }

    fn found(&mut self, state: &mut State) -> Result<(), Reason> {
        self.tried()?;
        self.symmetry.normalize(state);
        let (index, is_new) = self.store.insert(state);
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
        let (found, inputs) = (&self.store, self.options.inputs);
        verify::verify(self.system, self.symmetry, (found, inputs), &self.open, self.control)?;
        Ok(true)
    }

    /// Counts a unit of work, and polls now and then.
    fn tried(&mut self) -> Result<(), Reason> {
        self.patience -= 1;
        if self.patience > 0 {
            return Ok(());
        }
        self.patience = POLL_EVERY;
        self.control.poll(&progress("search of orbits", &self.store, self.store.len() - self.next as usize))?;
        Ok(())
    }
}

fn progress(phase: &'static str, store: &Store, left: usize) -> Progress {
    Progress {
        phase,
        states: store.len() as u64,
        frontier: left as u64,
        threads: 0,
        bytes: store.bytes(),
        ..Progress::default()
    }
}

/// The steps from the states of an orbit: at least one to each orbit that has one.
struct Steps<'a> {
    system: &'a System,
    symmetry: &'a Symmetry,
    inputs: InputBound,
    /// For each transition, the orders from which it is taken.
    orders: Vec<Vec<Vec<Swap>>>,
}

/// Hears of each state after a step, or why it has no value.
type Each<'e> = &'e mut dyn FnMut(Result<&mut State, Undefined>) -> Result<(), Reason>;

/// Room for two states.
struct Room {
    ordered: State,
    successor: State,
}

impl Room {
    fn of(system: &System) -> Self {
        Self { ordered: system.blank_state(), successor: system.blank_state() }
    }
}

impl<'a> Steps<'a> {
    /// `None` if a transition has too many orders.
    fn of(system: &'a System, symmetry: &'a Symmetry, inputs: InputBound) -> Option<Self> {
        let orders = system.transitions.iter().map(|transition| symmetry.orders(transition)).collect::<Option<_>>()?;
        Some(Self { system, symmetry, inputs, orders })
    }

    /// Shows the states after a transition, or why one has no value.
    fn show(&self, number: u32, state: &State, room: &mut Room, each: Each<'_>) -> Result<(), Reason> {
        let transition = &self.system.transitions[number as usize];
        if state.locations[usize::from(transition.instance.0)] != transition.from.0 {
            return Ok(());
        }
        for order in &self.orders[number as usize] {
            let Room { ordered, successor } = room;
            ordered.locations.copy_from_slice(&state.locations);
            ordered.values.copy_from_slice(&state.values);
            self.symmetry.reorder(order, ordered);
            match transition.enabled(ordered) {
                Ok(false) => {}
                Err(undefined) => each(Err(undefined))?,
                Ok(true) => {
                    for inputs in transition.inputs(self.inputs) {
                        let fired = transition.fire_into(self.system, ordered, &inputs, successor);
                        each(fired.map(|()| &mut *successor))?;
                    }
                }
            }
        }
        Ok(())
    }
}
