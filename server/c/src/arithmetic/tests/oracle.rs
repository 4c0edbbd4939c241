//! The meaning of C, in wide numbers, and an evaluator of terms: nothing of it is shared with what is tested.

use boolprog_c_form::form::Shape;
use boolprog_c_syntax::tree::Binary;
use boolprog_import::Expr;
use boolprog_integer::syntax::ast::BinaryOperator;
use boolprog_integer::{Arithmetic, Comparison};

/// The values of the names `a` and `b`.
pub(super) type Names = (i64, i64);

/// The value of a term, if each part of it that is evaluated has one of 64 bits.
pub(super) fn number(expr: &Expr, (a, b): Names) -> Option<i64> {
    value(expr, (a.into(), b.into()), i64::MAX.into()).map(|value| value as i64)
}

/// The truth of a formula, if each part of it that is evaluated has a value of 64 bits.
pub(super) fn holds(expr: &Expr, (a, b): Names) -> Option<bool> {
    truth(expr, (a.into(), b.into()), i64::MAX.into())
}

/// The value of a term, if each part of it that is evaluated has one up to the greatest number of a signed type.
pub(super) fn value(expr: &Expr, names: (i128, i128), most: i128) -> Option<i128> {
    let result = match expr {
        Expr::Number(number) => i128::from(*number),
        Expr::Name(name) if name == "a" => names.0,
        Expr::Name(_) => names.1,
        Expr::Negate(inner) => -value(inner, names, most)?,
        Expr::Conditional(condition, then, otherwise) => {
            value(if truth(condition, names, most)? { then } else { otherwise }, names, most)?
        }
        Expr::Binary(BinaryOperator::Arithmetic(operation), left, right) => {
            let (left, right) = (value(left, names, most)?, value(right, names, most)?);
            match operation {
                Arithmetic::Add => left.checked_add(right)?,
                Arithmetic::Subtract => left.checked_sub(right)?,
                Arithmetic::Multiply => left.checked_mul(right)?,
                Arithmetic::Divide => left.checked_div_euclid(right)?,
                Arithmetic::Remainder => left.checked_rem_euclid(right)?,
            }
        }
        _ => return None,
    };
    (-most - 1..=most).contains(&result).then_some(result)
}

/// The truth of a formula, if each part of it that is evaluated has a value.
fn truth(expr: &Expr, names: (i128, i128), most: i128) -> Option<bool> {
    let holds = |expr: &Expr| truth(expr, names, most);
    match expr {
        Expr::Truth(truth) => Some(*truth),
        Expr::Not(inner) => Some(!holds(inner)?),
        Expr::Conditional(condition, then, otherwise) => holds(if holds(condition)? { then } else { otherwise }),
        Expr::Binary(BinaryOperator::And, left, right) => Some(holds(left)? && holds(right)?),
        Expr::Binary(BinaryOperator::Or, left, right) => Some(holds(left)? || holds(right)?),
        Expr::Binary(BinaryOperator::Comparison(comparison), left, right) => {
            let (left, right) = (value(left, names, most)?, value(right, names, most)?);
            Some(match comparison {
                Comparison::Equal => left == right,
                Comparison::NotEqual => left != right,
                Comparison::Less => left < right,
                Comparison::LessOrEqual => left <= right,
                Comparison::Greater => left > right,
                Comparison::GreaterOrEqual => left >= right,
            })
        }
        _ => None,
    }
}

pub(super) fn is_signed(shape: Shape) -> bool {
    matches!(shape, Shape::Signed(_))
}

pub(super) fn width(shape: Shape) -> u32 {
    8 * shape.size() as u32
}

/// The least and the greatest number of a shape.
pub(super) fn range(shape: Shape) -> (i128, i128) {
    match shape {
        Shape::Bool => (0, 1),
        Shape::Signed(_) => (-(1 << (width(shape) - 1)), (1 << (width(shape) - 1)) - 1),
        _ => (0, (1 << width(shape)) - 1),
    }
}

/// The number of a shape with the same low bits.
pub(super) fn wrapped(number: i128, shape: Shape) -> i128 {
    let unused = 128 - width(shape);
    if is_signed(shape) {
        number << unused >> unused
    } else {
        (number.cast_unsigned() << unused >> unused).cast_signed()
    }
}

/// The result of an operator before it is wrapped; none where it is undefined whatever the width.
pub(super) fn exact(operator: Binary, a: i128, b: i128, shape: Shape) -> Option<i128> {
    let by = u32::try_from(b).ok().filter(|by| *by < width(shape));
    Some(match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide => a.checked_div(b)?,
        Binary::Remainder => a.checked_rem(b)?,
        Binary::ShiftLeft => a << by?,
        Binary::ShiftRight => a >> by?,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Less => (a < b).into(),
        Binary::Greater => (a > b).into(),
        Binary::LessOrEqual => (a <= b).into(),
        Binary::GreaterOrEqual => (a >= b).into(),
        Binary::Equal => (a == b).into(),
        Binary::NotEqual => (a != b).into(),
    })
}

/// Returns `true` if a signed operation overflows.
pub(super) fn overflows(operator: Binary, a: i128, b: i128, shape: Shape) -> bool {
    let Some(exact) = exact(operator, a, b, shape).filter(|_| is_signed(shape)) else { return false };
    match operator {
        Binary::Remainder => a == range(shape).0 && b == -1,
        Binary::ShiftLeft => a < 0 || exact > range(shape).1,
        _ => exact < range(shape).0 || exact > range(shape).1,
    }
}
