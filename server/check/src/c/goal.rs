//! What has to happen at the end of an execution.

use boolprog_base::Span;
use boolprog_integer::Check;
use boolprog_machine::fault::{Fault, Kind, Kinds};
use boolprog_machine::machine::{Ended, Options};
use boolprog_machine::program::Program;
use boolprog_machine::thread::{Status, ThreadId};

use super::attempt::Attempt;
use super::watch::{Shared, meet};

/// What has to happen at the end.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// A fault of one of these kinds at a place.
    Fault(&'static [Kind], Span),
    /// A thread comes to a label.
    Label(Span),
    /// Two threads can access an object next, one of them writes it there, and nothing orders them.
    Race(Span),
    /// All threads wait or have ended, and some wait.
    Deadlock,
}

impl Goal {
    /// The goal of what is checked of a C program; none for bounds of what is checked.
    pub(crate) fn of(check: Check, span: Span) -> Option<Self> {
        Some(match check {
            Check::Assertion => Self::Fault(&[Kind::Assertion], span),
            Check::Index => Self::Fault(&[Kind::Index, Kind::Pointer], span),
            Check::Division => Self::Fault(&[Kind::Division], span),
            Check::Pointer => Self::Fault(&[Kind::Pointer, Kind::Index, Kind::Memory, Kind::Call], span),
            Check::Overflow => Self::Fault(&[Kind::Overflow, Kind::ShiftLeft, Kind::Division], span),
            Check::Leak => Self::Fault(&[Kind::Leak], span),
            Check::Shift => Self::Fault(&[Kind::Shift], span),
            Check::Misuse => Self::Fault(&[Kind::Misuse], span),
            Check::Unreachable => Self::Fault(&[Kind::Unreachable], span),
            Check::Sequence => Self::Fault(&[Kind::Sequence], span),
            Check::Label => Self::Label(span),
            Check::Race => Self::Race(span),
            Check::Deadlock => Self::Deadlock,
            Check::Heap
            | Check::Recursion
            | Check::Layout
            | Check::Callback
            | Check::Elsewhere
            | Check::Unsupported => return None,
        })
    }

    /// The faults that end an execution on the way to it: those of a translation that lets integers wrap around, accesses what is
    /// misaligned, and takes what was never written for any value.
    fn kinds(&self) -> Kinds {
        const LEFT_OUT: [Kind; 13] = [
            Kind::Alignment,
            Kind::Uninitialised,
            Kind::Race,
            Kind::Sequence,
            Kind::Format,
            Kind::Value,
            Kind::Deadlock,
            Kind::Overflow,
            Kind::ShiftLeft,
            Kind::Call,
            Kind::Definition,
            Kind::Misuse,
            Kind::Leak,
        ];
        let kinds = LEFT_OUT.into_iter().fold(Kinds::all(), Kinds::without);
        let wanted = if let Self::Fault(wanted, _) = self { wanted } else { &[][..] };
        wanted.iter().copied().fold(kinds, Kinds::with)
    }

    /// How the machine executes a program on the way to it: with any input, and wake-ups without a reason.
    pub(super) fn options(&self) -> Options {
        Options { kinds: self.kinds(), is_spurious: true, is_open: true, ..Options::default() }
    }

    /// Returns `true` if an execution has come there.
    pub(super) fn reached(&self, attempt: &mut Attempt) -> bool {
        match self {
            Self::Fault(..) => {
                matches!(attempt.machine.ended(), Some(Ended::Fault(fault)) if self.is(fault, attempt.machine.program()))
            }
            Self::Label(span) => attempt.statements.iter().any(|place| meet(*place, *span)),
            Self::Race(span) => races(attempt, *span),
            Self::Deadlock => is_deadlock(attempt),
        }
    }

    /// Returns `true` if a fault is the goal. An act of the library alone, such as the call of the function of a thread, has
    /// no place in the text, and neither has its property.
    pub(super) fn is(&self, fault: &Fault, program: &Program) -> bool {
        match self {
            Self::Fault(kinds, span) => {
                let is_there = |at| program.span_in_text(at).map_or(span.is_empty(), |place| meet(place, *span));
                kinds.contains(&fault.kind) && (is_there(fault.position) || fault.leaked.iter().copied().any(is_there))
            }
            Self::Deadlock => fault.kind == Kind::Deadlock,
            Self::Label(_) | Self::Race(_) => false,
        }
    }

    /// The thread that goes on after the last moment of a guide: the one whose violation it is or, where all have to wait, any.
    pub(super) fn next(&self, last: ThreadId, ready: &[ThreadId]) -> Option<ThreadId> {
        match self {
            Self::Fault(..) | Self::Label(_) => ready.contains(&last).then_some(last),
            Self::Race(_) => None,
            Self::Deadlock => ready.first().copied(),
        }
    }
}

/// Returns `true` if two threads can access the same bytes next, one of them writes, and not both are ordered; one of them is at
/// this place.
fn races(attempt: &mut Attempt, span: Span) -> bool {
    let next: Vec<Vec<Shared>> = attempt.ready().into_iter().map(|thread| attempt.next(thread)).collect();
    next.iter().enumerate().any(|(index, one)| next[index + 1..].iter().any(|other| race(one, other, span)))
}

/// Returns `true` if accesses of two threads race, one of them at this place.
pub(super) fn race(one: &[Shared], other: &[Shared], span: Span) -> bool {
    one.iter().any(|access| other.iter().any(|with| access.conflicts(with) && (access.is_at(span) || with.is_at(span))))
}

/// Returns `true` if no thread can act, and some wait.
fn is_deadlock(attempt: &mut Attempt) -> bool {
    let waits = |(_, status): (ThreadId, Status)| matches!(status, Status::Waiting { .. });
    attempt.machine.ended().is_none() && attempt.ready().is_empty() && attempt.machine.threads().any(waits)
}
