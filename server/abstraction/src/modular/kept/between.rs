//! Two instances: what may hold when they are at two places, and the steps that matter for it.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_clauses::{Encoding, Head};
use boolprog_integer::{Comparison, Formula, InstanceId, Term, Transition, VariableId};

use super::super::located::{Located, Standing};
use super::super::pairs::{Place, Together, variables_of};
use super::super::reads::{is_large, is_replicated};
use super::goals::is_shared;
use super::{Step, Two, about, about_two, renaming};

/// More formulas about two places are not tried.
const MOST: usize = 80;

/// That instances are never at two places, and comparisons of numbers, which in one instance some step compares or copies, or
/// which are of two instances. Of two at one place, they say the same of both.
pub(super) fn candidates(located: &Located<'_>, seen: &BTreeSet<(usize, Formula)>) -> BTreeMap<Two, Vec<Formula>> {
    let of_two = |two: Two| {
        let is_at_start = |place: Place| place.location.0 == 0;
        if is_at_start(two.0) || is_at_start(two.1) {
            return None;
        }
        let both = standing(two);
        let [one, other] = both.map(|it| numbers(located, it));
        let mut found = vec![Formula::Constant(false)];
        for (left, right) in one.iter().flat_map(|left| other.iter().map(move |right| (*left, *right))) {
            let with = |comparison| Formula::Compare(comparison, Term::Variable(left), Term::Variable(right));
            found.push(with(Comparison::NotEqual));
            if two.0 != two.1 {
                found.extend([Comparison::Less, Comparison::Greater].map(with));
            }
        }
        if two.0 != two.1 {
            found.extend(both.iter().flat_map(|it| with_shared(located, *it, seen)));
        }
        found.truncate(MOST);
        Some((two, found))
    };
    located.places_together().into_iter().filter_map(of_two).collect()
}

/// The first instances at two places.
fn standing((one, other): Two) -> [Standing; 2] {
    let index = usize::from(one.family == other.family);
    [Standing { place: one, index: 0 }, Standing { place: other, index }]
}

/// The variables of an instance that matter where it is, and have many values.
fn numbers(located: &Located<'_>, standing: Standing) -> Vec<VariableId> {
    let Place { family, location } = standing.place;
    let live = &located.live[family][&location];
    let own = variables_of(located.system, located.instance(standing)).into_iter().enumerate();
    let lives = own.filter(|(position, _)| live.contains(position)).map(|(_, variable)| variable);
    lives.filter(|it| is_large(located.system.variable(*it).sort)).collect()
}

/// That numbers of an instance differ from shared ones.
fn with_shared(located: &Located<'_>, standing: Standing, seen: &BTreeSet<(usize, Formula)>) -> Vec<Formula> {
    let system = located.system;
    let first = variables_of(system, located.instance(Standing { index: 0, ..standing }));
    let meant = variables_of(system, located.instance(standing));
    let numbers = numbers(located, standing);
    let instead = |variable: VariableId| {
        let position = first.iter().position(|it| *it == variable);
        position.map_or(variable, |position| meant[position])
    };
    let differs = |(family, formula): &(usize, Formula)| match formula {
        Formula::Compare(Comparison::NotEqual, Term::Variable(left), Term::Variable(right))
            if *family == standing.place.family && !is_shared(system, formula) =>
        {
            let [left, right] = [*left, *right].map(instead);
            let own = if system.variable(left).owner.is_some() { left } else { right };
            let differ = Formula::Compare(Comparison::NotEqual, Term::Variable(left), Term::Variable(right));
            numbers.contains(&own).then_some(differ)
        }
        _ => None,
    };
    seen.iter().filter_map(differs).collect()
}

/// Adds the steps from two places, to those for which there are candidates.
pub(super) fn add_steps<'s>(
    located: &Located<'s>,
    two: Two,
    candidates: &BTreeMap<Two, Vec<Formula>>,
    steps: &mut Vec<Step<'s>>,
) {
    steps.extend(own_steps(located, two, candidates));
    let about = candidates.get(&two).into_iter().flatten().flat_map(Formula::variables).collect();
    steps.extend(steps_of_others(located, two, &about));
}

/// The steps of two instances.
fn own_steps<'s>(located: &Located<'s>, two: Two, candidates: &BTreeMap<Two, Vec<Formula>>) -> Vec<Step<'s>> {
    let both = standing(two);
    let mut found = Vec::new();
    let movers: &[usize] = if two.0 == two.1 { &[0] } else { &[0, 1] };
    for mover in movers {
        for transition in of(located, both[*mover]) {
            let mut after = both;
            after[*mover].place.location = transition.to;
            let (one, other) = (after[0].place.min(after[1].place), after[0].place.max(after[1].place));
            if candidates.contains_key(&(one, other)) && *located.pairs.together(one, other) != Together::Never {
                found.extend(step(located, both, transition, transition.guard.clone(), after));
            }
        }
    }
    found
}

/// The steps of a third instance, and of those that exist once, that change what candidates are about.
fn steps_of_others<'s>(located: &Located<'s>, two: Two, seen: &BTreeSet<VariableId>) -> Vec<Step<'s>> {
    let both = standing(two);
    let system = located.system;
    let is_seen = |it: &Transition| it.update.assigned().any(|it| seen.contains(&it));
    let mut found = Vec::new();
    let once = system.transitions.iter().filter(|it| !is_replicated(system, it.instance) && is_seen(it));
    for transition in once {
        let at = Formula::At { instance: transition.instance, location: transition.from };
        let guard = transition.guard.iter().cloned().chain([at]).collect();
        found.extend(step(located, both, transition, guard, both));
    }
    for place in located.places() {
        let index = both.iter().filter(|it| it.place.family == place.family).count();
        let third = Standing { place, index };
        for transition in of(located, third).filter(|it| is_seen(it)) {
            let known = both.iter().map(|it| explicit(located, *it, third)).collect::<Option<Vec<_>>>();
            let Some(known) = known else { continue };
            let guard = transition.guard.iter().cloned().chain(known.into_iter().flatten()).collect();
            let step = step(located, both, transition, guard, both);
            found.extend(step.map(|step| Step { before: about(located, &[&both[..], &[third]].concat()), ..step }));
        }
    }
    found
}

fn of<'s>(located: &Located<'s>, standing: Standing) -> impl Iterator<Item = &'s Transition> + use<'s> {
    let instance: InstanceId = located.instance(standing);
    located.system.transitions.iter().filter(move |it| it.instance == instance && it.from == standing.place.location)
}

/// What the pairs tell about two instances, in their variables; `None` if they are never there together.
fn explicit(located: &Located<'_>, one: Standing, other: Standing) -> Option<Vec<Formula>> {
    let in_order = if one.place <= other.place { [one, other] } else { [other, one] };
    let known = located.known(&standing((in_order[0].place, in_order[1].place)))?;
    let renaming = renaming(located, &in_order);
    Some(known.iter().map(|formula| renaming.formula(formula)).collect())
}

fn step<'s>(
    located: &Located<'s>,
    before: [Standing; 2],
    transition: &'s Transition,
    guard: Vec<Formula>,
    [one, other]: [Standing; 2],
) -> Option<Step<'s>> {
    let clause = located.clause(before.to_vec(), guard, Some(transition.into()), Head::Never)?;
    let Transition { choices, update, .. } = transition;
    let (before, after) = (about(located, &before), about_two(located, one, other));
    Some(Step { before, formulas: clause.formulas, choices, update: Some(update), after })
}
