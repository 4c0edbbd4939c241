//! The results of declarations: objects with their initialisers, and functions.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::ids::{ExprId, FunctionId, ObjectId, StmtId};
use crate::source::Place;
use crate::types::{Bits, Signature, Type};

/// An object that a declaration or a compound literal makes.
#[derive(Clone, Debug)]
pub struct Object {
    /// The name; none for a compound literal, an unnamed parameter, and the size of an array of variable size.
    pub name: Option<SmolStr>,
    /// The type; that of an array is complete once its initialiser is known.
    pub ty: Type,
    /// Its lifetime.
    pub storage: Storage,
    /// Its linkage: the other places where its name means the same object.
    pub linkage: Linkage,
    /// `false` for `extern int x;` without a definition in the unit.
    pub is_defined: bool,
    /// The alignment of `_Alignas` and `aligned`, in bytes, if it is more than that of the type.
    pub align: Option<u64>,
    /// The initialiser.
    pub initialiser: Option<Initialiser>,
    /// The function of the attribute `cleanup`, which is called with its address at the end of its life.
    pub cleanup: Option<FunctionId>,
    /// The function in whose body it is declared.
    pub function: Option<FunctionId>,
    /// Place of its name.
    pub place: Place,
}

/// The lifetime of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// As long as the program.
    Static,
    /// As long as the thread: one for each.
    Thread,
    /// As long as its block is executed; parameters as long as the function.
    Automatic,
}

/// Linkage: the places where a name means the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// In its scope.
    None,
    /// In the translation unit.
    Internal,
    /// In the whole program.
    External,
}

/// An initialiser.
#[derive(Clone, Debug)]
pub struct Initialiser {
    /// The values, in the order in which they are written; of two for the same bytes the later one counts.
    pub parts: Vec<Part>,
    /// `true` for a list in braces or a string: what no part names is zero.
    pub zeroes: bool,
    /// Its place.
    pub place: Place,
}

/// A part of an object with its value.
#[derive(Clone, Debug)]
pub struct Part {
    /// Offset in bytes from the beginning of the object.
    pub offset: u64,
    /// The bits of a bit-field, whose storage unit has that offset.
    pub bits: Option<Bits>,
    /// The type of the part. A string that initialises an array has the type of that array.
    pub ty: Type,
    /// The value, converted to the type; for an array a [`ExprKind::Text`].
    pub value: ExprId,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name.
    pub name: SmolStr,
    /// Its type.
    pub signature: Arc<Signature>,
    /// Its linkage: other units may mean the same function.
    pub linkage: Linkage,
    /// The parameters of the definition.
    pub parameters: Vec<ObjectId>,
    /// The body; none if it is declared only.
    pub body: Option<StmtId>,
    /// Labels of the body.
    pub labels: Vec<Label>,
    /// Its attributes, `_Noreturn` included.
    pub attributes: Attributes,
    /// Place of its name, in the definition if there is one.
    pub place: Place,
}

/// Attributes of a function beyond its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Attributes {
    /// It does not return.
    pub is_noreturn: bool,
    /// It is called before `main`, after those with smaller priorities.
    pub constructor: Option<u16>,
    /// It is called after `main` or `exit`, before those with smaller priorities.
    pub destructor: Option<u16>,
    /// A definition in another unit replaces it.
    pub is_weak: bool,
    /// A definition with `extern inline` is for this unit alone, as a copy of one in another unit (GNU C).
    pub is_inline_only: bool,
}

/// Which definition of a function stands where there are several: the greatest. There is one of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Precedence {
    /// A copy of another definition.
    Inline,
    /// One of the library.
    Library,
    /// One with the attribute `weak`.
    Weak,
    /// Another one of the program.
    Program,
}

/// A thread of its own executes a statement with a label that begins so. No jump names such a label: it may be there more than once.
pub const FORK: &str = "__CPROVER_ASYNC_";

/// A label of a function.
#[derive(Clone, Debug)]
pub struct Label {
    /// The name.
    pub name: SmolStr,
    /// Its place.
    pub place: Place,
}
