//! Values: what an expression gives, and how it lies in memory.

use std::ops::Range;
use std::sync::Arc;

use boolprog_c_syntax::layout::pointer_size;
use boolprog_c_syntax::tree::Unit;
use boolprog_c_syntax::types::{Bits, Floating, Kind, Type};

/// A value of an expression. Integers and pointers are kept as the number that they are, in the range of their type.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// An integer, or a pointer: an address is a number.
    Integer(i128),
    /// A floating value; one of type `float` is rounded. `long double` has the values of `double`.
    Floating(f64),
    /// A structure or union.
    Bytes(Arc<Bytes>),
    /// Nothing has been written, or an expression of type `void` gave it.
    None,
}

impl Value {
    /// The number of an integer or a pointer; 0 for all others.
    #[inline]
    pub fn integer(&self) -> i128 {
        match self {
            Self::Integer(number) => *number,
            _ => 0,
        }
    }

    /// The address that a pointer is.
    #[inline]
    pub fn address(&self) -> u64 {
        self.integer().cast_unsigned() as u64
    }

    /// A floating value; 0 for all others.
    pub fn floating(&self) -> f64 {
        match self {
            Self::Floating(number) => *number,
            _ => 0.0,
        }
    }

    /// Returns `true` if a scalar compares unequal to 0.
    #[inline]
    pub fn is_true(&self) -> bool {
        match self {
            Self::Integer(number) => *number != 0,
            Self::Floating(number) => *number != 0.0,
            Self::Bytes(_) | Self::None => false,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Integer(i128::from(value))
    }
}

/// The bytes of a structure or union, each of which has been written or not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bytes {
    /// The bytes; those that have not been written are 0.
    pub bytes: Vec<u8>,
    /// Which of them have been written.
    pub written: Vec<bool>,
}

/// A scalar type as the machine sees it: a number of bytes, and what they mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// `_Bool`
    Bool,
    /// An integer, also an enumeration.
    Integer {
        /// Number of bytes: 1, 2, 4, 8 or 16.
        size: u8,
        /// `true` if it is signed, in two's complement.
        signed: bool,
    },
    /// A pointer.
    Pointer {
        /// Number of bytes: 4 or 8.
        size: u8,
    },
    /// A floating type.
    Floating {
        /// Which one.
        format: Floating,
        /// Number of bytes in memory. Only the first 8 of a `long double` mean something: those of a `double`.
        size: u8,
    },
    /// `va_list`: a number of a list of arguments, in the first 4 bytes.
    Arguments {
        /// Number of bytes.
        size: u8,
    },
}

impl Scalar {
    /// `int`
    pub const INT: Self = Self::Integer { size: 4, signed: true };

    /// The scalar type that a type of a unit is; none for arrays, structures and the like. A function is the pointer to it.
    pub fn of(unit: &Unit, ty: &Type) -> Option<Self> {
        Some(match &ty.kind {
            Kind::Bool => Self::Bool,
            Kind::Integer(_) | Kind::Enumeration(_) => {
                let integer = unit.integer_of(ty)?;
                Self::Integer { size: integer.size(unit.target) as u8, signed: integer.is_signed() }
            }
            Kind::Floating(format) => Self::Floating { format: *format, size: format.size(unit.target) as u8 },
            Kind::Pointer(_) | Kind::Function(_) => Self::Pointer { size: pointer_size(unit.target) as u8 },
            Kind::VariableArguments => Self::Arguments { size: unit.size_of(ty)? as u8 },
            Kind::Void | Kind::Array(..) | Kind::Record(_) => return None,
        })
    }

    /// Number of bytes in memory.
    pub fn size(self) -> u64 {
        match self {
            Self::Bool => 1,
            Self::Integer { size, .. }
            | Self::Pointer { size }
            | Self::Floating { size, .. }
            | Self::Arguments { size } => size.into(),
        }
    }

    /// The value that the bytes of an object of this type have. There must be as many as its size.
    #[inline]
    pub fn decode(self, bytes: &[u8]) -> Value {
        match self {
            Self::Floating { format: Floating::Float, .. } => Value::Floating(f32::from_le_bytes(first(bytes)).into()),
            Self::Floating { .. } => Value::Floating(f64::from_le_bytes(first(bytes))),
            Self::Arguments { .. } => Value::Integer(i32::from_le_bytes(first(bytes)).into()),
            Self::Integer { signed: true, .. } => Value::Integer(signed(number(bytes), 8 * bytes.len() as u32)),
            Self::Bool | Self::Integer { .. } | Self::Pointer { .. } => Value::Integer(number(bytes).cast_signed()),
        }
    }

    /// Calls `use_it` with the bytes that an object of this type and value has.
    pub fn encode<R>(self, value: &Value, use_it: impl FnOnce(&[u8]) -> R) -> R {
        let mut bytes = [0; 24];
        match self {
            Self::Floating { format: Floating::Float, .. } => {
                bytes[..4].copy_from_slice(&(value.floating() as f32).to_le_bytes());
            }
            Self::Floating { .. } => bytes[..8].copy_from_slice(&value.floating().to_le_bytes()),
            _ => bytes[..16].copy_from_slice(&value.integer().to_le_bytes()),
        }
        use_it(&bytes[..self.size() as usize])
    }
}

/// The first bytes, filled up with zeros.
fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut result = [0; N];
    let count = bytes.len().min(N);
    result[..count].copy_from_slice(&bytes[..count]);
    result
}

/// A number in little-endian order.
fn number(bytes: &[u8]) -> u128 {
    match *bytes {
        [byte] => byte.into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        _ if bytes.len() == 8 => u64::from_le_bytes(first(bytes)).into(),
        _ => u128::from_le_bytes(first(bytes)),
    }
}

/// The lowest `bits` of a number as a signed one.
pub(crate) fn signed(number: u128, bits: u32) -> i128 {
    if bits >= 128 { number.cast_signed() } else { (number << (128 - bits)).cast_signed() >> (128 - bits) }
}

/// The lowest `bits` of a number as an unsigned one.
pub(crate) fn unsigned(number: u128, bits: u32) -> u128 {
    if bits >= 128 { number } else { number & ((1 << bits) - 1) }
}

/// The layout of a value in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// A scalar.
    Scalar(Scalar),
    /// A bit-field in a storage unit of that type.
    Bits(Scalar, Bits),
    /// A structure or union of that many bytes.
    Bytes(u32),
}

impl Shape {
    /// The layout of values of a type of a unit in memory. No object is as large as a structure whose size has no 32 bits.
    pub(crate) fn of(unit: &Unit, ty: &Type) -> Self {
        let bytes = || Self::Bytes(u32::try_from(unit.size_of(ty).unwrap_or(0)).unwrap_or(u32::MAX));
        Scalar::of(unit, ty).map_or_else(bytes, Self::Scalar)
    }

    /// Number of bytes that an access touches, for a bit-field its storage unit.
    pub fn size(self) -> u64 {
        match self {
            Self::Scalar(scalar) | Self::Bits(scalar, _) => scalar.size(),
            Self::Bytes(size) => size.into(),
        }
    }

    /// The bits that an access at an address touches, by their numbers in the address space.
    pub(crate) fn bits(self, at: u64) -> Range<u64> {
        if let Self::Bits(_, bits) = self {
            let first = 8 * at + u64::from(bits.first);
            return first..first + u64::from(bits.width);
        }
        8 * at..8 * (at + self.size())
    }

    /// The bytes that an access at an offset touches: the first one, and their number.
    #[inline]
    pub(crate) fn range(self, at: u64) -> (u64, u64) {
        match self {
            Self::Scalar(scalar) => (at, scalar.size()),
            Self::Bytes(size) => (at, size.into()),
            Self::Bits(_, bits) => {
                let first = u64::from(bits.first) / 8;
                let end = (u64::from(bits.first) + u64::from(bits.width)).div_ceil(8);
                (at + first, end - first)
            }
        }
    }
}

impl Bytes {
    /// Bytes of which none has been written.
    pub(crate) fn unwritten(size: u64) -> Self {
        Self { bytes: vec![0; size as usize], written: vec![false; size as usize] }
    }
}
