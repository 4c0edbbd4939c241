//! The search for violations that need many instances, of which few act at a time.

use boolprog_abstraction::integers::{self, VALUES};
use boolprog_base::engine::{Engine, Outcome, Task};
use boolprog_integer::System;
use boolprog_integer::explicit::crowd::{Crowd, Limits, search};
use boolprog_integer::explicit::{Run, Values, replay};

use super::instances::{Found, Instances};
use crate::integer::{Model, Programs, stating};
use crate::report::Reason;

/// The most instances that stop. A counterexample shows each of them.
const MOST_STOPPED: u16 = 200;

/// Before a violation by a crowd counts, those with fewer instances than it has are looked for, up to this number.
const MOST_WITHOUT: u16 = 4;

/// `crowd`: any number of instances, of which some act at a time.
pub(super) struct Crowds<'t> {
    /// The number that acts at a time.
    pub(super) acting: u16,
    /// The most states.
    pub(super) states: u64,
    /// The search with fewer instances, and as many states as the options allow.
    pub(super) fewer: Instances<'t>,
}

impl Engine<&Model> for Crowds<'_> {
    type Kind = Programs;

    fn run(&mut self, model: &Model, task: &mut Task<'_, Programs>) -> Outcome<Programs> {
        let mut found = Found::new(model, task.properties, task.control);
        let stated: Vec<u32> = task.properties.iter().copied().filter(|property| *property != VALUES).collect();
        let Ok(few) = model.representatives(self.acting.max(model.fewest_instances())) else { return found.outcome };
        let few = stating(&few, &stated);
        let limits = Limits { inputs: self.fewer.inputs, states: self.states, stopped: MOST_STOPPED };
        let crowds = match search(&few, limits, task.control) {
            Ok(crowds) => crowds,
            Err(stop) => {
                found.outcome.states.reason = Some(Reason::Stopped(stop));
                return found.outcome;
            }
        };
        for crowd in crowds {
            self.enter(&crowd, &few, stated[crowd.property], &mut found);
        }
        found.outcome
    }
}

impl Crowds<'_> {
    /// Enters a violation by a crowd, unless there is one with fewer instances.
    fn enter(&mut self, crowd: &Crowd, few: &System, property: u32, found: &mut Found<'_>) {
        let instances = crowd.instances(few);
        for fewer in self.fewer.visited.complete + 1..instances.min(MOST_WITHOUT + 1) {
            if !found.has(property) && !found.is_over() {
                self.fewer.number = fewer;
                self.fewer.look(Values::NearConstants, found);
            }
        }
        if !found.has(property)
            && let Ok(model) = found.model.with_instances(instances)
            && let Some(run) = executed(crowd, few, &model, property)
        {
            found.violated(&model, property, integers::Violation::Run(run));
        }
    }
}

/// The run of a crowd in the program with as many instances, if it violates the property there.
fn executed(crowd: &Crowd, few: &System, model: &Model, property: u32) -> Option<Run> {
    let run = crowd.run(few, &model.system)?;
    replay(&model.system, &run, property as usize).is_ok().then_some(run)
}
