//! Races that a schedule leads to: two threads can access an object next, one of them writes, and nothing orders them.

use std::ops::Range;

use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_machine::choices::Usual;
use boolprog_machine::machine::{Environment, Machine};
use boolprog_machine::memory::ObjectIndex;
use boolprog_machine::observer::{Does, Touched};
use boolprog_machine::program::Program;
use boolprog_machine::record::Record;
use boolprog_machine::thread::ThreadId;

use super::events::{Events, Told, What};

/// The schedule with the next steps of two threads that race, one of them in this part of the text. Quadratic in the number of
/// threads that can act.
pub(super) fn completed(end: &Machine, record: &Record, span: Span, control: &dyn Control) -> Option<Record> {
    let mut machine = end.clone();
    let mut ready = Vec::new();
    machine.ready(&mut ready);
    for first in &ready {
        let mut after = machine.clone();
        let one = stepped(&mut after, *first, control);
        for second in ready.iter().filter(|second| *second != first) {
            let other = stepped(&mut after.clone(), *second, control);
            if races(end.program(), &one, &other, span) {
                let mut record = record.clone();
                record.step(*first);
                record.step(*second);
                return Some(record);
            }
        }
    }
    None
}

fn stepped(machine: &mut Machine, thread: ThreadId, control: &dyn Control) -> Vec<Told> {
    let mut events = Events::default();
    machine.step(thread, &mut Environment { choices: &mut Usual, observer: &mut events, control });
    events.0
}

/// What a step touches.
struct Touch {
    object: ObjectIndex,
    bytes: Range<u64>,
    writes: bool,
    is_ordered: bool,
    is_there: bool,
}

impl Touch {
    /// What an event touches. The end of the life of an object is a write to the whole of it: no access may come after it.
    fn of(program: &Program, told: &Told, span: Span) -> Option<Self> {
        let is_there = is_there(program, told, span);
        match &told.what {
            What::Access(access) => {
                let Touched::Object(object, offset) = access.touched else { return None };
                let bytes = offset..offset + access.shape.size();
                let writes = access.does != Does::Read;
                Some(Self { object, bytes, writes, is_ordered: access.is_ordered, is_there })
            }
            What::Died(object) => {
                Some(Self { object: *object, bytes: 0..u64::MAX, writes: true, is_ordered: false, is_there })
            }
            _ => None,
        }
    }

    fn races(&self, other: &Self) -> bool {
        let overlap = self.bytes.start < other.bytes.end && other.bytes.start < self.bytes.end;
        self.object == other.object
            && overlap
            && (self.writes || other.writes)
            && !(self.is_ordered && other.is_ordered)
            && (self.is_there || other.is_there)
    }
}

/// Returns `true` if two steps touch the same bytes, one of them writes, not both are ordered, and one of them is there.
fn races(program: &Program, one: &[Told], other: &[Told], span: Span) -> bool {
    let touches = |told| Touch::of(program, told, span);
    let others: Vec<Touch> = other.iter().filter_map(touches).collect();
    one.iter().filter_map(touches).any(|one| others.iter().any(|other| one.races(other)))
}

/// Returns `true` if an event is in a part of the text, or the other way round.
fn is_there(program: &Program, told: &Told, span: Span) -> bool {
    let place = program.span_in_text(told.position);
    let within = |inner: Span, outer: Span| outer.start <= inner.start && inner.end <= outer.end;
    place.is_some_and(|place| within(place, span) || within(span, place))
}
