//! The conditions under which an expression has a value.
//!
//! Each function makes a formula that holds in a state if and only if evaluation there meets no division by zero and no
//! value out of range. It follows the order of evaluation: a part is reached where the parts before it leave the result
//! open, so its own condition is guarded by them, from the last part to the first. Evaluated from the left, such a
//! formula always has a value itself.
//!
//! Overflow is no part of it: proofs are about the mathematical integers.

use boolprog_integer::{Arithmetic, Comparison, Formula, Sort, System, Term, Transition};

/// The condition under which taking a transition has a value, or its guard is false: the guard from the left, then the
/// values of all groups, each within the range of its variable.
pub fn transition(system: &System, transition: &Transition) -> Formula {
    let integers = transition.update.all_terms().map(|(variable, value)| {
        let is_inside = match system.variable(variable).sort {
            Sort::Range(low, high) => both(at_least(value, low), at_most(value, high)),
            Sort::Boolean | Sort::Integer => Formula::Constant(true),
        };
        both(term(value), is_inside)
    });
    let booleans = transition.update.all_formulas().map(|(_, value)| formula(value));
    let update = integers.chain(booleans).fold(Formula::Constant(true), both);
    transition.guard.iter().rev().fold(update, |rest, part| both(formula(part), where_holds(part.clone(), rest)))
}

/// The condition under which formulas that are evaluated from the left up to the first false one have a value.
pub fn conjunction(parts: &[Formula]) -> Formula {
    let nothing = Formula::Constant(true);
    parts.iter().rev().fold(nothing, |rest, part| both(formula(part), where_holds(part.clone(), rest)))
}

/// The condition under which formulas that are evaluated from the left up to the first true one have a value.
fn disjunction(parts: &[Formula]) -> Formula {
    let nothing = Formula::Constant(true);
    let step = |rest, part: &Formula| both(formula(part), where_holds(Formula::negation(part.clone()), rest));
    parts.iter().rev().fold(nothing, step)
}

/// The condition under which a formula has a value.
pub fn formula(formula: &Formula) -> Formula {
    match formula {
        Formula::Constant(_) | Formula::Variable(_) | Formula::Input(_) | Formula::At { .. } => Formula::Constant(true),
        Formula::Compare(_, left, right) => both(term(left), term(right)),
        Formula::Equal(left, right) => both(self::formula(left), self::formula(right)),
        Formula::Not(inner) => self::formula(inner),
        Formula::All(parts) => conjunction(parts),
        Formula::Any(parts) => disjunction(parts),
    }
}

/// The condition under which a term has a value.
fn term(term: &Term) -> Formula {
    match term {
        Term::Constant(_) | Term::Variable(_) | Term::Input(_) => Formula::Constant(true),
        Term::Negate(inner) => self::term(inner),
        Term::Binary(operation, left, right) => {
            let operands = both(self::term(left), self::term(right));
            match operation {
                Arithmetic::Divide | Arithmetic::Remainder => {
                    both(operands, Formula::Compare(Comparison::NotEqual, Term::clone(right), Term::Constant(0)))
                }
                Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply => operands,
            }
        }
        Term::Conditional(condition, then, otherwise) => {
            let (holds, fails) = (Formula::clone(condition), Formula::negation(Formula::clone(condition)));
            let branches = both(where_holds(holds, self::term(then)), where_holds(fails, self::term(otherwise)));
            both(formula(condition), branches)
        }
    }
}

fn at_least(value: &Term, low: i64) -> Formula {
    Formula::Compare(Comparison::GreaterOrEqual, value.clone(), Term::Constant(low))
}

fn at_most(value: &Term, high: i64) -> Formula {
    Formula::Compare(Comparison::LessOrEqual, value.clone(), Term::Constant(high))
}

fn both(left: Formula, right: Formula) -> Formula {
    match (left, right) {
        (Formula::Constant(true), other) | (other, Formula::Constant(true)) => other,
        (left, right) => Formula::All(left.into_conjuncts().into_iter().chain(right.into_conjuncts()).collect()),
    }
}

/// The consequence, where the premise holds.
fn where_holds(premise: Formula, consequence: Formula) -> Formula {
    match consequence {
        Formula::Constant(true) => Formula::Constant(true),
        consequence => Formula::Any(vec![Formula::negation(premise), consequence]),
    }
}

#[cfg(test)]
mod tests {
    use boolprog_integer::syntax::parse;
    use boolprog_integer::{Environment, Instantiation, State, instantiate};

    use super::*;

    /// For which values of `x` an edge has a value, with `x` in 0..3.
    fn defined(edge: &str) -> Vec<i64> {
        let parsed = parse(&format!("decl x: 0..3 = *; process P {{ loc l; l -> l {edge}; }}"));
        assert_eq!(parsed.diagnostics, [], "{edge}");
        let system = instantiate(&parsed.file, &Instantiation::default()).expect("a program without errors");
        let condition = transition(&system, &system.transitions[0]);
        let holds = |x: &i64| {
            let state = State { locations: Box::new([0]), values: [*x].into_iter().collect() };
            condition.evaluate(&Environment::of(&state)).expect("it has a value everywhere")
        };
        (0..4).filter(holds).collect()
    }

    #[test]
    fn parts_count_where_they_are_reached() {
        assert_eq!(defined("do x := 6 / (x + 1)"), [1, 2, 3], "6 is out of range");
        assert_eq!(defined("do x := 3 % x"), [1, 2, 3]);
        assert_eq!(defined("when x != 0 && 1 / x == 1"), [0, 1, 2, 3]);
        assert_eq!(defined("when 1 / x == 1 && x != 0"), [1, 2, 3]);
        assert_eq!(defined("when x == 0 || 1 / x == 1"), [0, 1, 2, 3]);
        assert_eq!(defined("when x < 2 do x := x == 1 ? 1 / (x - 1) : 3"), [0, 2, 3]);
        assert_eq!(defined("when x < 2 do x := x + 3"), [0, 2, 3]);
    }
}
