//! What must hold so that a transition has a value wherever it is tried: no division by zero, nothing out of range.
//!
//! Overflow is none of it: proofs are about the mathematical integers.

use boolprog_integer::{Arithmetic, Comparison, Formula, Sort, System, Term, Transition};

/// The obligations of a transition, over variables and its choices. They hold in a state if the transition has a value
/// there, or is not enabled. The converse need not be: what a condition inside of an expression guards is not seen.
pub(crate) fn of(system: &System, transition: &Transition) -> Vec<Formula> {
    let mut found = Vec::new();
    for (number, conjunct) in transition.guard.iter().enumerate() {
        require(&transition.guard[..number], divisors_of_formula(conjunct), &mut found);
    }
    for (variable, term) in &transition.update.terms {
        require(&transition.guard, divisors(term), &mut found);
        if let Sort::Range(low, high) = system.variable(*variable).sort {
            let inside = [
                Formula::Compare(Comparison::LessOrEqual, Term::Constant(low), term.clone()),
                Formula::Compare(Comparison::LessOrEqual, term.clone(), Term::Constant(high)),
            ];
            require(&transition.guard, inside.into(), &mut found);
        }
    }
    for formula in transition.update.formulas.values() {
        require(&transition.guard, divisors_of_formula(formula), &mut found);
    }
    found
}

/// Adds each of the formulas, wherever the conditions hold.
fn require(conditions: &[Formula], formulas: Vec<Formula>, found: &mut Vec<Formula>) {
    for formula in formulas {
        let mut parts: Vec<_> = conditions.iter().cloned().map(Formula::negation).collect();
        parts.push(formula);
        found.push(Formula::Any(parts));
    }
}

/// That no divisor in the term is zero.
fn divisors(term: &Term) -> Vec<Formula> {
    match term {
        Term::Constant(_) | Term::Variable(_) | Term::Input(_) => Vec::new(),
        Term::Negate(inner) => divisors(inner),
        Term::Binary(operation, left, right) => {
            let mut found = [divisors(left), divisors(right)].concat();
            if matches!(operation, Arithmetic::Divide | Arithmetic::Remainder) {
                found.push(Formula::Compare(Comparison::NotEqual, (**right).clone(), Term::Constant(0)));
            }
            found
        }
        Term::Conditional(condition, then, otherwise) => {
            [divisors_of_formula(condition), divisors(then), divisors(otherwise)].concat()
        }
    }
}

/// That no divisor in the formula is zero.
fn divisors_of_formula(formula: &Formula) -> Vec<Formula> {
    match formula {
        Formula::Constant(_) | Formula::Variable(_) | Formula::Input(_) | Formula::At { .. } => Vec::new(),
        Formula::Compare(_, left, right) => [divisors(left), divisors(right)].concat(),
        Formula::Equal(left, right) => [divisors_of_formula(left), divisors_of_formula(right)].concat(),
        Formula::Not(inner) => divisors_of_formula(inner),
        Formula::All(parts) | Formula::Any(parts) => parts.iter().flat_map(divisors_of_formula).collect(),
    }
}
