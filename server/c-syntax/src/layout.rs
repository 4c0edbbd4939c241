//! Sizes, alignments and offsets, as the System V conventions of the targets have them.

use crate::target::Target;
use crate::tree::{ObjectId, Unit};
use crate::types::{Floating, Integer, Kind, Length, Type};

mod records;

pub use crate::target::pointer_size;
pub(crate) use records::{Field, Packing, Width, lay_out};

/// The largest size of a type and the largest offset, in bytes: what addresses of the targets can reach.
pub const MAX_SIZE: u64 = 1 << 47;

/// The type of `sizeof`.
pub const fn size_type(target: Target) -> Integer {
    match target {
        Target::X86_64 => Integer::UnsignedLong,
        Target::I386 => Integer::UnsignedInt,
    }
}

/// The type of the difference of two pointers.
pub const fn difference_type(target: Target) -> Integer {
    match target {
        Target::X86_64 => Integer::Long,
        Target::I386 => Integer::Int,
    }
}

/// Whether the size of a type is known, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// Number of bytes.
    Known(u64),
    /// Known when the program runs: an array of variable size.
    Variable,
    /// Never: an incomplete type.
    Unknown,
}

impl Unit {
    /// The size of a type. `void` and functions have size 1, as in GNU C, so that pointers to them can be moved.
    /// Takes time in the number of dimensions of an array.
    pub fn size(&self, ty: &Type) -> Size {
        let mut count = 1;
        let mut ty = ty;
        while let Kind::Array(element, length) = &ty.kind {
            match length {
                Length::Known(length) => count *= length,
                Length::Variable(_) => return Size::Variable,
                Length::Unknown => return Size::Unknown,
            }
            ty = element;
        }
        match self.size_of_element(&ty.kind) {
            Some(size) => Size::Known(count * size),
            None => Size::Unknown,
        }
    }

    /// The size of a type in bytes; none if it is incomplete or variable. See [`size`](Self::size).
    pub fn size_of(&self, ty: &Type) -> Option<u64> {
        match self.size(ty) {
            Size::Known(size) => Some(size),
            Size::Variable | Size::Unknown => None,
        }
    }

    /// The size of an object in bytes: that of its type, and more if a flexible member is initialised.
    pub fn size_of_object(&self, object: ObjectId) -> Option<u64> {
        let object = &self[object];
        let size = self.size_of(&object.ty)?;
        let parts = object.initialiser.iter().flat_map(|it| &it.parts);
        let ends = parts.filter_map(|part| Some(part.offset + self.size_of(&part.ty)?));
        if matches!(object.ty.kind, Kind::Record(_)) {
            ends.max().map(|end| end.max(size)).or(Some(size))
        } else {
            Some(size)
        }
    }

    fn size_of_element(&self, kind: &Kind) -> Option<u64> {
        Some(match kind {
            Kind::Void | Kind::Bool | Kind::Function(_) => 1,
            Kind::Integer(integer) => integer.size(self.target),
            Kind::Floating(floating) => floating.size(self.target),
            Kind::Enumeration(id) => self[*id].integer.size(self.target),
            Kind::Pointer(_) => pointer_size(self.target),
            Kind::Record(id) => self[*id].layout.as_ref()?.size,
            Kind::VariableArguments => match self.target {
                Target::X86_64 => 24,
                Target::I386 => 4,
            },
            Kind::Array(..) => return None,
        })
    }

    /// The alignment of a type in bytes, as an object or member has it; 1 for incomplete records.
    pub fn align_of(&self, ty: &Type) -> u64 {
        let mut ty = ty;
        while let Kind::Array(element, _) = &ty.kind {
            ty = element;
        }
        match &ty.kind {
            Kind::Record(id) => self[*id].layout.as_ref().map_or(1, |layout| layout.align),
            Kind::VariableArguments => pointer_size(self.target),
            kind => match (self.size_of_element(kind).unwrap_or(1), self.target) {
                (12, _) | (8, Target::I386) => 4,
                (size, _) => size,
            },
        }
    }

    /// The integer type of the values of an enumeration or an integer type; none for other types, `_Bool` included.
    pub fn integer_of(&self, ty: &Type) -> Option<Integer> {
        match ty.kind {
            Kind::Integer(integer) => Some(integer),
            Kind::Enumeration(id) => Some(self[id].integer),
            _ => None,
        }
    }

    /// `true` if values of the integer type can be negative.
    pub fn is_signed(&self, ty: &Type) -> bool {
        self.integer_of(ty).is_some_and(Integer::is_signed)
    }

    /// An integer value brought into the range of an integer or pointer type, as a conversion does (C11 6.3.1).
    pub fn wrap(&self, value: i128, ty: &Type) -> i128 {
        match &ty.kind {
            Kind::Bool => i128::from(value != 0),
            Kind::Pointer(_) => size_type(self.target).wrap(value, self.target),
            _ => self.integer_of(ty).map_or(value, |integer| integer.wrap(value, self.target)),
        }
    }
}

impl Floating {
    /// Number of bytes.
    pub fn size(self, target: Target) -> u64 {
        match (self, target) {
            (Self::Float, _) => 4,
            (Self::Double, _) => 8,
            (Self::LongDouble, Target::X86_64) => 16,
            (Self::LongDouble, Target::I386) => 12,
        }
    }
}
