//! The search: level by level, each with one more instance that has stopped.

use boolprog_base::control::{Control, Progress, Stop};

use super::run::{Crowd, Move};
use super::{Limits, is_one_of_many, of_any};
use crate::explicit::choices::Choices;
use crate::explicit::{Store, Values as Tried};
use crate::state::Values;
use crate::{Environment, Initial, Inputs, InstanceId, Outgoing, State, System};

/// Number of transitions, inputs and initial values tried between two polls.
const POLL_EVERY: u64 = 256;

/// Of a process whose instances start with unspecified values, no more combinations than this are tried.
const MOST_FRESH: usize = 64;

/// Attempts for each state that is allowed: where choices have many values, the same states are reached again and again.
const ATTEMPTS: u64 = 100;

/// Looks for violations of the properties of a system whose instances [stand for any number](System::counters), and of which
/// as many as it has act at a time. Finds nothing where instances are not alike.
pub fn search(system: &System, limits: Limits, control: &dyn Control) -> Result<Vec<Crowd>, Stop> {
    let Some(system) = of_any(system) else { return Ok(Vec::new()) };
    let mut search = Search {
        control,
        limits,
        outgoing: &Outgoing::new(&system),
        choices: Choices::new(&system, Tried::NearConstants, limits.inputs),
        store: Store::new(&system.blank_state()),
        origins: Vec::new(),
        violated: vec![None; system.properties.len()],
        fresh: fresh(&system, limits),
        is_full: false,
        attempts: 0,
        system: &system,
    };
    search.run()?;
    let found = search.violated.iter().enumerate();
    Ok(found.filter_map(|(property, state)| Some(search.crowd(property, (*state)?))).collect())
}

/// Of each instance of a process with `[*]`, values that its variables can have at the start, one combination after the other.
fn fresh(system: &System, limits: Limits) -> Vec<(InstanceId, Vec<Vec<i64>>)> {
    let many = (0..system.instances.len() as u16).map(InstanceId).filter(|instance| is_one_of_many(system, *instance));
    let of_instance = |instance: InstanceId| {
        let own = system.variables.iter().filter(|variable| variable.owner == Some(instance));
        let values = own.map(|variable| match variable.initial {
            Initial::Value(value) => Values::range(value, value),
            Initial::Unspecified => Values::of(variable.sort, limits.inputs),
        });
        let all = crate::state::Product::new(values.collect());
        (instance, all.take(MOST_FRESH).map(|values| values.to_vec()).collect())
    };
    many.map(of_instance).collect()
}

#[derive(Clone, Copy)]
struct Origin {
    parent: u32,
    /// `None` for an initial state.
    by: Option<By>,
}

#[derive(Clone, Copy)]
enum By {
    /// The transition with this number.
    Transition(u32),
    /// The stop of an instance.
    Stop(InstanceId),
}

struct Search<'a> {
    system: &'a System,
    outgoing: &'a Outgoing,
    control: &'a dyn Control,
    limits: Limits,
    choices: Choices,
    store: Store,
    origins: Vec<Origin>,
    /// The first state that violates each property.
    violated: Vec<Option<u32>>,
    fresh: Vec<(InstanceId, Vec<Vec<i64>>)>,
    /// There are more states, or more attempts, than the limit.
    is_full: bool,
    /// Transitions, inputs and initial values that were tried.
    attempts: u64,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        let system = self.system;
        for start in system.initial_states(self.limits.inputs) {
            self.tried()?;
            if let Ok(Some(state)) = start {
                self.found(&state, Origin { parent: 0, by: None })?;
            }
        }
        let (mut first, mut next) = (0, 0);
        for stopped in 0..=self.limits.stopped {
            while next < self.store.len() as u32 && !self.is_over() {
                self.expand(next)?;
                next += 1;
            }
            if self.is_over() || stopped == self.limits.stopped {
                break;
            }
            // All states with this number of stopped instances are known.
            for index in std::mem::replace(&mut first, next)..next {
                self.stop_one(index)?;
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.is_full || self.violated.iter().all(Option::is_some)
    }

    /// Steps of the instances that act.
    fn expand(&mut self, index: u32) -> Result<(), Stop> {
        let (system, state) = (self.system, self.state(index));
        let mut successor = state.clone();
        let mut allowed = Vec::new();
        self.outgoing.in_order(&state.locations, &mut allowed);
        for number in allowed {
            self.tried()?;
            let transition = &system.transitions[number as usize];
            if transition.enabled(&state) != Ok(true) {
                continue;
            }
            for inputs in self.choices.of(system, number) {
                self.tried()?;
                if self.is_full {
                    return Ok(());
                }
                // A missing value is found by the search of all states.
                if transition.fire_into(system, &state, &inputs, &mut successor).is_ok() {
                    self.found(&successor, Origin { parent: index, by: Some(By::Transition(number)) })?;
                }
            }
        }
        Ok(())
    }

    /// Each of the instances that have started stops, and a new one takes its place.
    fn stop_one(&mut self, index: u32) -> Result<(), Stop> {
        let state = self.state(index);
        let all = std::mem::take(&mut self.fresh);
        for (instance, fresh) in &all {
            if state.locations[usize::from(instance.0)] != 0 {
                for values in fresh {
                    self.tried()?;
                    let by = Some(By::Stop(*instance));
                    self.found(&replaced(self.system, &state, *instance, values), Origin { parent: index, by })?;
                }
            }
        }
        self.fresh = all;
        Ok(())
    }

    fn found(&mut self, state: &State, origin: Origin) -> Result<(), Stop> {
        if self.store.len() as u64 >= self.limits.states {
            self.is_full = true;
            return Ok(());
        }
        let (index, new) = self.store.insert(state);
        if !new {
            return Ok(());
        }
        if index == u32::MAX {
            return Err(Stop::Memory);
        }
        self.origins.push(origin);
        for (property, violated) in self.system.properties.iter().zip(&mut self.violated) {
            if violated.is_none() && property.error.evaluate(&Environment::of(state)) == Ok(true) {
                *violated = Some(index);
            }
        }
        Ok(())
    }

    /// Counts a unit of work, and polls now and then.
    fn tried(&mut self) -> Result<(), Stop> {
        self.attempts += 1;
        self.is_full |= self.attempts >= self.limits.states.saturating_mul(ATTEMPTS);
        if !self.attempts.is_multiple_of(POLL_EVERY) {
            return Ok(());
        }
        self.control.poll(&Progress {
            phase: "search for a crowd",
            states: self.store.len() as u64,
            frontier: 0,
            threads: 0,
            bytes: self.store.bytes() + self.origins.capacity() * size_of::<Origin>(),
            ..Progress::default()
        })
    }

    fn state(&self, index: u32) -> State {
        let mut state = self.system.blank_state();
        self.store.read(index, &mut state);
        state
    }

    fn crowd(&self, property: usize, last: u32) -> Crowd {
        let (mut index, mut moves) = (last, Vec::new());
        while let Origin { parent, by: Some(by) } = self.origins[index as usize] {
            let (before, after) = (self.state(parent), self.state(index));
            moves.push(match by {
                By::Transition(number) => Move::Step(number, self.inputs_between(number, &before, &after)),
                By::Stop(instance) => Move::Stop(instance, self.values_of(instance, &after)),
            });
            index = parent;
        }
        moves.reverse();
        Crowd { property, start: self.state(index), moves }
    }

    fn values_of(&self, instance: InstanceId, state: &State) -> Vec<i64> {
        let own = self.system.variables.iter().zip(&state.values);
        own.filter(|(variable, _)| variable.owner == Some(instance)).map(|(_, value)| *value).collect()
    }

    /// The first choices that lead from one state to the next.
    fn inputs_between(&self, transition: u32, before: &State, after: &State) -> Inputs {
        let mut all = self.choices.of(self.system, transition);
        let transition = &self.system.transitions[transition as usize];
        let leads = |inputs: &Inputs| transition.fire(self.system, before, inputs).as_ref() == Ok(after);
        all.find(leads).unwrap_or_default()
    }
}

/// The state with a new instance in the place of this one.
fn replaced(system: &System, state: &State, instance: InstanceId, values: &[i64]) -> State {
    let mut state = state.clone();
    state.locations[usize::from(instance.0)] = 0;
    let own = system.variables.iter().zip(&mut state.values).filter(|(variable, _)| variable.owner == Some(instance));
    own.zip(values).for_each(|((_, value), fresh)| *value = *fresh);
    state
}
