//! A counterexample as the events of a sequence diagram: threads send to the shared variables and to the threads that they
//! start, and do the rest by themselves.

use boolprog_trace::document::{self, AccessKind};

use crate::lanes::{Atomic, Lanes, Row};

/// Event of the diagram. A thread exists from the beginning or from its `Start` on.
pub(crate) enum Event {
    AtomicBegins(u32),
    /// It ends, or the counterexample does inside it.
    AtomicEnds,
    Start(u32, u32, Label),
    Write(u32, Label),
    /// A thread reads shared variables.
    Read(u32, Label),
    /// A thread does something that changes none.
    Local(u32, Label),
    /// A thread has ended.
    Gone(u32),
}

pub(crate) struct Label {
    /// `3. lock := T`
    pub statement: String,
    /// `line 15, lock F -> T`
    pub detail: String,
}

pub(crate) fn events(lanes: &Lanes) -> Vec<Event> {
    let mut events = Vec::with_capacity(lanes.rows.len());
    let mut inside = false;
    for row in &lanes.rows {
        if row.atomic.is_some() && !inside {
            events.push(Event::AtomicBegins(row.thread));
            inside = true;
        }
        let label = label(lanes, row);
        events.push(match row.created.filter(|created| lanes.lane(*created).is_some()) {
            Some(created) => Event::Start(row.thread, created, label),
            None => match touch(row) {
                Some(AccessKind::Read) => Event::Read(row.thread, label),
                Some(_) => Event::Write(row.thread, label),
                None => Event::Local(row.thread, label),
            },
        });
        if inside && matches!(row.atomic, Some(Atomic::End) | None) {
            events.push(Event::AtomicEnds);
            inside = false;
        }
        events.extend(row.ended.map(Event::Gone));
    }
    if inside {
        events.push(Event::AtomicEnds);
    }
    events
}

/// The accesses of a step to shared variables.
fn touch(row: &Row) -> Option<AccessKind> {
    let mut looks = row.looks.iter().filter(|look| look.is_shared).map(|look| look.verb);
    let first = looks.next();
    let writes = AccessKind::Write.verb();
    let is_written = !row.shared.is_empty() || first == Some(writes) || looks.any(|verb| verb == writes);
    if is_written { Some(AccessKind::Write) } else { first.map(|_| AccessKind::Read) }
}

fn label(lanes: &Lanes, row: &Row) -> Label {
    let ends = row.ended.map(|thread| format!("T{thread} ends"));
    let line = std::iter::once(document::place(row.file, row.line));
    let starts = row.created.filter(|created| lanes.lane(*created).is_none()).map(|it| format!("starts T{it}"));
    let detail = line.chain(row.effects()).chain(starts).chain(row.joins()).chain(row.waits()).chain(ends);
    let detail: Vec<String> = detail.collect();
    Label { statement: format!("{}. {}", row.step, row.text), detail: detail.join(", ") }
}

/// The values before the first step, in one line; `None` if there are no shared variables.
pub(crate) fn start(lanes: &Lanes) -> Option<String> {
    let values: Vec<String> = lanes.start.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    (!values.is_empty()).then(|| values.join(", "))
}
