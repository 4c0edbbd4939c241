//! Conditions at places under which no property is violated: the opposite of what leads to an error, and its weakest
//! preconditions for the steps before (Dijkstra, "A Discipline of Programming", 1976).

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::expression::Leaf;
use boolprog_integer::{Counter, Formula, InstanceId, LocationId, System, Term, Transition};

use super::super::instances::Place;
use super::super::located::Located;
use super::super::reads::{is_of_variables, is_replicated};

/// A formula with more variables in it, each as often as it occurs, is not followed.
const MOST_LEAVES: usize = 160;

/// The steps that are looked back.
const STEPS: usize = 10;

/// More formulas for one place are not tried.
const MOST: usize = 40;

/// A condition on shared variables is a goal everywhere if it has not more times as many variables as the first goals.
const GROWTH: usize = 2;

/// A goal of more alternatives is not followed.
const MOST_ALTERNATIVES: usize = 6;

/// Formulas at places.
pub(super) type Goals = BTreeMap<Place, BTreeSet<Formula>>;

/// The goals of all places. A condition that turns out to be about shared variables alone is a goal everywhere: that of a lock, for example,
/// which every owner has to keep.
pub(super) fn goals(located: &Located<'_>, control: &dyn Control) -> Result<Goals, Stop> {
    let system = located.system;
    let mut goals: Goals = located.places().into_iter().map(|place| (place, BTreeSet::new())).collect();
    let mut new = first(located);
    let few = GROWTH * new.values().flatten().map(leaves).max().unwrap_or_default();
    let mut everywhere: BTreeSet<Formula> =
        new.values().flatten().filter(|it| is_shared(system, it)).cloned().collect();
    for _ in 0..STEPS {
        control.poll(&Progress { phase: "facts", ..Progress::default() })?;
        everywhere.retain(|it| leaves(it) <= few);
        for (place, known) in &mut goals {
            let formulas = new.entry(*place).or_default();
            formulas.extend(everywhere.iter().cloned());
            formulas.retain(|formula| known.len() < MOST && known.insert(formula.clone()));
        }
        (new, everywhere) = before(located, &new);
    }
    Ok(goals)
}

/// Conditions which exclude that a property is violated at a place, or by the next step, and what steps test that is computed, such as
/// whether a number is even.
fn first(located: &Located<'_>) -> Goals {
    let system = located.system;
    let mut found = Goals::new();
    let errors: Vec<Formula> = system.properties.iter().flat_map(|it| it.error.clone().into_disjuncts()).collect();
    for (place, transition) in steps(located) {
        if errors.iter().any(|error| mentions(system, error, transition.instance, transition.to)) {
            found.entry(place).or_default().extend(opposites(transition.guard.clone()));
        }
        let tests = transition.guard.iter().filter(|it| is_computed(it) && is_of_variables(|note| it.leaves(note)));
        let both = tests.flat_map(|it| [it.clone(), Formula::opposite(it.clone())]);
        found.entry(place).or_default().extend(both);
    }
    for error in errors {
        for place in located.places() {
            let own = located.instances.standing(place, 0).instance;
            let goals =
                opposites(error.clone().into_conjuncts()).into_iter().filter(|it| is_about(system, it, Some(own)));
            found.entry(place).or_default().extend(goals);
        }
    }
    found
}

/// Returns `true` if a formula compares more than a variable with a variable or a constant.
fn is_computed(formula: &Formula) -> bool {
    let is_simple = |term: &Term| matches!(term, Term::Variable(_) | Term::Constant(_));
    matches!(formula, Formula::Compare(_, left, right) if !is_simple(left) || !is_simple(right))
}

/// That one of some conjuncts does not hold: for each of them, and for all of them together.
fn opposites(conjuncts: Vec<Formula>) -> Vec<Formula> {
    let each: Vec<Formula> =
        conjuncts.into_iter().map(Formula::opposite).filter(|it| is_of_variables(|note| it.leaves(note))).collect();
    let together = (each.len() > 1).then(|| any(each.clone()));
    each.into_iter().chain(together).collect()
}

/// The weakest preconditions of goals, and those that are about what is shared alone, unlike the goal itself.
fn before(located: &Located<'_>, goals: &Goals) -> (Goals, BTreeSet<Formula>) {
    let system = located.system;
    let (mut found, mut everywhere) = (Goals::new(), BTreeSet::new());
    for (place, transition) in steps(located) {
        let Some(after) = goals.get(&Place { location: transition.to, ..place }) else { continue };
        let guards: Vec<Formula> = transition
            .guard
            .iter()
            .cloned()
            .map(Formula::opposite)
            .filter(|it| is_of_variables(|note| it.leaves(note)))
            .collect();
        for goal in after {
            let changed = goal.replace(&transition.update).fold(None);
            let guarded = any(guards.iter().cloned().chain([changed.clone()]));
            let is_alone = !matches!(goal, Formula::Any(_));
            for formula in is_alone.then(|| any([changed])).into_iter().chain([guarded]).filter(is_useful) {
                if is_shared(system, &formula) && (formula.variables() != goal.variables()) {
                    everywhere.insert(formula.clone());
                }
                found.entry(place).or_default().insert(formula);
            }
        }
    }
    (found, everywhere)
}

fn is_useful(formula: &Formula) -> bool {
    let alternatives = if let Formula::Any(parts) = formula { parts.len() } else { 1 };
    let is_known = matches!(formula, Formula::Constant(_)) || !is_of_variables(|note| formula.leaves(note));
    !is_known && alternatives <= MOST_ALTERNATIVES && leaves(formula) <= MOST_LEAVES
}

/// One of some formulas, each once and without those that say nothing.
fn any(formulas: impl IntoIterator<Item = Formula>) -> Formula {
    let parts: BTreeSet<Formula> =
        formulas.into_iter().flat_map(Formula::into_disjuncts).map(|formula| simple(&formula)).collect();
    if parts.iter().any(|it| parts.contains(&Formula::opposite(it.clone()))) {
        return Formula::Constant(true);
    }
    Formula::Any(parts.into_iter().collect()).fold(None)
}

/// The formula, where a term is what it is compared with.
fn simple(formula: &Formula) -> Formula {
    match formula {
        Formula::Compare(comparison, left, right) if left == right => Formula::Constant(comparison.holds(0, 0)),
        other => other.clone(),
    }
}

/// The steps of the first instances from the places that they can reach.
pub(super) fn steps<'s>(located: &Located<'s>) -> Vec<(Place, &'s Transition)> {
    let of_place = |place: Place| {
        let own = located.instances.steps_of(located.instances.standing(place, 0));
        own.iter().map(move |it| (place, *it))
    };
    located.places().into_iter().flat_map(of_place).collect()
}

/// Returns `true` if a formula names a location of an instance, or counts instances there.
fn mentions(system: &System, formula: &Formula, instance: InstanceId, location: LocationId) -> bool {
    let process = system.instance(instance).process;
    let counts = |it: &Counter| it.process == process && it.location == location;
    let mut found = false;
    formula.leaves(&mut |leaf| {
        found |= match leaf {
            Leaf::At(of, at) => of == instance && at == location,
            Leaf::Variable(variable) => system.counters.iter().any(|it| it.variable == variable && counts(it)),
            Leaf::Input(_) => false,
        };
    });
    found
}

/// The number of occurrences of variables.
fn leaves(formula: &Formula) -> usize {
    let mut leaves = 0;
    formula.leaves(&mut |_| leaves += 1);
    leaves
}

/// Returns `true` if no instance of any number is in a formula.
pub(super) fn is_shared(system: &System, formula: &Formula) -> bool {
    is_about(system, formula, None)
}

/// Returns `true` if no other instance of any number than this is in a formula.
fn is_about(system: &System, formula: &Formula, own: Option<InstanceId>) -> bool {
    let owners = formula.variables().into_iter().filter_map(|it| system.variable(it).owner);
    owners.into_iter().all(|owner| Some(owner) == own || !is_replicated(system, owner))
}
