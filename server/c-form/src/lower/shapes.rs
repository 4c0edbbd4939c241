//! The shapes of scalar types.

use boolprog_c_syntax::layout::pointer_size;
use boolprog_c_syntax::tree::Function;
use boolprog_c_syntax::types::{Kind, Type};

use super::Lowering;
use crate::form::{Access, Passed, Shape, Signature};

impl Lowering<'_> {
    /// The shape of a scalar type; none for structures, `void`, and what is no value.
    pub(super) fn shape(&self, ty: &Type) -> Option<Shape> {
        let target = self.tree.target;
        Some(match &ty.kind {
            Kind::Bool => Shape::Bool,
            Kind::Integer(_) | Kind::Enumeration(_) => {
                let integer = self.tree.integer_of(ty)?;
                let size = integer.size(target) as u8;
                if integer.is_signed() { Shape::Signed(size) } else { Shape::Unsigned(size) }
            }
            Kind::Floating(floating) => Shape::Floating(floating.size(target) as u8),
            Kind::Pointer(_) | Kind::Array(..) | Kind::Function(_) => Shape::Pointer(pointer_size(target) as u8),
            Kind::Void | Kind::Record(_) | Kind::VariableArguments => return None,
        })
    }

    /// The shape of the type of a value, which is a scalar.
    pub(super) fn scalar(&self, ty: &Type) -> Shape {
        self.shape(ty).unwrap_or(Shape::Unsigned(1))
    }

    /// The type of a function, by its definition if there is one.
    pub(super) fn signature(&self, function: &Function) -> Signature {
        let signature = &function.signature;
        let defined = function.parameters.iter().map(|object| &self.tree[*object].ty);
        let parameters = match function.body {
            Some(_) => defined.map(|ty| self.how_passed(ty)).collect(),
            None => signature.parameters.iter().map(|ty| self.how_passed(ty)).collect(),
        };
        let (is_variadic, is_prototype) = (signature.is_variadic, signature.is_prototype);
        Signature { parameters, result: self.how_passed(&signature.result), is_variadic, is_prototype }
    }

    /// The passing of a value of a type.
    fn how_passed(&self, ty: &Type) -> Passed {
        match self.shape(ty) {
            Some(shape) => Passed::Value(shape),
            None if ty.is_void() => Passed::Nothing,
            None => Passed::Copy(self.tree.size_of(ty).unwrap_or(0)),
        }
    }

    /// The shape of a pointer.
    pub(super) fn pointer(&self) -> Shape {
        Shape::Pointer(pointer_size(self.tree.target) as u8)
    }

    /// The access to a pointer of the form's own.
    pub(super) fn pointer_access(&self) -> Access {
        Access { shape: self.pointer(), bits: None, is_volatile: false, is_atomic: false }
    }

    /// The access to an lvalue of a scalar type.
    pub(super) fn access(&self, ty: &Type) -> Access {
        let (is_volatile, is_atomic) = (ty.qualifiers.is_volatile, ty.qualifiers.is_atomic);
        Access { shape: self.scalar(ty), bits: None, is_volatile, is_atomic }
    }
}
