//! What holds where an instance that exists once is, whatever any number of others do: the most of some candidates that all steps
//! keep together.

use std::collections::BTreeMap;

use boolprog_base::control::{Control, Stop};
use boolprog_clauses::{About, Candidates, Question, equals};
use boolprog_integer::{Formula, Initial, InstanceId, LocationId, System, Transition, VariableId};
use boolprog_prover::Prover;

use super::affine::equalities;
use super::candidates::candidates;
use super::located::{Located, Standing};
use super::pairs::Place;
use super::reads::{is_counter, is_replicated};

/// An instance that exists once, at a location.
type At = (InstanceId, LocationId);

/// The facts of all places, as formulas. At most as many questions as there are steps, places and candidates, multiplied.
pub(super) fn facts(
    located: &Located<'_>,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Vec<Formula>, Stop> {
    let system = located.system;
    let bounds: BTreeMap<InstanceId, Vec<Formula>> = once(system).map(|it| (it, candidates(system, it))).collect();
    let never =
        |instance: InstanceId| [Formula::Constant(false)].into_iter().chain(bounds[&instance].clone()).collect();
    let mut known = Candidates::new(places(system).map(|at| (at, never(at.0))));
    let are_new = add_equalities(system, &mut known, |_| Vec::new(), control)?;
    if !are_new && bounds.values().all(Vec::is_empty) {
        return Ok(Vec::new());
    }
    let questions = questions(located);
    known.keep(system, &questions, (&mut *prover, control))?;
    // A variable that counts up to a bound is equal to it at the end of the loop.
    let kept: BTreeMap<At, Vec<Formula>> = places(system).map(|at| (at, known.at(&at))).collect();
    if add_equalities(system, &mut known, |at| kept[&at].clone(), control)? {
        known.keep(system, &questions, (prover, control))?;
    }
    Ok(formulas(&known))
}

/// Adds the affine equalities that follow from what is known before steps; returns `true` if there are new ones.
fn add_equalities(
    system: &System,
    candidates: &mut Candidates<At>,
    known: impl Fn(At) -> Vec<Formula>,
    control: &dyn Control,
) -> Result<bool, Stop> {
    let mut are_new = false;
    for instance in once(system) {
        let known: BTreeMap<LocationId, Vec<Formula>> =
            locations(system, instance).map(|location| (location, known((instance, location)))).collect();
        for (location, found) in equalities(system, instance, &|location| &known[&location], control)? {
            are_new |= candidates.add(&(instance, location), found);
        }
    }
    Ok(are_new)
}

/// The questions about the start and all steps.
fn questions<'s>(located: &Located<'s>) -> Vec<Question<'s, At>> {
    let system = located.system;
    let mut found = Vec::new();
    let start = start(system);
    for instance in once(system) {
        let (formulas, after) = (start.clone(), About::from((instance, LocationId(0))));
        found.push(Question { before: Vec::new(), formulas, choices: &[], update: None, after });
    }
    for (instance, location) in places(system) {
        let of_interest = |transition: &&Transition| {
            let moves = transition.instance == instance;
            if moves { transition.from == location } else { is_seen(system, transition) }
        };
        for transition in system.transitions.iter().filter(of_interest) {
            let Some(before) = before(located, transition) else { continue };
            let at = Formula::At { instance, location };
            let all = before.into_iter().chain(transition.guard.iter().cloned()).chain([at]);
            let folded = Formula::All(all.map(|formula| formula.with_location(instance, location)).collect());
            let folded = folded.fold(None);
            if folded != Formula::Constant(false) {
                let to = if transition.instance == instance { transition.to } else { location };
                let (before, after) = (vec![(instance, location).into()], (instance, to).into());
                let Transition { choices, update, .. } = transition;
                found.push(Question {
                    before,
                    formulas: folded.into_conjuncts(),
                    choices,
                    update: Some(update),
                    after,
                });
            }
        }
    }
    found
}

/// The statements about the start, but for instances of any number.
fn start(system: &System) -> Vec<Formula> {
    let mut found: Vec<Formula> =
        once(system).map(|instance| Formula::At { instance, location: LocationId(0) }).collect();
    for (id, variable) in (0..).map(VariableId).zip(&system.variables) {
        if let Initial::Value(value) = variable.initial
            && variable.owner.is_none_or(|owner| !is_replicated(system, owner))
        {
            found.push(equals(id, variable.sort, value));
        }
    }
    found.extend(system.initial.iter().cloned());
    found
}

/// What is known before a transition; `None` if it never happens, or is that of an instance which is like the first.
fn before(located: &Located<'_>, transition: &Transition) -> Option<Vec<Formula>> {
    let system = located.system;
    if !is_replicated(system, transition.instance) {
        let at = Formula::At { instance: transition.instance, location: transition.from };
        return Some(located.everywhere().into_iter().chain([at]).collect());
    }
    let is_first = |place: &Place| {
        let standing = Standing { place: *place, index: 0 };
        located.instance(standing) == transition.instance && place.location == transition.from
    };
    let place = located.places().into_iter().find(is_first)?;
    located.known(&[Standing { place, index: 0 }])
}

/// Whether a transition changes what facts may be about.
fn is_seen(system: &System, transition: &Transition) -> bool {
    let mut assigned = transition.update.assigned();
    assigned.any(|it| {
        system.variable(it).owner.is_none_or(|owner| !is_replicated(system, owner)) && !is_counter(system, it)
    })
}

fn once(system: &System) -> impl Iterator<Item = InstanceId> {
    let all = (0..system.instances.len() as u16).map(InstanceId);
    all.filter(|it| !is_replicated(system, *it))
}

/// The places of instances that exist once.
fn places(system: &System) -> impl Iterator<Item = At> {
    once(system).flat_map(|instance| locations(system, instance).map(move |location| (instance, location)))
}

fn locations(system: &System, instance: InstanceId) -> impl Iterator<Item = LocationId> + use<> {
    (0..system.process_of(instance).locations.len() as u16).map(LocationId)
}

/// The facts of each place.
fn formulas(known: &Candidates<At>) -> Vec<Formula> {
    let mut found = Vec::new();
    for ((instance, location), formulas) in known.strongest() {
        let elsewhere = Formula::negation(Formula::At { instance: *instance, location: *location });
        if known.excludes(&[(*instance, *location).into()]) {
            found.push(elsewhere);
        } else {
            found.extend(formulas.into_iter().map(|formula| Formula::Any(vec![elsewhere.clone(), formula])));
        }
    }
    found
}
