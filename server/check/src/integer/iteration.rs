//! Reports of the iterations of engines to an observer.

use boolprog_abstraction::engines::Refined;
use boolprog_abstraction::{alpha, splitting};
use boolprog_integer::System;

use super::gaps::gaps;
use crate::report::Iteration;

pub(super) fn iteration(system: &System, refined: Refined<'_>) -> Iteration {
    match refined {
        Refined::Predicates(iteration) => matched(system, iteration),
        Refined::Cuts(iteration) => split(system, iteration),
    }
}

fn split(system: &System, iteration: &splitting::Iteration) -> Iteration {
    let cut = |cut: &splitting::Cut| format!("{} > {}", system.variable(cut.variable).name, cut.above);
    Iteration {
        concrete_states: iteration.concrete_states,
        abstract_states: iteration.abstract_states,
        new_predicates: iteration.new_cuts.iter().map(cut).collect(),
        ..Iteration::default()
    }
}

pub(super) fn matched(system: &System, iteration: &alpha::Iteration) -> Iteration {
    Iteration {
        concrete_states: iteration.concrete_states,
        abstract_states: iteration.abstract_states,
        new_predicates: iteration.new_predicates.iter().map(|predicate| predicate.declaration(system)).collect(),
        queries: iteration.queries,
        cache_hits: iteration.cache_hits,
        must_steps: iteration.must_steps,
        may_steps: iteration.may_steps,
        gaps: gaps(system, &iteration.gaps),
    }
}
