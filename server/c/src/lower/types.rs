//! Types of expressions that are not evaluated, and sizes of types.

use std::rc::Rc;

use boolprog_base::Span;

use super::{Binding, Lower, Lowered};
use crate::ast::{Binary, Expr, ExprKind, Measured, Type, Unary};
use crate::value::Value;

impl<'a> Lower<'a> {
    /// The type whose size is meant.
    pub(super) fn measured(&mut self, measured: &'a Measured, span: Span) -> Lowered<Type> {
        match measured {
            Measured::Type(ty) => self.resolved(ty, span),
            Measured::Object(expr) => match self.type_of(expr) {
                Some(ty) => Ok(ty),
                None => self.unsupported(span, "`sizeof` of this"),
            },
        }
    }

    /// The type of an expression, which is not evaluated.
    pub(super) fn type_of(&mut self, expr: &'a Expr) -> Option<Type> {
        match &expr.kind {
            ExprKind::Number(_, ty) => Some(ty.clone()),
            ExprKind::Name(name) => match self.lookup(name) {
                Some(Binding::Object { place, .. }) => Some(place.ty),
                Some(Binding::Value(value)) => Some(value.ty),
                Some(Binding::Given | Binding::Refused(_)) => None,
                None => self.unit.constants.contains_key(name).then_some(Type::INT),
            },
            ExprKind::Deref(inner) | ExprKind::Index(inner, _) => match self.type_of(inner)? {
                Type::Pointer(to) | Type::Array(to, _) => Some((*to).clone()),
                _ => None,
            },
            ExprKind::Address(inner) => self.type_of(inner).map(Type::pointer),
            ExprKind::Logical(..) | ExprKind::Unary(Unary::Not, _) => Some(Type::INT),
            ExprKind::Unary(_, inner) => self.balanced(inner, inner),
            ExprKind::Binary(operator, left, right) => self.type_of_binary(*operator, left, right),
            ExprKind::Conditional(condition, left, right) => {
                let left = left.as_ref().unwrap_or(condition);
                match self.type_of(left)? {
                    Type::Integer { .. } => self.balanced(left, right),
                    other => Some(decayed(other)),
                }
            }
            ExprKind::Member(inner, field) => match self.type_of(inner)? {
                of @ Type::Struct(_) => Some(self.type_of_member(&of, field)?.of_value()),
                _ => None,
            },
            ExprKind::Compound(ty, _) | ExprKind::Cast(ty, _) => self.resolved(ty, expr.span).ok(),
            ExprKind::Call(function, _) => match &function.kind {
                ExprKind::Name(name) if self.lookup(name).is_none() => {
                    Some(self.unit.functions.get(name)?.result.clone())
                }
                _ => None,
            },
            ExprKind::Assign(_, inner, _) | ExprKind::Step { of: inner, .. } => self.type_of(inner),
            ExprKind::Comma(_, inner) => self.type_of(inner).map(decayed),
            ExprKind::SizeOf(_) => Some(Type::UNSIGNED),
            ExprKind::Text(Some(bytes)) => Some(Type::Array(Rc::new(super::texts::CHARACTER), bytes.len() as u32 + 1)),
            ExprKind::Text(None) | ExprKind::Block(_) | ExprKind::Refused(_) => None,
        }
    }

    fn type_of_binary(&mut self, operator: Binary, left: &'a Expr, right: &'a Expr) -> Option<Type> {
        let (first, second) = (self.type_of(left)?, self.type_of(right)?);
        let pointer = |ty: &Type| match ty {
            Type::Pointer(to) | Type::Array(to, _) => Some(Type::Pointer(Rc::clone(to))),
            _ => None,
        };
        match operator {
            _ if operator.compares() => Some(Type::INT),
            Binary::Add => pointer(&first).or(pointer(&second)).or_else(|| self.balanced(left, right)),
            Binary::Subtract if pointer(&second).is_some() => Some(Type::INT),
            Binary::Subtract => pointer(&first).or_else(|| self.balanced(left, right)),
            Binary::ShiftLeft | Binary::ShiftRight => self.balanced(left, left),
            _ => self.balanced(left, right),
        }
    }

    /// The type of an operation on two integers.
    fn balanced(&mut self, left: &'a Expr, right: &'a Expr) -> Option<Type> {
        let [left, right] = [self.type_of(left)?, self.type_of(right)?].map(|ty| Value::number(0, ty));
        match self.integers.balance(&left, &right).ok()?.0.ty {
            ty @ Type::Integer { .. } => Some(ty),
            _ => None,
        }
    }

    /// A type in which `typeof` has its meaning.
    pub(super) fn resolved(&mut self, ty: &Type, span: Span) -> Lowered<Type> {
        let unit = self.unit;
        Ok(match ty {
            Type::Of(index) => match self.type_of(&unit.typeofs[*index]) {
                Some(ty) => ty,
                None => return self.unsupported(span, "the type of this"),
            },
            Type::Pointer(to) => Type::Pointer(Rc::new(self.resolved(to, span)?)),
            Type::Array(element, size) => Type::Array(Rc::new(self.resolved(element, span)?), *size),
            other => other.clone(),
        })
    }

    /// `sizeof`, where `int`, `long` and pointers have 32 bits.
    pub(super) fn size_of(&mut self, measured: &'a Measured, span: Span) -> Lowered<Value> {
        let ty = self.measured(measured, span)?;
        match ty.size(&self.unit.structs) {
            Some((size, _)) => Ok(Value::number(size, Type::UNSIGNED)),
            None => self.unsupported(span, "`sizeof` of this"),
        }
    }
}

/// The type of a value: an array is the address of its first element.
fn decayed(ty: Type) -> Type {
    match ty {
        Type::Array(element, _) => Type::Pointer(element),
        other => other,
    }
}
