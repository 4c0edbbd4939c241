//! Which variables of an instance matter at its locations.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_integer::{LocationId, System, Transition, VariableId};

use super::instances::Family;
use super::reads::read;

/// Of each location of a family, the positions of the variables of its instances that are read before they are assigned
/// again, or that a property mentions.
pub(super) fn live(system: &System, family: &Family) -> BTreeMap<LocationId, BTreeSet<usize>> {
    let (first, own) = (family.first(), &family.variables[0]);
    let position = |variable: &VariableId| own.iter().position(|it| it == variable);
    let stated: BTreeSet<_> = system.properties.iter().flat_map(|it| it.error.variables()).collect();
    let all = family.variables.iter().flat_map(|own| own.iter().enumerate());
    let always: BTreeSet<usize> = all.filter(|(_, it)| stated.contains(it)).map(|(position, _)| position).collect();
    let steps: Vec<(&Transition, BTreeSet<usize>)> = system
        .transitions
        .iter()
        .filter(|it| it.instance == first)
        .map(|it| (it, read(system, it).iter().filter_map(position).collect()))
        .collect();
    let locations = (0..system.process_of(first).locations.len() as u16).map(LocationId);
    let mut live: BTreeMap<LocationId, BTreeSet<usize>> = locations.map(|it| (it, always.clone())).collect();
    loop {
        let mut changed = false;
        for (transition, read) in &steps {
            let assigned: BTreeSet<usize> = transition.update.assigned().filter_map(|it| position(&it)).collect();
            let through: BTreeSet<usize> = live[&transition.to].difference(&assigned).copied().collect();
            let before = live.entry(transition.from).or_default();
            let known = before.len();
            before.extend(through.union(read));
            changed |= before.len() > known;
        }
        if !changed {
            return live;
        }
    }
}
