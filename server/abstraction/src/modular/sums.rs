//! Sums that no step changes: what a shared counter counts.
//!
//! A variable that every step changes by a constant is often the number of instances at some places, plus a constant: a
//! reference counter counts those that hold a reference. Such sums are the solutions of linear equations, one for each
//! transition, as the place invariants of a Petri net are (Lautenbach, "Exact liveness conditions of a Petri net class", 1973).
//! Where steps change variables by constants only under assumptions, the sums are invariants if these hold, too.

pub(super) mod algebra;
mod changes;
mod facts;
mod own;
pub(super) mod sampled;
mod signs;
mod wrapping;

use std::collections::{BTreeMap, BTreeSet};

use boolprog_integer::{Initial, InstanceId, LocationId, Sort, Summed, System, Term, Transition, VariableId};

use super::equations::{Sum, Summand, Sums};
use super::instances::Instances;
use super::pairs::Pairs;
use super::reads::{is_large, is_of_variables, is_replicated};
use algebra::solutions;
use changes::{Affine, Change, change, sign_change};
pub(super) use facts::Copying;
use facts::Facts;
use own::Own;
use sampled::Taken;
use wrapping::Unwrapped;

/// More unknowns are not solved for.
const MOST_UNKNOWNS: usize = 200;

/// The sums of a system with these pairs, each with a variable that is not a counter, and which variables of instances are
/// copies of a variable in them. Time: cubic in the number of locations and variables.
///
/// There are no sums if nothing is assumed that the [`Copying`] allows. If steps are given that are taken, the others are assumed
/// not to be taken, if a sum needs that.
pub(super) fn sums(instances: &Instances<'_>, pairs: &Pairs, copying: Copying, taken: Option<&Taken>) -> Sums {
    let system = instances.system;
    let facts = Facts::of(instances, pairs, copying, taken);
    let (assumed, never) = (facts.assumed(), facts.never());
    let steps = Steps::of(instances, &facts);
    let is_needed = match copying {
        Copying::Certain => true,
        Copying::Assumed => !assumed.is_empty(),
        Copying::Sampled => !never.is_empty(),
        Copying::Signed => !steps.signs.is_empty(),
        Copying::Summed => !steps.own.summed.is_empty(),
    };
    if !is_needed {
        return Sums::default();
    }
    let Some(solutions) = steps.sums() else { return Sums::default() };
    let summed: BTreeSet<Summed> = solutions.iter().flat_map(Sum::summed).collect();
    if copying == Copying::Summed && summed.is_empty() {
        return Sums::default();
    }
    let (all, of_bits) = solutions.into_iter().partition(|sum| sum.is_about_numbers(system));
    let mut sums = assuming(instances, all, &steps);
    sums.of_bits = of_bits;
    sums.assumptions.extend(steps.own.assumptions(&summed));
    sums.summed = summed.into_iter().collect();
    for index in never {
        let step = &system.transitions[index];
        if facts.has_copies_after(step) || !is_kept_by(&sums, system, step) {
            sums.never.push(index);
        }
    }
    if copying == Copying::Sampled && sums.never.is_empty() {
        return Sums::default();
    }
    for (index, copy, Unwrapped { condition, branch, .. }) in assumed {
        sums.assumptions.push((index, condition));
        sums.terms.insert((system.transitions[index].edge, copy), branch);
    }
    let counted: Vec<VariableId> = steps.changed.keys().copied().filter(|it| sums.related.contains(it)).collect();
    for (spot, is_copy) in counted.iter().flat_map(|it| facts.copies(*it)) {
        sums.copies.entry(vec![spot]).or_default().push(is_copy);
    }
    sums
}

/// The possible steps of first instances and of those that exist once, by the numbers of their transitions, and how each of them
/// changes the variables that all of them change by constants.
struct Steps<'s> {
    instances: &'s Instances<'s>,
    taken: Vec<(usize, &'s Transition)>,
    changed: BTreeMap<VariableId, Vec<Change>>,
    /// Their effect on whether a variable is negative, if that is of interest.
    signs: BTreeMap<VariableId, Vec<Change>>,
    own: Own,
}

impl<'s> Steps<'s> {
    fn of(instances: &'s Instances<'s>, facts: &Facts<'_>) -> Self {
        let system = instances.system;
        let steps = system.transitions.iter().enumerate().filter(|(_, it)| facts.is_possible(it));
        let steps: Vec<(usize, &Transition)> = steps.collect();
        let own = if facts.are_summed() { Own::of(instances, facts, &steps) } else { Own::default() };
        let mut changed: BTreeMap<VariableId, Vec<Change>> = BTreeMap::new();
        for variable in (0..system.variables.len() as u32).map(VariableId).filter(|it| may_count(system, *it)) {
            let is_certain = |it: &Change| it.if_before.is_none() || is_large(system.variable(variable).sort);
            let change = |it: &Transition| {
                let added = || own.added(system, facts, it, variable);
                change(system, facts, it, variable).or_else(added).filter(is_certain)
            };
            let changes = steps.iter().map(|(_, it)| change(it)).collect::<Option<_>>();
            changed.extend(changes.map(|changes| (variable, changes)));
        }
        let mut signs = BTreeMap::new();
        for (variable, changes) in &changed {
            if facts.are_signed()
                && is_large(system.variable(*variable).sort)
                && signs::may_be_negative(system, *variable)
            {
                let steps = steps.iter().zip(changes);
                let changes = steps.map(|((_, it), change)| sign_change(system, it, *variable, change));
                signs.extend(changes.collect::<Option<_>>().map(|changes| (*variable, changes)));
            }
        }
        Self { instances, taken: steps, changed, signs, own }
    }

    /// The sums with a variable; `None` if there are too many unknowns.
    fn sums(&self) -> Option<Vec<Sum>> {
        let summands = self.summands();
        if summands.len() > MOST_UNKNOWNS {
            return None;
        }
        let rows = (0..self.taken.len()).flat_map(|index| self.rows(index, &summands)).collect();
        let solutions = solutions(rows, summands.len())?;
        Some(solutions.iter().filter_map(|solution| Sum::of(self.instances.system, &summands, solution)).collect())
    }

    /// The effects of a step on all summands: the constants, and the multiples of each variable of its instance.
    fn rows(&self, index: usize, summands: &[Summand]) -> Vec<Vec<i64>> {
        let effects: Vec<Affine> = summands.iter().map(|summand| self.effect(index, *summand)).collect();
        let variables: BTreeSet<VariableId> = effects.iter().filter_map(|it| Some(it.multiple?.0)).collect();
        let of = |effect: &Affine, variable| effect.multiple.filter(|(it, _)| *it == variable).map_or(0, |(_, it)| it);
        let multiples = variables.into_iter().map(|variable| effects.iter().map(|it| of(it, variable)).collect());
        [effects.iter().map(|it| it.constant).collect()].into_iter().chain(multiples).collect()
    }

    fn effect(&self, index: usize, summand: Summand) -> Affine {
        let (transition, step) = self.taken[index];
        match summand {
            Summand::Variable(variable) => self.changed[&variable][index].by,
            Summand::Negative(variable) => self.signs[&variable][index].by,
            Summand::Own(sum) => self.own.change(sum, transition),
            other => Affine::constant(moved(self.instances.system, step, other)),
        }
    }

    /// Summands that sums may have. The variables are the last, those of two values before the others: each that is not determined by
    /// others is a sum of those before it.
    fn summands(&self) -> Vec<Summand> {
        let Instances { system, once, .. } = self.instances;
        let counted = system.counters.iter().filter(|it| it.location.0 != 0).map(|it| Summand::Counted(it.variable));
        let at = |it: InstanceId| self.instances.locations(it).map(move |location| Summand::At(it, location));
        let places = once.iter().flat_map(|it| at(*it));
        let own = self.own.summed.iter().map(|it| Summand::Own(*it));
        let signs = self.signs.keys().map(|it| Summand::Negative(*it));
        let (large, small): (Vec<_>, Vec<_>) =
            self.changed.keys().copied().partition(|it| is_large(system.variable(*it).sort));
        let variables = small.into_iter().chain(large).map(Summand::Variable);
        counted.chain(places).chain(own).chain(signs).chain(variables).collect()
    }
}

/// The sums with what they need: only the variables in them matter.
fn assuming(
    Instances { system, families, .. }: &Instances<'_>,
    all: Vec<Sum>,
    Steps { taken: steps, changed, signs, .. }: &Steps<'_>,
) -> Sums {
    let in_sums = |it: &VariableId| all.iter().any(|sum| sum.summands.contains_key(&Summand::Variable(*it)));
    let related = changed.keys().copied().filter(in_sums).collect();
    let mut sums = Sums { all, related, ..Sums::default() };
    let needed: Vec<_> = changed.iter().chain(signs).filter(|(variable, _)| sums.related.contains(variable)).collect();
    for (variable, changes) in needed {
        for ((index, step), Change { if_before, term, .. }) in steps.iter().zip(changes) {
            sums.assumptions.extend(if_before.clone().map(|formula| (*index, formula)));
            sums.terms.extend(term.clone().map(|term| ((step.edge, *variable), term)));
        }
    }
    let own = families.iter().flat_map(|it| &it.variables[0]).copied();
    let mut copies: BTreeSet<VariableId> = own.filter(|it| system.variable(*it).sort != Sort::Boolean).collect();
    let is_copy = |term: &Term, copies: &BTreeSet<VariableId>| {
        term.variables().iter().all(|it| sums.related.contains(it) || copies.contains(it))
            && is_of_variables(|note| term.leaves(note))
    };
    loop {
        let values = |it: VariableId| steps.iter().filter_map(move |(_, step)| step.update.terms.get(&it));
        let kept: BTreeSet<VariableId> =
            copies.iter().copied().filter(|it| values(*it).all(|term| is_copy(term, &copies))).collect();
        if kept == copies {
            break;
        }
        copies = kept;
    }
    sums.related.extend(copies);
    sums
}

/// Returns `true` if a step keeps all sums, as it changes no variable in them, and moves no instance from what one counts to what it does not.
fn is_kept_by(sums: &Sums, system: &System, step: &Transition) -> bool {
    let is_changed = |it: &Summand| match it {
        Summand::Variable(variable) | Summand::Negative(variable) => step.update.terms.contains_key(variable),
        Summand::Own(sum) => {
            let is_there = [step.from, step.to].contains(&sum.location);
            is_there && system.variable(sum.variable).owner == Some(step.instance)
        }
        Summand::Counted(_) | Summand::At(..) => false,
    };
    let is_kept = |sum: &Sum| {
        let moves = sum.summands.iter().map(|(summand, factor)| factor.wrapping_mul(moved(system, step, *summand)));
        !sum.summands.keys().any(is_changed) && moves.fold(0, i64::wrapping_add) == 0
    };
    sums.all.iter().chain(&sums.of_bits).all(is_kept)
}

/// Returns `true` if a variable is a shared integer with a known start.
fn may_count(system: &System, variable: VariableId) -> bool {
    let stated = system.variable(variable);
    let is_shared = stated.owner.is_none_or(|owner| !is_replicated(system, owner));
    let is_number = stated.sort != Sort::Boolean;
    is_shared && is_number && matches!(stated.initial, Initial::Value(_)) && !system.is_auxiliary(variable)
}

/// By how much a transition changes the number of instances at a place.
fn moved(system: &System, transition: &Transition, summand: Summand) -> i64 {
    let at = |location: LocationId| i64::from(transition.to == location) - i64::from(transition.from == location);
    match summand {
        Summand::At(instance, location) if instance == transition.instance => at(location),
        Summand::Counted(variable) => {
            let process = system.instance(transition.instance).process;
            let counter = system.counters.iter().find(|it| it.variable == variable && it.process == process);
            counter.map_or(0, |counter| at(counter.location))
        }
        _ => 0,
    }
}
