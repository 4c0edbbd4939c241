//! The facts of each kind of proof about places.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_certificate::integer::Cover;
use boolprog_integer::explicit::{self, Reason};
use boolprog_integer::{Formula, InstanceId, LocationId, State, System, Variable, VariableId};

use super::facts::{Facts, Scope};
use super::ranges::Ranges;
use super::{Place, Places, is_written};
use crate::integer::{Model, Options};

/// Larger sets of states are not examined again.
const MOST_STATES: u64 = 100_000;

/// More sets of states are not read.
const MOST_SETS: usize = 20_000;

/// From the conjuncts of an invariant of representatives, which holds for every choice of them. Takes time linear in the
/// invariant for each pair of places.
pub(super) fn of_invariant(
    model: &Model,
    system: &System,
    invariant: &[Formula],
    control: &dyn Control,
) -> Result<Places, Stop> {
    let is_written = |name: &str| is_written(model, name);
    let mut known = Places::default();
    let all = places(system);
    for (place, instances) in &all {
        poll(control, known.facts.len())?;
        let Some(own) = instances.first() else { continue };
        let holding: Vec<Formula> = invariant
            .iter()
            .filter(|formula| decided(formula, &[(*own, place.1)]) != Some(true))
            .map(|formula| formula.with_location(*own, place.1))
            .collect();
        let scope = Scope { system, own: *own, is_written: &is_written };
        known.facts.insert(*place, Facts::of(&scope, &holding));
    }
    let shared = shared_names(system);
    for (at, (a, of_a)) in all.iter().enumerate() {
        poll(control, known.facts.len())?;
        for (b, of_b) in &all[at..] {
            // Of one process, the first two instances stand for any two.
            let other = if a.0 == b.0 { of_b.get(1) } else { of_b.first() };
            let (Some(one), Some(other)) = (of_a.first(), other) else { continue };
            let ways = [[(*one, a.1), (*other, b.1)], [(*one, b.1), (*other, a.1)]];
            let ways = &ways[..if a.0 == b.0 { 2 } else { 1 }];
            let is_refuted = |way: &[(InstanceId, LocationId); 2]| {
                invariant.iter().any(|formula| decided(formula, way) == Some(false))
            };
            if ways.iter().any(is_refuted) || differ(&known, &shared, *a, *b) {
                known.excluded.insert((*a.min(b), *a.max(b)));
            }
        }
    }
    Ok(known)
}

/// From sets of states that contain every reachable one, unless there are very many. Takes time linear in them.
pub(super) fn of_cover(model: &Model, cover: &dyn Cover, control: &dyn Control) -> Result<Places, Stop> {
    if cover.len() > MOST_SETS {
        return Ok(Places::default());
    }
    let (system, is_written) = (&*model.system, |name: &str| is_written(model, name));
    let mut met = Met::default();
    for set in 0..cover.len() {
        poll(control, set)?;
        let (locations, holding) = (cover.locations(set), cover.meaning(set).into_conjuncts());
        met.meet(system, locations);
        for (own, place) in control_of(system, locations) {
            met.add(place, Facts::of(&Scope { system, own, is_written: &is_written }, &holding));
        }
    }
    Ok(met.places(system))
}

/// From all states, visited one by one, unless there are very many.
pub(super) fn of_states(model: &Model, options: &Options, control: &dyn Control) -> Result<Places, Stop> {
    let (system, is_written) = (&*model.system, |name: &str| is_written(model, name));
    let mut found: BTreeMap<(InstanceId, Place), Ranges> = BTreeMap::new();
    let mut met = Met::default();
    let search =
        explicit::Options { inputs: options.inputs, states: Some(MOST_STATES), ..explicit::Options::default() };
    let visited = explicit::visit(system, search, control, &mut |state: &State, _| {
        met.meet(system, &state.locations);
        for at in control_of(system, &state.locations) {
            let ranges = found.entry(at).or_default();
            for (variable, value) in (0..).map(VariableId).zip(&state.values) {
                let (low, high) = ranges.entry(variable).or_insert((*value, *value));
                (*low, *high) = ((*low).min(*value), (*high).max(*value));
            }
        }
    });
    match visited {
        Ok(()) => {}
        Err(Reason::Stopped(stop)) => return Err(stop),
        Err(_) => return Ok(Places::default()),
    }
    for ((own, place), ranges) in &found {
        let scope = Scope { system, own: *own, is_written: &is_written };
        met.add(*place, Some(Facts::of_ranges(&scope, ranges)));
    }
    Ok(met.places(system))
}

/// Observations of reachable states.
#[derive(Default)]
struct Met {
    facts: BTreeMap<Place, Facts>,
    /// Places of different instances in one state, the lesser first.
    together: BTreeSet<(Place, Place)>,
}

impl Met {
    fn meet(&mut self, system: &System, locations: &[u16]) {
        for (first, a) in control_of(system, locations) {
            let later = control_of(system, locations).filter(|(second, _)| *second > first);
            self.together.extend(later.map(|(_, b)| (a.min(b), a.max(b))));
        }
    }

    /// Adds facts of some states at a place; none if there are no such states.
    fn add(&mut self, place: Place, facts: Option<Facts>) {
        let Some(facts) = facts else { return };
        let both = match self.facts.get(&place) {
            Some(known) => known.or(&facts),
            None => facts,
        };
        self.facts.insert(place, both);
    }

    /// The facts once every reachable state was seen.
    fn places(mut self, system: &System) -> Places {
        let all: Vec<Place> = places(system).into_iter().map(|(place, _)| place).collect();
        let pairs = all.iter().enumerate().flat_map(|(at, a)| all[at..].iter().map(move |b| (*a.min(b), *a.max(b))));
        let excluded = pairs.filter(|pair| !self.together.contains(pair)).collect();
        Places { facts: all.into_iter().map(|place| (place, self.facts.remove(&place))).collect(), excluded }
    }
}

/// The places of all processes with instances, and these instances.
fn places(system: &System) -> Vec<(Place, Vec<InstanceId>)> {
    let mut all = Vec::new();
    for (index, process) in (0..).zip(&system.processes) {
        let of_it = |it: &InstanceId| system.instance(*it).process == index;
        let instances: Vec<InstanceId> = (0..system.instances.len() as u16).map(InstanceId).filter(of_it).collect();
        if !instances.is_empty() {
            let locations = (0..process.locations.len() as u16).map(LocationId);
            all.extend(locations.map(|location| ((index, location), instances.clone())));
        }
    }
    all
}

/// The places of control of all instances.
fn control_of<'a>(system: &'a System, locations: &'a [u16]) -> impl Iterator<Item = (InstanceId, Place)> + 'a {
    let instances = system.instances.iter().zip(locations).zip(0..);
    instances.map(|((instance, location), id)| (InstanceId(id), (instance.process, LocationId(*location))))
}

/// The value of a formula if that follows from the locations of some instances.
fn decided(formula: &Formula, at: &[(InstanceId, LocationId)]) -> Option<bool> {
    match formula {
        Formula::Constant(value) => Some(*value),
        Formula::Not(inner) => decided(inner, at).map(|value| !value),
        Formula::All(parts) => any_decided(parts, at, false),
        Formula::Any(parts) => any_decided(parts, at, true),
        Formula::At { instance, location } => {
            at.iter().find(|(known, _)| known == instance).map(|(_, known)| known == location)
        }
        Formula::Variable(_) | Formula::Input(_) | Formula::Compare(..) | Formula::Equal(..) => None,
    }
}

/// The value of a conjunction, which is false if one part is, or of a disjunction, which is true if one part is.
fn any_decided(parts: &[Formula], at: &[(InstanceId, LocationId)], decisive: bool) -> Option<bool> {
    let mut value = Some(!decisive);
    for part in parts {
        match decided(part, at) {
            Some(found) if found == decisive => return Some(decisive),
            Some(_) => {}
            None => value = None,
        }
    }
    value
}

/// Names of shared variables that no process has, too.
fn shared_names(system: &System) -> BTreeSet<&str> {
    let local: BTreeSet<&str> =
        system.variables.iter().filter(|it| it.owner.is_some()).map(Variable::short_name).collect();
    let shared = system.variables.iter().filter(|it| it.owner.is_none()).map(|it| it.name.as_str());
    shared.filter(|name| !local.contains(name)).collect()
}

/// `true` if a shared variable has different values at two places.
fn differ(known: &Places, shared: &BTreeSet<&str>, a: Place, b: Place) -> bool {
    let facts = |place| known.facts.get(&place).and_then(Option::as_ref);
    let (Some(a), Some(b)) = (facts(a), facts(b)) else { return false };
    let apart = |(name, x): (&String, &(i64, i64))| {
        shared.contains(name.as_str()) && b.ranges.get(name).is_some_and(|y| x.1 < y.0 || y.1 < x.0)
    };
    a.ranges.iter().any(apart)
}

fn poll(control: &dyn Control, done: usize) -> Result<(), Stop> {
    control.poll(&Progress { phase: "reading proofs", states: done as u64, ..Progress::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_decide_formulas() {
        let at = |instance, location| Formula::At { instance: InstanceId(instance), location: LocationId(location) };
        let unknown = || Formula::Variable(VariableId(0));
        let here = [(InstanceId(0), LocationId(3))];
        assert_eq!(decided(&Formula::Any(vec![unknown(), at(0, 3)]), &here), Some(true));
        assert_eq!(decided(&Formula::All(vec![unknown(), at(0, 2)]), &here), Some(false));
        assert_eq!(decided(&Formula::Any(vec![at(0, 2), at(1, 3)]), &here), None);
    }
}
