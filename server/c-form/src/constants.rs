//! Operations on constants.

use boolprog_c_syntax::tree::{Binary, Unary};

use crate::form::{Operand, Operation, Shape};

/// The integer that an operation gives, if constants determine it and C defines it.
pub(crate) fn constant(operation: &Operation, to: Shape) -> Option<i128> {
    match *operation {
        Operation::Convert(Operand::Number(value), from, _) if !is_floating(from) && !is_floating(to) => {
            Some(fitted(value, to))
        }
        Operation::Unary(operator, Operand::Number(value), shape) if !is_floating(shape) => match operator {
            Unary::Plus => Some(value),
            Unary::Negate => exact(-value, shape),
            Unary::Complement => Some(fitted(!value, shape)),
            Unary::Not => Some(i128::from(value == 0)),
        },
        Operation::Binary(operator, Operand::Number(a), Operand::Number(b), shape) if !is_floating(shape) => {
            binary(operator, a, b, shape)
        }
        _ => None,
    }
}

fn binary(operator: Binary, a: i128, b: i128, shape: Shape) -> Option<i128> {
    Some(match operator {
        Binary::Add => exact(a.checked_add(b)?, shape)?,
        Binary::Subtract => exact(a.checked_sub(b)?, shape)?,
        Binary::Multiply => exact(a.checked_mul(b)?, shape)?,
        Binary::Divide => exact(a.checked_div(b)?, shape)?,
        // It has a value only where the quotient has one (C11 6.5.5p6).
        Binary::Remainder => {
            exact(a.checked_div(b)?, shape)?;
            a.checked_rem(b)?
        }
        Binary::ShiftLeft | Binary::ShiftRight => return None,
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

/// A result in its shape; none if a signed one does not fit.
fn exact(value: i128, shape: Shape) -> Option<i128> {
    let fitted = fitted(value, shape);
    (fitted == value || !matches!(shape, Shape::Signed(_))).then_some(fitted)
}

/// A number as a shape has it: its low bits.
fn fitted(value: i128, shape: Shape) -> i128 {
    let unused = 128 - 8 * shape.size() as u32;
    match shape {
        Shape::Bool => i128::from(value != 0),
        Shape::Signed(_) => value << unused >> unused,
        _ => (value.cast_unsigned() << unused >> unused).cast_signed(),
    }
}

fn is_floating(shape: Shape) -> bool {
    matches!(shape, Shape::Floating(_))
}
