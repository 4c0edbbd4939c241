//! The integers in an object.

use boolprog_c_syntax::tree::Unit;
use boolprog_c_syntax::types::{Kind, Length, Type};

use super::shape_of;
use crate::value::{Scalar, Shape};

/// The integers in an object of a type, with their offsets, bit-fields aside; at most this number of them.
pub(crate) fn integers(unit: &Unit, ty: &Type, most: usize) -> Vec<(u64, Scalar)> {
    let (mut found, mut open) = (Vec::new(), vec![(0, ty.clone())]);
    while let Some((offset, ty)) = open.pop() {
        let room = most - found.len();
        match &ty.kind {
            Kind::Record(id) => {
                let members = unit[*id].layout.iter().flat_map(|layout| &layout.members);
                let members = members.filter(|member| member.bits.is_none()).take(room);
                let inner: Vec<_> = members.map(|member| (offset + member.offset, member.ty.clone())).collect();
                open.extend(inner.into_iter().rev());
            }
            Kind::Array(element, Length::Known(count)) => {
                let size = unit.size_of(element).unwrap_or(0);
                let elements = 0..(*count).min(room as u64);
                open.extend(elements.rev().map(|index| (offset + index * size, Type::clone(element))));
            }
            _ => {
                if let Some(Shape::Scalar(scalar @ (Scalar::Integer { .. } | Scalar::Bool))) = shape_of(unit, &ty)
                    && room > 0
                {
                    found.push((offset, scalar));
                }
            }
        }
    }
    found
}
