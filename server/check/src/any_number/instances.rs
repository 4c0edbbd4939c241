//! Searches for violations with some numbers of instances.

use std::collections::BTreeMap;

use boolprog_abstraction::engines::Explicit;
use boolprog_abstraction::integers;
use boolprog_base::control::Control;
use boolprog_base::engine::{Ended, Engine, Finding, Outcome, Task};
use boolprog_integer::InputBound;
use boolprog_integer::explicit::{Order, Values};

use crate::integer::{Model, Programs, Violation};
use crate::report::Reason;

/// The states that were visited with numbers of instances.
#[derive(Default)]
pub(super) struct Visited {
    /// All states with up to this number of instances were visited, except for numbers that the properties exclude.
    pub(super) complete: u16,
    /// The states that were visited with numbers of instances and choices near constants, and whether nothing but other values
    /// was left to try.
    near: BTreeMap<u16, (u64, bool)>,
}

/// `explicit` with one number of instances of each process with `[*]`.
pub(super) struct Instances<'t> {
    pub(super) visited: &'t mut Visited,
    pub(super) number: u16,
    pub(super) inputs: InputBound,
    /// The most states.
    pub(super) states: u64,
    /// `true` if choices have any values in the end.
    pub(super) any_values: bool,
}

impl Engine<&Model> for Instances<'_> {
    type Kind = Programs;

    fn run(&mut self, model: &Model, task: &mut Task<'_, Programs>) -> Outcome<Programs> {
        let mut found = Found::new(model, task.properties, task.control);
        if self.look_near(&mut found) && self.any_values && !found.is_over() {
            self.look(Values::Within, &mut found);
        }
        found.outcome
    }
}

fn nothing() -> Outcome<Programs> {
    Outcome::nothing(Ended::Bound)
}

/// Violations that are found of a program.
pub(super) struct Found<'f> {
    pub(super) model: &'f Model,
    pub(super) properties: &'f [u32],
    pub(super) control: &'f dyn Control,
    pub(super) outcome: Outcome<Programs>,
}

impl<'f> Found<'f> {
    /// Nothing yet of these properties.
    pub(super) fn new(model: &'f Model, properties: &'f [u32], control: &'f dyn Control) -> Self {
        Self { model, properties, control, outcome: nothing() }
    }

    /// Returns `true` if a property has a violation.
    pub(super) fn has(&self, property: u32) -> bool {
        let is_it =
            |finding: &Finding<Programs>| matches!(finding, Finding::Violated { property: it, .. } if *it == property);
        self.outcome.findings.iter().any(is_it)
    }

    /// Returns `true` if nothing more can be found.
    pub(super) fn is_over(&self) -> bool {
        let is_stopped = matches!(self.outcome.states.reason, Some(Reason::Stopped(_)));
        is_stopped || self.properties.iter().all(|property| self.has(*property))
    }

    /// Enters a violation of the program with other instances.
    pub(super) fn violated(&mut self, model: &Model, property: u32, violation: integers::Violation) {
        let violation = Violation::Run(Some(Box::new(model.clone())), violation);
        self.outcome.findings.push(Finding::Violated { property, violation });
    }
}

impl Instances<'_> {
    /// Looks for violations with choices near constants, unless as many states were visited. `true` if nothing but other values
    /// is left to try.
    pub(super) fn look_near(&mut self, found: &mut Found<'_>) -> bool {
        match self.visited.near.get(&self.number) {
            Some((known, tried_some)) if *known >= self.states => *tried_some,
            _ => {
                let tried_some = self.look(Values::NearConstants, found);
                self.visited.near.insert(self.number, (self.states, tried_some));
                tried_some
            }
        }
    }

    /// Looks for violations with choices of these values. `true` if nothing but other values is left to try.
    pub(super) fn look(&mut self, values: Values, found: &mut Found<'_>) -> bool {
        let is_next = self.visited.complete + 1 == self.number;
        let Ok(model) = found.model.with_fewer_instances(self.number) else {
            // An edge may name an instance that there is not: with so few, the program does not exist.
            if is_next && self.number < found.model.fewest_instances() {
                self.visited.complete = self.number;
            }
            return false;
        };
        let Self { inputs, states, .. } = *self;
        let mut engine = Explicit { order: Order::BreadthFirst, inputs, values, states: Some(states) };
        let outcome = engine.ask(&model.system, found.properties, 0, found.control);
        found.outcome.states.states = found.outcome.states.states.max(outcome.states.states);
        for finding in outcome.findings {
            if let Finding::Violated { property, violation } = finding {
                let is_doubtful =
                    matches!(&violation, integers::Violation::Run(run) if model.doubt(run.end()).is_some());
                if !is_doubtful || !self.look_without_doubt(property, &mut engine, found) {
                    found.violated(&model, property, violation);
                }
            }
        }
        let tried_some = matches!(outcome.states.reason, Some(Reason::Inputs(_)));
        match outcome.states.reason {
            Some(reason @ Reason::Stopped(_)) => {
                found.outcome.states.reason = Some(reason);
            }
            None if is_next => self.visited.complete = self.number,
            _ => {}
        }
        tried_some
    }

    /// Looks for a violation of a property in runs that the text has, with this number of instances or one more; `true` if there
    /// is one.
    fn look_without_doubt(&self, property: u32, engine: &mut Explicit, found: &mut Found<'_>) -> bool {
        for instances in [self.number, self.number.saturating_add(1)] {
            let Ok(model) = found.model.with_fewer_instances(instances) else { return false };
            let outcome = engine.ask(&model.without_doubt(), &[property], 0, found.control);
            for finding in outcome.findings {
                if let Finding::Violated { property, violation } = finding {
                    found.violated(&model, property, violation);
                    return true;
                }
            }
        }
        false
    }
}
