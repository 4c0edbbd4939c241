//! Conversions, explicit as nodes also where C makes them silently (C11 6.3).

use super::constants::Constant;
use super::{Parsed, Parser};
use crate::source::Place;
use crate::tree::{ExprId, ExprKind, Initialiser, ObjectId, Part};
use crate::types::{Floating, Integer, Kind, Type};

impl Parser<'_> {
    pub(super) fn size_type(&self) -> Type {
        Type::new(Kind::Integer(crate::layout::size_type(self.unit.target)))
    }

    pub(super) fn difference_type(&self) -> Type {
        Type::new(Kind::Integer(crate::layout::difference_type(self.unit.target)))
    }

    /// The name of a type in a message.
    pub(super) fn describe(&self, ty: &Type) -> String {
        self.unit.type_name(ty)
    }

    /// The value of an expression: what an object has, a pointer to an array's first element or to a function (C11 6.3.2.1).
    pub(super) fn value(&mut self, expr: ExprId) -> ExprId {
        let ty = self.ty(expr).clone();
        let place = self.place_of(expr);
        match &ty.kind {
            Kind::Function(_) => self.expr(ExprKind::Decay(expr), ty.pointer(), place),
            Kind::Array(element, _) => {
                let pointer = Type::new(Kind::Pointer(element.clone()));
                self.expr(ExprKind::Decay(expr), pointer, place)
            }
            Kind::Void => match self.unit[expr].kind {
                ExprKind::Deref(pointer) => self.expr(ExprKind::Convert(pointer), Type::void(), place),
                _ => expr,
            },
            _ if self.is_lvalue(expr) => self.expr(ExprKind::Read(expr), ty.unqualified(), place),
            _ => expr,
        }
    }

    /// An object that holds the value of an expression (C11 6.2.4p8).
    pub(super) fn temporary(&mut self, value: ExprId) -> ExprId {
        let (ty, place) = (self.ty(value).clone(), self.place_of(value));
        let object = self.hidden(ty.clone(), place);
        self.set_hidden(object, value);
        self.expr(ExprKind::Compound(object), ty, place)
    }

    fn set_hidden(&mut self, object: ObjectId, value: ExprId) {
        let (ty, place) = (self.ty(value).clone(), self.place_of(value));
        let parts = vec![Part { offset: 0, bits: None, ty, value }];
        self.unit.objects[object.0 as usize].initialiser = Some(Initialiser { parts, zeroes: false, place });
    }

    /// A value converted to a type, where the conversion exists.
    pub(super) fn convert(&mut self, value: ExprId, ty: Type) -> ExprId {
        if *self.ty(value) == ty {
            return value;
        }
        let place = self.place_of(value);
        self.expr(ExprKind::Convert(value), ty, place)
    }

    /// The integer promotions (C11 6.3.1.1p2).
    pub(super) fn promoted(&mut self, value: ExprId) -> ExprId {
        let ty = self.promoted_type(value);
        self.convert(value, ty)
    }

    fn promoted_type(&self, value: ExprId) -> Type {
        let of = match self.unit[value].kind {
            ExprKind::Read(of) | ExprKind::Assign { to: of, .. } | ExprKind::Update { to: of, .. } => of,
            _ => value,
        };
        self.promoted_from(self.ty(value), self.width_of(of))
    }

    /// The promoted type of the value that an object has.
    pub(super) fn promoted_type_of_object(&self, object: ExprId) -> Type {
        self.promoted_from(&self.ty(object).unqualified(), self.width_of(object))
    }

    /// The promoted type of values of a type, or of a bit-field with this number of bits.
    fn promoted_from(&self, ty: &Type, width: Option<u8>) -> Type {
        let int = Integer::Int;
        let Some(integer) = self.unit.integer_of(ty) else {
            return if ty.kind == Kind::Bool { Type::int() } else { ty.clone() };
        };
        let is_narrow =
            integer.rank() < int.rank() || integer.rank() == int.rank() && width.is_some_and(|width| width < 32);
        Type::new(Kind::Integer(if is_narrow { int } else { integer }))
    }

    /// The number of bits, if an object is a bit-field.
    fn width_of(&self, object: ExprId) -> Option<u8> {
        let ExprKind::Member(_, record, number) = self.unit[object].kind else { return None };
        Some(self.member(record, number)?.bits?.width)
    }

    /// The default argument promotions (C11 6.5.2.2p6).
    pub(super) fn promoted_argument(&mut self, value: ExprId) -> ExprId {
        match self.ty(value).kind {
            Kind::Floating(Floating::Float) => self.convert(value, Type::new(Kind::Floating(Floating::Double))),
            _ => self.promoted(value),
        }
    }

    /// The type in which an operator computes (C11 6.3.1.8): of two arithmetic values, after promotions.
    pub(super) fn common_type(&self, left: ExprId, right: ExprId) -> Type {
        self.common_type_of(&self.promoted_type(left), &self.promoted_type(right))
    }

    /// The common type of promoted types.
    pub(super) fn common_type_of(&self, left: &Type, right: &Type) -> Type {
        let kind = match (&left.kind, &right.kind) {
            (Kind::Floating(left), Kind::Floating(right)) => Kind::Floating(wider(*left, *right)),
            (Kind::Floating(floating), _) | (_, Kind::Floating(floating)) => Kind::Floating(*floating),
            (Kind::Integer(left), Kind::Integer(right)) => Kind::Integer(self.common_integer(*left, *right)),
            (kind, _) => kind.clone(),
        };
        Type::new(kind)
    }

    fn common_integer(&self, left: Integer, right: Integer) -> Integer {
        let (low, high) = if left.rank() <= right.rank() { (left, right) } else { (right, left) };
        let target = self.unit.target;
        if low.is_signed() == high.is_signed() || !high.is_signed() {
            return if low.rank() == high.rank() && high.is_signed() { low } else { high };
        }
        // The one of lower rank is unsigned.
        if low.rank() == high.rank() || high.size(target) == low.size(target) { high.unsigned() } else { high }
    }

    /// Both values in the type in which an operator computes.
    pub(super) fn balanced(&mut self, left: ExprId, right: ExprId) -> (ExprId, ExprId, Type) {
        let ty = self.common_type(left, right);
        (self.convert(left, ty.clone()), self.convert(right, ty.clone()), ty)
    }

    /// A value as it is assigned to an object of a type (C11 6.5.16.1), where compilers accept it.
    pub(super) fn assigned(&mut self, value: ExprId, to: &Type) -> Parsed<ExprId> {
        let from = self.ty(value);
        let is_fit = match (&from.kind, &to.kind) {
            (Kind::Record(left), Kind::Record(right)) => left == right,
            (Kind::VariableArguments, Kind::VariableArguments) => true,
            (Kind::Pointer(_), Kind::Floating(_)) | (Kind::Floating(_), Kind::Pointer(_)) => false,
            _ => from.is_scalar() && to.is_scalar(),
        };
        if !is_fit {
            return Err(self.no_conversion(value, to));
        }
        Ok(self.convert(value, to.unqualified()))
    }

    fn no_conversion(&mut self, value: ExprId, to: &Type) -> super::Reported {
        let (from, to) = (self.describe(self.ty(value)), self.describe(to));
        self.mistake(self.place_of(value), format!("A value of type `{to}` is needed here, not one of type `{from}`."))
    }

    /// `(T)value`
    pub(super) fn cast(&mut self, value: ExprId, ty: &Type, place: Place) -> Parsed<ExprId> {
        let ty = ty.unqualified();
        if ty.is_void() {
            return Ok(self.expr(ExprKind::Convert(value), ty, place));
        }
        if let Kind::Record(id) = ty.kind {
            let own = self.ty(value).kind.clone();
            if own == ty.kind {
                return Ok(value);
            }
            if self.unit[id].is_union
                && let Some(layout) = &self.unit[id].layout
                && layout.members.iter().any(|member| self.are_kinds_compatible(&member.ty.kind, &own))
            {
                // GNU C: a union with this member.
                let object = self.hidden(ty.clone(), place);
                self.set_hidden(object, value);
                let union = self.expr(ExprKind::Compound(object), ty.clone(), place);
                return Ok(self.value(union));
            }
            return Err(self.no_conversion(value, &ty));
        }
        self.check_complete(&ty, place)?;
        let value = self.assigned(value, &ty)?;
        self.unit.exprs[value.0 as usize].place = place;
        Ok(value)
    }

    /// A value that can be compared with zero.
    pub(super) fn scalar(&mut self, value: ExprId, what: &str) -> Parsed<ExprId> {
        if self.ty(value).is_scalar() {
            return Ok(value);
        }
        let ty = self.describe(self.ty(value));
        Err(self.mistake(self.place_of(value), format!("{what} is a number or a pointer, not `{ty}`.")))
    }

    /// `true` for 0 and `(void *)0` (C11 6.3.2.3p3).
    pub(super) fn is_null(&self, value: ExprId) -> bool {
        let ty = self.ty(value);
        let may_be_null = ty.is_integer() || ty.is_pointer() && ty.target().is_some_and(|to| *to == Type::void());
        may_be_null && self.constant(value) == Some(Constant::Integer(0))
    }
}

fn wider(left: Floating, right: Floating) -> Floating {
    match (left, right) {
        (Floating::LongDouble, _) | (_, Floating::LongDouble) => Floating::LongDouble,
        (Floating::Double, _) | (_, Floating::Double) => Floating::Double,
        _ => Floating::Float,
    }
}
