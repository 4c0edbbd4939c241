//! The predicates of abstract matching on a program, with their origins and their use.

use boolprog_abstraction::alpha;
use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_certificate::integer::{Abstraction, Predicate};
use boolprog_integer::{Formula, InstanceId, LocationId, System};
use boolprog_prover::Prover;
use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Conclusion, conclude};
use super::iteration::{declaration, gaps, matched};
use super::plan::matching;
use super::{Model, Options};
use crate::observer::Observer;
use crate::report::{Gap, Reason};

/// The predicates of the last iteration of abstract matching.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicates {
    /// The predicates: first those of guards and of the file, then those of each iteration, in the order found.
    pub list: Vec<Known>,
    /// The number of abstract states in the last iteration.
    pub states: usize,
    /// The number of iterations.
    pub iterations: u32,
    /// The result with them, or the reason why the search ended early.
    pub conclusion: Result<Conclusion, Reason>,
    /// Predicates that edges lacked in the iterations, each once.
    pub gaps: Vec<Gap>,
}

/// A predicate that was known in the last iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Declaration in the language, with its place and without `predicate` and `;`.
    pub declaration: String,
    /// Only place where it is tracked, such as `Client[0] @ waiting`; everywhere if none.
    pub place: Option<String>,
    /// Origin of the predicate.
    pub origin: Origin,
    /// The combinations of locations, such as `waiting, inside`, at which some abstract states have it and others have not.
    pub splits: Vec<String>,
}

/// Origin of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// From the guards of these edges.
    Guards(Vec<Span>),
    /// The file declares it here.
    Declared(Span),
    /// This iteration, from 1, found that these edges lack it. None lacks it if it was needed to decide a property, or
    /// whether a value exists.
    Found {
        /// The number of the iteration.
        iteration: u32,
        /// The edges, in the order in which they were found to lack it.
        edges: Vec<Span>,
    },
}

/// Searches with `alpha`, and returns its final predicates. The iterations are reported to the observer. Costs as much
/// as the search.
pub fn predicates(
    model: &Model,
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
    observer: &mut dyn Observer,
) -> Predicates {
    let system = &*model.system;
    let mut over = 0;
    let mut note = |iteration: &alpha::Iteration| {
        over += 1;
        observer.iteration(over, &matched(system, iteration));
    };
    let matching = alpha::Options { until_violated: true, ..matching(options, true) };
    let report = alpha::run(system, &matching, Some(&mut *prover), control, &mut note);
    let conclusion = conclude(system, &report.outcome, &report.violations, prover, control);
    let mut spelled = FxHashSet::default();
    let list = report.abstraction().map_or_else(Vec::new, |abstraction| {
        let known = |(number, predicate)| known(system, &report, abstraction, (number, predicate));
        let all = abstraction.predicates.iter().enumerate().map(known);
        all.filter(|known| spelled.insert(known.declaration.clone())).collect()
    });
    let lacking: Vec<_> = report.iterations.iter().flat_map(|iteration| iteration.gaps.iter().cloned()).collect();
    Predicates {
        list,
        states: report.abstraction().map_or(0, |abstraction| abstraction.states.len()),
        iterations: report.iterations.len() as u32,
        conclusion,
        gaps: gaps(system, &lacking),
    }
}

fn known(
    system: &System,
    report: &alpha::Report,
    abstraction: &Abstraction,
    (number, predicate): (usize, &Predicate),
) -> Known {
    let place = predicate.owner.map(|(instance, location)| {
        format!("{} @ {}", system.instance(instance).name, system.location(instance, location).name)
    });
    let origin = origin(system, report, predicate);
    Known { declaration: declaration(system, predicate), place, origin, splits: splits(system, abstraction, number) }
}

fn origin(system: &System, report: &alpha::Report, predicate: &Predicate) -> Origin {
    for (iteration, number) in report.iterations.iter().zip(1..) {
        if iteration.new_predicates.contains(predicate) {
            let lacking = iteration.gaps.iter().filter(|gap| gap.formula == predicate.formula);
            let edges = each_once(lacking.map(|gap| system.transitions[gap.transition as usize].span));
            return Origin::Found { iteration: number, edges };
        }
    }
    let is_of = |formula: &Formula| alpha::atoms(formula).contains(&predicate.formula);
    let declared = system.predicates.iter().find(|it| it.owner == predicate.owner && is_of(&it.formula));
    let guarded = system.transitions.iter().filter(|transition| transition.guard.iter().any(is_of));
    match declared {
        Some(declared) => Origin::Declared(declared.span),
        None => Origin::Guards(each_once(guarded.map(|transition| transition.span))),
    }
}

/// The combinations of locations at which some abstract states have the predicate and others have not.
fn splits(system: &System, abstraction: &Abstraction, number: usize) -> Vec<String> {
    let mut met: FxHashMap<&[u16], [bool; 2]> = FxHashMap::default();
    let mut split = Vec::new();
    for state in &abstraction.states {
        let values = met.entry(&state.locations).or_default();
        let was_split = values[0] && values[1];
        values[usize::from(state.values.contains(number))] = true;
        if values[0] && values[1] && !was_split {
            split.push(control(system, &state.locations));
        }
    }
    split
}

/// The locations of the processes: `waiting, inside`.
fn control(system: &System, locations: &[u16]) -> String {
    let instances = (0..).map(InstanceId).zip(locations);
    let names = instances.map(|(instance, location)| system.location(instance, LocationId(*location)).name.as_str());
    names.collect::<Vec<_>>().join(", ")
}

fn each_once<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for item in all {
        if !once.contains(&item) {
            once.push(item);
        }
    }
    once
}
