//! Constant expressions, with the types and the arithmetic of C.

use super::{Parsed, Parser};
use crate::ast::{Binary, Expr, ExprKind, Measured, Type, Unary};
use crate::preprocess::error;
use crate::value::{Computed, Integers, Value};

/// Integers of the machine, whatever those of the program are taken for.
const INTEGERS: Integers = Integers { unbounded: false };

impl Parser<'_> {
    /// The value of a constant expression.
    pub(super) fn constant(&self, expr: &Expr) -> Parsed<i128> {
        self.value(expr).map(|(value, _)| value)
    }

    /// The value of a constant expression, and its type.
    fn value(&self, expr: &Expr) -> Parsed<(i128, Type)> {
        let truth = |inner: &Expr| Ok(self.value(inner)?.0 != 0);
        let of_truth = |truth: bool| Ok((i128::from(truth), Type::INT));
        match &expr.kind {
            ExprKind::Number(value, ty) => Ok((*value, ty.clone())),
            ExprKind::Name(name) => match self.unit.constants.get(name) {
                Some(value) => Ok((*value, Type::INT)),
                None => refused(expr),
            },
            ExprKind::Unary(Unary::Not, inner) => of_truth(!truth(inner)?),
            ExprKind::Logical(true, left, right) => of_truth(truth(left)? && truth(right)?),
            ExprKind::Logical(false, left, right) => of_truth(truth(left)? || truth(right)?),
            ExprKind::Unary(operator, inner) => {
                let inner = self.operand(inner)?;
                let zero = |from: i128| Value::number(from, inner.ty.clone());
                let result = match operator {
                    Unary::Negate => INTEGERS.binary(Binary::Subtract, &zero(0), &inner),
                    Unary::Complement => INTEGERS.binary(Binary::Subtract, &zero(-1), &inner),
                    _ => Ok(inner),
                };
                settled(result, expr)
            }
            ExprKind::Cast(ty @ Type::Integer { .. }, inner) => {
                settled(INTEGERS.convert(&self.operand(inner)?, ty), expr)
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                let Ok((_, by, _)) = INTEGERS.settle(&right) else { return refused(expr) };
                let is_defined = match operator {
                    Binary::Divide | Binary::Remainder => by != 0,
                    Binary::ShiftLeft | Binary::ShiftRight => (0..32).contains(&by),
                    _ => true,
                };
                if !is_defined {
                    return refused(expr);
                }
                settled(INTEGERS.binary(*operator, &left, &right), expr)
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let (first, second) = (self.operand(then.as_ref().unwrap_or(condition))?, self.operand(otherwise)?);
                let Ok((first, second)) = INTEGERS.balance(&first, &second) else { return refused(expr) };
                settled(Ok(if truth(condition)? { first } else { second }), expr)
            }
            ExprKind::SizeOf(Measured::Type(ty)) => match ty.size(&self.unit.structs) {
                Some((bytes, _)) => Ok((bytes, Type::UNSIGNED)),
                None => refused(expr),
            },
            _ => refused(expr),
        }
    }

    /// The promoted value of an operand.
    fn operand(&self, expr: &Expr) -> Parsed<Value> {
        let (value, ty) = self.value(expr)?;
        if i64::try_from(value).is_err() {
            return refused(expr);
        }
        INTEGERS.promote(&Value::number(value, ty)).or_else(|_| refused(expr))
    }
}

/// A computed number with its type.
fn settled(computed: Computed, expr: &Expr) -> Parsed<(i128, Type)> {
    let Ok(value) = computed else { return refused(expr) };
    match INTEGERS.settle(&value) {
        Ok((boolprog_import::Expr::Number(number), ..)) => Ok((i128::from(number), value.ty)),
        Ok((boolprog_import::Expr::Truth(truth), ..)) => Ok((i128::from(truth), value.ty)),
        _ => refused(expr),
    }
}

fn refused<T>(expr: &Expr) -> Parsed<T> {
    Err(error(expr.span, "A constant is required here."))
}
