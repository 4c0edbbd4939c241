//! Sums over all instances of a replicated process, as variables that its steps change.
//!
//! Like the [counters](crate::Counter), which exist in every system of representatives, they are auxiliary: no guard and no value
//! of another variable depends on them. (Owicki, Gries, "An axiomatic proof technique for parallel programs I", Acta
//! Informatica 6, 1976.)

use smol_str::{SmolStr, format_smolstr};

use crate::slice::alike;
use crate::{Arithmetic, Initial, LocationId, Sort, Summed, System, Term, Transition, Variable, VariableId};

impl System {
    /// The system with variables that are sums, [each in its place](Self::sums) after all others.
    #[must_use]
    pub fn with_sums(&self, sums: &[Summed]) -> Self {
        let mut system = self.clone();
        for sum in sums {
            system.add_sum(*sum);
        }
        system
    }

    /// The sums with their variables, which are the last ones.
    pub fn sums(&self) -> impl Iterator<Item = (VariableId, Summed)> {
        let first = (self.variables.len() - self.summed.len()) as u32;
        (first..).map(VariableId).zip(self.summed.iter().copied())
    }

    /// The variable that counts the instances at the location of a sum.
    pub fn counter_of(&self, sum: Summed) -> Option<VariableId> {
        let process = self.instance(self.variable(sum.variable).owner?).process;
        let counter = self.counters.iter().find(|it| it.process == process && it.location == sum.location);
        counter.map(|it| it.variable)
    }

    /// Returns `true` if a variable counts instances or is a sum over them.
    pub fn is_auxiliary(&self, variable: VariableId) -> bool {
        self.counters.iter().any(|it| it.variable == variable) || self.sums().any(|(it, _)| it == variable)
    }

    fn add_sum(&mut self, sum: Summed) {
        let id = VariableId(self.variables.len() as u32);
        let alike: Vec<_> = alike(self, sum.variable).into_iter().map(|it| (self.variable(it).owner, it)).collect();
        let variable = Variable {
            name: self.unused(&self.name_of(sum)),
            owner: None,
            sort: Sort::Integer,
            initial: Initial::Value(0),
            span: self.variable(sum.variable).span,
        };
        for transition in &mut self.transitions {
            if let Some((_, own)) = alike.iter().find(|(owner, _)| *owner == Some(transition.instance)) {
                let new = after(transition, (id, *own), sum.location);
                transition.update.terms.extend(new.map(|term| (id, term)));
            }
        }
        self.variables.push(variable);
        self.summed.push(sum);
    }

    fn name_of(&self, sum: Summed) -> SmolStr {
        let variable = self.variable(sum.variable);
        let owner = variable.owner.expect("a variable of an instance");
        let location = &self.location(owner, sum.location).name;
        format_smolstr!("sum_{}_{}_{location}", self.process_of(owner).name, variable.short_name())
    }

    /// A name that no variable has.
    fn unused(&self, name: &SmolStr) -> SmolStr {
        let is_used = self.variables.iter().any(|it| it.name == *name);
        if is_used { self.unused(&format_smolstr!("{name}_")) } else { name.clone() }
    }
}

/// The new value of a sum; `None` if a transition does not change it.
fn after(transition: &Transition, (sum, own): (VariableId, VariableId), location: LocationId) -> Option<Term> {
    let new = || transition.update.terms.get(&own).cloned().unwrap_or(Term::Variable(own));
    let less = (transition.from == location).then_some(Term::Variable(own));
    let more = (transition.to == location).then(new);
    if less == more {
        return None;
    }
    let with = |operation, sum: Term, other: Option<Term>| match other {
        Some(other) => Term::binary(operation, sum, other),
        None => sum,
    };
    Some(with(Arithmetic::Subtract, with(Arithmetic::Add, Term::Variable(sum), more), less))
}
