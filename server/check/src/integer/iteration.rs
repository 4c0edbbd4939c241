//! Reports of the iterations of engines to an observer.

use boolprog_abstraction::engines::Refined;
use boolprog_abstraction::{alpha, cegar, newton, spelled, spelled_predicate, splitting};
use boolprog_certificate::integer::Predicate;
use boolprog_integer::{Formula, System};
use itertools::Itertools;

use crate::report::{Gap, Iteration, Parting};

pub(super) fn iteration(system: &System, refined: Refined<'_>) -> Iteration {
    match refined {
        Refined::Predicates(iteration) => matched(system, iteration),
        Refined::Cuts(iteration) => split(system, iteration),
        Refined::Counterexamples(round) => of_graph(system, round),
    }
}

fn of_graph(system: &System, round: &cegar::Round) -> Iteration {
    Iteration {
        abstract_states: round.nodes,
        covered: Some(round.covered),
        new_predicates: round.added.iter().map(|added| added.describe(system)).unique().collect(),
        queries: round.queries,
        parting: round.spurious.as_ref().and_then(|spurious| spurious.parting.as_ref()).map(|it| parting(system, it)),
        end: round.end.into(),
        ..Iteration::default()
    }
}

/// The facts of a dead end and of a bad state, as the language writes them.
pub(super) fn parting(system: &System, parting: &newton::Parting) -> Parting {
    Parting { dead_end: facts(system, &parting.dead_end), bad_state: facts(system, &parting.bad) }
}

fn split(system: &System, iteration: &splitting::Iteration) -> Iteration {
    let cut = |cut: &splitting::Cut| format!("{} > {}", system.variable(cut.variable).name, cut.above);
    Iteration {
        concrete_states: iteration.concrete_states,
        abstract_states: iteration.abstract_states,
        new_predicates: iteration.new_cuts.iter().map(cut).collect(),
        end: iteration.end.into(),
        ..Iteration::default()
    }
}

pub(super) fn matched(system: &System, iteration: &alpha::Iteration) -> Iteration {
    Iteration {
        concrete_states: iteration.concrete_states,
        abstract_states: iteration.abstract_states,
        new_predicates: iteration.new_predicates.iter().map(|it| declaration(system, it)).unique().collect(),
        queries: iteration.queries,
        cache_hits: iteration.cache_hits,
        must_steps: iteration.must_steps,
        may_steps: iteration.may_steps,
        gaps: gaps(system, &iteration.gaps),
        end: iteration.end.into(),
        ..Iteration::default()
    }
}

/// The gaps of an iteration, each once: equal ones of all instances of a process are one.
pub(super) fn gaps(system: &System, found: &[alpha::Gap]) -> Vec<Gap> {
    // Gaps have no order and no hash, and are few.
    let mut gaps: Vec<Gap> = Vec::new();
    for gap in found.iter().map(|gap| declared(system, gap)) {
        if !gaps.contains(&gap) {
            gaps.push(gap);
        }
    }
    gaps
}

/// Facts as the language writes them, in the spelling of all views: two that are spelled alike are one.
pub(super) fn facts<'f>(system: &System, facts: impl IntoIterator<Item = &'f Formula>) -> Vec<String> {
    facts.into_iter().map(|fact| system.print_formula(&spelled(system, fact)).to_string()).unique().collect()
}

/// The declaration of a predicate, in the spelling of all views: predicates of searches keep the sides of their comparisons.
pub(super) fn declaration(system: &System, predicate: &Predicate) -> String {
    Predicate { formula: spelled_predicate(system, &predicate.formula), owner: predicate.owner }.declaration(system)
}

fn declared(system: &System, gap: &alpha::Gap) -> Gap {
    let transition = &system.transitions[gap.transition as usize];
    let instance = transition.instance;
    let formula = spelled_predicate(system, &gap.formula);
    let formula = system.print_formula_inside(&formula, instance);
    let location = &system.location(instance, transition.from).name;
    let is_other = |owner| owner != instance;
    let names_others = gap.formula.variables().iter().any(|id| system.variable(*id).owner.is_some_and(is_other));
    // A predicate that names another instance is a different one for each instance.
    let who = if names_others { &system.instance(instance).name } else { &system.process_of(instance).name };
    Gap { edge: transition.edge, declaration: format!("{formula} at {who} @ {location}") }
}
