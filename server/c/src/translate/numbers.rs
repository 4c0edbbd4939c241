//! Values as this pass needs them.

use boolprog_c_form::form::Shape;
use boolprog_import::Expr;
use boolprog_integer::Comparison;
use smol_str::SmolStr;

use crate::arithmetic::{Computed, Integers, Value};
use crate::term;

/// A number.
pub(super) fn number(value: impl Into<i128>) -> Value {
    Value::number(value.into() as i64)
}

/// A variable with these bounds, which is a number if there is only one.
pub(super) fn named(name: SmolStr, (low, high): (i64, i64)) -> Value {
    if low == high { Value::number(low) } else { Value::named(name, low, high) }
}

/// The least and the greatest number of a shape, as they are kept.
pub(super) fn bounds(shape: Shape) -> (i64, i64) {
    let integers = Integers { unbounded: false };
    match integers.of_shape("any".into(), shape) {
        Computed::Value(value) => (value.low, value.high),
        Computed::Any => (i64::MIN, i64::MAX),
    }
}

/// `low <= value && value <= high`
pub(super) fn within(value: &Value, low: i128, high: i128) -> Expr {
    let (least, most) = value.ends();
    if high < least || low > most {
        return Expr::Truth(false);
    }
    let compare = |comparison, number| term::compare(comparison, value.term.clone(), Expr::Number(number));
    if low == high {
        return compare(Comparison::Equal, low as i64);
    }
    let at_least = if low <= least { Expr::Truth(true) } else { compare(Comparison::GreaterOrEqual, low as i64) };
    let at_most = if high >= most { Expr::Truth(true) } else { compare(Comparison::LessOrEqual, high as i64) };
    term::and(at_least, at_most)
}

/// A computed value, if there is one.
pub(super) fn known(computed: Computed) -> Option<Value> {
    match computed {
        Computed::Value(value) => Some(match value.term {
            Expr::Number(constant) => Value::number(constant),
            _ => value,
        }),
        Computed::Any => None,
    }
}

/// The value that the bytes of one shape have as another one of the same size.
pub(super) fn converted(value: &Value, from: Shape, to: Shape) -> Option<Value> {
    if from == to {
        return known(Integers { unbounded: true }.convert(value, from, from));
    }
    known(Integers { unbounded: false }.convert(value, from, to))
}
