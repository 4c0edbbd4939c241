//! Ranges of variables, from formulas that bound them.

use std::collections::BTreeMap;

use boolprog_integer::{Comparison, Formula, Term, VariableId};

/// The least and the greatest value of some variables; the ends of 64 bits where there is no bound.
pub(super) type Ranges = BTreeMap<VariableId, (i64, i64)>;

const ANY: (i64, i64) = (i64::MIN, i64::MAX);

/// Negations at atoms only, and `true` for every atom that is not of interest: what is left follows from the formula.
pub(super) fn weakened(formula: &Formula, holds: bool, is_shown: &dyn Fn(&Formula) -> bool) -> Formula {
    let all = |parts: &[Formula]| parts.iter().map(|part| weakened(part, holds, is_shown)).collect();
    match formula {
        Formula::Constant(value) => Formula::Constant(*value == holds),
        Formula::Not(inner) => weakened(inner, !holds, is_shown),
        Formula::All(parts) if holds => Formula::All(all(parts)),
        Formula::Any(parts) if !holds => Formula::All(all(parts)),
        Formula::All(parts) | Formula::Any(parts) => Formula::Any(all(parts)),
        atom if !is_shown(atom) => Formula::Constant(true),
        Formula::Compare(comparison, left, right) if !holds => {
            Formula::Compare(comparison.opposite(), left.clone(), right.clone())
        }
        atom if holds => atom.clone(),
        atom => Formula::negation(atom.clone()),
    }
}

/// The ranges of variables in the states within others where a formula without inner negations holds; `None` if there are
/// none. Linear in the formula and in the number of variables.
pub(super) fn narrowed(formula: &Formula, within: &Ranges) -> Option<Ranges> {
    match formula {
        Formula::Constant(false) => None,
        Formula::All(parts) => parts.iter().try_fold(within.clone(), |within, part| narrowed(part, &within)),
        Formula::Any(parts) => parts.iter().filter_map(|part| narrowed(part, within)).reduce(|a, b| united(&a, &b)),
        atom => match bound(atom) {
            Some((variable, comparison, value)) => {
                let range = meet(within.get(&variable).copied().unwrap_or(ANY), comparison, value)?;
                let mut within = within.clone();
                within.insert(variable, range);
                Some(within)
            }
            None => Some(within.clone()),
        },
    }
}

/// The formula without what follows from the ranges of its variables, and without what contradicts them.
pub(super) fn simplified(formula: &Formula, within: &Ranges) -> Formula {
    match formula {
        Formula::All(parts) => Formula::All(parts.iter().map(|part| simplified(part, within)).collect()).fold(None),
        Formula::Any(parts) => {
            // A part counts only where those before it do not hold.
            let mut within = within.clone();
            let mut left = Vec::with_capacity(parts.len());
            for part in parts {
                let part = simplified(part, &within);
                within = narrowed(&weakened(&part, false, &|_| true), &within).unwrap_or(within);
                left.push(part);
            }
            Formula::Any(left).fold(None)
        }
        atom => {
            let Some((variable, comparison, value)) = bound(atom) else { return atom.clone() };
            let range = within.get(&variable).copied().unwrap_or(ANY);
            match (meet(range, comparison, value), meet(range, comparison.opposite(), value)) {
                (None, _) => Formula::Constant(false),
                (Some(_), None) => Formula::Constant(true),
                (Some(_), Some(_)) => atom.clone(),
            }
        }
    }
}

/// An atom that compares a variable with a constant.
pub(super) fn bound(atom: &Formula) -> Option<(VariableId, Comparison, i64)> {
    match atom {
        Formula::Compare(comparison, Term::Variable(variable), Term::Constant(value)) => {
            Some((*variable, *comparison, *value))
        }
        Formula::Compare(comparison, Term::Constant(value), Term::Variable(variable)) => {
            Some((*variable, comparison.mirrored(), *value))
        }
        _ => None,
    }
}

/// The values of a range that compare like this; more if those are no range.
fn meet((low, high): (i64, i64), comparison: Comparison, value: i64) -> Option<(i64, i64)> {
    let (low, high) = match comparison {
        Comparison::Equal => (low.max(value), high.min(value)),
        Comparison::NotEqual if low == value => (low.checked_add(1)?, high),
        Comparison::NotEqual if high == value => (low, high.checked_sub(1)?),
        Comparison::NotEqual => (low, high),
        Comparison::Less => (low, high.min(value.checked_sub(1)?)),
        Comparison::LessOrEqual => (low, high.min(value)),
        Comparison::Greater => (low.max(value.checked_add(1)?), high),
        Comparison::GreaterOrEqual => (low.max(value), high),
    };
    (low <= high).then_some((low, high))
}

fn united(one: &Ranges, other: &Ranges) -> Ranges {
    let both = one.iter().filter_map(|(variable, a)| Some((variable, a, other.get(variable)?)));
    both.map(|(variable, a, b)| (*variable, (a.0.min(b.0), a.1.max(b.1)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(variable: u32, comparison: Comparison, value: i64) -> Formula {
        Formula::Compare(comparison, Term::Variable(VariableId(variable)), Term::Constant(value))
    }

    #[test]
    fn a_disjunction_bounds_what_all_its_parts_bound() {
        use Comparison::{Equal, GreaterOrEqual, LessOrEqual};
        let low = Formula::All(vec![compare(0, Equal, 1), compare(1, LessOrEqual, 3)]);
        let high = Formula::All(vec![compare(0, Equal, 4), compare(1, GreaterOrEqual, 0)]);
        let found = narrowed(&Formula::Any(vec![low.clone(), high]), &Ranges::new());
        assert_eq!(found, Some(Ranges::from([(VariableId(0), (1, 4)), (VariableId(1), (i64::MIN, i64::MAX))])));
        let within = Ranges::from([(VariableId(0), (2, 9))]);
        assert_eq!(narrowed(&low, &within), None);
    }

    #[test]
    fn negations_reach_the_atoms_before_these_are_forgotten() {
        let hidden = compare(7, Comparison::Equal, 0);
        let formula = Formula::Any(vec![hidden, compare(0, Comparison::Less, 5)]);
        let is_shown = |atom: &Formula| bound(atom).is_some_and(|(variable, ..)| variable == VariableId(0));
        let left = weakened(&formula, false, &is_shown).fold(None);
        assert_eq!(left, compare(0, Comparison::GreaterOrEqual, 5));
        assert_eq!(weakened(&formula, true, &is_shown).fold(None), Formula::Constant(true));
    }

    #[test]
    fn ranges_decide_parts_of_a_formula() {
        use Comparison::{Equal, LessOrEqual};
        let within = Ranges::from([(VariableId(0), (0, 1))]);
        let one_two = Formula::All(vec![compare(0, Equal, 1), compare(1, Equal, 2)]);
        let formula = Formula::Any(vec![one_two.clone(), compare(0, Equal, 5)]);
        assert_eq!(simplified(&formula, &within), one_two);
        let formula = Formula::Any(vec![compare(0, LessOrEqual, 0), one_two]);
        let left = Formula::Any(vec![compare(0, LessOrEqual, 0), compare(1, Equal, 2)]);
        assert_eq!(simplified(&formula, &within), left);
    }
}
