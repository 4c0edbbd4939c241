//! Conditions under which everything that is evaluated has a value: no division by zero, no value out of range.
//!
//! Overflow is not among them: proofs are about the mathematical integers.

use boolprog_integer::{Arithmetic, Comparison, Formula, Sort, System, Term, Transition};

/// The obligations of a transition, over variables and its choices. They hold in a state if the transition has a value
/// there, or is not enabled.
pub fn of(system: &System, transition: &Transition) -> Vec<Formula> {
    let mut found = of_conjuncts(&transition.guard);
    for (variable, term) in transition.update.all_terms() {
        require(&transition.guard, divisors(term), &mut found);
        if let Sort::Range(low, high) = system.variable(variable).sort {
            let inside = [
                Formula::Compare(Comparison::LessOrEqual, Term::Constant(low), term.clone()),
                Formula::Compare(Comparison::LessOrEqual, term.clone(), Term::Constant(high)),
            ];
            require(&transition.guard, inside.into(), &mut found);
        }
    }
    for (_, formula) in transition.update.all_formulas() {
        require(&transition.guard, divisors_of_formula(formula), &mut found);
    }
    found
}

/// The obligations of formulas that are examined in this order, up to the first that does not hold.
pub fn of_conjuncts(conjuncts: &[Formula]) -> Vec<Formula> {
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

/// Conditions that no divisor in the term is zero where it is evaluated.
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

/// Conditions that no divisor in the formula is zero where it is evaluated.
fn divisors_of_formula(formula: &Formula) -> Vec<Formula> {
    match formula {
        Formula::Constant(_) | Formula::Variable(_) | Formula::Input(_) | Formula::At { .. } => Vec::new(),
        Formula::Compare(_, left, right) => [divisors(left), divisors(right)].concat(),
        Formula::Equal(left, right) => [divisors_of_formula(left), divisors_of_formula(right)].concat(),
        Formula::Not(inner) => divisors_of_formula(inner),
        Formula::All(parts) => of_conjuncts(parts),
        // The next part is examined where those before it do not hold.
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

#[cfg(test)]
mod tests {
    use boolprog_certificate::integer::definedness;
    use boolprog_integer::syntax::parse;
    use boolprog_integer::{Environment, Inputs, Instantiation, State, instantiate};
    use proptest::prelude::*;

    use super::*;

    fn term() -> impl Strategy<Value = String> {
        let leaf = prop::sample::select(vec!["x", "y", "0", "1", "2"]).prop_map(str::to_owned);
        leaf.prop_recursive(3, 12, 3, |inner| {
            let operation = prop::sample::select(vec!["+", "-", "*", "/", "%"]);
            prop_oneof![
                4 => (inner.clone(), operation, inner.clone()).prop_map(|(l, o, r)| format!("({l} {o} {r})")),
                1 => (inner.clone(), inner.clone(), inner).prop_map(|(l, m, r)| format!("({l} < {m} ? {m} : {r})")),
            ]
        })
    }

    fn formula() -> impl Strategy<Value = String> {
        let comparison = prop::sample::select(vec!["==", "!=", "<", "<="]);
        let leaf = (term(), comparison, term()).prop_map(|(l, c, r)| format!("({l} {c} {r})"));
        leaf.prop_recursive(2, 6, 2, |inner| {
            let operation = prop::sample::select(vec!["&&", "||"]);
            prop_oneof![
                3 => (inner.clone(), operation, inner.clone()).prop_map(|(l, o, r)| format!("({l} {o} {r})")),
                1 => inner.prop_map(|inner| format!("!{inner}")),
            ]
        })
    }

    /// The states in which the obligations hold, in which the checker's condition holds, and in which taking the transition
    /// has a value.
    fn defined(system: &System) -> [Vec<(i64, i64)>; 3] {
        let transition = &system.transitions[0];
        let (obligations, condition) = (of(system, transition), definedness::transition(system, transition));
        let mut found = [Vec::new(), Vec::new(), Vec::new()];
        for (x, y) in (0..4).flat_map(|x| (0..4).map(move |y| (x, y))) {
            let state = State { locations: Box::new([0]), values: [x, y, 0].into_iter().collect() };
            let holds = |formula: &Formula| formula.evaluate(&Environment::of(&state)) == Ok(true);
            let taken = match transition.enabled(&state) {
                Ok(true) => transition.fire(system, &state, &Inputs::new()).is_ok(),
                Ok(false) => true,
                Err(_) => false,
            };
            for (states, is_defined) in found.iter_mut().zip([obligations.iter().all(holds), holds(&condition), taken])
            {
                if is_defined {
                    states.push((x, y));
                }
            }
        }
        found
    }

    proptest! {
        #[test]
        fn engine_and_checker_agree_on_what_has_a_value(first in formula(), second in formula(), new in term()) {
            let edge = format!("l -> l when {first} && {second} do x := {new}, b := {second}");
            let text = format!("decl x: 0..3 = *, y: 0..3 = *, b: bool; process P {{ loc l; {edge}; }}");
            let parsed = parse(&text);
            prop_assert_eq!(&parsed.diagnostics, &[], "{}", text);
            // A constant that has no value is an error of the program.
            if let Ok(system) = instantiate(&parsed.file, &Instantiation::default()) {
                let [engine, checker, taken] = defined(&system);
                prop_assert_eq!(&engine, &taken, "{}", text);
                prop_assert_eq!(&checker, &taken, "{}", text);
            }
        }
    }
}
