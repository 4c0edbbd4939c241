//! Faults: which rule of C or POSIX a program breaks, and where.

use std::fmt;

pub use crate::ids::Position;
use crate::ids::ThreadId;

/// Kinds of faults. Which of them end a run is an option: see [`Kinds`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// An assertion fails (C11 7.2.1.1).
    Assertion,
    /// The program ends itself abnormally by `abort` (C11 7.22.4.1).
    Abort,
    /// An index is outside of an array (C11 6.5.6p8).
    Index,
    /// A division by zero, or of the least number by -1 (C11 6.5.5p5, p6).
    Division,
    /// A signed result, or that of a conversion from a floating type, is out of range (C11 6.5p5, 6.3.1.4). Otherwise it
    /// wraps around.
    Overflow,
    /// A shift by a negative or too large count (C11 6.5.7p3). Otherwise the count is taken modulo the width.
    Shift,
    /// A shift to the left of a negative number, or one whose result its type does not have (C11 6.5.7p4). Otherwise the bits are
    /// shifted, as compilers do.
    ShiftLeft,
    /// A pointer does not point to an object: it is null, out of its object, or of one that must not be written (C11
    /// 6.5.3.2p4, 6.5.6p8, 6.7.3p6, 6.4.5p7).
    Pointer,
    /// An address is no multiple of the alignment of what is accessed there (C11 6.3.2.3p7). Otherwise its bytes are accessed, as on
    /// x86.
    Alignment,
    /// An object is used after the end of its life, or its memory is released wrongly (C11 6.2.4p2, 7.22.3.3).
    Memory,
    /// A side effect is unsequenced relative to another, or to a use of the same object (C11 6.5p2).
    Sequence,
    /// A value that was never written is used (C11 6.3.2.1p2). Otherwise it is a choice, and then stays.
    Uninitialised,
    /// A use that POSIX or the library of C leaves undefined: unlocking a mutex that another thread holds, joining twice, ...
    Misuse,
    /// A function is called with a type other than its own (C11 6.5.2.2p9).
    Call,
    /// A function or object is used that no unit defines (C11 6.9p5). Otherwise what such a function gives, or such an object
    /// has, is an input.
    Definition,
    /// The value of a function is used that returned none (C11 6.9.1p12).
    Value,
    /// A place that cannot be reached is reached: `__builtin_unreachable`, the end of a function that does not return (C11 6.7.4p8).
    Unreachable,
    /// The stack of a thread is exhausted.
    Stack,
    /// Two threads access an object, one of them writes, and nothing orders them (C11 5.1.2.4p25).
    Race,
    /// All threads wait.
    Deadlock,
    /// A format does not fit its arguments (C11 7.21.6.1p9, 7.21.6.2p10). Otherwise an argument of another type has its value in
    /// the type that is asked for, if there is one; a format that is not one at all is always a fault.
    Format,
    /// An object of the heap is not freed when the program ends.
    Leak,
    /// The machine cannot execute it: inline assembly, `longjmp`, ...
    Unsupported,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 23] = [
        Self::Assertion,
        Self::Abort,
        Self::Index,
        Self::Division,
        Self::Overflow,
        Self::Shift,
        Self::ShiftLeft,
        Self::Pointer,
        Self::Alignment,
        Self::Memory,
        Self::Sequence,
        Self::Uninitialised,
        Self::Misuse,
        Self::Call,
        Self::Definition,
        Self::Value,
        Self::Unreachable,
        Self::Stack,
        Self::Race,
        Self::Deadlock,
        Self::Format,
        Self::Leak,
        Self::Unsupported,
    ];

    /// Its name, as options and reports have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Assertion => "assertion",
            Self::Abort => "abort",
            Self::Index => "index",
            Self::Division => "division",
            Self::Overflow => "overflow",
            Self::Shift => "shift",
            Self::ShiftLeft => "shift-left",
            Self::Pointer => "pointer",
            Self::Alignment => "alignment",
            Self::Memory => "memory",
            Self::Sequence => "sequence",
            Self::Uninitialised => "uninitialised",
            Self::Misuse => "misuse",
            Self::Call => "call",
            Self::Definition => "definition",
            Self::Value => "value",
            Self::Unreachable => "unreachable",
            Self::Stack => "stack",
            Self::Race => "race",
            Self::Deadlock => "deadlock",
            Self::Format => "format",
            Self::Leak => "leak",
            Self::Unsupported => "unsupported",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds(u32);

impl Kinds {
    /// No kind.
    pub const NONE: Self = Self(0);

    /// All kinds.
    pub fn all() -> Self {
        Kind::ALL.into_iter().fold(Self::NONE, Self::with)
    }

    /// With a kind.
    #[must_use]
    pub fn with(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind as u32)
    }

    /// Without a kind.
    #[must_use]
    pub fn without(self, kind: Kind) -> Self {
        Self(self.0 & !(1 << kind as u32))
    }

    /// Returns `true` if a kind is one of them.
    pub fn contains(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u32 != 0
    }
}

impl Default for Kinds {
    /// All but those that ask for more than most programs keep.
    fn default() -> Self {
        const LEFT_OUT: [Kind; 5] = [Kind::Uninitialised, Kind::Race, Kind::Format, Kind::ShiftLeft, Kind::Leak];
        LEFT_OUT.into_iter().fold(Self::all(), Self::without)
    }
}

/// A fault of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Its kind.
    pub kind: Kind,
    /// The clause that is broken, such as `C11 6.5.5p5`; may be empty.
    pub rule: &'static str,
    /// One sentence: what happened.
    pub message: String,
    /// Where, in the program: for a fault in a function of the library, its call.
    pub position: Position,
    /// Which thread.
    pub thread: ThreadId,
    /// For a race, the other access: its thread, and where it was.
    pub other: Option<(ThreadId, Position)>,
    /// For a leak, where the objects were allocated that are not freed.
    pub leaked: Vec<Position>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)?;
        if self.rule.is_empty() { Ok(()) } else { write!(f, " ({})", self.rule) }
    }
}
