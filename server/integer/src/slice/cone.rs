//! The cone of influence.

use std::collections::BTreeSet;

use crate::expression::Leaf;
use crate::{InstanceId, LocationId, System, Transition, VariableId};

/// What the properties depend on.
pub(super) struct Cone<'a> {
    system: &'a System,
    variables: BTreeSet<VariableId>,
    instances: BTreeSet<InstanceId>,
    /// The locations that are mentioned.
    mentioned: BTreeSet<(InstanceId, LocationId)>,
    /// Where an instance can still do, or be seen doing, something that counts.
    alive: BTreeSet<(InstanceId, LocationId)>,
}

impl<'a> Cone<'a> {
    pub(super) fn of(system: &'a System) -> Self {
        let (variables, instances) = (BTreeSet::new(), BTreeSet::new());
        let (mentioned, alive) = (BTreeSet::new(), BTreeSet::new());
        let mut cone = Self { system, variables, instances, mentioned, alive };
        for formula in system.properties.iter().map(|property| &property.error).chain(&system.initial) {
            formula.leaves(&mut |leaf| cone.mention(leaf));
        }
        cone.close();
        cone.find_alive();
        cone
    }

    pub(super) fn variables(&self) -> impl Iterator<Item = VariableId> {
        self.variables.iter().copied()
    }

    pub(super) fn instances(&self) -> impl Iterator<Item = InstanceId> {
        self.instances.iter().copied()
    }

    /// Whether a transition is part of the slice.
    pub(super) fn keeps(&self, transition: &Transition) -> bool {
        let Transition { instance, from, to, .. } = transition;
        self.counts(transition)
            || self.alive.contains(&(*instance, *to))
            || self.instances.contains(instance) && self.mentioned.contains(&(*instance, *from))
    }

    fn mention(&mut self, leaf: Leaf) {
        match leaf {
            Leaf::Variable(variable) => {
                self.variables.insert(variable);
            }
            Leaf::At(instance, location) => {
                self.instances.insert(instance);
                self.mentioned.insert((instance, location));
            }
            Leaf::Input(_) => {}
        }
    }

    fn close(&mut self) {
        loop {
            let size = (self.variables.len(), self.instances.len(), self.mentioned.len());
            for transition in &self.system.transitions {
                self.add(transition);
            }
            if size == (self.variables.len(), self.instances.len(), self.mentioned.len()) {
                return;
            }
        }
    }

    fn add(&mut self, transition: &Transition) {
        let relevant = |variable: &VariableId| self.variables.contains(variable);
        let mut found = Vec::new();
        for (_, term) in transition.update.terms.iter().filter(|(variable, _)| relevant(variable)) {
            term.leaves(&mut |leaf| found.push(leaf));
        }
        for (_, formula) in transition.update.formulas.iter().filter(|(variable, _)| relevant(variable)) {
            formula.leaves(&mut |leaf| found.push(leaf));
        }
        if transition.update.assigned().any(|variable| self.variables.contains(&variable)) {
            self.instances.insert(transition.instance);
        }
        if self.instances.contains(&transition.instance) {
            for guard in &transition.guard {
                guard.leaves(&mut |leaf| found.push(leaf));
            }
        }
        for leaf in found {
            self.mention(leaf);
        }
    }

    /// Whether a transition assigns something of the cone.
    fn counts(&self, transition: &Transition) -> bool {
        transition.update.assigned().any(|variable| self.variables.contains(&variable))
    }

    fn find_alive(&mut self) {
        let kept = |transition: &&Transition| self.instances.contains(&transition.instance);
        let transitions: Vec<&Transition> = self.system.transitions.iter().filter(kept).collect();
        self.alive.extend(&self.mentioned);
        loop {
            let size = self.alive.len();
            for transition in &transitions {
                if self.counts(transition) || self.alive.contains(&(transition.instance, transition.to)) {
                    self.alive.insert((transition.instance, transition.from));
                }
            }
            if size == self.alive.len() {
                return;
            }
        }
    }
}
