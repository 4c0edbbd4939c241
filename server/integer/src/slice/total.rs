//! Guards of which one holds in any case, as a table of truth shows.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::expression::Leaf;
use crate::{Formula, Term};

/// With more combinations of outcomes than this, nothing is known.
const MOST: usize = 1 << 10;

/// A part of a guard whose outcome is any.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part<'f> {
    /// The order of two numbers: less, equal, or greater.
    Order(&'f Term, &'f Term),
    /// The truth of a formula.
    Truth(&'f Formula),
}

/// An outcome of a part; less and equal are false and true of a formula.
const OUTCOMES: [Ordering; 3] = [Ordering::Less, Ordering::Equal, Ordering::Greater];

impl Part<'_> {
    const fn outcomes(&self) -> usize {
        if matches!(self, Self::Order(..)) { 3 } else { 2 }
    }
}

/// `true` if one of these guards, each a conjunction, holds whatever the values are. Those that depend on a choice do not count.
/// Exponential in the number of their parts, up to a limit.
pub(super) fn is_total(guards: &[&[Formula]]) -> bool {
    let certain: Vec<&[Formula]> = guards.iter().copied().filter(|guard| !guard.iter().any(chooses)).collect();
    let mut outcomes = BTreeMap::new();
    certain.iter().copied().flatten().for_each(|formula| note(formula, &mut outcomes));
    let combinations = outcomes.keys().map(Part::outcomes).try_fold(1_usize, usize::checked_mul);
    let Some(combinations) = combinations.filter(|number| *number <= MOST) else { return false };
    let holds = |guard: &&[Formula], outcomes: &_| guard.iter().all(|formula| is_true(formula, outcomes));
    (0..combinations).all(|mut combination| {
        for (part, outcome) in &mut outcomes {
            *outcome = OUTCOMES[combination % part.outcomes()];
            combination /= part.outcomes();
        }
        certain.iter().any(|guard| holds(guard, &outcomes))
    })
}

fn chooses(formula: &Formula) -> bool {
    let mut chooses = false;
    formula.leaves(&mut |leaf| chooses |= matches!(leaf, Leaf::Input(_)));
    chooses
}

/// Notes the parts of a formula.
fn note<'f>(formula: &'f Formula, parts: &mut BTreeMap<Part<'f>, Ordering>) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Compare(_, left, right) => _ = parts.insert(Part::Order(left, right), Ordering::Less),
        Formula::Equal(left, right) => [left, right].into_iter().for_each(|part| note(part, parts)),
        Formula::Not(part) => note(part, parts),
        Formula::All(all) | Formula::Any(all) => all.iter().for_each(|part| note(part, parts)),
        Formula::Variable(_) | Formula::Input(_) | Formula::At { .. } => {
            parts.insert(Part::Truth(formula), Ordering::Less);
        }
    }
}

/// The value of a formula whose parts have these outcomes.
fn is_true(formula: &Formula, outcomes: &BTreeMap<Part<'_>, Ordering>) -> bool {
    let outcome = |part| outcomes.get(&part).copied().unwrap_or(Ordering::Less);
    match formula {
        Formula::Constant(value) => *value,
        Formula::Compare(comparison, left, right) => {
            comparison.holds(outcome(Part::Order(left, right)) as i64, Ordering::Equal as i64)
        }
        Formula::Equal(left, right) => is_true(left, outcomes) == is_true(right, outcomes),
        Formula::Not(part) => !is_true(part, outcomes),
        Formula::All(all) => all.iter().all(|part| is_true(part, outcomes)),
        Formula::Any(all) => all.iter().any(|part| is_true(part, outcomes)),
        Formula::Variable(_) | Formula::Input(_) | Formula::At { .. } => {
            outcome(Part::Truth(formula)) == Ordering::Equal
        }
    }
}
