//! Steps that do the same become one.

use boolprog_import::{Expr, Refusal};

use crate::graph::Node;
use crate::steps::{Composition, Step};
use crate::term;
use crate::values::seen::Seen;
use crate::watch::Watch;

/// Makes one step of two that do the same, if what their guards do not have in common always holds for one of them.
/// Quadratic in the steps from one place.
pub(super) fn merge<'a>(
    composition: &mut Composition,
    seen: &dyn Fn(Node) -> Option<Seen<'a>>,
    watch: &Watch,
) -> Result<(), Refusal> {
    let mut merged: Vec<Step> = Vec::new();
    for mut step in std::mem::take(&mut composition.steps) {
        let begin = merged.iter().rposition(|other| other.from != step.from).map_or(0, |at| at + 1);
        while let Some((at, common)) = (begin..merged.len()).find_map(|at| {
            let common = common(&merged[at], &step, seen)?;
            Some((at, common))
        }) {
            merged.remove(at);
            step.guard = common;
        }
        watch.work(1 + merged.len() - begin.min(merged.len()))?;
        merged.push(step);
    }
    composition.steps = merged;
    Ok(())
}

/// The conditions that both guards have, if the steps are otherwise the same and these imply one of the guards.
fn common<'a>(one: &Step, other: &Step, seen: &dyn Fn(Node) -> Option<Seen<'a>>) -> Option<Vec<Expr>> {
    if one.events != other.events || !other.is_as(&Step { guard: other.guard.clone(), ..one.clone() }) {
        return None;
    }
    let (common, own): (Vec<Expr>, Vec<Expr>) = one.guard.iter().cloned().partition(|it| other.guard.contains(it));
    let others: Vec<Expr> = other.guard.iter().filter(|it| !one.guard.contains(it)).cloned().collect();
    let mut seen = seen(one.from)?;
    common.iter().all(|condition| seen.assume(condition, &one.chosen));
    seen.always(&[&term::all(own), &term::all(others)], &one.chosen).then_some(common)
}
