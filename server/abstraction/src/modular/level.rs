//! One relation about some instances of each process, and its clauses.

use std::collections::BTreeSet;

use boolprog_clauses::{Argument, Cases, Clause, Encoding, Head, Step, Taken, Unknowns};
use boolprog_integer::{Arithmetic, Comparison, Counter, Formula, InstanceId, Property, System, Term, VariableId};

use super::Counted;
use super::instances::Instances;
use super::reads::{instances_in, read, reads_no_other, starts_alike};

/// A relation about as many instances of each process with `[*]` as the level.
pub(super) struct Level<'s> {
    system: &'s System,
    number: u16,
    /// Of each process with `[*]` as many as the level, and one more.
    instances: Instances<'s>,
    /// The counters of the relation.
    counters: Vec<Counter>,
}

impl<'s> Level<'s> {
    /// The relation for a system; or why it cannot say what the system does, as a clause.
    pub(super) fn of(system: &'s System, number: u16, counted: Counted) -> Result<Self, String> {
        starts_alike(system)?;
        for transition in &system.transitions {
            reads_no_other(system, transition)?;
        }
        let mentioned = mentioned(system);
        let is_kept = |it: &&Counter| counted == Counted::Everything || mentioned.contains(&it.variable);
        let counters = system.counters.iter().filter(is_kept).copied().collect();
        Ok(Self { system, number, instances: Instances::of(system), counters })
    }

    /// The chosen instances: of each process all but the last.
    pub(super) fn chosen(&self) -> Vec<InstanceId> {
        self.instances.families.iter().flat_map(|it| &it.instances[..it.instances.len() - 1]).copied().collect()
    }

    /// Returns `true` if the relation does not leave out what a variable counts.
    fn is_kept(&self, variable: VariableId) -> bool {
        !self.system.is_auxiliary(variable) || self.counters.iter().any(|counter| counter.variable == variable)
    }

    /// The choices of instances for which the relation holds before a step of one that is not chosen: from these and this one.
    fn choices_with(&self, mover: InstanceId) -> Vec<Vec<InstanceId>> {
        let chosen = self.chosen();
        let is_alike = |it: &&InstanceId| self.system.instance(**it).process == self.system.instance(mover).process;
        let replaced = |left_out: InstanceId| -> Vec<InstanceId> {
            chosen.iter().map(|it| if *it == left_out { mover } else { *it }).collect()
        };
        chosen.iter().filter(is_alike).map(|it| replaced(*it)).chain([chosen.clone()]).collect()
    }

    /// That a counter is at least the number of the instances involved that are there. In a first location
    /// they may be imagined, except for the one that leaves it.
    fn counted(&self, counter: Counter, involved: &BTreeSet<InstanceId>, step: Option<&Step<'_>>) -> Formula {
        let is_of_it = |it: InstanceId| self.system.instance(it).process == counter.process;
        let number = if involved.is_empty() {
            // At the start, at least one instance of each process is somewhere.
            Term::Constant(i64::from(counter.location.0 == 0))
        } else if counter.location.0 == 0 {
            let leaves = |Step { transition, .. }: &&Step<'_>| is_of_it(transition.instance) && transition.from.0 == 0;
            Term::Constant(i64::from(step.as_ref().is_some_and(leaves)))
        } else {
            let is_there = |it: &InstanceId| Formula::At { instance: *it, location: counter.location };
            let one = |it| Term::conditional(is_there(it), Term::Constant(1), Term::Constant(0));
            let there = involved.iter().filter(|it| is_of_it(**it)).map(one);
            let add = |sum, one| Term::binary(Arithmetic::Add, sum, one);
            there.reduce(add).unwrap_or(Term::Constant(0))
        };
        Formula::Compare(Comparison::GreaterOrEqual, Term::Variable(counter.variable), number)
    }
}

impl Unknowns for Level<'_> {
    type At = Vec<InstanceId>;

    fn relation(&self, _: &Vec<InstanceId>) -> String {
        "Inv".to_owned()
    }

    fn arguments(&self, chosen: &Vec<InstanceId>) -> Vec<Argument> {
        let of_owner = |owner: Option<InstanceId>| {
            let all = (0..).map(VariableId).zip(&self.system.variables);
            let own = all.filter(move |(id, variable)| variable.owner == owner && self.is_kept(*id));
            own.map(|(id, variable)| Argument::Variable(id, variable.sort))
        };
        let mut arguments: Vec<Argument> = of_owner(None).collect();
        for instance in self.instances.once.iter().chain(chosen).copied() {
            arguments.extend(self.instances.locations(instance).map(|location| Argument::At(instance, location)));
            arguments.extend(of_owner(Some(instance)));
        }
        arguments
    }
}

impl<'s> Encoding<'s> for Level<'s> {
    fn starts(&self) -> Vec<Vec<InstanceId>> {
        vec![self.chosen()]
    }

    fn initial(&self, system: &System) -> Vec<Formula> {
        let is_kept = |formula: &&Formula| formula.variables().into_iter().all(|it| self.is_kept(it));
        system.initial.iter().filter(is_kept).cloned().collect()
    }

    fn steps(&self) -> Vec<Taken<'s, Vec<InstanceId>>> {
        let is_last = |it| self.instances.families.iter().any(|family| family.instances.last() == Some(&it));
        let before = |it| if is_last(it) { self.choices_with(it) } else { vec![self.chosen()] };
        self.system.transitions.iter().map(|it| (before(it.instance), it, self.chosen())).collect()
    }

    fn cases(&self, property: &Property, error: Formula) -> Result<Cases<Vec<InstanceId>>, String> {
        let chosen = self.chosen();
        let is_unknown = |it: &InstanceId| self.system.process_of(*it).replicated && !chosen.contains(it);
        if instances_in(std::slice::from_ref(&error), self.system).iter().any(is_unknown) {
            return Err(format!("{} names an instance that level {} does not have", property.id(), self.number));
        }
        Ok(vec![(vec![chosen], vec![error])])
    }

    fn clause(
        &self,
        before: Vec<Vec<InstanceId>>,
        stated: Vec<Formula>,
        step: Option<Step<'s>>,
        head: Head<Vec<InstanceId>>,
    ) -> Option<Clause<'s, Vec<InstanceId>>> {
        let involved = before.iter().flatten().copied().collect();
        let counted = self.counters.iter().map(|it| self.counted(*it, &involved, step.as_ref()));
        let formulas = stated.into_iter().chain(counted).collect();
        Some(Clause::new(before, formulas, step, head))
    }
}

/// The counters that guards, assignments and properties mention.
fn mentioned(system: &System) -> BTreeSet<VariableId> {
    let read = system.transitions.iter().flat_map(|it| read(system, it));
    let stated = system.properties.iter().flat_map(|property| property.error.variables());
    read.chain(stated).filter(|variable| system.is_auxiliary(*variable)).collect()
}
