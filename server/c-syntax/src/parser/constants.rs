//! Values that are known before the program runs (C11 6.6). An expression is folded when it is made, from what is known of
//! its operands, so that folding takes constant time for each.

use super::Parser;
use crate::layout::size_type;
use crate::tree::{Binary, ExprId, ExprKind, Logical, Storage, Unary};
use crate::types::{Floating, Kind, Type};

/// A constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Constant {
    Integer(i128),
    Floating(f64),
    /// The address of an object or function, or what is computed from it: known once the program is linked. Not null.
    Address,
}

use Constant::{Address, Integer};

impl Constant {
    fn is_true(self) -> bool {
        match self {
            Integer(value) => value != 0,
            Self::Floating(value) => value != 0.0,
            Address => true,
        }
    }

    fn float(self) -> Option<f64> {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "the conversion of C rounds")]
            Integer(value) => Some(value as f64),
            Self::Floating(value) => Some(value),
            Address => None,
        }
    }
}

fn boolean(value: bool) -> Constant {
    Integer(i128::from(value))
}

impl Parser<'_> {
    pub(super) fn constant(&self, expr: ExprId) -> Option<Constant> {
        self.facts[expr.0 as usize].constant
    }

    /// The value of a constant expression of integer type.
    pub(super) fn constant_integer(&self, expr: ExprId) -> Option<i128> {
        match self.constant(expr)? {
            Integer(value) if self.ty(expr).is_integer() => Some(value),
            _ => None,
        }
    }

    /// The value, or the address of what is designated, of an expression to be made.
    pub(super) fn fold(&self, kind: &ExprKind, ty: &Type) -> Option<Constant> {
        Some(match kind {
            ExprKind::Integer(value) => Integer(*value),
            ExprKind::Floating(value) => Constant::Floating(*value),
            ExprKind::Text(_) | ExprKind::Function(_) | ExprKind::LabelAddress(_) => Address,
            ExprKind::Object(object) | ExprKind::Compound(object) => {
                return (self.unit[*object].storage == Storage::Static).then_some(Address);
            }
            ExprKind::Read(of) => return self.fold_read(*of),
            ExprKind::Deref(of) | ExprKind::Decay(of) | ExprKind::Address(of) => self.constant(*of)?,
            ExprKind::Member(of, record, member) => {
                let offset = self.unit[*record].layout.as_ref()?.members[*member as usize].offset;
                shifted(self.constant(*of)?, i128::from(offset))?
            }
            ExprKind::Index(pointer, index) => {
                let Integer(index) = self.constant(*index)? else { return None };
                let size = self.unit.size_of(ty)?;
                shifted(self.constant(*pointer)?, index.checked_mul(i128::from(size))?)?
            }
            ExprKind::Convert(of) => self.fold_convert(self.constant(*of)?, ty)?,
            ExprKind::Unary(operator, of) => self.fold_unary(*operator, self.constant(*of)?, ty)?,
            ExprKind::Binary(operator, left, right) => self.fold_binary(*operator, *left, *right, ty)?,
            ExprKind::Logical(operator, left, right) => self.fold_logical(*operator, *left, *right)?,
            ExprKind::Conditional(condition, then, otherwise) => {
                let is_true = self.constant(*condition)?.is_true();
                let chosen = if is_true { then.unwrap_or(*condition) } else { *otherwise };
                self.fold_convert(self.constant(chosen)?, ty)?
            }
            _ => return None,
        })
    }

    /// Compound literals and objects that are never changed have values that are known once the program is linked (GNU C).
    fn fold_read(&self, of: ExprId) -> Option<Constant> {
        let is_known = matches!(self.unit[of].kind, ExprKind::Compound(_)) || self.ty(of).qualifiers.is_const;
        self.constant(of).filter(|constant| is_known && *constant == Address)
    }

    fn fold_convert(&self, value: Constant, ty: &Type) -> Option<Constant> {
        Some(match (value, &ty.kind) {
            (Integer(value), Kind::Floating(floating)) => Constant::Floating(round(Integer(value).float()?, *floating)),
            (Integer(value), _) if ty.is_scalar() => Integer(self.unit.wrap(value, ty)),
            (Constant::Floating(value), Kind::Floating(floating)) => Constant::Floating(round(value, *floating)),
            (Constant::Floating(value), Kind::Bool) => boolean(value != 0.0),
            (Constant::Floating(value), _) if ty.is_integer() => Integer(self.unit.wrap(value as i128, ty)),
            (Address, Kind::Bool) => boolean(true),
            (Address, _) if ty.is_pointer() => Address,
            (Address, _)
                if ty.is_integer()
                    && self.unit.size_of(ty) >= Some(size_type(self.unit.target).size(self.unit.target)) =>
            {
                Address
            }
            _ => return None,
        })
    }

    fn fold_unary(&self, operator: Unary, value: Constant, ty: &Type) -> Option<Constant> {
        Some(match (operator, value) {
            (Unary::Not, value) => boolean(!value.is_true()),
            (Unary::Plus, value) => value,
            (Unary::Negate, Integer(value)) => Integer(self.unit.wrap(value.wrapping_neg(), ty)),
            (Unary::Complement, Integer(value)) => Integer(self.unit.wrap(!value, ty)),
            (Unary::Negate, Constant::Floating(value)) => Constant::Floating(-value),
            _ => return None,
        })
    }

    fn fold_logical(&self, operator: Logical, left: ExprId, right: ExprId) -> Option<Constant> {
        let left = self.constant(left)?.is_true();
        match operator {
            Logical::And if !left => Some(boolean(false)),
            Logical::Or if left => Some(boolean(true)),
            Logical::And | Logical::Or => Some(boolean(self.constant(right)?.is_true())),
        }
    }

    fn fold_binary(&self, operator: Binary, left: ExprId, right: ExprId, ty: &Type) -> Option<Constant> {
        let operands = self.ty(left);
        let (left, right) = (self.constant(left)?, self.constant(right)?);
        match (left, right) {
            (Integer(left), Integer(right)) if operands.is_pointer() => {
                self.fold_pointers(operator, left, right, operands, ty)
            }
            (Integer(left), Integer(right)) => self.fold_integers(operator, left, right, operands, ty),
            (Address, _) | (_, Address) => fold_addresses(operator, left, right),
            _ => {
                let (left, right) = (left.float()?, right.float()?);
                let floating = if let Kind::Floating(floating) = operands.kind { floating } else { Floating::Double };
                fold_floats(operator, left, right, floating)
            }
        }
    }

    fn fold_pointers(&self, operator: Binary, left: i128, right: i128, operands: &Type, ty: &Type) -> Option<Constant> {
        if let Some(result) = compare(operator, &left, &right) {
            return Some(result);
        }
        let size = i128::from(self.unit.size_of(operands.target()?)?);
        match operator {
            Binary::Subtract if !ty.is_pointer() => (left - right).checked_div(size).map(Integer),
            Binary::Add => Some(Integer(self.unit.wrap(left.wrapping_add(right.wrapping_mul(size)), ty))),
            Binary::Subtract => Some(Integer(self.unit.wrap(left.wrapping_sub(right.wrapping_mul(size)), ty))),
            _ => None,
        }
    }

    fn fold_integers(&self, operator: Binary, left: i128, right: i128, operands: &Type, ty: &Type) -> Option<Constant> {
        let is_wide = self.unit.size_of(operands) == Some(16) && !self.unit.is_signed(operands);
        let compared = if is_wide {
            compare(operator, &left.cast_unsigned(), &right.cast_unsigned())
        } else {
            compare(operator, &left, &right)
        };
        if compared.is_some() {
            return compared;
        }
        let bits = 8 * i128::from(self.unit.size_of(ty)?);
        let count = u32::try_from(right).ok().filter(|_| right < bits);
        let result = match operator {
            Binary::Add => left.wrapping_add(right),
            Binary::Subtract => left.wrapping_sub(right),
            Binary::Multiply => left.wrapping_mul(right),
            Binary::Divide if is_wide => left.cast_unsigned().checked_div(right.cast_unsigned())?.cast_signed(),
            Binary::Divide => left.checked_div(right)?,
            Binary::Remainder if is_wide => left.cast_unsigned().checked_rem(right.cast_unsigned())?.cast_signed(),
            Binary::Remainder => left.checked_rem(right)?,
            Binary::ShiftLeft => left << count?,
            Binary::ShiftRight if is_wide => (left.cast_unsigned() >> count?).cast_signed(),
            Binary::ShiftRight => left >> count?,
            Binary::And => left & right,
            Binary::Or => left | right,
            Binary::Xor => left ^ right,
            _ => return None,
        };
        Some(Integer(self.unit.wrap(result, ty)))
    }
}

/// An address, this number of bytes further.
fn shifted(address: Constant, offset: i128) -> Option<Constant> {
    match address {
        Integer(address) => address.checked_add(offset).map(Integer),
        Address => Some(Address),
        Constant::Floating(_) => None,
    }
}

fn compare<T: PartialOrd>(operator: Binary, left: &T, right: &T) -> Option<Constant> {
    Some(boolean(match operator {
        Binary::Less => left < right,
        Binary::Greater => left > right,
        Binary::LessOrEqual => left <= right,
        Binary::GreaterOrEqual => left >= right,
        Binary::Equal => left == right,
        Binary::NotEqual => left != right,
        _ => return None,
    }))
}

fn fold_addresses(operator: Binary, left: Constant, right: Constant) -> Option<Constant> {
    match operator {
        Binary::Add | Binary::Subtract => Some(Address),
        Binary::Equal if left == Integer(0) || right == Integer(0) => Some(boolean(false)),
        Binary::NotEqual if left == Integer(0) || right == Integer(0) => Some(boolean(true)),
        _ => None,
    }
}

fn fold_floats(operator: Binary, left: f64, right: f64, floating: Floating) -> Option<Constant> {
    let result = match operator {
        Binary::Add => left + right,
        Binary::Subtract => left - right,
        Binary::Multiply => left * right,
        Binary::Divide => left / right,
        _ => return compare(operator, &left, &right),
    };
    Some(Constant::Floating(round(result, floating)))
}

/// A value as an object of the type keeps it.
fn round(value: f64, floating: Floating) -> f64 {
    match floating {
        Floating::Float => f64::from(value as f32),
        Floating::Double | Floating::LongDouble => value,
    }
}
