//! Types of C as the machine sees them.

use boolprog_c_syntax::layout::pointer_size;
use boolprog_c_syntax::tree::Unit;
use boolprog_c_syntax::types::{Kind, Type};

use crate::value::{Scalar, Shape};

/// The scalar type that a type is; none for arrays, structures and so on.
pub(crate) fn scalar(unit: &Unit, ty: &Type) -> Option<Scalar> {
    let target = unit.target;
    Some(match &ty.kind {
        Kind::Bool => Scalar::Bool,
        Kind::Integer(integer) => Scalar::Integer { size: integer.size(target) as u8, signed: integer.is_signed() },
        Kind::Enumeration(id) => {
            let integer = unit[*id].integer;
            Scalar::Integer { size: integer.size(target) as u8, signed: integer.is_signed() }
        }
        Kind::Floating(format) => Scalar::Floating { format: *format, size: format.size(target) as u8 },
        Kind::Pointer(_) | Kind::Function(_) => Scalar::Pointer { size: pointer_size(target) as u8 },
        Kind::VariableArguments => Scalar::Arguments { size: unit.size_of(ty)? as u8 },
        Kind::Void | Kind::Array(..) | Kind::Record(_) => return None,
    })
}

/// How values of a type lie in memory.
pub(crate) fn shape(unit: &Unit, ty: &Type) -> Shape {
    scalar(unit, ty).map_or_else(|| Shape::Bytes(unit.size_of(ty).unwrap_or(0) as u32), Shape::Scalar)
}
