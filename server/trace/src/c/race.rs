//! Races that a schedule leads to: two threads can access an object next, one of them writes, and nothing orders them.

use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_machine::choices::Usual;
use boolprog_machine::machine::{Environment, Machine};
use boolprog_machine::observer::{Does, Touched};
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
            if races(&one, &other, span) {
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

/// Returns `true` if accesses of two steps touch the same bytes, one of them writes, and not both are ordered.
fn races(one: &[Told], other: &[Told], span: Span) -> bool {
    let accesses = |told: &'_ Told| match &told.what {
        What::Access(access) => match access.touched {
            Touched::Object(index, offset) => {
                let range = (index, offset, offset + access.shape.size());
                Some((range, access.does != Does::Read, access.is_ordered, is_there(told, span)))
            }
            Touched::Variable(_) => None,
        },
        _ => None,
    };
    one.iter().filter_map(accesses).any(|(range, writes, is_ordered, is_there)| {
        other.iter().filter_map(accesses).any(|(with, also_writes, also_ordered, is_also_there)| {
            let is_same = range.0 == with.0 && range.1 < with.2 && with.1 < range.2;
            is_same && (writes || also_writes) && !(is_ordered && also_ordered) && (is_there || is_also_there)
        })
    })
}

/// Returns `true` if an event is in a part of the text, or the other way round.
fn is_there(told: &Told, span: Span) -> bool {
    let place = told.position.place;
    let within = |inner: Span, outer: Span| outer.start <= inner.start && inner.end <= outer.end;
    let is_program = told.position.unit.0 == 0 && place.file.0 == 0;
    is_program && (within(place.span, span) || within(span, place.span))
}
