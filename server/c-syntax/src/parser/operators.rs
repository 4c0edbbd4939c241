//! Operators on values (C11 6.5.3 to 6.5.15).

use super::{Parsed, Parser, Reported};
use crate::source::Place;
use crate::tree::{Binary, ExprId, ExprKind, Logical, Unary};
use crate::types::{Kind, Type};

impl Parser<'_> {
    pub(super) fn unary(&mut self, operator: Unary, operand: ExprId, place: Place) -> Parsed<ExprId> {
        let ty = self.ty(operand);
        let is_fit = match operator {
            Unary::Not => ty.is_scalar(),
            Unary::Complement => ty.is_integer(),
            Unary::Plus | Unary::Negate => ty.is_arithmetic(),
        };
        if !is_fit {
            let ty = self.describe(ty);
            let sign = ["+", "-", "~", "!"][operator as usize];
            return Err(self.mistake(place, format!("`{sign}` cannot be used with `{ty}`.")));
        }
        if operator == Unary::Not {
            return Ok(self.expr(ExprKind::Unary(operator, operand), Type::int(), place));
        }
        let operand = self.promoted(operand);
        let ty = self.ty(operand).clone();
        Ok(self.expr(ExprKind::Unary(operator, operand), ty, place))
    }

    /// `&e`
    pub(super) fn address(&mut self, of: ExprId, place: Place) -> Parsed<ExprId> {
        let ty = self.ty(of).clone();
        if let ExprKind::Deref(pointer) = self.unit[of].kind {
            // Neither operator is evaluated (C11 6.5.3.2p3).
            let pointer = self.convert(pointer, ty.pointer());
            return Ok(pointer);
        }
        if let ExprKind::Member(_, record, number) = self.unit[of].kind
            && self.member(record, number).is_some_and(|member| member.bits.is_some())
        {
            return Err(self.mistake(place, "A bit-field has no address: copy it to an object."));
        }
        if !ty.is_function() && !self.is_lvalue(of) {
            return Err(self.mistake(place, "Only objects and functions have an address, not values: name an object."));
        }
        Ok(self.expr(ExprKind::Address(of), ty.pointer(), place))
    }

    /// `*e`
    pub(super) fn dereference(&mut self, pointer: ExprId, place: Place) -> Parsed<ExprId> {
        let Kind::Pointer(to) = &self.ty(pointer).kind else {
            let ty = self.describe(self.ty(pointer));
            return Err(self.mistake(place, format!("`*` needs a pointer, not `{ty}`.")));
        };
        let to = Type::clone(to);
        Ok(self.expr(ExprKind::Deref(pointer), to, place))
    }

    /// `a[i]`
    pub(super) fn index(&mut self, left: ExprId, right: ExprId, place: Place) -> Parsed<ExprId> {
        let (pointer, index) = if self.ty(left).is_pointer() { (left, right) } else { (right, left) };
        let (Kind::Pointer(element), true) = (&self.ty(pointer).kind, self.ty(index).is_integer()) else {
            return Err(self
                .mistake(place, "An index needs an array or a pointer before the brackets, and an integer in them."));
        };
        let element = Type::clone(element);
        self.check_complete(&element, place)?;
        let index = self.promoted(index);
        Ok(self.expr(ExprKind::Index(pointer, index), element, place))
    }

    pub(super) fn binary(&mut self, operator: Binary, left: ExprId, right: ExprId) -> Parsed<ExprId> {
        let place = self.place_of(left).to(self.place_of(right));
        let (is_left_pointer, is_right_pointer) = (self.ty(left).is_pointer(), self.ty(right).is_pointer());
        if is_left_pointer || is_right_pointer {
            return self.pointers(operator, left, right, place);
        }
        let needs_integers = matches!(
            operator,
            Binary::Remainder | Binary::ShiftLeft | Binary::ShiftRight | Binary::And | Binary::Or | Binary::Xor
        );
        let is_fit = |ty: &Type| if needs_integers { ty.is_integer() } else { ty.is_arithmetic() };
        if !is_fit(self.ty(left)) || !is_fit(self.ty(right)) {
            return Err(self.no_operator(operator, left, right, place));
        }
        if matches!(operator, Binary::ShiftLeft | Binary::ShiftRight) {
            let (left, right) = (self.promoted(left), self.promoted(right));
            let ty = self.ty(left).clone();
            return Ok(self.expr(ExprKind::Binary(operator, left, right), ty, place));
        }
        let (left, right, ty) = self.balanced(left, right);
        let ty = if is_comparison(operator) { Type::int() } else { ty };
        Ok(self.expr(ExprKind::Binary(operator, left, right), ty, place))
    }

    fn no_operator(&mut self, operator: Binary, left: ExprId, right: ExprId, place: Place) -> Reported {
        let (left, right) = (self.describe(self.ty(left)), self.describe(self.ty(right)));
        let sign = operator.sign();
        self.mistake(place, format!("`{sign}` cannot be used between `{left}` and `{right}`."))
    }

    /// An operator one operand of which is a pointer.
    fn pointers(&mut self, operator: Binary, left: ExprId, right: ExprId, place: Place) -> Parsed<ExprId> {
        let (left_type, right_type) = (self.ty(left).clone(), self.ty(right).clone());
        let both = left_type.is_pointer() && right_type.is_pointer();
        match operator {
            Binary::Add | Binary::Subtract if right_type.is_integer() => self.moved(operator, left, right, place),
            Binary::Add if left_type.is_integer() => self.moved(operator, right, left, place),
            Binary::Subtract if both => {
                let right = self.convert(right, left_type);
                let ty = self.difference_type();
                Ok(self.expr(ExprKind::Binary(operator, left, right), ty, place))
            }
            operator if is_comparison(operator) && left_type.is_scalar() && right_type.is_scalar() => {
                let ty = if left_type.is_pointer() && !self.is_null(left) || !right_type.is_pointer() {
                    left_type
                } else {
                    right_type
                };
                let (left, right) = (self.convert(left, ty.clone()), self.convert(right, ty));
                Ok(self.expr(ExprKind::Binary(operator, left, right), Type::int(), place))
            }
            _ => Err(self.no_operator(operator, left, right, place)),
        }
    }

    fn moved(&mut self, operator: Binary, pointer: ExprId, by: ExprId, place: Place) -> Parsed<ExprId> {
        let ty = self.ty(pointer).clone();
        if let Some(to) = ty.target().cloned() {
            self.check_complete(&to, place)?;
        }
        let by = self.promoted(by);
        Ok(self.expr(ExprKind::Binary(operator, pointer, by), ty, place))
    }

    pub(super) fn logical(&mut self, operator: Logical, left: ExprId, right: ExprId) -> Parsed<ExprId> {
        let what = if operator == Logical::And { "An operand of `&&`" } else { "An operand of `||`" };
        let left = self.scalar(left, what)?;
        let right = self.scalar(right, what)?;
        let place = self.place_of(left).to(self.place_of(right));
        Ok(self.expr(ExprKind::Logical(operator, left, right), Type::int(), place))
    }

    /// `condition ? then : otherwise`; without `then`, the value of the condition takes its place.
    pub(super) fn choice(&mut self, condition: ExprId, then: Option<ExprId>, otherwise: ExprId) -> Parsed<ExprId> {
        let place = self.place_of(condition).to(self.place_of(otherwise));
        let ty = self.type_of_choice(then.unwrap_or(condition), otherwise, place)?;
        let then = then.map(|then| self.convert(then, ty.clone()));
        let otherwise = self.convert(otherwise, ty.clone());
        Ok(self.expr(ExprKind::Conditional(condition, then, otherwise), ty, place))
    }

    /// The common type of two values, one of which is chosen (C11 6.5.15p3, p6).
    fn type_of_choice(&mut self, left: ExprId, right: ExprId, place: Place) -> Parsed<Type> {
        let (left_type, right_type) = (self.ty(left), self.ty(right));
        Ok(match (&left_type.kind, &right_type.kind) {
            (Kind::Void, _) | (_, Kind::Void) => Type::void(),
            (left, right) if left == right && !left_type.is_arithmetic() => left_type.clone(),
            _ if left_type.is_arithmetic() && right_type.is_arithmetic() => self.common_type(left, right),
            (Kind::Pointer(_), _) if self.is_null(right) => left_type.clone(),
            (_, Kind::Pointer(_)) if self.is_null(left) => right_type.clone(),
            (Kind::Pointer(left_to), Kind::Pointer(right_to)) => {
                let qualifiers = left_to.qualifiers.with(right_to.qualifiers);
                let (left_to, right_to) = (left_to.unqualified(), right_to.unqualified());
                let is_void = left_to.is_void() || right_to.is_void() || !self.are_compatible(&left_to, &right_to);
                let to = if is_void { Type::void() } else { self.composite(&left_to, &right_to) };
                to.qualified(qualifiers).pointer()
            }
            (Kind::Pointer(_), _) if right_type.is_integer() => left_type.clone(),
            (_, Kind::Pointer(_)) if left_type.is_integer() => right_type.clone(),
            _ => {
                let (left, right) = (self.describe(left_type), self.describe(right_type));
                let message = format!("A choice between `{left}` and `{right}` has no type: convert one of them.");
                return Err(self.mistake(place, message));
            }
        })
    }
}

pub(super) fn is_comparison(operator: Binary) -> bool {
    use Binary::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    matches!(operator, Equal | Greater | GreaterOrEqual | Less | LessOrEqual | NotEqual)
}
