//! Random symbolic transition systems, and their meaning as relations between valuations.

use std::fmt;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::expression::{Dialect, Expr, NAMES, Names, Operator, Values, integer, truth};

/// Least and greatest value of each variable, which an invariant states for integers.
const RANGES: [(i64, i64); NAMES.len()] = [(-1, 2), (0, 2), (0, 1), (0, 1)];

/// The names that invariants, starts and properties may have.
const NOW: Names = Names { integers: &[0, 1], truths: &[2, 3], primed: false };

const RELATION: Names = Names { primed: true, ..NOW };

#[derive(Clone)]
pub(crate) struct Specification {
    /// `true` if the ranges are stated in a form from which the reader can make ranges of variables.
    has_ranges: bool,
    /// `true` if the last variable is a constant without a value.
    has_constant: bool,
    /// Initial value of the first variable, with its declaration.
    first: Option<i64>,
    initial: Vec<Expr>,
    invariants: Vec<Expr>,
    transitions: Vec<Expr>,
    properties: Vec<Expr>,
}

pub(crate) fn specification() -> impl Strategy<Value = Specification> {
    let transitions = vec(prop_oneof![4 => next(), 1 => truth(RELATION, 2)], 1..6);
    let initial = vec(prop_oneof![2 => initially(), 1 => truth(NOW, 2)], 0..4);
    let flags = (prop::bool::weighted(0.8), prop::bool::weighted(0.2), option::weighted(0.3, -1..=2_i64));
    (flags, initial, vec(truth(NOW, 2), 0..2), transitions, vec(truth(NOW, 3), 1..3)).prop_map(
        |((has_ranges, has_constant, first), initial, invariants, transitions, properties)| Specification {
            has_ranges,
            has_constant,
            first,
            initial,
            invariants,
            transitions,
            properties,
        },
    )
}

/// A constraint that gives a variable a value.
fn initially() -> impl Strategy<Value = Expr> {
    let number = (select(NOW.integers), -2..=3_i64);
    let number = number.prop_map(|(target, value)| equation(Expr::Variable(target), Expr::Number(value)));
    let truth = (select(NOW.truths), any::<bool>()).prop_map(|(target, holds)| {
        let target = Expr::Variable(target);
        if holds { target } else { Expr::Not(Box::new(target)) }
    });
    prop_oneof![number, truth]
}

fn equation(left: Expr, right: Expr) -> Expr {
    Expr::binary(Operator::Equal, left, right)
}

/// A constraint on the next value of a variable, in the forms that assign it.
fn next() -> impl Strategy<Value = Expr> {
    let of_integer = (select(NOW.integers), integer(NOW, 2), integer(NOW, 1));
    let of_truth = (select(NOW.truths), truth(NOW, 2), truth(NOW, 1));
    (prop_oneof![of_integer, of_truth], truth(NOW, 1), 0..8).prop_map(|((target, value, other), condition, form)| {
        let target = Expr::Next(target);
        let next = |value| equation(target.clone(), value);
        match form {
            0 | 1 => next(value),
            2 => equation(value, target),
            3 => Expr::conditional(condition, next(value), next(other)),
            4 => Expr::binary(Operator::Or, next(value), next(other)),
            5 => Expr::binary(Operator::Or, condition, next(value)),
            6 => Expr::binary(Operator::Implies, condition, next(value)),
            _ => Expr::binary(Operator::Or, Expr::binary(Operator::And, condition, next(value)), next(other)),
        }
    })
}

impl Specification {
    /// By property, the fewest steps to a state in which it does not hold.
    pub(super) fn fewest(&self) -> Vec<Option<usize>> {
        let valid: Vec<Values> = all().filter(|values| self.invariants.iter().all(|it| it.holds(values))).collect();
        let starts = |values: &Values| {
            self.first.is_none_or(|first| values[0] == first) && self.initial.iter().all(|it| it.holds(values))
        };
        let (mut reached, mut rest): (Vec<Values>, Vec<Values>) = valid.into_iter().partition(starts);
        let mut fewest = vec![None; self.properties.len()];
        for steps in 0.. {
            if reached.is_empty() {
                break;
            }
            for (fewest, property) in fewest.iter_mut().zip(&self.properties) {
                if reached.iter().any(|values| !property.holds(values)) {
                    fewest.get_or_insert(steps);
                }
            }
            let is_next = |next: &Values| reached.iter().any(|now| self.steps(now, next));
            (reached, rest) = rest.iter().partition(|next| is_next(next));
        }
        fewest
    }

    fn steps(&self, now: &Values, next: &Values) -> bool {
        (!self.has_constant || now[3] == next[3]) && self.transitions.iter().all(|it| it.value(now, next) == 1)
    }
}

/// All valuations in the ranges.
fn all() -> impl Iterator<Item = Values> {
    let values = |variable: usize| RANGES[variable].0..=RANGES[variable].1;
    values(0).flat_map(move |x| {
        values(1).flat_map(move |count| values(2).flat_map(move |p| values(3).map(move |decl| [x, count, p, decl])))
    })
}

impl fmt::Display for Specification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "specification random {{")?;
        write!(f, "  var {} : int", NAMES[0])?;
        if let Some(first) = self.first {
            write!(f, " := {first}")?;
        }
        writeln!(f, "\n  system S := {{\n    var {} : int\n    var {} : bool", NAMES[1], NAMES[2])?;
        writeln!(f, "    {} {} : bool", if self.has_constant { "const" } else { "var" }, NAMES[3])?;
        for variable in NOW.integers {
            let (name, (low, high)) = (NAMES[*variable], RANGES[*variable]);
            if self.has_ranges {
                writeln!(f, "    invariant {low} <= {name} and {name} <= {high}")?;
            } else {
                writeln!(f, "    invariant not ({name} < {low} or {name} > {high})")?;
            }
        }
        let stated = [("invariant", &self.invariants), ("initial", &self.initial), ("transition", &self.transitions)];
        for (kind, conditions) in stated {
            for condition in conditions {
                writeln!(f, "    {kind} {}", condition.text(Dialect::System))?;
            }
        }
        writeln!(f, "  }}")?;
        for (number, condition) in self.properties.iter().enumerate() {
            writeln!(f, "  property p{number} : S models G({})", condition.text(Dialect::System))?;
        }
        writeln!(f, "}}")
    }
}

impl fmt::Debug for Specification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
