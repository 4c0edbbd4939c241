//! Types of C, and how their objects lie in memory.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::ids::ObjectId;
use crate::source::Place;
use crate::target::{Target, pointer_size};

pub use crate::ids::{EnumerationId, RecordId};

/// A type with its qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Type {
    /// The type without them.
    pub kind: Kind,
    /// The qualifiers; those of an array are those of its elements.
    pub qualifiers: Qualifiers,
}

/// Qualifiers that have a meaning for the memory; `restrict` has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qualifiers {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `_Atomic`
    pub is_atomic: bool,
}

/// A type without qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// An integer type, except for `_Bool` and enumerations.
    Integer(Integer),
    /// A real floating type.
    Floating(Floating),
    /// An enumeration, whose values are those of [`Enumeration::integer`].
    Enumeration(EnumerationId),
    /// A pointer to an object or a function.
    Pointer(Arc<Type>),
    /// An array of these elements.
    Array(Arc<Type>, Length),
    /// A function.
    Function(Arc<Signature>),
    /// A structure or union.
    Record(RecordId),
    /// `va_list`: the arguments that are still to be read.
    VariableArguments,
}

/// The integer types, by their names: `long` and `long long` are two types, also where they have equal sizes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Integer {
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
}

/// The real floating types. Arithmetic on all of them is that of `double`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Floating {
    Float,
    Double,
    LongDouble,
}

/// The number of elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Length {
    /// A constant.
    Known(u64),
    /// None: an incomplete type, or a flexible array member.
    Unknown,
    /// The value of a hidden object of type `size_t`, which is set where the type is declared.
    Variable(ObjectId),
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// Type of its result.
    pub result: Type,
    /// Types of its parameters, after the adjustment of arrays and functions to pointers.
    pub parameters: Vec<Type>,
    /// `true` if more arguments may follow, as `...` says.
    pub is_variadic: bool,
    /// `false` for `f()`, which says nothing about the parameters.
    pub is_prototype: bool,
}

/// A structure or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// The tag; none if it has none.
    pub tag: Option<SmolStr>,
    /// `true` for a union.
    pub is_union: bool,
    /// None while the type is incomplete.
    pub layout: Option<RecordLayout>,
    /// The place of its declaration.
    pub place: Place,
}

/// The layout of the members of a structure or union in memory.
#[derive(Clone, Debug)]
pub struct RecordLayout {
    /// The members in textual order, without bit-fields that have no name.
    pub members: Vec<Member>,
    /// Number of bytes, a multiple of the alignment.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// A member of a structure or union.
#[derive(Clone, Debug)]
pub struct Member {
    /// The name; none for an anonymous structure or union, whose members are used as those of the outer one.
    pub name: Option<SmolStr>,
    /// The type.
    pub ty: Type,
    /// Offset in bytes from the beginning; for a bit-field that of its storage unit, an object of its type.
    pub offset: u64,
    /// The bits of a bit-field.
    pub bits: Option<Bits>,
}

/// The position of a bit-field in its storage unit. The bytes that belong to it are those with its bits: its unit may reach
/// beyond the structure, and a packed one beyond its unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits {
    /// Number of the lowest bit.
    pub first: u8,
    /// Number of bits.
    pub width: u8,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// The tag; none if it has none.
    pub tag: Option<SmolStr>,
    /// The type of its values.
    pub integer: Integer,
    /// The constants, in textual order.
    pub constants: Vec<(SmolStr, i128)>,
}

impl Type {
    /// The type without qualifiers.
    pub fn new(kind: Kind) -> Self {
        Self { kind, qualifiers: Qualifiers::default() }
    }

    /// `int`
    pub fn int() -> Self {
        Self::new(Kind::Integer(Integer::Int))
    }

    /// `void`
    pub fn void() -> Self {
        Self::new(Kind::Void)
    }

    /// A pointer to this type.
    #[must_use]
    pub fn pointer(self) -> Self {
        Self::new(Kind::Pointer(Arc::new(self)))
    }

    /// An array of elements of this type. Its qualifiers are those of the elements.
    #[must_use]
    pub fn array(self, length: Length) -> Self {
        let qualifiers = self.qualifiers;
        Self { kind: Kind::Array(Arc::new(self), length), qualifiers }
    }

    /// The type of a value that is read from an object of this type.
    #[must_use]
    pub fn unqualified(&self) -> Self {
        Self::new(self.kind.clone())
    }

    /// The type with these qualifiers, too. Of an array, the elements have them (C11 6.7.3p9).
    #[must_use]
    pub fn qualified(self, more: Qualifiers) -> Self {
        if more == Qualifiers::default() {
            return self;
        }
        match self.kind {
            Kind::Array(element, length) => Arc::unwrap_or_clone(element).qualified(more).array(length),
            kind => Self { kind, qualifiers: self.qualifiers.with(more) },
        }
    }

    /// The type to which a pointer points, or that of the elements of an array.
    pub fn target(&self) -> Option<&Self> {
        match &self.kind {
            Kind::Pointer(to) | Kind::Array(to, _) => Some(to),
            _ => None,
        }
    }

    /// The signature of a function.
    pub fn signature(&self) -> Option<&Arc<Signature>> {
        match &self.kind {
            Kind::Function(signature) => Some(signature),
            _ => None,
        }
    }

    /// `true` for `void`, also with qualifiers.
    pub fn is_void(&self) -> bool {
        self.kind == Kind::Void
    }

    /// `true` for a pointer through which nothing may be written: to what is declared `const`.
    pub fn points_to_constant(&self) -> bool {
        matches!(&self.kind, Kind::Pointer(to) if to.qualifiers.is_const)
    }

    /// `true` for the integer types, `_Bool` and enumerations (C11 6.2.5p17).
    pub fn is_integer(&self) -> bool {
        matches!(self.kind, Kind::Bool | Kind::Integer(_) | Kind::Enumeration(_))
    }

    /// `true` for the real floating types.
    pub fn is_floating(&self) -> bool {
        matches!(self.kind, Kind::Floating(_))
    }

    /// `true` for integers and floating types.
    pub fn is_arithmetic(&self) -> bool {
        self.is_integer() || self.is_floating()
    }

    /// `true` for pointers.
    pub fn is_pointer(&self) -> bool {
        matches!(self.kind, Kind::Pointer(_))
    }

    /// `true` for what a condition may be (C11 6.2.5p21).
    pub fn is_scalar(&self) -> bool {
        self.is_arithmetic() || self.is_pointer()
    }

    /// `true` for functions.
    pub fn is_function(&self) -> bool {
        matches!(self.kind, Kind::Function(_))
    }

    /// `true` for arrays.
    pub fn is_array(&self) -> bool {
        matches!(self.kind, Kind::Array(..))
    }

    /// `true` if the size of the type is known only when the program runs.
    pub fn is_variable(&self) -> bool {
        let mut ty = self;
        while let Kind::Array(element, length) = &ty.kind {
            if matches!(length, Length::Variable(_)) {
                return true;
            }
            ty = element;
        }
        false
    }
}

impl Qualifiers {
    /// The qualifiers of both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            is_const: self.is_const || other.is_const,
            is_volatile: self.is_volatile || other.is_volatile,
            is_atomic: self.is_atomic || other.is_atomic,
        }
    }
}

impl Integer {
    /// `true` if it has negative values. `char` has them on both targets.
    pub fn is_signed(self) -> bool {
        use Integer::{Char, Int, Int128, Long, LongLong, Short, SignedChar};
        matches!(self, Char | SignedChar | Short | Int | Long | LongLong | Int128)
    }

    /// The conversion rank (C11 6.3.1.1).
    pub fn rank(self) -> u8 {
        match self {
            Self::Char | Self::SignedChar | Self::UnsignedChar => 1,
            Self::Short | Self::UnsignedShort => 2,
            Self::Int | Self::UnsignedInt => 3,
            Self::Long | Self::UnsignedLong => 4,
            Self::LongLong | Self::UnsignedLongLong => 5,
            Self::Int128 | Self::UnsignedInt128 => 6,
        }
    }

    /// The unsigned type that corresponds to a signed one.
    #[must_use]
    pub fn unsigned(self) -> Self {
        match self.rank() {
            1 => Self::UnsignedChar,
            2 => Self::UnsignedShort,
            3 => Self::UnsignedInt,
            4 => Self::UnsignedLong,
            5 => Self::UnsignedLongLong,
            _ => Self::UnsignedInt128,
        }
    }

    /// Number of bytes.
    pub fn size(self, target: Target) -> u64 {
        match self.rank() {
            1 => 1,
            2 => 2,
            3 => 4,
            4 => pointer_size(target),
            5 => 8,
            _ => 16,
        }
    }

    /// A value brought into the range of the type, as a conversion does (C11 6.3.1.3): the low bits count. Values of
    /// [`UnsignedInt128`](Self::UnsignedInt128) above 2^127 are kept as the negative number with the same bits.
    pub fn wrap(self, value: i128, target: Target) -> i128 {
        let unused = 128 - 8 * self.size(target) as u32;
        if self.is_signed() || unused == 0 {
            value << unused >> unused
        } else {
            (value.cast_unsigned() << unused >> unused).cast_signed()
        }
    }
}
