//! Existence of values: conditions on mathematical integers under which no division is by zero and no variable leaves
//! its range.
//!
//! The target notations have total functions only, so that these conditions are written out. As in `.ip`, `&&`, `||`
//! and `?:` short-circuit. Overflow of 64 bits is not considered.

use boolprog_integer::{Arithmetic, Comparison, Formula, Sort, System, Term, Transition};

/// The condition under which the term has a value.
pub(crate) fn of_term(term: &Term) -> Formula {
    match term {
        Term::Constant(_) | Term::Variable(_) | Term::Input(_) => Formula::Constant(true),
        Term::Negate(inner) => of_term(inner),
        Term::Binary(operation, left, right) => {
            let mut parts = vec![of_term(left), of_term(right)];
            let divides = matches!(operation, Arithmetic::Divide | Arithmetic::Remainder);
            if divides && !matches!(**right, Term::Constant(divisor) if divisor != 0) {
                parts.push(Formula::Compare(Comparison::NotEqual, Term::clone(right), Term::Constant(0)));
            }
            all(parts)
        }
        Term::Conditional(condition, then, otherwise) => {
            let then = implies(Formula::clone(condition), of_term(then));
            let otherwise = implies(Formula::negation(Formula::clone(condition)), of_term(otherwise));
            all(vec![of_formula(condition), then, otherwise])
        }
    }
}

/// The condition under which the formula has a value.
pub(crate) fn of_formula(formula: &Formula) -> Formula {
    match formula {
        Formula::Constant(_) | Formula::Variable(_) | Formula::Input(_) | Formula::At { .. } => Formula::Constant(true),
        Formula::Compare(_, left, right) => all(vec![of_term(left), of_term(right)]),
        Formula::Equal(left, right) => all(vec![of_formula(left), of_formula(right)]),
        Formula::Not(inner) => of_formula(inner),
        Formula::All(parts) => of_all(parts),
        Formula::Any(parts) => of_parts(parts, |part| Formula::negation(part.clone())),
    }
}

/// The condition under which a conjunction has a value, evaluated up to the first false part.
pub(crate) fn of_all(parts: &[Formula]) -> Formula {
    of_parts(parts, Formula::clone)
}

/// The condition under which all evaluated parts have a value: a part is evaluated where all before it continue.
fn of_parts(parts: &[Formula], goes_on: impl Fn(&Formula) -> Formula) -> Formula {
    let mut conditions = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let before = all(parts[..index].iter().map(&goes_on).collect());
        conditions.push(implies(before, of_formula(part)));
    }
    all(conditions)
}

/// The condition under which an enabled transition has a successor state.
pub(crate) fn of_update(system: &System, transition: &Transition) -> Formula {
    let mut parts = Vec::new();
    for (variable, term) in transition.update.all_terms() {
        parts.push(of_term(term));
        let Sort::Range(low, high) = system.variable(variable).sort else { continue };
        if !stays(system, transition, term, (low, high)) {
            parts.push(Formula::Compare(Comparison::GreaterOrEqual, term.clone(), Term::Constant(low)));
            parts.push(Formula::Compare(Comparison::LessOrEqual, term.clone(), Term::Constant(high)));
        }
    }
    parts.extend(transition.update.all_formulas().map(|(_, formula)| of_formula(formula)));
    all(parts)
}

/// `true` if a value is obviously in a range: that of a constant, a variable or a choice.
fn stays(system: &System, transition: &Transition, term: &Term, (low, high): (i64, i64)) -> bool {
    let bounds = match term {
        Term::Constant(value) => Some((*value, *value)),
        Term::Variable(variable) => system.variable(*variable).sort.bounds(),
        Term::Input(input) => transition.choices[usize::from(input.0)].sort.bounds(),
        _ => None,
    };
    bounds.is_some_and(|(least, greatest)| low <= least && greatest <= high)
}

/// `f && g && ..` without the parts that are `true`.
pub(crate) fn all(parts: Vec<Formula>) -> Formula {
    let mut parts: Vec<Formula> = parts.into_iter().flat_map(Formula::into_conjuncts).collect();
    match parts.len() {
        0 => Formula::Constant(true),
        1 => parts.swap_remove(0),
        _ => Formula::All(parts),
    }
}

fn implies(condition: Formula, then: Formula) -> Formula {
    match (condition, then) {
        (_, Formula::Constant(true)) => Formula::Constant(true),
        (Formula::Constant(true), then) => then,
        (condition, then) => Formula::Any(vec![Formula::negation(condition), then]),
    }
}
