//! Claims: the properties of a program, in the words of the C text of which it was made.

use std::fmt;

use smol_str::SmolStr;

/// A kind of check at a place of a C program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// An assertion of the program.
    Assertion,
    /// An index of an array.
    Index,
    /// A divisor.
    Division,
    /// A pointer through which an object is accessed, freed or called.
    Pointer,
    /// A use that POSIX or the library of C leaves undefined.
    Misuse,
    /// Text of which the program says that it is not reached.
    Unreachable,
    /// An object is changed and accessed in no defined order (C11 6.5p2).
    Sequence,
    /// A label that must not be reached.
    Label,
    /// Arithmetic on signed integers whose result its type does not have.
    Overflow,
    /// An object of the heap is not freed when the program ends.
    Leak,
    /// A number of bits by which a value is shifted.
    Shift,
    /// Two threads that access an object at the same time.
    Race,
    /// Threads that wait while no other goes on.
    Deadlock,
    /// More objects of the heap, or larger ones, than are checked.
    Heap,
    /// More nested calls than are checked.
    Recursion,
    /// A dependence on how objects lie in memory.
    Layout,
    /// Functions of the program that something else may call: a signal, or a function that the program does not have.
    Callback,
    /// Objects that the program does not have: a function or an object without a definition points to them.
    Elsewhere,
    /// An effect that the library does not know.
    Unsupported,
}

impl Check {
    /// Returns `true` if it is about several threads, and not about one place of the text: a violation is where the first of them is.
    pub const fn is_of_threads(self) -> bool {
        matches!(self, Self::Race | Self::Deadlock)
    }

    /// All of them.
    pub const ALL: [Self; 19] = [
        Self::Assertion,
        Self::Index,
        Self::Division,
        Self::Pointer,
        Self::Misuse,
        Self::Unreachable,
        Self::Sequence,
        Self::Label,
        Self::Overflow,
        Self::Leak,
        Self::Shift,
        Self::Race,
        Self::Deadlock,
        Self::Heap,
        Self::Recursion,
        Self::Layout,
        Self::Callback,
        Self::Elsewhere,
        Self::Unsupported,
    ];

    /// The first word of the ids of its properties, and its name in reports: `assertion`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Assertion => "assertion",
            Self::Index => "index",
            Self::Division => "division",
            Self::Pointer => "pointer",
            Self::Misuse => "misuse",
            Self::Unreachable => "unreachable",
            Self::Sequence => "sequence",
            Self::Label => "label",
            Self::Overflow => "overflow",
            Self::Leak => "leak",
            Self::Shift => "shift",
            Self::Race => "race",
            Self::Deadlock => "deadlock",
            Self::Heap => "heap",
            Self::Recursion => "recursion",
            Self::Layout => "layout",
            Self::Callback => "callback",
            Self::Elsewhere => "elsewhere",
            Self::Unsupported => "unsupported",
        }
    }

    /// The one with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|check| check.name() == name)
    }

    /// Returns `true` if the program states it; the others are checked of every program.
    pub const fn is_written(self) -> bool {
        matches!(self, Self::Assertion | Self::Label)
    }

    /// The need of a run for more than what is checked, so that nothing else is known of it; none if this is no bound of what is
    /// checked.
    pub const fn bound(self) -> Option<&'static str> {
        Some(match self {
            Self::Heap => "a run violates it that needs more objects of the heap, or larger objects, than are checked",
            Self::Recursion => "a run violates it in which calls are nested deeper than what is checked",
            Self::Layout => {
                "a run violates it that depends on how objects lie in memory, or on a local of one of many threads"
            }
            Self::Callback => {
                "a run violates it in which a signal, or a function without a definition, may call a function of the program"
            }
            Self::Elsewhere => {
                "a run violates it in which a function without a definition, or an object without one, gives a pointer to an object \
                 that the program does not have"
            }
            Self::Unsupported => "a run violates it in which the library does what is not known",
            _ => return None,
        })
    }

    /// Returns `true` if it is a bound of what is checked.
    pub const fn is_bound(self) -> bool {
        self.bound().is_some()
    }

    /// Its violation, for use next to the text: `Division by zero`.
    pub const fn violation(self) -> &'static str {
        match self {
            Self::Assertion => "Assertion violated",
            Self::Index => "Index outside of the array",
            Self::Division => "Division by zero",
            Self::Pointer => "Invalid pointer",
            Self::Misuse => "Misuse of the library",
            Self::Unreachable => "Unreachable text reached",
            Self::Sequence => "Change in no defined order",
            Self::Label => "Error label reached",
            Self::Overflow => "Overflow",
            Self::Leak => "Object not freed",
            Self::Shift => "Undefined shift",
            Self::Race => "Data race",
            Self::Deadlock => "Deadlock",
            Self::Heap => "Too many or too large objects of the heap",
            Self::Recursion => "Calls nested too deep",
            Self::Layout => "Dependence on the layout of memory",
            Self::Callback => "Call from outside of the program",
            Self::Elsewhere => "Pointer to outside of the program",
            Self::Unsupported => "Unknown effect of the library",
        }
    }

    /// One of them, where those that hold are counted: `array index`; none where each is listed.
    pub const fn counted(self) -> Option<&'static str> {
        Some(match self {
            Self::Assertion | Self::Label | Self::Deadlock => return None,
            Self::Index => "array index",
            Self::Division => "division",
            Self::Pointer => "pointer",
            Self::Misuse => "library call",
            Self::Unreachable => "unreachable statement",
            Self::Sequence => "evaluation order",
            Self::Overflow => "signed operation",
            Self::Leak => "allocation",
            Self::Shift => "shift",
            Self::Race => "access pair",
            Self::Heap | Self::Recursion | Self::Layout | Self::Callback | Self::Elsewhere | Self::Unsupported => {
                "bound"
            }
        })
    }
}

/// A claim: a statement that holds or is violated. Shown, it is a sentence without its end: `assert(inside == 1)`,
/// `` `a[i]` stays inside of the array``.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The kind of check.
    pub check: Check,
    /// The text that it is about, on one line; of a race the object; nothing of a deadlock, and of what the library does itself.
    pub text: SmolStr,
}

impl Claim {
    /// A claim about a text, which may have several lines. Of a label, with its statement, the name is enough.
    pub fn new(check: Check, text: &str) -> Self {
        let text = if check == Check::Label { text.split(':').next().unwrap_or_default() } else { text };
        Self { check, text: text.split_whitespace().collect::<Vec<_>>().join(" ").into() }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, is_empty) = (&self.text, self.text.is_empty());
        let subject = if is_empty { "the library".to_owned() } else { format!("`{text}`") };
        match self.check {
            Check::Assertion => f.write_str(text),
            Check::Index => write!(f, "{subject} stays inside of the array"),
            Check::Division => write!(f, "{subject} does not divide by zero"),
            Check::Pointer if is_empty => f.write_str("the pointers inside the library are valid"),
            Check::Pointer => write!(f, "the pointer of {subject} is valid"),
            Check::Misuse => write!(f, "{subject} keeps the rules of the library"),
            Check::Unreachable | Check::Label => write!(f, "{subject} is unreachable"),
            Check::Sequence => write!(f, "{subject} has a defined order"),
            Check::Overflow if is_empty => f.write_str("no overflow"),
            Check::Overflow => write!(f, "{subject} does not overflow"),
            Check::Leak if is_empty => f.write_str("no leak"),
            Check::Leak => write!(f, "what {subject} allocates is freed"),
            Check::Shift => write!(f, "the shift {subject} is defined"),
            Check::Race if is_empty => f.write_str("no data race"),
            Check::Race => write!(f, "no data race on {subject}"),
            Check::Deadlock => f.write_str("no deadlock"),
            Check::Heap => write!(f, "{subject} keeps the bounds of the heap"),
            Check::Recursion => write!(f, "{subject} keeps the bound of recursion"),
            Check::Layout => write!(f, "{subject} does not depend on the layout of memory"),
            Check::Callback => write!(f, "{subject} calls nothing of the program"),
            Check::Elsewhere => write!(f, "the pointer of {subject} is to an object of the program"),
            Check::Unsupported => write!(f, "{subject} has a known effect"),
        }
    }
}
