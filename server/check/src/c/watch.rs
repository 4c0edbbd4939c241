//! The events of one step of the machine of which a guide speaks.

use boolprog_base::Span;
use boolprog_machine::memory::ObjectIndex;
use boolprog_machine::observer::{Does, Event, Happening, Observer, Touched};
use boolprog_machine::program::Program;
use boolprog_machine::thread::ThreadId;

/// Gets what a step of a program does.
#[derive(Debug)]
pub(super) struct Watch<'p> {
    /// The program.
    pub program: &'p Program,
    /// `true` if it matters which objects of the heap there are: an allocation is an access then.
    pub sees_births: bool,
    /// The events of the step so far.
    pub done: Done,
}

/// The events of a step.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// Places of the accesses that others could see, in the checked text.
    pub accesses: Vec<Span>,
    /// Threads that were created, with the places of the calls.
    pub created: Vec<(ThreadId, Span)>,
    /// Places of the statements that were begun.
    pub statements: Vec<Span>,
}

impl Observer for Watch<'_> {
    fn event(&mut self, event: &Event<'_>) {
        let span = self.program.span_in_text(event.position);
        match &event.happening {
            Happening::Access(access) if matches!(access.touched, Touched::Object(..)) => {
                self.done.accesses.extend(span);
            }
            Happening::Died(_) if event.is_hidden => self.done.accesses.extend(span),
            Happening::Born(_) if event.is_hidden && self.sees_births => self.done.accesses.extend(span),
            Happening::Created(thread) => self.done.created.push((*thread, span.unwrap_or_default())),
            Happening::Statement if !event.is_hidden => self.done.statements.extend(span),
            _ => {}
        }
    }
}

/// An access to bytes that others can see.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    /// Its place in the checked text.
    place: Option<Span>,
    object: ObjectIndex,
    bytes: std::ops::Range<u64>,
    writes: bool,
    is_ordered: bool,
}

impl Shared {
    /// Returns `true` if the access is in a part of the text.
    pub(super) fn is_at(&self, span: Span) -> bool {
        self.place.is_some_and(|place| meet(place, span))
    }

    /// Returns `true` if the two are a data race if nothing orders them (C11 5.1.2.4p25).
    pub(super) fn conflicts(&self, other: &Self) -> bool {
        let overlap = self.bytes.start < other.bytes.end && other.bytes.start < self.bytes.end;
        self.object == other.object
            && overlap
            && (self.writes || other.writes)
            && !(self.is_ordered && other.is_ordered)
    }
}

/// Gets the accesses of a step of a program.
#[derive(Debug)]
pub(super) struct Next<'p> {
    /// The program.
    pub program: &'p Program,
    /// The accesses so far.
    pub accesses: Vec<Shared>,
    /// The objects that the step makes: another thread, which has made no step yet, does not know them.
    pub born: Vec<ObjectIndex>,
}

impl Observer for Next<'_> {
    fn event(&mut self, event: &Event<'_>) {
        let place = self.program.span_in_text(event.position);
        match &event.happening {
            Happening::Access(access) => {
                let Touched::Object(object, offset) = access.touched else { return };
                if self.born.contains(&object) {
                    return;
                }
                let bytes = offset..offset + access.shape.size();
                let writes = access.does != Does::Read;
                self.accesses.push(Shared { place, object, bytes, writes, is_ordered: access.is_ordered });
            }
            Happening::Born(object) => self.born.push(*object),
            // The end of a life is a write to the whole object: no access may come after it.
            Happening::Died(object) => {
                self.accesses.push(Shared {
                    place,
                    object: *object,
                    bytes: 0..u64::MAX,
                    writes: true,
                    is_ordered: false,
                });
            }
            _ => {}
        }
    }
}

/// Returns `true` if one of two places is a part of the other.
pub(super) fn meet(one: Span, other: Span) -> bool {
    let within = |inner: Span, outer: Span| outer.start <= inner.start && inner.end <= outer.end;
    within(one, other) || within(other, one)
}
