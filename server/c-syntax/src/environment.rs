//! The environment of a program, in parts, which translation and machine name alike.

/// The most characters that a conversion of `scanf` reads from standard input.
pub const MOST_READ: u32 = 1 << 16;

/// Which part of what is chosen at one place a choice is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Piece {
    /// All of it, or what decides about the rest.
    #[default]
    Whole,
    /// Content of an object that was never written, from this number of bytes after its beginning on.
    Unwritten(u32),
    /// The value that the conversion with this number in a format of `scanf` reads.
    Conversion(u32),
    /// A choice: a function of which nothing is known writes a part of an object, or it does not. With the number of the argument
    /// that points there, and the number of bytes before the part.
    IsWritten(u32, u32),
    /// The value that it writes there.
    Written(u32, u32),
    /// A choice: a function is called at a place that the text does not tell, or it is not.
    Callback,
    /// The number of the program's arguments (C11 5.1.2.2.1p2).
    Count,
    /// The decimal number that the argument with this number is; 0 if it is none.
    Number(u32),
    /// The number of characters of the argument with this number.
    Length(u32),
    /// A character of an argument: the number of the argument, and of the character in it.
    Character(u32, u32),
}

impl Piece {
    /// A number that no other part has.
    pub fn number(self) -> u64 {
        let of = |kind: u64, argument: u32, at: u32| kind << 62 | u64::from(argument) << 31 | u64::from(at);
        match self {
            Self::Whole => 0,
            Self::Unwritten(at) => of(0, 1, at),
            Self::Conversion(number) => of(0, 2, number),
            Self::IsWritten(argument, at) => of(0, 3 + 2 * argument, at),
            Self::Written(argument, at) => of(0, 4 + 2 * argument, at),
            Self::Count => of(1, 0, 0),
            Self::Callback => of(1, 0, 2),
            Self::Number(argument) => of(1, argument, 1),
            Self::Length(argument) => of(2, argument, 0),
            Self::Character(argument, at) => of(3, argument, at),
        }
    }

    /// Returns `true` for what is one thing in the whole program, wherever it is chosen.
    pub fn is_of_program(self) -> bool {
        matches!(self, Self::Count | Self::Number(_) | Self::Length(_) | Self::Character(..))
    }
}
