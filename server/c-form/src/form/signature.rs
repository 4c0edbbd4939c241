//! The types of functions, as far as calls by pointers have to know them.

use super::Shape;

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    /// The passing of each argument.
    pub parameters: Vec<Passed>,
    /// The passing of the result.
    pub result: Passed,
    /// `true` if more arguments may follow, as `...` says.
    pub is_variadic: bool,
    /// `false` for a function that is defined without a prototype: small arguments are promoted where it is called.
    pub is_prototype: bool,
}

/// The passing of an argument or a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Passed {
    /// Not at all: the result of a function that gives nothing.
    #[default]
    Nothing,
    /// As a scalar.
    Value(Shape),
    /// As a copy of a structure of this number of bytes.
    Copy(u64),
}

impl Passed {
    /// Returns `true` if what is passed in this way can be taken in another way. Pointers can, whatever they point to, and integers of
    /// one size.
    pub fn fits(self, taken: Self) -> bool {
        match (self, taken) {
            (Self::Value(given), Self::Value(taken)) => given.kind() == taken.kind() && given.size() == taken.size(),
            _ => self == taken,
        }
    }

    /// The same for an argument of a function without a prototype, which was promoted (C11 6.5.2.2p6).
    pub fn fits_promoted(self, taken: Self) -> bool {
        match (self, taken) {
            (Self::Value(Shape::Floating(_)), Self::Value(Shape::Floating(_))) => true,
            (Self::Value(given @ Shape::Signed(_)), Self::Value(taken)) if taken.size() < given.size() => {
                taken.kind() == given.kind()
            }
            _ => self.fits(taken),
        }
    }
}

/// The kind of scalar of a shape.
#[derive(PartialEq, Eq)]
enum Kind {
    Integer,
    Pointer,
    Floating,
}

impl Shape {
    fn kind(self) -> Kind {
        match self {
            Self::Bool | Self::Signed(_) | Self::Unsigned(_) => Kind::Integer,
            Self::Pointer(_) => Kind::Pointer,
            Self::Floating(_) => Kind::Floating,
        }
    }
}
