//! The instances and variables that expressions mention.

use std::collections::BTreeSet;

use boolprog_integer::expression::Leaf;
use boolprog_integer::{Formula, InstanceId, Sort, System, Term, Transition, VariableId};

/// `true` if an instance is one of any number.
pub(super) fn is_replicated(system: &System, instance: InstanceId) -> bool {
    system.process_of(instance).replicated
}

/// The instances that formulas mention by their variables and locations.
pub(super) fn instances_in(formulas: &[Formula], system: &System) -> BTreeSet<InstanceId> {
    let mut found = BTreeSet::new();
    for formula in formulas {
        formula.leaves(&mut |leaf| found.extend(instance_of(leaf, system)));
    }
    found
}

fn instance_of(leaf: Leaf, system: &System) -> Option<InstanceId> {
    match leaf {
        Leaf::Variable(variable) => system.variable(variable).owner,
        Leaf::At(instance, _) => Some(instance),
        Leaf::Input(_) => None,
    }
}

/// The variables that a transition reads, but for what it counts.
pub(super) fn read(system: &System, Transition { guard, update, .. }: &Transition) -> BTreeSet<VariableId> {
    let stated = update.all_terms().filter(|(variable, _)| !system.is_auxiliary(*variable));
    let values = stated.flat_map(|(_, term)| term.variables());
    let truths = update.all_formulas().flat_map(|(_, formula)| formula.variables());
    guard.iter().flat_map(Formula::variables).chain(values).chain(truths).collect()
}

/// Fails if a step depends on one of any number of other instances, which are then not alike.
pub(super) fn reads_no_other(system: &System, transition: &Transition) -> Result<(), String> {
    let Transition { guard, update, .. } = transition;
    let mut read = instances_in(guard, system);
    let mut note = |leaf| read.extend(instance_of(leaf, system));
    update.all_terms().for_each(|(_, term)| term.leaves(&mut note));
    update.all_formulas().for_each(|(_, formula)| formula.leaves(&mut note));
    let other = |it: &InstanceId| *it != transition.instance && is_replicated(system, *it);
    match read.into_iter().find(other) {
        Some(other) => {
            let (name, other) = (&system.instance(transition.instance).name, &system.instance(other).name);
            Err(format!("an edge of {name} names {other}, one of any number of instances"))
        }
        None => Ok(()),
    }
}

/// Fails if the start depends on one of any number of instances.
pub(super) fn starts_alike(system: &System) -> Result<(), String> {
    if instances_in(&system.initial, system).into_iter().any(|it| is_replicated(system, it)) {
        return Err("`init` names one of any number of instances".to_owned());
    }
    Ok(())
}

/// `true` if a variable may have more than two values.
pub(super) fn is_large(sort: Sort) -> bool {
    match sort {
        Sort::Boolean => false,
        sort => sort.bounds().is_none_or(|(low, high)| high.abs_diff(low) > 1),
    }
}

/// Returns `true` if an expression with these leaves is about variables alone.
pub(super) fn is_of_variables(leaves: impl Fn(&mut dyn FnMut(Leaf))) -> bool {
    let mut only = true;
    leaves(&mut |leaf| only &= matches!(leaf, Leaf::Variable(_)));
    only
}

/// Notes the terms that a formula compares.
pub(super) fn comparisons(formula: &Formula, note: &mut impl FnMut(&Term, &Term)) {
    match formula {
        Formula::Compare(_, left, right) => note(left, right),
        Formula::Not(inner) => comparisons(inner, note),
        Formula::Equal(left, right) => [left, right].into_iter().for_each(|side| comparisons(side, note)),
        Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|part| comparisons(part, note)),
        _ => {}
    }
}
