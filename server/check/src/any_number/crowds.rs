//! The search for violations that need many instances, of which few act at a time.

use boolprog_abstraction::integers::{VALUES, Violation};
use boolprog_base::engine::EngineId;
use boolprog_integer::explicit::crowd::{Crowd, Limits, search};
use boolprog_integer::explicit::{Run, Values, replay};

use super::Search;
use crate::integer::Model;

/// The most instances that stop. A counterexample shows each of them.
const MOST_STOPPED: u16 = 200;

/// Before a violation by a crowd counts, those with fewer instances than it has are looked for, up to this number.
const MOST_WITHOUT: u16 = 4;

impl Search<'_> {
    /// Looks for violations of the open properties with this number of instances that act at a time.
    pub(super) fn look_for_crowds(&mut self, acting: u16, states: u64) {
        let stated: Vec<u32> = self.open.iter().copied().filter(|property| *property != VALUES).collect();
        let Ok(few) = self.model.representatives(acting.max(self.model.fewest_instances())) else { return };
        let indices: Vec<usize> = stated.iter().map(|property| *property as usize).collect();
        let few = few.with_properties(&indices);
        let limits = Limits { inputs: self.options.inputs, states, stopped: MOST_STOPPED };
        let found = match search(&few, limits, self.control) {
            Ok(found) => found,
            Err(stop) => return self.stop = Some(stop),
        };
        for crowd in found {
            let (property, instances) = (stated[crowd.property], crowd.instances(&few));
            for fewer in self.complete + 1..instances.min(MOST_WITHOUT + 1) {
                if self.open.contains(&property) && self.stop.is_none() {
                    self.look(fewer, Values::NearConstants, self.options.states);
                }
            }
            if self.open.contains(&property)
                && let Ok(model) = self.model.with_instances(instances)
                && let Some(run) = executed(&crowd, &few, &model, property)
            {
                self.violated(&model, EngineId::Crowd, property, Violation::Run(run));
            }
        }
    }
}

/// The run of a crowd in the program with as many instances, if it violates the property there.
fn executed(crowd: &Crowd, few: &boolprog_integer::System, model: &Model, property: u32) -> Option<Run> {
    let run = crowd.run(few, &model.system)?;
    replay(&model.system, &run, property as usize).is_ok().then_some(run)
}
