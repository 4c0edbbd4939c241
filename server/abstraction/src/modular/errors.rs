//! Where a violation is looked for: the instances that it is about, and their places.

use boolprog_integer::{Comparison, Formula, LocationId, System, Term};

use super::instances::Instances;
use super::reads::instances_in;

/// One of the first two instances of a family, at a known place or anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Witness {
    pub(super) family: usize,
    /// 0 or 1.
    pub(super) index: usize,
    pub(super) location: Option<LocationId>,
}

/// One way to satisfy a formula.
pub(super) struct Case {
    /// At least one instance.
    pub(super) witnesses: Vec<Witness>,
    pub(super) formulas: Vec<Formula>,
}

/// The ways to satisfy the formula of an error. Where it counts at least one or two instances, these are among the
/// witnesses. Fails if it names other instances than the first two.
pub(super) fn cases(instances: &Instances<'_>, error: Formula) -> Result<Vec<Case>, String> {
    error.into_disjuncts().into_iter().map(|disjunct| case(instances, disjunct)).collect()
}

fn case(instances: &Instances<'_>, disjunct: Formula) -> Result<Case, String> {
    let Instances { system, families, .. } = instances;
    let mut witnesses = Vec::new();
    let named = instances_in(std::slice::from_ref(&disjunct), system);
    for (instance, (family, index)) in named.into_iter().filter_map(|it| Some((it, instances.member(it)?))) {
        if index > 1 {
            let name = &system.instance(instance).name;
            return Err(format!("a property names {name}, and pairs are about two instances"));
        }
        witnesses.push(Witness { family, index, location: None });
    }
    let formulas = disjunct.into_conjuncts();
    let counted: Vec<_> = formulas.iter().filter_map(|formula| counted(system, formula)).collect();
    for (process, location, number) in counted {
        let Some(family) = families.iter().position(|family| family.process == process) else { continue };
        let is_of_it = |it: &&Witness| it.family == family;
        if witnesses.iter().filter(is_of_it).any(|it| it.location.is_none()) {
            continue;
        }
        let known = witnesses.iter().filter(is_of_it).count();
        let more = number.min(2_usize.saturating_sub(known));
        witnesses.extend((known..known + more).map(|index| Witness { family, index, location: Some(location) }));
    }
    if witnesses.is_empty() {
        witnesses.push(Witness { family: 0, index: 0, location: None });
    }
    Ok(Case { witnesses, formulas })
}

/// The process, the location and the number of instances, of a formula which says that at least this number is there.
fn counted(system: &System, formula: &Formula) -> Option<(usize, LocationId, usize)> {
    let Formula::Compare(comparison, Term::Variable(variable), Term::Constant(number)) = formula else { return None };
    let counter = system.counters.iter().find(|counter| counter.variable == *variable)?;
    let least = match comparison {
        Comparison::GreaterOrEqual | Comparison::Equal => *number,
        Comparison::Greater => number.checked_add(1)?,
        _ => return None,
    };
    Some((usize::from(counter.process), counter.location, usize::try_from(least).ok()?))
}
