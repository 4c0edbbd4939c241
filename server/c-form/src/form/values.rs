//! Values, the places in memory where they lie, and what is computed from them.

use boolprog_c_syntax::tree::{Binary, Unary};
use boolprog_c_syntax::types::Bits;

use super::{FunctionId, LocalId, ObjectId, TemporaryId};

/// An access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// The shape of the scalar that is read or written.
    pub shape: Shape,
    /// The bits of a bit-field, whose storage unit has the shape.
    pub bits: Option<Bits>,
    /// `true` for `volatile`.
    pub is_volatile: bool,
    /// `true` for `_Atomic`.
    pub is_atomic: bool,
}

impl Access {
    /// The shape in which memory is accessed: that of a storage unit, of which a bit-field of type `_Bool` is one bit.
    pub fn unit(self) -> Shape {
        match (self.shape, self.bits) {
            (Shape::Bool, Some(_)) => Shape::Unsigned(1),
            (shape, _) => shape,
        }
    }
}

/// A value that operands determine. An operation without a value, such as a division by zero, is a fault.
#[derive(Clone, PartialEq, Debug)]
pub enum Operation {
    /// The address of a place.
    Address(Place),
    /// An operator on one operand of a shape.
    Unary(Unary, Operand, Shape),
    /// An operator on two operands of a shape; that of shifts is the shape of the left one.
    Binary(Binary, Operand, Operand, Shape),
    /// A conversion from one shape to another.
    Convert(Operand, Shape, Shape),
    /// A pointer that is moved by a number of elements of a number of bytes, forwards or backwards.
    Move(Operand, Operand, Operand, Direction),
    /// The number of elements of a number of bytes between two pointers.
    Distance(Operand, Operand, Operand),
}

/// The direction in which a pointer is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To higher addresses.
    Forwards,
    /// To lower addresses.
    Backwards,
}

/// A constant or a temporary.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Operand {
    /// An integer, or the number that an address is.
    Number(i128),
    /// A floating number.
    Floating(f64),
    /// A temporary that was written before.
    Temporary(TemporaryId),
}

/// A place in memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// The place from which the offset counts.
    pub base: Base,
    /// Number of bytes after it.
    pub offset: u64,
}

/// The beginning of a place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Base {
    /// In an object.
    Object(ObjectId),
    /// In an object of the activation.
    Local(LocalId),
    /// The place where the caller wants a structure that the function returns.
    Result,
    /// In the code of a function.
    Function(FunctionId),
    /// The target of a pointer.
    Pointer(Operand),
}

/// The representation of a scalar: its number of bytes, and what they mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// `_Bool`
    Bool,
    /// A signed integer in two's complement.
    Signed(u8),
    /// An unsigned integer.
    Unsigned(u8),
    /// A pointer.
    Pointer(u8),
    /// A floating number.
    Floating(u8),
}

impl Shape {
    /// Number of bytes in memory.
    pub fn size(self) -> u64 {
        match self {
            Self::Bool => 1,
            Self::Signed(size) | Self::Unsigned(size) | Self::Pointer(size) | Self::Floating(size) => size.into(),
        }
    }
}
