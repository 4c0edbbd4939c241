//! Values of C expressions: machine integers as integers that are wrapped where it matters.
//!
//! Sums and products are computed in the integers, together with the interval of their values, and wrapped around only
//! where they are compared, divided, stored in a wider type or in a variable: wrapping is a ring homomorphism.

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr;
use boolprog_integer::{Arithmetic, Comparison};

use crate::ast::{Binary, Type};
use crate::term;
use smol_str::SmolStr;

/// An object, or one of several, of which exactly the first whose condition holds is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The variables of the object, in order, with the condition.
    pub(crate) alternatives: Vec<(Expr, Rc<[SmolStr]>)>,
    pub(crate) ty: Type,
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) kind: ValueKind,
    pub(crate) ty: Type,
}

#[derive(Clone, Debug)]
pub(crate) enum ValueKind {
    /// An integer between two bounds, of which the value is the one that is equal modulo the size of the type.
    Number(Expr, i128, i128),
    /// `0` or `1`.
    Truth(Expr),
    /// The address of this place.
    Address(Place),
    Function(SmolStr),
    /// A structure.
    Whole(Place),
    /// A text in the program: its bytes, and its place.
    Text(Rc<[u8]>, Span),
    /// A text that is not known, or nothing.
    Nothing,
}

/// Intervals beyond these bounds are wrapped before further arithmetic.
const MOST: i128 = 1 << 62;

/// Bounds of mathematical integers, beyond every constant, so that no comparison with one is decided by them.
const ANY: i128 = 1 << 100;

/// The least and the greatest value of an integer type.
pub(crate) fn bounds(ty: &Type) -> (i128, i128) {
    match *ty {
        Type::Integer { bits, signed: true } => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        Type::Integer { bits, signed: false } => (0, (1 << bits) - 1),
        Type::BitField(ref of, bits) => bounds(&Type::Integer { bits, signed: is_signed(of) }),
        Type::Handle => bounds(&Type::INT),
        _ => (0, i128::from(u32::MAX)),
    }
}

fn is_signed(ty: &Type) -> bool {
    matches!(ty, Type::Integer { signed: true, .. })
}

impl Value {
    pub(crate) fn number(value: i128, ty: Type) -> Self {
        Self { kind: ValueKind::Number(Expr::Number(value as i64), value, value), ty }
    }

    pub(crate) fn int(value: i128) -> Self {
        Self::number(value, Type::INT)
    }

    pub(crate) fn truth_of(truth: Expr) -> Self {
        Self { kind: ValueKind::Truth(truth), ty: Type::INT }
    }

    pub(crate) fn nothing() -> Self {
        Self { kind: ValueKind::Nothing, ty: Type::Void }
    }

    /// `true` if it is known before the program runs.
    pub(crate) fn is_constant(&self) -> bool {
        match &self.kind {
            ValueKind::Number(expr, ..) => matches!(expr, Expr::Number(_)),
            ValueKind::Truth(expr) => matches!(expr, Expr::Truth(_)),
            ValueKind::Address(place) => place.alternatives.len() == 1,
            ValueKind::Function(_) | ValueKind::Text(..) => true,
            ValueKind::Whole(_) | ValueKind::Nothing => false,
        }
    }
}

/// Arithmetic under one reading of integers.
#[derive(Clone, Copy)]
pub(crate) struct Integers {
    /// `true` for mathematical integers, which never wrap.
    pub(crate) unbounded: bool,
}

/// What cannot be computed, as a clause.
pub(crate) type Computed = Result<Value, &'static str>;

impl Integers {
    /// The value of a variable of this type.
    pub(crate) fn named(self, name: SmolStr, ty: Type) -> Value {
        let (low, high) = self.bounds(&ty);
        Value { kind: ValueKind::Number(Expr::Name(name), low, high), ty: ty.of_value() }
    }

    /// The least and the greatest value of a variable.
    pub(crate) fn bounds(self, ty: &Type) -> (i128, i128) {
        match ty {
            Type::Integer { bits: 2.., .. } if self.unbounded => (-ANY, ANY),
            Type::BitField(of, _) if self.unbounded && **of != Type::BOOL => (-ANY, ANY),
            _ => bounds(ty),
        }
    }

    /// The integer, its least and its greatest value, as it stands.
    fn raw(value: &Value) -> Result<(Expr, i128, i128), &'static str> {
        match &value.kind {
            ValueKind::Number(expr, low, high) => Ok((expr.clone(), *low, *high)),
            ValueKind::Truth(truth) => Ok((term::number_of(truth.clone()), 0, 1)),
            _ => Err("arithmetic on something that is no integer"),
        }
    }

    /// The value itself, in the bounds of its type.
    pub(crate) fn settle(self, value: &Value) -> Result<(Expr, i128, i128), &'static str> {
        let (expr, low, high) = Self::raw(value)?;
        let Type::Integer { bits, signed } = value.ty else { return Ok((expr, low, high)) };
        let (least, most) = bounds(&value.ty);
        if self.unbounded || (least <= low && high <= most) {
            return Ok((expr, low, high));
        }
        if bits > 32 {
            return Err("integers of 64 bits that may wrap around (`--int math` takes them as mathematical integers)");
        }
        let size = 1_i64 << bits;
        if let Expr::Number(value) = expr {
            let value = (value - least as i64).rem_euclid(size) + least as i64;
            return Ok((Expr::Number(value), i128::from(value), i128::from(value)));
        }
        let fits = low >= least - i128::from(size) && high <= most + i128::from(size);
        let wrapped = if fits {
            let shift = |by: i64| term::arithmetic(Arithmetic::Add, expr.clone(), Expr::Number(by));
            let bound = |comparison, bound: i128| term::compare(comparison, expr.clone(), Expr::Number(bound as i64));
            let mut wrapped = expr.clone();
            if low < least {
                wrapped = term::conditional(bound(Comparison::Less, least), shift(size), wrapped);
            }
            if high > most {
                wrapped = term::conditional(bound(Comparison::Greater, most), shift(-size), wrapped);
            }
            wrapped
        } else {
            let half = if signed { size / 2 } else { 0 };
            let moved = term::arithmetic(Arithmetic::Add, expr, Expr::Number(half));
            let remainder = term::arithmetic(Arithmetic::Remainder, moved, Expr::Number(size));
            term::arithmetic(Arithmetic::Subtract, remainder, Expr::Number(half))
        };
        Ok((wrapped, least, most))
    }

    /// Whether the value is not zero.
    pub(crate) fn truth(self, value: &Value) -> Result<Expr, &'static str> {
        match &value.kind {
            ValueKind::Truth(truth) => Ok(truth.clone()),
            ValueKind::Address(_) | ValueKind::Function(_) | ValueKind::Text(..) => Ok(Expr::Truth(true)),
            _ => Ok(term::compare(Comparison::NotEqual, self.settle(value)?.0, Expr::Number(0))),
        }
    }

    /// The value as one of another integer type.
    pub(crate) fn convert(self, value: &Value, ty: &Type) -> Computed {
        let (&Type::Integer { bits: from, .. }, &Type::Integer { bits: to, .. }) = (&value.ty, ty) else {
            return Ok(Value { kind: value.kind.clone(), ty: ty.clone() });
        };
        if to == 1 {
            return Ok(Value { kind: ValueKind::Truth(self.truth(value)?), ty: ty.clone() });
        }
        // The low bits do not depend on the wrapping; the others of a wider type do.
        let (expr, low, high) = if to > from { self.settle(value)? } else { Self::raw(value)? };
        Ok(Value { kind: ValueKind::Number(expr, low, high), ty: ty.clone() })
    }

    /// The low bits of a value of an integer type, as a bit-field of that type has them.
    pub(crate) fn cut(self, value: &Value, bits: u8) -> Result<Expr, &'static str> {
        let (expr, low, high) = Self::raw(value)?;
        let ty = Type::Integer { bits, signed: is_signed(&value.ty) };
        Ok(self.settle(&Value { kind: ValueKind::Number(expr, low, high), ty })?.0)
    }

    /// The integer promotions.
    pub(crate) fn promote(self, value: &Value) -> Computed {
        match value.ty {
            Type::Integer { bits, .. } if bits < 32 => {
                let (expr, low, high) = self.settle(value)?;
                Ok(Value { kind: ValueKind::Number(expr, low, high), ty: Type::INT })
            }
            _ => Ok(value.clone()),
        }
    }

    /// The usual arithmetic conversions.
    pub(crate) fn balance(self, left: &Value, right: &Value) -> Result<(Value, Value), &'static str> {
        let (left, right) = (self.promote(left)?, self.promote(right)?);
        let (&Type::Integer { bits: a, signed: s }, &Type::Integer { bits: b, signed: t }) = (&left.ty, &right.ty)
        else {
            return Ok((left, right));
        };
        let signed = match a.cmp(&b) {
            std::cmp::Ordering::Less => t,
            std::cmp::Ordering::Greater => s,
            std::cmp::Ordering::Equal => s && t,
        };
        let ty = Type::Integer { bits: a.max(b), signed };
        Ok((self.convert(&left, &ty)?, self.convert(&right, &ty)?))
    }

    /// A binary operation on integers. Divisors are not zero here.
    pub(crate) fn binary(self, operator: Binary, left: &Value, right: &Value) -> Computed {
        if matches!(operator, Binary::ShiftLeft | Binary::ShiftRight) {
            return self.shift(operator, &self.promote(left)?, right);
        }
        let (left, right) = self.balance(left, right)?;
        let comparison = match operator {
            Binary::Equal => Some(Comparison::Equal),
            Binary::NotEqual => Some(Comparison::NotEqual),
            Binary::Less => Some(Comparison::Less),
            Binary::LessOrEqual => Some(Comparison::LessOrEqual),
            Binary::Greater => Some(Comparison::Greater),
            Binary::GreaterOrEqual => Some(Comparison::GreaterOrEqual),
            _ => None,
        };
        if let Some(comparison) = comparison {
            let (a, b) = (self.settle(&left)?, self.settle(&right)?);
            return Ok(Value::truth_of(compared(comparison, a, b)));
        }
        let number = |(expr, low, high)| Ok(Value { kind: ValueKind::Number(expr, low, high), ty: left.ty.clone() });
        match operator {
            Binary::Add | Binary::Subtract | Binary::Multiply => number(self.ring(operator, &left, &right)?),
            Binary::Divide | Binary::Remainder => number(self.quotient(operator, &left, &right)?),
            _ => number(self.bitwise(operator, &left, &right)?),
        }
    }

    fn ring(self, operator: Binary, left: &Value, right: &Value) -> Result<(Expr, i128, i128), &'static str> {
        let mut a = Self::raw(left)?;
        let mut b = Self::raw(right)?;
        let product = |a: &(Expr, i128, i128), b: &(Expr, i128, i128)| {
            let corners = [a.1 * b.1, a.1 * b.2, a.2 * b.1, a.2 * b.2];
            (corners.into_iter().min().unwrap_or(0), corners.into_iter().max().unwrap_or(0))
        };
        let interval = |a: &(Expr, i128, i128), b: &(Expr, i128, i128)| match operator {
            Binary::Add => (a.1 + b.1, a.2 + b.2),
            Binary::Subtract => (a.1 - b.2, a.2 - b.1),
            _ => product(a, b),
        };
        let operation = match operator {
            Binary::Add => Arithmetic::Add,
            Binary::Subtract => Arithmetic::Subtract,
            _ => Arithmetic::Multiply,
        };
        let beyond = |(low, high): (i128, i128)| low < -MOST || high > MOST;
        if !self.unbounded && beyond(interval(&a, &b)) {
            (a, b) = (self.settle(left)?, self.settle(right)?);
            if beyond(interval(&a, &b)) && operation == Arithmetic::Multiply {
                return Err("a product that may need more than 62 bits");
            }
        }
        let (low, high) = if self.unbounded { (-ANY, ANY) } else { interval(&a, &b) };
        Ok((term::arithmetic(operation, a.0, b.0), low, high))
    }

    /// Division towards zero, and its remainder.
    fn quotient(self, operator: Binary, left: &Value, right: &Value) -> Result<(Expr, i128, i128), &'static str> {
        let (a, b) = (self.settle(left)?, self.settle(right)?);
        let operation = if operator == Binary::Divide { Arithmetic::Divide } else { Arithmetic::Remainder };
        let divided = |dividend| term::arithmetic(operation, dividend, b.0.clone());
        let of_positive = divided(a.0.clone());
        let most = a.1.abs().max(a.2.abs());
        let most = if operator == Binary::Divide { most } else { most.min((b.1.abs().max(b.2.abs()) - 1).max(0)) };
        if a.1 >= 0 && b.1 >= 0 {
            return Ok((of_positive, 0, most));
        }
        let is_positive = term::compare(Comparison::GreaterOrEqual, a.0.clone(), Expr::Number(0));
        let of_negative = term::negate(divided(term::negate(a.0)));
        Ok((term::conditional(is_positive, of_positive, of_negative), -most, most))
    }
}

/// A comparison, decided where the intervals decide it.
fn compared(comparison: Comparison, a: (Expr, i128, i128), b: (Expr, i128, i128)) -> Expr {
    let always = match comparison {
        Comparison::Less => (a.2 < b.1, a.1 >= b.2),
        Comparison::LessOrEqual => (a.2 <= b.1, a.1 > b.2),
        Comparison::Greater => (a.1 > b.2, a.2 <= b.1),
        Comparison::GreaterOrEqual => (a.1 >= b.2, a.2 < b.1),
        Comparison::Equal => (false, a.2 < b.1 || b.2 < a.1),
        Comparison::NotEqual => (a.2 < b.1 || b.2 < a.1, false),
    };
    match always {
        (true, _) => Expr::Truth(true),
        (_, true) => Expr::Truth(false),
        _ => term::compare(comparison, a.0, b.0),
    }
}
