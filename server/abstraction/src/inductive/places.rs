//! Places of control: a location of each instance, with the values of variables that are part of control.
//!
//! A variable that is never given anything but several constants, such as the state of a machine that a loop runs through, is part
//! of control: its values are kept apart, so that tests of it need no reasoning.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use boolprog_integer::{
    Comparison, Formula, Initial, InstanceId, LocationId, Replacement, Sort, System, Term, Transition, VariableId,
};

/// Systems with more places are left to other engines.
pub(super) const MOST_PLACES: usize = 2000;

/// A variable with this number of values is part of control: the state of a machine. With fewer it is rather a flag, and many flags
/// have too many combinations.
const VALUES: std::ops::RangeInclusive<usize> = 5..=64;

/// The places of control.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Place {
    /// The location of each instance.
    pub(super) locations: Box<[u16]>,
    /// The values of the variables that are part of control.
    pub(super) values: BTreeMap<VariableId, i64>,
}

/// The places that control could reach, if no other test stopped it; the first is the start.
pub(super) struct Places {
    pub(super) all: Vec<Place>,
    /// Those from one place together, by increasing source.
    pub(super) steps: Vec<PlaceStep>,
}

/// A transition between two places.
pub(super) struct PlaceStep {
    pub(super) source: usize,
    pub(super) transition: u32,
    pub(super) target: usize,
}

impl Places {
    /// The places with variables that are part of control, or if these are too many without; `None` if those are.
    pub(super) fn of(system: &System) -> Option<Self> {
        Self::with(system, control(system)).or_else(|| Self::with(system, BTreeMap::new()))
    }

    fn with(system: &System, values: BTreeMap<VariableId, i64>) -> Option<Self> {
        let start = Place { locations: vec![0; system.instances.len()].into_boxed_slice(), values };
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut places = Self { all: vec![start], steps: Vec::new() };
        let mut source = 0;
        while source < places.all.len() {
            for (transition, number) in system.transitions.iter().zip(0..) {
                let Some(next) = places.all[source].after(transition) else { continue };
                let target = *numbers.entry(next.clone()).or_insert(places.all.len());
                if target == places.all.len() {
                    places.all.push(next);
                }
                places.steps.push(PlaceStep { source, transition: number, target });
            }
            source += 1;
            if places.all.len() > MOST_PLACES {
                return None;
            }
        }
        Some(places)
    }
}

impl Place {
    /// The place after a transition; `None` if it cannot be taken here.
    fn after(&self, transition: &Transition) -> Option<Self> {
        let instance = usize::from(transition.instance.0);
        let stops = |guard: &Formula| self.formula(guard) == Formula::Constant(false);
        if self.locations[instance] != transition.from.0 || transition.guard.iter().any(stops) {
            return None;
        }
        let mut next = self.clone();
        next.locations[instance] = transition.to.0;
        for (variable, value) in &mut next.values {
            *value = assigned(transition, *variable).unwrap_or(*value);
        }
        Some(next)
    }

    /// The meaning of a formula here.
    pub(super) fn formula(&self, formula: &Formula) -> Formula {
        formula.replace(self).fold(Some(&self.locations))
    }

    /// The value of a term here.
    pub(super) fn term(&self, term: &Term) -> Term {
        term.replace(self).fold(Some(&self.locations))
    }

    /// Control of each instance is at its location.
    pub(super) fn at(&self) -> Formula {
        let at = |(instance, location): (u16, &u16)| Formula::At {
            instance: InstanceId(instance),
            location: LocationId(*location),
        };
        Formula::All((0..).zip(&self.locations).map(at).collect())
    }

    /// The variables that are part of control have their values.
    pub(super) fn has_values(&self, system: &System) -> Vec<Formula> {
        let equal = |(variable, value): (&VariableId, &i64)| match system.variable(*variable).sort {
            Sort::Boolean if *value == 0 => Formula::negation(Formula::Variable(*variable)),
            Sort::Boolean => Formula::Variable(*variable),
            _ => Formula::Compare(Comparison::Equal, Term::Variable(*variable), Term::Constant(*value)),
        };
        self.values.iter().map(equal).collect()
    }
}

impl Replacement for Place {
    fn term(&self, variable: VariableId) -> Term {
        self.values.get(&variable).map_or(Term::Variable(variable), |value| Term::Constant(*value))
    }

    fn formula(&self, variable: VariableId) -> Formula {
        self.values.get(&variable).map_or(Formula::Variable(variable), |value| Formula::Constant(*value != 0))
    }
}

/// The variables that are part of control, with their values at the start.
fn control(system: &System) -> BTreeMap<VariableId, i64> {
    let mut found = BTreeMap::new();
    for (variable, id) in system.variables.iter().zip((0..).map(VariableId)) {
        let Initial::Value(initial) = variable.initial else { continue };
        let mut values = BTreeSet::from([initial]);
        let is_constant = |transition: &Transition| match assigned(transition, id) {
            Some(value) => {
                values.insert(value);
                variable.sort.contains(value)
            }
            None => !transition.update.assigns(id),
        };
        if system.transitions.iter().all(is_constant) && VALUES.contains(&values.len()) {
            found.insert(id, initial);
        }
    }
    found
}

/// The constant that a transition assigns, if it assigns one.
fn assigned(transition: &Transition, variable: VariableId) -> Option<i64> {
    match (transition.update.terms.get(&variable), transition.update.formulas.get(&variable)) {
        (Some(Term::Constant(value)), _) => Some(*value),
        (_, Some(Formula::Constant(value))) => Some(i64::from(*value)),
        _ => None,
    }
}
