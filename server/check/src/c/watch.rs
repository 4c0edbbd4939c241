//! What one step of the machine does, as far as a guide speaks of it.

use boolprog_base::Span;
use boolprog_machine::fault::Position;
use boolprog_machine::memory::ObjectIndex;
use boolprog_machine::observer::{Does, Event, Happening, Observer, Touched};
use boolprog_machine::thread::ThreadId;

/// Gets what a step does.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    /// Places of the accesses that others could see, in the checked text.
    pub accesses: Vec<Span>,
    /// Threads that were created, with the places of the calls.
    pub created: Vec<(ThreadId, Span)>,
    /// Places of the statements that were begun.
    pub statements: Vec<Span>,
}

impl Observer for Watch {
    fn event(&mut self, event: &Event<'_>) {
        let span = span_of(event.position);
        match &event.happening {
            Happening::Access(access) if matches!(access.touched, Touched::Object(..)) => self.accesses.extend(span),
            Happening::Created(thread) => self.created.push((*thread, span.unwrap_or_default())),
            Happening::Statement if !event.is_hidden => self.statements.extend(span),
            _ => {}
        }
    }
}

/// An access to bytes that others can see.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    /// Its place in the checked text.
    pub place: Option<Span>,
    object: ObjectIndex,
    bytes: std::ops::Range<u64>,
    writes: bool,
    is_ordered: bool,
}

impl Shared {
    /// Whether the two are a data race if nothing orders them (C11 5.1.2.4p25).
    pub(super) fn conflicts(&self, other: &Self) -> bool {
        let overlap = self.bytes.start < other.bytes.end && other.bytes.start < self.bytes.end;
        self.object == other.object
            && overlap
            && (self.writes || other.writes)
            && !(self.is_ordered && other.is_ordered)
    }
}

/// Gets the accesses of a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Next(pub Vec<Shared>);

impl Observer for Next {
    fn event(&mut self, event: &Event<'_>) {
        let Happening::Access(access) = &event.happening else { return };
        let Touched::Object(object, offset) = access.touched else { return };
        self.0.push(Shared {
            place: span_of(event.position),
            object,
            bytes: offset..offset + access.shape.size(),
            writes: access.does != Does::Read,
            is_ordered: access.is_ordered,
        });
    }
}

/// The place in the checked text, which is the first file of the first unit; of what an included file says, none.
pub(super) fn span_of(position: Position) -> Option<Span> {
    (position.unit.0 == 0 && position.place.file.0 == 0).then_some(position.place.span)
}

/// Returns `true` if one of two places is a part of the other.
pub(super) fn meet(one: Span, other: Span) -> bool {
    let within = |inner: Span, outer: Span| outer.start <= inner.start && inner.end <= outer.end;
    within(one, other) || within(other, one)
}
