//! Hits of a client's breakpoints in one recording.

use std::collections::BTreeMap;

use super::{Behaviour, Breakpoints, Replayed, Requested};
use crate::asked::Asked;
use crate::recording::Recording;
use crate::viewpoint::Viewpoint;

#[derive(Debug, Default)]
pub(crate) struct Resolved {
    stops: BTreeMap<usize, Hit>,
    messages: BTreeMap<usize, Vec<String>>,
    /// Why some breakpoints are never hit, by their ids.
    problems: BTreeMap<u32, String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hit {
    /// The protocol's name for the reason.
    pub(crate) reason: &'static str,
    pub(crate) thread: u32,
    pub(crate) ids: Vec<u32>,
}

/// A moment at which a thread is somewhere.
type Visit = (usize, u32);

impl Resolved {
    /// Takes time linear in the recording for each breakpoint.
    pub(super) fn new(breakpoints: &Breakpoints, replayed: Replayed<'_>) -> Self {
        let mut resolved = Self::default();
        let recording = replayed.recording;
        for requested in &breakpoints.data {
            resolved.insert(recording, "data breakpoint", requested, changes(recording, &requested.place));
        }
        for requested in &breakpoints.functions {
            resolved.insert(recording, "function breakpoint", requested, entries(recording, &requested.place));
        }
        for (path, requested) in &breakpoints.lines {
            for requested in requested {
                resolved.insert(recording, "breakpoint", requested, visits(replayed, path, requested.place));
            }
        }
        resolved
    }

    pub(crate) fn hit(&self, cursor: usize) -> Option<&Hit> {
        self.stops.get(&cursor)
    }

    /// Returns `true` if a breakpoint stops at a cursor.
    pub(crate) fn stops(&self, cursor: usize) -> bool {
        self.stops.contains_key(&cursor)
    }

    pub(crate) fn messages(&self, cursor: usize) -> &[String] {
        self.messages.get(&cursor).map_or(&[], Vec::as_slice)
    }

    /// Why a breakpoint is never hit.
    pub(super) fn problem(&self, id: u32) -> Option<&str> {
        self.problems.get(&id).map(String::as_str)
    }

    fn insert<P>(
        &mut self,
        recording: &Recording,
        reason: &'static str,
        requested: &Requested<P>,
        visits: Result<Vec<Visit>, String>,
    ) {
        let Requested { id, behaviour, .. } = requested;
        let visits = match (behaviour.problem(recording), visits) {
            (Some(problem), _) => Err(problem.to_owned()),
            (None, visits) => visits.and_then(|visits| counted(recording, behaviour, visits)),
        };
        let visits = match visits {
            Ok(visits) => visits,
            Err(problem) => {
                self.problems.insert(*id, problem);
                return;
            }
        };
        for (cursor, thread) in visits {
            if let Some(message) = behaviour.message(Viewpoint::of(recording, cursor, thread)) {
                self.messages.entry(cursor).or_default().push(message);
            } else {
                let hit = self.stops.entry(cursor).or_insert(Hit { reason, thread, ids: Vec::new() });
                hit.ids.push(*id);
            }
        }
    }
}

/// The visits that count. Fails if the condition has a value at none of them.
fn counted(recording: &Recording, behaviour: &Behaviour, visits: Vec<Visit>) -> Result<Vec<Visit>, String> {
    let viewpoint = |&(cursor, thread): &Visit| Viewpoint::of(recording, cursor, thread);
    let obstacles: Vec<_> = visits.iter().map_while(|visit| behaviour.obstacle(viewpoint(visit))).collect();
    if let Some(obstacle) = obstacles.first()
        && obstacles.len() == visits.len()
    {
        return Err(obstacle.trim_end_matches('.').to_owned());
    }
    let allowed = visits.into_iter().filter(|visit| behaviour.allows(viewpoint(visit)));
    Ok((1..).zip(allowed).filter(|(hit, _)| behaviour.counts(*hit)).map(|(_, visit)| visit).collect())
}

/// The cursors at which the next step is a statement on this line.
fn visits(replayed: Replayed<'_>, path: &str, line: u32) -> Result<Vec<Visit>, String> {
    if replayed.file(path).is_none() {
        return Err(format!("the counterexample is one of {}", replayed.path));
    }
    let line = replayed.snapped(path, line).ok_or("this line is not executed in this counterexample")?;
    let recording = replayed.recording;
    // A statement of several accesses is one visit.
    let is_there = |cursor: &usize| replayed.is_on(recording.next_range(*cursor), path, line);
    let visits = (0..=recording.end()).filter(|cursor| recording.is_beginning(*cursor)).filter(is_there);
    Ok(visits.map(|cursor| (cursor, recording.next_thread(cursor))).collect())
}

/// The cursors at which a thread has just entered this procedure. Only threads that a step changes can enter one with
/// it.
fn entries(recording: &Recording, procedure: &str) -> Result<Vec<Visit>, String> {
    let document = recording.document();
    let found = document.procedures.iter().position(|found| found.name == procedure);
    let found = found.ok_or_else(|| format!("there is no procedure `{procedure}`"))?;
    let depth = |cursor: usize, number| recording.thread(cursor, number).map_or(0, |thread| thread.frames.len());
    let entered = |cursor: usize| {
        let step = recording.last_step(cursor);
        let is_changed = |number| step.is_none_or(|step| step.threads.iter().any(|change| change.number == number));
        let threads = recording.state(cursor).threads.iter();
        let inside = threads
            .filter(|thread| is_changed(thread.number))
            .filter(move |thread| thread.frames.last().is_some_and(|frame| frame.procedure as usize == found));
        let new = inside.filter(move |thread| match cursor.checked_sub(1) {
            Some(before) => depth(before, thread.number) < thread.frames.len(),
            None => true,
        });
        new.map(move |thread| (cursor, thread.number)).collect::<Vec<_>>()
    };
    Ok((0..=recording.end()).flat_map(entered).collect())
}

/// The cursors at which the value of an expression has just changed. Fails with a clause if it never has one.
fn changes(recording: &Recording, expression: &str) -> Result<Vec<Visit>, String> {
    let expression = Asked::read(expression);
    let value = |cursor| expression.answer(Viewpoint { recording, cursor, frame: None }).map(|told| told.result);
    let mut visits = Vec::new();
    let mut before = value(0);
    let mut problem = before.as_ref().err().cloned();
    for cursor in 1..=recording.end() {
        let now = value(cursor);
        if now.is_ok() && before.is_ok() && now != before {
            visits.extend(recording.last_step(cursor).map(|step| (cursor, step.thread)));
        }
        problem = problem.filter(|_| now.is_err());
        before = now;
    }
    problem.map_or(Ok(visits), |problem| Err(problem.trim_end_matches('.').to_owned()))
}
