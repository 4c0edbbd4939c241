//! A system without the variables that its properties do not depend on, and with everything else.
//!
//! Unlike a [slice](super::slice()), it has all instances, locations and transitions. Guards that mention a variable which is
//! left out are left out, too: in the cone of influence only such transitions have them that lead nowhere that counts, or where the
//! choice between transitions decides nothing. So every step of the whole system is one of the reduced system, and an invariant of the latter is one of the former.

use std::collections::BTreeSet;

use super::cone::Cone;
use super::{Renaming, sliced};
use crate::{Counter, Formula, InstanceId, Replacement, Summed, System, Term, Transition, VariableId};

/// A system without some variables, and the names of the others in the whole system.
#[derive(Debug)]
pub struct Reduced {
    /// The smaller system. Processes with `[*]` have alike instances and all counters, as in the whole one.
    pub system: System,
    /// Of each of its variables, that of the whole system.
    pub variables: Vec<VariableId>,
    /// The number of variables of the whole system.
    of: usize,
}

impl Reduced {
    /// `None` if the properties depend on every variable. Linear, as a slice is.
    pub fn of(system: &System) -> Option<Self> {
        let kept = kept(system);
        if kept.len() == system.variables.len() {
            return None;
        }
        let renaming = Renaming::of(system, &kept, (0..system.instances.len() as u16).map(InstanceId));
        let is_kept = |formula: &&Formula| formula.variables().is_subset(&kept);
        let transition = |whole: &Transition| {
            let guard = whole.guard.iter().filter(is_kept).cloned().collect();
            renaming.transition(&Transition { guard, ..whole.clone() }).0
        };
        let counter = |it: &Counter| Counter { variable: renaming.id(it.variable), ..*it };
        let variables: Vec<VariableId> = kept.iter().copied().collect();
        let reduced = System {
            counters: system.counters.iter().map(counter).collect(),
            ..sliced(system, &renaming, system.transitions.iter().map(transition).collect())
        };
        Some(Self { system: reduced, variables, of: system.variables.len() })
    }

    /// A formula of the reduced system as one of the whole, where both may have the same [sums](System::with_sums).
    #[must_use]
    pub fn lift(&self, formula: &Formula) -> Formula {
        formula.replace(self)
    }

    /// A sum of the reduced system as one of the whole.
    #[must_use]
    pub fn lift_sum(&self, sum: Summed) -> Summed {
        Summed { variable: self.whole(sum.variable), ..sum }
    }

    /// The number of a variable in the whole system, which sums follow in both.
    fn whole(&self, variable: VariableId) -> VariableId {
        let number = variable.0 as usize;
        let sum = || VariableId((self.of + number - self.variables.len()) as u32);
        self.variables.get(number).copied().unwrap_or_else(sum)
    }
}

/// The cone of influence and the counters, with the same variables of all instances of a process, and what they are computed
/// from.
fn kept(system: &System) -> BTreeSet<VariableId> {
    let mut kept: BTreeSet<VariableId> = system.counters.iter().map(|counter| counter.variable).collect();
    kept.extend(Cone::of(system).variables());
    loop {
        let mut more: BTreeSet<VariableId> = kept.iter().flat_map(|it| alike(system, *it)).collect();
        for update in system.transitions.iter().map(|transition| &transition.update) {
            let terms = update.all_terms().filter(|(variable, _)| kept.contains(variable));
            more.extend(terms.flat_map(|(_, term)| term.variables()));
            let formulas = update.all_formulas().filter(|(variable, _)| kept.contains(variable));
            more.extend(formulas.flat_map(|(_, formula)| formula.variables()));
        }
        if more.is_subset(&kept) {
            return kept;
        }
        kept.append(&mut more);
    }
}

/// A variable of an instance, of all instances of the process.
pub(crate) fn alike(system: &System, variable: VariableId) -> Vec<VariableId> {
    let own = |instance: InstanceId| {
        let all = (0..).map(VariableId).zip(&system.variables);
        all.filter(move |(_, variable)| variable.owner == Some(instance)).map(|(id, _)| id)
    };
    let Some(owner) = system.variable(variable).owner else { return Vec::new() };
    let place = own(owner).position(|it| it == variable).unwrap_or_default();
    let instances = (0..system.instances.len() as u16).map(InstanceId);
    let process = system.instance(owner).process;
    instances.filter(|it| system.instance(*it).process == process).filter_map(|it| own(it).nth(place)).collect()
}

/// The numbers in the whole system.
impl Replacement for Reduced {
    fn term(&self, variable: VariableId) -> Term {
        Term::Variable(self.whole(variable))
    }

    fn formula(&self, variable: VariableId) -> Formula {
        Formula::Variable(self.whole(variable))
    }
}
