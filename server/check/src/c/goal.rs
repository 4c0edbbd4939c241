//! The event at the end of an execution.

use boolprog_base::Span;
use boolprog_base::control::Unlimited;
use boolprog_integer::Check;
use boolprog_machine::fault::{Fault, Kind, Kinds};
use boolprog_machine::machine::{Ended, Exhausted, Options};
use boolprog_machine::program::Program;
use boolprog_machine::record::GivenAnswers;
use boolprog_machine::thread::{Status, ThreadId};

use super::attempt::{Attempt, Scheduled, Way};
use super::watch::{Shared, meet};

/// The event at the end.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// A fault of one of these kinds at a place.
    Fault(&'static [Kind], Span),
    /// A thread comes to a label.
    Label(Span),
    /// Two threads can access an object next, each at one of these places, of which one writes, and nothing orders them.
    Race([Span; 2]),
    /// All threads wait or have ended, and some wait.
    Deadlock,
}

/// Number of bytes that the objects of an execution may have together: many states of it are kept at a time.
const MEMORY: u64 = 1 << 26;

impl Goal {
    /// The goal of what is checked of a C program at a place, and at another one; none for bounds of what is checked.
    pub(crate) fn of(check: Check, span: Span, other: Option<Span>) -> Option<Self> {
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
            Check::Race => Self::Race([span, other.unwrap_or(span)]),
            Check::Deadlock => Self::Deadlock,
            Check::Heap
            | Check::Recursion
            | Check::Layout
            | Check::Callback
            | Check::Elsewhere
            | Check::Unsupported => return None,
        })
    }

    /// Options of the machine on the path to it: see [`options_of_all`](Self::options_of_all).
    pub(super) fn options(&self) -> Options {
        Self::options_of_all(std::slice::from_ref(self))
    }

    /// Options of the machine on the path to any of some goals: with any input, and wake-ups without a reason.
    pub(super) fn options_of_all(goals: &[Self]) -> Options {
        let kinds = Self::kinds(goals);
        let (memory, exhausted) = (MEMORY, Exhausted::Quiet);
        Options { kinds, is_spurious: true, is_open: true, memory, exhausted, ..Options::default() }
    }

    /// The faults that end an execution on the path to any of some goals: those of a translation that lets integers wrap around,
    /// accesses what is misaligned, and takes what was never written for any value.
    fn kinds(goals: &[Self]) -> Kinds {
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
        let wanted = goals.iter().flat_map(|goal| if let Self::Fault(wanted, _) = goal { wanted } else { &[][..] });
        wanted.copied().fold(kinds, Kinds::with)
    }

    /// The schedule of an execution that has come there, for a race with the two steps that race; none if it has not.
    pub(super) fn arrived(&self, attempt: &mut Attempt) -> Option<Vec<Scheduled>> {
        let is_there = match self {
            Self::Fault(..) => {
                matches!(attempt.machine.ended(), Some(Ended::Fault(fault)) if self.is(fault, attempt.machine.program()))
            }
            Self::Label(span) => attempt.statements.iter().any(|place| meet(*place, *span)),
            Self::Deadlock => is_deadlock(attempt),
            Self::Race(places) => {
                return racing(attempt, *places).map(|steps| [&attempt.schedule[..], &steps].concat());
            }
        };
        is_there.then(|| attempt.schedule.clone())
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

/// The next steps of two threads that race at two places. Quadratic in the number of threads that can act.
fn racing(attempt: &mut Attempt, places: [Span; 2]) -> Option<[Scheduled; 2]> {
    let ways: Vec<_> = attempt.ready().into_iter().map(|thread| (thread, attempt.ways(thread))).collect();
    for (first, one) in ways.iter().flat_map(|(thread, ways)| ways.iter().map(move |way| (*thread, way))) {
        let races = |other: &&Way| race(&one.accesses, &other.accesses, places);
        for (second, _) in ways.iter().filter(|(second, ways)| *second != first && ways.iter().any(|way| races(&way))) {
            let mut after = attempt.clone();
            after.step_choosing(first, &mut GivenAnswers::of(&one.answers), &Unlimited);
            if let Some(other) = after.ways(*second).iter().find(races) {
                return Some([(first, one.answers.clone()), (*second, other.answers.clone())]);
            }
        }
    }
    None
}

/// Returns `true` if accesses of two threads race, each at one of two places: they touch the same bytes, one of them writes, and not
/// both are ordered.
pub(super) fn race(one: &[Shared], other: &[Shared], [first, second]: [Span; 2]) -> bool {
    let are_there = |access: &Shared, with: &Shared| {
        (access.is_at(first) && with.is_at(second)) || (access.is_at(second) && with.is_at(first))
    };
    one.iter().any(|access| other.iter().any(|with| access.conflicts(with) && are_there(access, with)))
}

/// Returns `true` if no thread can act, and some wait.
fn is_deadlock(attempt: &mut Attempt) -> bool {
    let waits = |(_, status): (ThreadId, Status)| matches!(status, Status::Waiting { .. });
    attempt.machine.ended().is_none() && attempt.ready().is_empty() && attempt.machine.threads().any(waits)
}
