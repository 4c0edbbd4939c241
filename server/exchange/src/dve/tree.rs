//! What a `.dve` file says.

use boolprog_base::Span;
use boolprog_integer::Sort;

use crate::cursor::Name;
use crate::source::Source;

/// A file.
#[derive(Default)]
pub(super) struct File {
    pub(super) variables: Vec<Variable>,
    pub(super) channels: Vec<Channel>,
    pub(super) processes: Vec<Process>,
    /// The process that is a property of infinite runs.
    pub(super) property: Option<Name>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Byte,
    Int,
}

impl Kind {
    /// The least and the greatest value: a byte has 8 bits, an integer 16 with sign.
    pub(super) const fn interval(self) -> (i64, i64) {
        match self {
            Self::Byte => (0, 255),
            Self::Int => (-32768, 32767),
        }
    }

    /// The values.
    pub(super) const fn sort(self) -> Sort {
        let (low, high) = self.interval();
        Sort::Range(low, high)
    }
}

pub(super) struct Variable {
    pub(super) is_constant: bool,
    pub(super) kind: Kind,
    pub(super) name: Name,
    /// The number of elements of an array.
    pub(super) size: Option<Source>,
    pub(super) initial: Vec<Source>,
}

pub(super) struct Channel {
    pub(super) name: Name,
}

pub(super) struct Process {
    pub(super) name: Name,
    pub(super) variables: Vec<Variable>,
    pub(super) states: Vec<Name>,
    pub(super) initial: Name,
    pub(super) committed: Vec<Name>,
    pub(super) assertions: Vec<(Name, Source)>,
    pub(super) transitions: Vec<Transition>,
}

pub(super) struct Transition {
    pub(super) from: Name,
    pub(super) to: Name,
    pub(super) guard: Option<Source>,
    pub(super) sync: Option<Sync>,
    pub(super) effects: Vec<(Source, Source)>,
    pub(super) span: Span,
}

/// One end of a handshake.
pub(super) struct Sync {
    pub(super) channel: Name,
    pub(super) sends: bool,
    /// What is sent, or where it is put.
    pub(super) values: Vec<Source>,
}
