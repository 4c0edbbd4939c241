//! Types of C, and how their objects lie in memory.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::source::Place;
use crate::tree::ObjectId;

/// A type with its qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Type {
    /// What it is without them.
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

/// Index into [`Unit::records`](crate::tree::Unit::records).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordId(pub u32);

/// Index into [`Unit::enumerations`](crate::tree::Unit::enumerations).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EnumerationId(pub u32);

/// A structure or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// The tag; none if it has none.
    pub tag: Option<SmolStr>,
    /// `true` for a union.
    pub is_union: bool,
    /// None while the type is incomplete.
    pub layout: Option<RecordLayout>,
    /// Where it is declared.
    pub place: Place,
}

/// How the members of a structure or union lie in memory.
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

/// Where a bit-field lies in its storage unit.
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
