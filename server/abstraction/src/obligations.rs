//! What must hold so that whatever is looked at has a value: no division by zero, nothing out of range.
//!
//! Overflow is none of it: proofs are about the mathematical integers.

use boolprog_integer::{Arithmetic, Comparison, Formula, Sort, System, Term, Transition};

/// The obligations of a transition, over variables and its choices. They hold in a state if the transition has a value
/// there, or is not enabled.
pub(crate) fn of(system: &System, transition: &Transition) -> Vec<Formula> {
    let mut found = of_conjuncts(&transition.guard);
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

/// The obligations of formulas that are looked at in this order, up to the first that does not hold.
pub(crate) fn of_conjuncts(conjuncts: &[Formula]) -> Vec<Formula> {
    let mut found = Vec::new();
    for (number, conjunct) in conjuncts.iter().enumerate() {
        require(&conjuncts[..number], divisors_of_formula(conjunct), &mut found);
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

/// That no divisor in the term is zero, where it is looked at.
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
            let mut found = divisors_of_formula(condition);
            require(std::slice::from_ref(&**condition), divisors(then), &mut found);
            require(&[Formula::negation((**condition).clone())], divisors(otherwise), &mut found);
            found
        }
    }
}

/// That no divisor in the formula is zero, where it is looked at.
fn divisors_of_formula(formula: &Formula) -> Vec<Formula> {
    match formula {
        Formula::Constant(_) | Formula::Variable(_) | Formula::Input(_) | Formula::At { .. } => Vec::new(),
        Formula::Compare(_, left, right) => [divisors(left), divisors(right)].concat(),
        Formula::Equal(left, right) => [divisors_of_formula(left), divisors_of_formula(right)].concat(),
        Formula::Not(inner) => divisors_of_formula(inner),
        Formula::All(parts) => of_conjuncts(parts),
        // The next part is looked at where those before it do not hold.
        Formula::Any(parts) => {
            let mut found = Vec::new();
            for (number, part) in parts.iter().enumerate() {
                let before: Vec<_> = parts[..number].iter().cloned().map(Formula::negation).collect();
                require(&before, divisors_of_formula(part), &mut found);
            }
            found
        }
    }
}
