//! A fingerprint that distinguishes systems, independent of the layout of the text.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::{Choice, System, Transition};

impl System {
    /// A number that is the same for equal systems, and different for others up to collisions. Spans do not count: comments
    /// and layout change nothing. Names do, as reports mention them. Linear.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for variable in &self.variables {
            (&variable.name, variable.owner, variable.sort, variable.initial).hash(&mut hasher);
        }
        for process in &self.processes {
            (&process.name, process.replicated, process.locations.len()).hash(&mut hasher);
            for location in &process.locations {
                location.name.hash(&mut hasher);
            }
        }
        for instance in &self.instances {
            (instance.process, &instance.name).hash(&mut hasher);
        }
        for transition in &self.transitions {
            let Transition { instance, edge, from, to, guard, choices, update, span: _ } = transition;
            (instance, edge, from, to, guard, update, choices.len()).hash(&mut hasher);
            for Choice { sort, span: _ } in choices {
                sort.hash(&mut hasher);
            }
        }
        self.initial.hash(&mut hasher);
        for property in &self.properties {
            (&property.name, property.kind, &property.error).hash(&mut hasher);
        }
        for predicate in &self.predicates {
            (&predicate.formula, predicate.owner).hash(&mut hasher);
        }
        hasher.finish()
    }
}
