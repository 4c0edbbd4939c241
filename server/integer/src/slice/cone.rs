//! The cone of influence of a system.

use boolprog_base::dependence::{self, Command, Decisions, Part, Parts, Skeleton, Write};
use smallvec::smallvec;

use super::total::is_total;
use crate::expression::Leaf;
use crate::{Formula, InstanceId, LocationId, System, Term, Transition, VariableId};

pub(super) struct Cone<'a> {
    system: &'a System,
    places: Places,
    influence: dependence::Cone,
    /// By place: where an instance can still do, or be seen doing, something that counts.
    alive: Vec<bool>,
    /// By place: where the choice of a transition decides nothing.
    is_idle: Vec<bool>,
}

impl<'a> Cone<'a> {
    /// The cone of a system. The guard of a transition that the slice leaves out controls nothing that counts: without it the
    /// cone may be smaller, and the slice with it, until both stay as they are.
    pub(super) fn of(system: &'a System) -> Self {
        let mut kept = vec![true; system.transitions.len()];
        loop {
            let cone = Self::among(system, &kept);
            let still: Vec<bool> = system.transitions.iter().map(|transition| cone.keeps(transition)).collect();
            if still == kept {
                return cone;
            }
            kept = still;
        }
    }

    /// The cone of a system that has these of its transitions alone. Linear.
    fn among(system: &'a System, kept: &[bool]) -> Self {
        let places = Places::new(system);
        let skeleton = places.skeleton(system, kept);
        let Decisions { cone: influence, is_idle } = skeleton.decisions(&places.total(system, kept));
        let mentioned = (0..skeleton.places as u32).filter(|place| influence.contains(Part::Place(*place)));
        let alive = skeleton.alive(mentioned, |_, command| influence.counts(command));
        Self { system, places, influence, alive, is_idle }
    }

    pub(super) fn variables(&self) -> impl Iterator<Item = VariableId> {
        let all = (0..self.system.variables.len() as u32).filter(|variable| self.holds(*variable));
        all.map(VariableId)
    }

    pub(super) fn instances(&self) -> impl Iterator<Item = InstanceId> {
        (0..self.system.instances.len() as u16).map(InstanceId).filter(|instance| self.has(*instance))
    }

    /// Returns `true` if a transition is part of the slice.
    pub(super) fn keeps(&self, transition: &Transition) -> bool {
        let Transition { instance, from, to, .. } = transition;
        transition.update.assigned().any(|variable| self.holds(variable.0))
            || self.alive[self.places.number(*instance, *to) as usize]
            || self.has(*instance) && self.influence.contains(Part::Place(self.places.number(*instance, *from)))
    }

    /// Returns `true` if something depends on the guard of a transition of the slice.
    pub(super) fn reads_guard(&self, transition: &Transition) -> bool {
        !self.is_idle[self.places.number(transition.instance, transition.from) as usize]
    }

    fn holds(&self, variable: u32) -> bool {
        self.influence.contains(Part::Variable(variable))
    }

    fn has(&self, instance: InstanceId) -> bool {
        self.influence.contains(Part::Agent(u32::from(instance.0)))
    }
}

/// Numbers for the locations of all instances.
struct Places {
    /// Of each instance, the number of its first location.
    first: Vec<u32>,
    count: u32,
}

impl Places {
    fn new(system: &System) -> Self {
        let mut places = Self { first: Vec::with_capacity(system.instances.len()), count: 0 };
        for instance in &system.instances {
            places.first.push(places.count);
            places.count += system.processes[usize::from(instance.process)].locations.len() as u32;
        }
        places
    }

    fn number(&self, instance: InstanceId, location: LocationId) -> u32 {
        self.first[usize::from(instance.0)] + u32::from(location.0)
    }

    fn skeleton(&self, system: &System, kept: &[bool]) -> Skeleton {
        let commands = system.transitions.iter().zip(kept).filter(|(_, kept)| **kept);
        let asked = system.properties.iter().map(|property| &property.error).chain(&system.initial);
        Skeleton {
            variables: system.variables.len(),
            agents: system.instances.len(),
            places: self.count as usize,
            commands: commands.map(|(transition, _)| self.command(transition)).collect(),
            asked: asked.flat_map(|formula| self.of_formula(formula)).collect(),
        }
    }

    /// By place: `true` if some transition can be taken there whatever the values are, of those that are kept.
    fn total(&self, system: &System, kept: &[bool]) -> Vec<bool> {
        let mut guards = vec![Vec::new(); self.count as usize];
        for (transition, _) in system.transitions.iter().zip(kept).filter(|(_, kept)| **kept) {
            guards[self.number(transition.instance, transition.from) as usize].push(&transition.guard[..]);
        }
        guards.iter().map(|guards| is_total(guards)).collect()
    }

    fn command(&self, transition: &Transition) -> Command {
        let Transition { instance, from, to, guard, update, .. } = transition;
        let terms = update.all_terms().map(|(variable, term)| (variable, self.of_term(term)));
        let formulas = update.all_formulas().map(|(variable, formula)| (variable, self.of_formula(formula)));
        Command {
            agent: u32::from(instance.0),
            source: self.number(*instance, *from),
            targets: smallvec![self.number(*instance, *to)],
            condition: guard.iter().flat_map(|guard| self.of_formula(guard)).collect(),
            writes: terms.chain(formulas).map(|(variable, reads)| Write { variable: variable.0, reads }).collect(),
        }
    }

    fn of_formula(&self, formula: &Formula) -> Parts {
        let mut parts = Parts::new();
        formula.leaves(&mut |leaf| parts.extend(self.of_leaf(leaf)));
        parts
    }

    fn of_term(&self, term: &Term) -> Parts {
        let mut parts = Parts::new();
        term.leaves(&mut |leaf| parts.extend(self.of_leaf(leaf)));
        parts
    }

    /// Control at a location depends on all actions of the instance.
    fn of_leaf(&self, leaf: Leaf) -> impl Iterator<Item = Part> {
        let (first, second) = match leaf {
            Leaf::Variable(variable) => (Some(Part::Variable(variable.0)), None),
            Leaf::At(instance, location) => {
                let place = Part::Place(self.number(instance, location));
                (Some(Part::Agent(u32::from(instance.0))), Some(place))
            }
            Leaf::Input(_) => (None, None),
        };
        first.into_iter().chain(second)
    }
}
