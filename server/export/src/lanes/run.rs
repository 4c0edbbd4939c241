//! The lanes of a run of a thread transition system. Its steps read as transitions: shared and local state before,
//! shared and local state after it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use boolprog_base::words::count;
use boolprog_check::wording::{happens, size};
use boolprog_trace::run::{RunDocument, RunStep};

use super::{Change, Lane, Lanes, Row, Value, outcome};
use crate::report::PropertyDocument;

pub(super) fn lanes<'a>(run: &'a RunDocument, property: &PropertyDocument) -> Lanes<'a> {
    let mut telling = Telling::of(run);
    for step in &run.steps {
        telling.step(step);
    }
    let switches = telling.rows.iter().filter(|row| row.switched).count();
    Lanes {
        headline: happens(property.kind, &property.name),
        size: size(run.steps.len(), &count(property.threads_needed.unwrap_or_default(), "thread"), switches),
        guarantee: "",
        threads: telling.lanes.into_values().collect(),
        start: vec![("shared", Value::Number(run.shared.into()))],
        rows: telling.rows,
        outcome: outcome(property, None),
    }
}

/// The part of the run that was converted.
struct Telling<'a> {
    shared: u32,
    locals: BTreeMap<u32, u32>,
    lanes: BTreeMap<u32, Lane<'a>>,
    rows: Vec<Row<'a>>,
}

impl<'a> Telling<'a> {
    fn of(run: &RunDocument) -> Self {
        let locals: BTreeMap<u32, u32> = (1..).zip(run.threads.iter().copied()).collect();
        let lane = |thread| Lane { thread, name: "", parent: None, from: 0, end: None, joined: None };
        let lanes = locals.keys().map(|thread| (*thread, lane(*thread))).collect();
        Self { shared: run.shared, locals, lanes, rows: Vec::with_capacity(run.steps.len()) }
    }

    fn step(&mut self, step: &RunStep) {
        let number = self.rows.len() + 1;
        let before = format!("{} {}", self.shared, self.local(step.thread));
        let mut row = Row {
            step: number,
            thread: step.thread,
            switched: self.rows.last().is_some_and(|row| row.thread != step.thread),
            line: step.line,
            file: None,
            text: Cow::Borrowed(""),
            looks: Vec::new(),
            own: Vec::new(),
            shared: Vec::new(),
            created: None,
            ended: None,
            joined: None,
            woken: &[],
            blocked: &[],
            atomic: None,
        };
        for &(thread, to) in &step.threads {
            self.change(&mut row, thread, to);
        }
        if self.shared != step.shared {
            let (from, to) = (Value::Number(self.shared.into()), Value::Number(step.shared.into()));
            row.shared.push(Change { thread: None, name: "shared", from, to });
            self.shared = step.shared;
        }
        row.text = Cow::Owned(format!("{before} -> {} {}", self.shared, self.local(step.thread)));
        self.rows.push(row);
    }

    /// A thread gets a new local state, is created, or ends.
    fn change(&mut self, row: &mut Row<'a>, thread: u32, to: Option<u32>) {
        let from = self.local(thread);
        match to {
            Some(to) => self.locals.insert(thread, to),
            None => self.locals.remove(&thread),
        };
        match (from, to) {
            (Value::Gone, _) => {
                row.created = Some(thread);
                let lane = Lane { thread, name: "", parent: Some(row.thread), from: row.step, end: None, joined: None };
                self.lanes.insert(thread, lane);
            }
            (_, None) => {
                row.ended = Some(thread);
                if let Some(lane) = self.lanes.get_mut(&thread) {
                    lane.end = Some(row.step);
                }
            }
            (from, Some(to)) if from != Value::Number(to.into()) => {
                let thread = (thread != row.thread).then_some(thread);
                row.own.push(Change { thread, name: "local", from, to: Value::Number(to.into()) });
            }
            _ => {}
        }
    }

    fn local(&self, thread: u32) -> Value {
        self.locals.get(&thread).map_or(Value::Gone, |local| Value::Number((*local).into()))
    }
}
