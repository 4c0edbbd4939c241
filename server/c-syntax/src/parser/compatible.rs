//! Compatible types and composite types (C11 6.2.7).

use std::sync::Arc;

use super::Parser;
use crate::types::{Kind, Length, Signature, Type};

impl Parser<'_> {
    /// `true` if two types are compatible, qualifiers included. Types have few parts, so this may recurse.
    pub(super) fn are_compatible(&self, left: &Type, right: &Type) -> bool {
        left == right || left.qualifiers == right.qualifiers && self.are_kinds_compatible(&left.kind, &right.kind)
    }

    /// The same without the outermost qualifiers.
    pub(super) fn are_kinds_compatible(&self, left: &Kind, right: &Kind) -> bool {
        match (left, right) {
            (Kind::Pointer(left), Kind::Pointer(right)) => self.are_compatible(left, right),
            (Kind::Array(left, length), Kind::Array(right, other)) => {
                let is_known = |length: &Length| matches!(length, Length::Known(_));
                let differ = is_known(length) && is_known(other) && length != other;
                !differ && self.are_compatible(left, right)
            }
            (Kind::Function(left), Kind::Function(right)) => self.are_signatures_compatible(left, right),
            (Kind::Enumeration(id), Kind::Integer(integer)) | (Kind::Integer(integer), Kind::Enumeration(id)) => {
                self.unit[*id].integer == *integer
            }
            (left, right) => left == right,
        }
    }

    fn are_signatures_compatible(&self, left: &Signature, right: &Signature) -> bool {
        if !self.are_compatible(&left.result, &right.result) {
            return false;
        }
        if !left.is_prototype || !right.is_prototype {
            return true;
        }
        left.is_variadic == right.is_variadic
            && left.parameters.len() == right.parameters.len()
            && left.parameters.iter().zip(&right.parameters).all(|(left, right)| self.are_compatible(left, right))
    }

    /// The composite of two compatible types.
    pub(super) fn composite(&self, left: &Type, right: &Type) -> Type {
        let kind = match (&left.kind, &right.kind) {
            (Kind::Pointer(left), Kind::Pointer(right)) => Kind::Pointer(Arc::new(self.composite(left, right))),
            (Kind::Array(element, length), Kind::Array(other, second)) => {
                let length = if *length == Length::Unknown { *second } else { *length };
                Kind::Array(Arc::new(self.composite(element, other)), length)
            }
            (Kind::Function(left), Kind::Function(right)) => Kind::Function(self.composite_signature(left, right)),
            (kind, _) => kind.clone(),
        };
        Type { kind, qualifiers: left.qualifiers }
    }

    fn composite_signature(&self, left: &Arc<Signature>, right: &Arc<Signature>) -> Arc<Signature> {
        match (left.is_prototype, right.is_prototype) {
            (true, true) => Arc::new(Signature {
                result: self.composite(&left.result, &right.result),
                parameters: left.parameters.iter().zip(&right.parameters).map(|(l, r)| self.composite(l, r)).collect(),
                is_variadic: left.is_variadic,
                is_prototype: true,
            }),
            (false, true) => right.clone(),
            _ => left.clone(),
        }
    }
}
