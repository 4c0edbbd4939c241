//! Assignments, `++` and `--` (C11 6.5.2.4, 6.5.3.1, 6.5.16).

use super::{Parsed, Parser};
use crate::source::Place;
use crate::tree::{Binary, ExprId, ExprKind, Gives};
use crate::types::Type;

impl Parser<'_> {
    /// Reports a mistake if an expression does not designate an object that can be changed.
    fn check_modifiable(&mut self, to: ExprId) -> Parsed<()> {
        let ty = self.ty(to);
        let message = if !self.is_lvalue(to) {
            "Only an object can be changed: this is a value."
        } else if ty.is_array() {
            "An array cannot be assigned: copy its elements."
        } else if ty.qualifiers.is_const {
            "This object is `const`: it cannot be changed."
        } else {
            let (ty, place) = (ty.clone(), self.place_of(to));
            return self.check_complete(&ty, place);
        };
        Err(self.mistake(self.place_of(to), message))
    }

    /// `to = value`
    pub(super) fn assign(&mut self, to: ExprId, value: ExprId) -> Parsed<ExprId> {
        self.check_modifiable(to)?;
        let ty = self.ty(to).unqualified();
        let place = self.place_of(to).to(self.place_of(value));
        let value = self.assigned(value, &ty)?;
        Ok(self.expr(ExprKind::Assign { to, value }, ty, place))
    }

    /// `++` and `--`
    pub(super) fn step(&mut self, to: ExprId, sign: &str, gives: Gives, start: Place) -> Parsed<ExprId> {
        let operator = if sign == "++" { Binary::Add } else { Binary::Subtract };
        let place = self.since(start);
        let one = self.integer(1, Type::int(), place);
        let stepped = self.update(to, operator, one, gives)?;
        self.unit.exprs[stepped.0 as usize].place = place;
        Ok(stepped)
    }

    /// `to op= value`
    pub(super) fn update(&mut self, to: ExprId, operator: Binary, value: ExprId, gives: Gives) -> Parsed<ExprId> {
        self.check_modifiable(to)?;
        let ty = self.ty(to).unqualified();
        let place = self.place_of(to).to(self.place_of(value));
        let is_shift = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
        let needs_integers = is_shift || matches!(operator, Binary::Remainder | Binary::And | Binary::Or | Binary::Xor);
        let is_moving = matches!(operator, Binary::Add | Binary::Subtract);
        let value_type = self.ty(value);
        let is_fit = match (ty.is_pointer(), needs_integers) {
            (true, _) => is_moving && value_type.is_integer(),
            (false, true) => ty.is_integer() && value_type.is_integer(),
            (false, false) => ty.is_arithmetic() && value_type.is_arithmetic(),
        };
        if !is_fit {
            let (left, right, sign) = (self.describe(&ty), self.describe(value_type), operator.sign());
            return Err(self.mistake(place, format!("`{sign}=` cannot be used between `{left}` and `{right}`.")));
        }
        let promoted = self.promoted_type_of_object(to);
        let value = self.promoted(value);
        let (computed, value) = if ty.is_pointer() || is_shift {
            (promoted, value)
        } else {
            let computed = self.common_type_of(&promoted, self.ty(value));
            (computed.clone(), self.convert(value, computed))
        };
        Ok(self.expr(ExprKind::Update { to, operator, value, computed, gives }, ty, place))
    }
}
