//! The lanes of a program's counterexample.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use boolprog_check::wording::{happens, size, threads_of, told};
use boolprog_trace::document::{
    self, AccessDocument, AccessKind, FrameDocument, ProgramKind, StepDocument, ThreadChange, ThreadDocument, Threads,
    TraceDocument,
};

use super::{Atomic, Change, Lane, Lanes, Look, Outcome, Row, Value, outcome};
use crate::report::PropertyDocument;

pub(super) fn lanes<'a>(trace: &'a TraceDocument, property: &PropertyDocument) -> Lanes<'a> {
    let values = trace.initial.shared.iter().map(|value| Value::of(trace.kind, value));
    let start = trace.shared.iter().map(String::as_str).zip(values).filter(|(_, value)| *value != Value::Gone);
    let is_c = trace.kind == ProgramKind::C && trace.is_violation();
    Lanes {
        headline: if is_c { told(trace) } else { happens(property.kind, &property.name) },
        size: size(trace.steps.len(), &threads_of(trace), trace.context_switches as usize),
        guarantee: &trace.guarantee,
        threads: threads(trace),
        start: start.collect(),
        rows: rows(trace),
        outcome: outcome_of(trace, property),
    }
}

/// The end of a counterexample. The name of a property of a C program says all, and stands above the picture.
fn outcome_of(trace: &TraceDocument, property: &PropertyDocument) -> Outcome {
    let outcome = outcome(property, Some(trace.property.thread));
    let is_c = trace.kind == ProgramKind::C && trace.is_violation();
    if is_c { Outcome { words: "violated".to_owned(), ..outcome } } else { outcome }
}

fn threads(trace: &TraceDocument) -> Vec<Lane<'_>> {
    let name = |number: u32, outermost: Option<&FrameDocument>| {
        let procedure = outermost.and_then(|frame| trace.procedures.get(frame.procedure as usize));
        let instance = trace.instances.get((number as usize).wrapping_sub(1));
        instance.or(procedure.map(|procedure| &procedure.name)).map_or("?", String::as_str)
    };
    let first = trace.initial.threads.iter();
    let mut found: BTreeMap<u32, Lane> = first
        .map(|thread| {
            let name = name(thread.number, thread.frames.first());
            (thread.number, Lane { thread: thread.number, name, parent: None, from: 0, end: None, joined: None })
        })
        .collect();
    for (behind, step) in (1..).zip(&trace.steps) {
        // In a damaged document a thread can act that was never started.
        let stranger = Lane { thread: step.thread, name: "?", parent: None, from: behind - 1, end: None, joined: None };
        found.entry(step.thread).or_insert(stranger);
        if let Some(created) = step.created {
            let described = step.threads.iter().find(|thread| thread.number == created);
            let name = described.map_or("?", |thread| name(created, thread.frames.first()));
            let lane = Lane { thread: created, name, parent: Some(step.thread), from: behind, end: None, joined: None };
            found.insert(created, lane);
        }
        if let Some(ended) = step.ended.and_then(|ended| found.get_mut(&ended)) {
            ended.end = Some(behind);
        }
        if let Some(joined) = step.joined.and_then(|joined| found.get_mut(&joined)) {
            joined.joined = Some((behind, step.thread));
        }
    }
    let wanted = participants(trace);
    found.into_values().filter(|lane| wanted.contains(&lane.thread)).collect()
}

/// The threads that act, wait or are waited for, that others change, or that the property is about.
fn participants(trace: &TraceDocument) -> BTreeSet<u32> {
    let related = trace.property.related.iter().map(|related| related.thread);
    let mut found: BTreeSet<u32> = related.chain([trace.property.thread]).collect();
    for step in &trace.steps {
        let changed = step.threads.iter().map(|thread| thread.number).filter(|number| step.created != Some(*number));
        let waits = step.blocked.iter().flat_map(|it| [Some(it.thread), waited_for(&it.on)].into_iter().flatten());
        found.extend(changed.chain(waits).chain([step.thread]));
    }
    found
}

/// The thread that another one waits for: ``mutex `lock`, held by T3``, also if it has ended, or `the end of T2`.
fn waited_for(on: &str) -> Option<u32> {
    on.trim_end_matches(", which has ended").rsplit_once(" T")?.1.parse().ok()
}

fn rows(trace: &TraceDocument) -> Vec<Row<'_>> {
    let mut shared = trace.initial.shared.clone();
    let mut threads = Threads::of(&trace.initial);
    let mut atomic = trace.initial.atomic;
    let mut acting = None;
    let names: BTreeSet<&str> = trace.shared.iter().map(String::as_str).collect();
    let mut rows = Vec::with_capacity(trace.steps.len());
    for (number, step) in (1..).zip(&trace.steps) {
        rows.push(Row {
            step: number,
            thread: step.thread,
            switched: acting.replace(step.thread).is_some_and(|before| before != step.thread),
            line: step.range.line,
            file: trace.file(&step.range),
            text: Cow::Borrowed(&step.text),
            looks: looks(trace.kind, step, &names),
            own: local_changes(trace, step, &threads),
            shared: shared_changes(trace, step, &mut shared),
            created: step.created,
            ended: step.ended,
            joined: step.joined,
            woken: &step.woken,
            blocked: &step.blocked,
            atomic: atomic_part(atomic, step.atomic),
        });
        atomic = step.atomic;
        threads.take(step);
    }
    rows
}

/// The accesses that change nothing.
fn looks<'a>(kind: ProgramKind, step: &'a StepDocument, shared: &BTreeSet<&str>) -> Vec<Look<'a>> {
    let same = step.accesses.iter().filter(|access| access.before == access.after);
    let look = |access: &'a AccessDocument| Look {
        verb: if access.kind == AccessKind::Write { AccessKind::Write.verb() } else { AccessKind::Read.verb() },
        name: &access.variable,
        value: Value::of(kind, &access.after),
        is_shared: shared.contains(&*access.variable),
    };
    same.map(look).collect()
}

/// Writes the new values too.
fn shared_changes<'a>(
    trace: &'a TraceDocument,
    step: &StepDocument,
    values: &mut [document::Value],
) -> Vec<Change<'a>> {
    let changes = step.shared.iter().filter_map(|(index, to)| {
        let name = trace.shared.get(*index as usize)?;
        let value = values.get_mut(*index as usize)?;
        let from = std::mem::replace(value, to.clone());
        change(trace.kind, name, &from, to, None)
    });
    changes.collect()
}

fn local_changes<'a>(trace: &'a TraceDocument, step: &StepDocument, before: &Threads) -> Vec<Change<'a>> {
    let mut changes = Vec::new();
    let mut passive = Vec::new();
    for thread in &step.threads {
        let Some(old) = before.get(thread.number) else { continue };
        if thread.number == step.thread {
            changes = thread_changes(trace, old, thread, None);
        } else {
            passive.extend(thread_changes(trace, old, thread, Some(thread.number)));
        }
    }
    changes.extend(passive);
    changes
}

/// The differences in one thread: its copies of globals, then activation by activation from outside. Variables of
/// activations that begin or end do not count.
fn thread_changes<'a>(
    trace: &'a TraceDocument,
    old: &ThreadDocument,
    new: &ThreadChange,
    owner: Option<u32>,
) -> Vec<Change<'a>> {
    let mut changes = differences(trace.kind, &trace.thread_local, &old.thread_local, &new.thread_local, owner);
    let same = |(old, new): &(&FrameDocument, &FrameDocument)| old.procedure == new.procedure;
    for (old, new) in old.frames.above(new.kept).zip(&new.frames).take_while(same) {
        if let Some(procedure) = trace.procedures.get(new.procedure as usize) {
            changes.extend(differences(trace.kind, &procedure.variables, &old.values, &new.values, owner));
        }
    }
    changes
}

fn differences<'a>(
    kind: ProgramKind,
    names: &'a [String],
    old: &[document::Value],
    new: &[document::Value],
    thread: Option<u32>,
) -> Vec<Change<'a>> {
    let values = names.iter().zip(old.iter().zip(new));
    values.filter_map(|(name, (from, to))| change(kind, name, from, to, thread)).collect()
}

/// The change from one value to another; none if they are the same, or the variable has ceased to exist.
fn change<'a>(
    kind: ProgramKind,
    name: &'a str,
    from: &document::Value,
    to: &document::Value,
    thread: Option<u32>,
) -> Option<Change<'a>> {
    let (from, to) = (from != to && !to.is_nothing()).then_some((from, to))?;
    Some(Change { thread, name, from: Value::of(kind, from), to: Value::of(kind, to) })
}

fn atomic_part(before: Option<u32>, behind: Option<u32>) -> Option<Atomic> {
    match (before, behind) {
        (None, None) => None,
        (None, Some(_)) => Some(Atomic::Begin),
        (Some(_), Some(_)) => Some(Atomic::Inside),
        (Some(_), None) => Some(Atomic::End),
    }
}
