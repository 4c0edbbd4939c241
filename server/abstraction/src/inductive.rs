//! Inductive invariants of systems with a number of instances: a formula for each place of control, found by a prover of Horn
//! clauses.
//!
//! A [place](places) is a location of each instance, with values of variables that are part of control. Each place that control
//! could reach has an unknown relation over the variables. It holds at the start if it is that of the first place, a step from a
//! place leads to where the relation of the next place holds, and no property is violated, and nothing without a value, where a
//! relation holds. A solution is an [`Abstraction`] with one state for the locations of a place, which its
//! [checker](boolprog_certificate::integer::check) accepts without trust in the prover's answer.
//! (Bjørner, Gurfinkel, `McMillan`, Rybalchenko, "Horn clause solvers for program verification", 2015.)

mod places;
mod vector;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use boolprog_base::control::{Control, Stop};
use boolprog_certificate::integer::{AbstractState, AbstractStep, Abstraction, Bits, Predicate};
use boolprog_clauses::{Asked, Head, NoClauses, encode, solve};
use boolprog_integer::{Formula, System};
use boolprog_prover::{Prover, Unknown};

use places::{PlaceStep, Places};
use vector::Vectors;

/// The answer whether there is such an invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// This proves all properties and that every value exists.
    Proved(Abstraction),
    /// There is none: a property can be violated, or something has no value.
    Refuted,
    /// There are more places than this.
    TooManyPlaces(usize),
    /// The prover does not know.
    Unknown(Unknown),
}

/// Looks for an inductive invariant that proves all properties of a system.
pub fn search(
    system: &System,
    (prover, limit): (&mut dyn Prover, Duration),
    control: &dyn Control,
) -> Result<Answer, Stop> {
    let Some(places) = Places::of(system) else { return Ok(Answer::TooManyPlaces(places::MOST_PLACES)) };
    let vectors = Vectors::of(system, &places);
    let clauses = match encode(system, &vectors, control) {
        Ok(clauses) => clauses,
        Err(NoClauses::Stopped(stop)) => return Err(stop),
        Err(NoClauses::NotSaid(why)) => return Ok(Answer::Unknown(Unknown::Undecided(why))),
    };
    if clauses.iter().all(|clause| matches!(clause.head, Head::Holds(_))) {
        // Control alone excludes what must not happen.
        return Ok(Answer::Proved(abstraction(system, &places, vec![Vec::new(); places.all.len()])));
    }
    // Z3 5.4.1 has wrong models of relations that it has inlined, or models with quantifiers.
    let asked = Asked { limit, inlining: false };
    let all: Vec<usize> = (0..places.all.len()).collect();
    Ok(match solve((system, &vectors), &all, &clauses, asked, (prover, control))?.definitions() {
        Ok(invariants) => Answer::Proved(abstraction(system, &places, invariants)),
        Err(None) => Answer::Refuted,
        Err(Some(why)) => Answer::Unknown(why),
    })
}

/// One predicate that says what holds at each location of the instances, and the locations where something does.
fn abstraction(system: &System, places: &Places, invariants: Vec<Vec<Formula>>) -> Abstraction {
    let mut found: BTreeMap<&[u16], Vec<Formula>> = BTreeMap::new();
    for (place, invariant) in places.all.iter().zip(invariants) {
        let here = found.entry(&place.locations).or_default();
        if !invariant.contains(&Formula::Constant(false)) {
            here.push(Formula::All([place.has_values(system), invariant].concat()));
        }
    }
    let (mut parts, mut states) = (Vec::new(), Vec::new());
    let mut numbers: BTreeMap<&[u16], u32> = BTreeMap::new();
    for place in &places.all {
        let Some(here) = found.remove(&*place.locations) else { continue };
        if !here.is_empty() {
            numbers.insert(&place.locations, states.len() as u32);
            let values = [true].into_iter().collect::<Bits>();
            states.push(AbstractState { locations: place.locations.clone(), values });
        }
        parts.push(Formula::Any([vec![Formula::negation(place.at())], here].concat()));
    }
    let number = |place: usize| numbers.get(&*places.all[place].locations).copied();
    let between = |step: &PlaceStep| Some((number(step.source)?, step.transition, number(step.target)?));
    let steps: BTreeSet<(u32, u32, u32)> = places.steps.iter().filter_map(between).collect();
    let step = |(source, transition, target)| AbstractStep { source, transition, target, must: false };
    let predicates = vec![Predicate { formula: Formula::All(parts), owner: None }];
    Abstraction { predicates, states, examples: Vec::new(), steps: steps.into_iter().map(step).collect() }
}
