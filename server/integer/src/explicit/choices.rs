//! The values of choices that a search tries.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::Values;
use crate::{Formula, InputBound, Inputs, Sort, System, Term, Transition};

/// Ranges with at most this number of values are tried completely.
const FEW: u64 = 32;

/// No more values than this are tried for a choice with more.
const MOST_VALUES: usize = 40;

/// No more combinations than this are tried for a transition that has such a choice.
const MOST_COMBINATIONS: usize = 4096;

/// Returns `true` if a search of all values tries no others than one near constants: every choice has few.
pub fn has_few_values(system: &System) -> bool {
    system.starts_bounded() && Choices::new(system, Values::NearConstants, InputBound::default()).are_all(system)
}

/// The attempts, by the number of the transition.
pub(crate) struct Choices {
    bound: InputBound,
    /// The combinations of a transition with many; none if all are tried.
    some: Vec<Option<Rc<[Inputs]>>>,
}

impl Choices {
    pub(crate) fn new(system: &System, values: Values, bound: InputBound) -> Self {
        let some = match values {
            Values::Within => system.transitions.iter().map(|_| None).collect(),
            Values::NearConstants => {
                let near = near_constants(system);
                system.transitions.iter().map(|transition| some(transition, &near).map(Rc::from)).collect()
            }
        };
        Self { bound, some }
    }

    /// `true` if every choice has finitely many values, and all are tried.
    pub(crate) fn are_all(&self, system: &System) -> bool {
        self.some.iter().all(Option::is_none) && system.transitions.iter().all(Transition::is_bounded)
    }

    /// The attempt for a transition.
    pub(crate) fn of<'s>(&self, system: &'s System, transition: u32) -> impl Iterator<Item = Inputs> + use<'s> {
        let some = self.some[transition as usize].clone();
        let all = some.is_none().then(|| system.transitions[transition as usize].inputs(self.bound));
        let some = some.into_iter().flat_map(|some| (0..some.len()).map(move |index| some[index].clone()));
        some.chain(all.into_iter().flatten())
    }
}

/// The combinations to try for a transition with a choice of many values; none if it has no such choice.
fn some(transition: &Transition, near: &[i64]) -> Option<Vec<Inputs>> {
    let is_wide = |sort: Sort| sort.bounds().is_none_or(|(low, high)| high.abs_diff(low) >= FEW);
    if !transition.choices.iter().any(|choice| is_wide(choice.sort)) {
        return None;
    }
    let mut values: Vec<Vec<i64>> = Vec::new();
    for choice in &transition.choices {
        values.push(match choice.sort.bounds() {
            Some((low, high)) if !is_wide(choice.sort) => (low..=high).collect(),
            bounds => {
                let (low, high) = bounds.unwrap_or((0, 0));
                let all = near.iter().copied().chain([low, high]).filter(|value| choice.sort.contains(*value));
                let mut seen = BTreeSet::new();
                all.filter(|value| seen.insert(*value)).take(MOST_VALUES).collect()
            }
        });
    }
    while values.iter().map(Vec::len).try_fold(1, usize::checked_mul).is_none_or(|all| all > MOST_COMBINATIONS) {
        let longest = values.iter_mut().max_by_key(|values| values.len())?;
        longest.truncate((longest.len() / 2).max(1));
        if values.iter().all(|values| values.len() == 1) {
            break;
        }
    }
    let mut combinations = vec![Inputs::new()];
    for values in &values {
        let longer = |first: &Inputs, value: &i64| first.iter().chain([value]).copied().collect();
        let with_each = |first: &Inputs| values.iter().map(|value| longer(first, value)).collect::<Vec<Inputs>>();
        combinations = combinations.iter().flat_map(with_each).collect();
    }
    Some(combinations)
}

/// 0, 1, -1, the constants that tests compare with, the smallest first, and their neighbours.
fn near_constants(system: &System) -> Vec<i64> {
    let mut found = BTreeSet::new();
    let properties = system.properties.iter().map(|property| &property.error);
    properties.for_each(|formula| constants_of_tests(formula, &mut found));
    for transition in &system.transitions {
        transition.guard.iter().for_each(|formula| constants_of_tests(formula, &mut found));
        transition.update.all_formulas().for_each(|(_, formula)| constants_of_tests(formula, &mut found));
        transition.update.all_terms().for_each(|(_, term)| tests_in(term, &mut found));
    }
    let mut constants: Vec<i64> = found.into_iter().collect();
    constants.sort_by_key(|constant| constant.unsigned_abs());
    let neighbours = constants.iter().flat_map(|constant| [constant.checked_add(1), constant.checked_sub(1)]).flatten();
    [0, 1, -1].into_iter().chain(constants.iter().copied()).chain(neighbours).collect()
}

fn constants_of_tests(formula: &Formula, found: &mut BTreeSet<i64>) {
    match formula {
        Formula::Constant(_) | Formula::Variable(_) | Formula::Input(_) | Formula::At { .. } => {}
        Formula::Compare(_, left, right) => {
            constants(left, found);
            constants(right, found);
        }
        Formula::Equal(left, right) => {
            constants_of_tests(left, found);
            constants_of_tests(right, found);
        }
        Formula::Not(inner) => constants_of_tests(inner, found),
        Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|part| constants_of_tests(part, found)),
    }
}

/// All constants of a term that is compared.
fn constants(term: &Term, found: &mut BTreeSet<i64>) {
    match term {
        Term::Constant(value) => _ = found.insert(*value),
        Term::Variable(_) | Term::Input(_) => {}
        Term::Negate(inner) => constants(inner, found),
        Term::Binary(_, left, right) => {
            constants(left, found);
            constants(right, found);
        }
        Term::Conditional(condition, then, otherwise) => {
            constants_of_tests(condition, found);
            constants(then, found);
            constants(otherwise, found);
        }
    }
}

/// The constants of the tests in a term.
fn tests_in(term: &Term, found: &mut BTreeSet<i64>) {
    match term {
        Term::Constant(_) | Term::Variable(_) | Term::Input(_) => {}
        Term::Negate(inner) => tests_in(inner, found),
        Term::Binary(_, left, right) => {
            tests_in(left, found);
            tests_in(right, found);
        }
        Term::Conditional(condition, then, otherwise) => {
            constants_of_tests(condition, found);
            tests_in(then, found);
            tests_in(otherwise, found);
        }
    }
}
