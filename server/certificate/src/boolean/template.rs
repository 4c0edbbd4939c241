//! The integer program seen by one thread: its instances, with two for each process that can have any number.

use std::collections::BTreeMap;

use boolprog_integer::expression::Leaf;
use boolprog_integer::{Formula, InstanceId, System, Term, Transition, Update, VariableId};

/// Why a program has no Boolean abstraction of this kind, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unsupported(pub String);

/// A system in which the two instances of each process with `[*]` stand for all: one that takes a step, and one that
/// another thread passes by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    system: System,
    /// Of each process, whether it can have any number of instances.
    any: Vec<bool>,
    /// Of each process, its first instance.
    first: Vec<InstanceId>,
}

impl Template {
    /// The template of a system. If `any` is set, the processes with `[*]` can have any number of instances, of which the
    /// system has two each; otherwise the system has all of them.
    pub fn new(system: System, any: bool) -> Result<Self, Unsupported> {
        let any = system.processes.iter().map(|process| any && process.replicated).collect();
        let mut first = vec![InstanceId(0); system.processes.len()];
        for (number, instance) in system.instances.iter().enumerate().rev() {
            first[usize::from(instance.process)] = InstanceId(number as u16);
        }
        let template = Self { system, any, first };
        template.examine()?;
        Ok(template)
    }

    /// The system itself.
    pub const fn system(&self) -> &System {
        &self.system
    }

    /// `true` if the process can have any number of instances.
    pub fn is_any(&self, process: u16) -> bool {
        self.any[usize::from(process)]
    }

    /// `true` if some process can have any number of instances.
    pub fn has_any(&self) -> bool {
        self.any.contains(&true)
    }

    /// The number of a transition's process.
    pub fn process(&self, transition: &Transition) -> u16 {
        self.system.instance(transition.instance).process
    }

    /// The instance of a process that stands for all that take steps.
    pub fn first(&self, process: u16) -> InstanceId {
        self.first[usize::from(process)]
    }

    /// `true` if the instance has a thread of its own or stands for all others: it is not the second of its kind.
    pub fn is_representative(&self, instance: InstanceId) -> bool {
        let process = self.system.instance(instance).process;
        !self.is_any(process) || self.first(process) == instance
    }

    /// The transitions that stand for all, with their numbers.
    pub fn transitions(&self) -> impl Iterator<Item = (u32, &Transition)> {
        let all = (0..).zip(&self.system.transitions);
        all.filter(|(_, transition)| self.is_representative(transition.instance))
    }

    /// The instances with a thread of their own, and those that stand for all others.
    pub fn representatives(&self) -> impl Iterator<Item = InstanceId> + '_ {
        (0..self.system.instances.len() as u16).map(InstanceId).filter(|instance| self.is_representative(*instance))
    }

    /// The process with `[*]` whose local variable this is.
    pub fn owner(&self, variable: VariableId) -> Option<u16> {
        let owner = self.system.variable(variable).owner?;
        let process = self.system.instance(owner).process;
        self.is_any(process).then_some(process)
    }

    /// Local variables of the first instance of a process replaced by those of the second.
    pub fn renaming(&self, process: u16) -> Update {
        let (first, second) = (self.first(process), InstanceId(self.first(process).0 + 1));
        let mut update = Update::default();
        for (from, to) in self.variables(first).zip(self.variables(second)) {
            rename(&self.system, from, to, &mut update);
        }
        update
    }

    /// The variables of an instance, in their order.
    fn variables(&self, instance: InstanceId) -> impl Iterator<Item = VariableId> + '_ {
        let all = self.system.variables.iter().zip(0..);
        all.filter(move |(variable, _)| variable.owner == Some(instance)).map(|(_, id)| VariableId(id))
    }

    /// `true` if a formula mentions a local variable or a location of a process with `[*]`, other than a variable of this
    /// instance.
    pub fn mentions_others(&self, formula: &Formula, own: Option<InstanceId>) -> bool {
        let mut found = false;
        formula.leaves(&mut |leaf| {
            found |= match leaf {
                Leaf::Input(_) => false,
                Leaf::Variable(variable) => {
                    self.owner(variable).is_some() && self.system.variable(variable).owner != own
                }
                Leaf::At(instance, _) => self.is_any(self.system.instance(instance).process),
            };
        });
        found
    }

    fn examine(&self) -> Result<(), Unsupported> {
        for (_, transition) in self.transitions() {
            let own = Some(transition.instance);
            let values = transition.update.all_terms().map(|(variable, term)| {
                Formula::Compare(boolprog_integer::Comparison::Equal, Term::Variable(variable), term.clone())
            });
            let booleans = transition.update.all_formulas().map(|(variable, formula)| {
                Formula::Equal(Box::new(Formula::Variable(variable)), Box::new(formula.clone()))
            });
            let mut parts = transition.guard.iter().cloned().chain(values).chain(booleans);
            if parts.any(|part| self.mentions_others(&part, own)) {
                let process = &self.system.process_of(transition.instance).name;
                let why = format!("an edge of {process} looks at other instances of a process with [*]");
                return Err(Unsupported(why));
            }
        }
        if self.system.initial.iter().any(|formula| self.mentions_others(formula, None)) {
            return Err(Unsupported("an init formula names an instance of a process with [*]".to_owned()));
        }
        Ok(())
    }
}

/// Adds the replacement of one variable by another of the same sort to a substitution.
pub fn rename(system: &System, from: VariableId, to: VariableId, update: &mut Update) {
    if system.variable(from).sort == boolprog_integer::Sort::Boolean {
        update.formulas.insert(from, Formula::Variable(to));
    } else {
        update.terms.insert(from, Term::Variable(to));
    }
}

/// Number of occurrences of each element.
pub(super) fn counted<T: Ord + Copy>(elements: &[T]) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for element in elements {
        *counts.entry(*element).or_insert(0) += 1;
    }
    counts
}
