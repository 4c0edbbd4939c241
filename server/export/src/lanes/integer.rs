//! The lanes of a run of an integer program: one per instance.

use std::borrow::Cow;

use super::{Change, Lane, Lanes, Row, Value, headline, outcome, size};
use crate::integer::{IntegerChange, IntegerRunDocument, IntegerStep, IntegerValue};
use crate::report::PropertyDocument;

/// The lanes of a run.
pub(super) fn lanes<'a>(run: &'a IntegerRunDocument, property: &PropertyDocument) -> Lanes<'a> {
    let number_of =
        |instance: &str| (1..).zip(&run.instances).find(|(_, name)| *name == instance).map_or(1, |(n, _)| n);
    let mut rows: Vec<Row<'a>> = Vec::with_capacity(run.steps.len());
    for step in &run.steps {
        let thread = number_of(&step.instance);
        let switched = rows.last().is_some_and(|row| row.thread != thread);
        rows.push(row(step, rows.len() + 1, thread, switched));
    }
    let switches = rows.iter().filter(|row| row.switched).count();
    let lane =
        |(thread, name): (u32, &'a String)| Lane { thread, name: name.as_str(), parent: None, from: 0, end: None };
    let is_shared = |name: &str| !name.contains('.');
    Lanes {
        headline: headline(property),
        size: size(run.steps.len(), run.instances.len() as u32, switches),
        guarantee: "",
        threads: (1..).zip(&run.instances).map(lane).collect(),
        start: run
            .values
            .0
            .iter()
            .filter(|(name, _)| is_shared(name))
            .map(|(name, at)| (name.as_str(), value(*at)))
            .collect(),
        rows,
        outcome: outcome(property, None),
    }
}

fn row(step: &IntegerStep, number: usize, thread: u32, switched: bool) -> Row<'_> {
    let (mut own, mut shared) = (Vec::new(), Vec::new());
    for IntegerChange { name, from, to } in &step.changes {
        let (changes, name) = match name.split_once('.') {
            Some((_, local)) => (&mut own, local),
            None => (&mut shared, name.as_str()),
        };
        changes.push(Change { thread: None, name, from: value(*from), to: value(*to) });
    }
    let text = Cow::Owned(format!("{} -> {}", step.from, step.to));
    Row { step: number, thread, switched, line: step.line, text, own, shared, created: None, ended: None, atomic: None }
}

fn value(value: IntegerValue) -> Value {
    match value {
        IntegerValue::Truth(truth) => Value::Truth(truth),
        IntegerValue::Number(number) => Value::Number(number),
    }
}
