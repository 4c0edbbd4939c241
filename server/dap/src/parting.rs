//! The first step of a trace that its program, which has changed since, does not take.
//!
//! The program is executed along the old trace: for each step, its thread goes on to the statement with the same text.
//! Statements that are new are taken when a thread comes to them, or once another thread waits. Where the program has a choice,
//! all are tried, those first that lead to the old values; the execution that comes farthest says where the two part.

use std::sync::Arc;

use boolprog_base::control::Progress;
use boolprog_check::Query;
use boolprog_trace::document::{AccessKind, ChoiceDocument, ProgramKind, StepDocument, TraceDocument};

use crate::environment::Environment;
use crate::recording::Recording;
use crate::simulation::{BooleanSimulator, CSimulator, IntegerSimulator, Moment, Simulator, Way, has_failed};

/// Steps that are taken between two steps of the trace at most.
const MOST_BETWEEN: usize = 40;

/// Ways of a step that are tried at most.
const MOST_WAYS: usize = 64;

/// Moments from which the trace is followed at most.
const MOST_TRIED: u64 = 4000;

/// Steps that are taken at once where they are those of the trace, at first; twice as many each time that this is so.
const AT_ONCE: usize = 8;

/// The first step that is not taken, from 1, and the reason as a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// Number of the step, from 1.
    pub step: usize,
    /// Why it is not taken, such as ``T2 waits for mutex `m`, held by T1``.
    pub why: String,
}

/// Follows a trace in a program that has changed since. `None` if the program takes all of its steps, or if that is not known: it
/// is in another language, cannot start like the trace, has too many choices, or the work was stopped.
///
/// Takes time linear in the steps if the program has no choices; for a C program also times the steps that are new, and times the
/// logarithm of the others.
pub fn parting(query: &Query, trace: Arc<TraceDocument>, environment: &Environment) -> Option<Parting> {
    let old = Recording::new(trace).ok()?;
    let simulator: Box<dyn Simulator> = match (query, old.document().kind) {
        (Query::Boolean(unit, _), ProgramKind::Boolean) => Box::new(BooleanSimulator::of(unit.clone())),
        (Query::Integer(model, _), ProgramKind::Integer) => {
            let model =
                if model.has_any_number() { model.with_instances(most_of_a_kind(&old)).ok()? } else { model.clone() };
            Box::new(IntegerSimulator::of(model))
        }
        (Query::Integer(model, _), ProgramKind::C) => {
            let program = Arc::clone(model.machine.as_ref()?);
            Box::new(CSimulator::of(program, old.document(), environment.clone()).ok()?)
        }
        _ => return None,
    };
    Pursuit { simulator: &*simulator, old: &old, farthest: None, is_partial: false }.run(environment)
}

/// The largest number of instances of one process.
fn most_of_a_kind(old: &Recording) -> u16 {
    let process = |name: &str| name.split('[').next().unwrap_or_default().to_owned();
    let names: Vec<String> = old.document().instances.iter().map(|name| process(name)).collect();
    let most = names.iter().map(|name| names.iter().filter(|other| *other == name).count()).max();
    most.unwrap_or(1) as u16
}

/// An old trace, and the program that follows it.
struct Pursuit<'a> {
    simulator: &'a dyn Simulator,
    old: &'a Recording,
    farthest: Option<Parting>,
    /// `true` if a choice of the trace, or one of very many, was not tried.
    is_partial: bool,
}

/// An execution that has taken the first steps of the trace.
#[derive(Clone)]
struct Place {
    recording: Recording,
    cursor: usize,
    /// Number of the steps of the trace that are taken.
    taken: usize,
    /// The place where the last of them was taken.
    since: usize,
    /// The statement that the next thread has come to instead of that of the trace.
    instead: Option<String>,
    /// `true` if a thread went on that takes no more steps in the trace.
    is_beyond: bool,
    /// Steps to be taken at once.
    at_once: usize,
}

impl Pursuit<'_> {
    fn run(mut self, environment: &Environment) -> Option<Parting> {
        let control = (environment.control)();
        let begun = self.simulator.begin(self.old)?;
        let recording = Recording::new(Arc::new(begun)).ok()?;
        let at_once = AT_ONCE;
        let start = Place { recording, cursor: 0, taken: 0, since: 0, instead: None, is_beyond: false, at_once };
        let mut open = vec![start];
        for tried in 0.. {
            let Some(place) = open.pop() else { break };
            let Some(wanted) = self.old.next_step(place.taken) else {
                if place.is_beyond {
                    continue;
                }
                return None;
            };
            control.poll(&Progress { phase: "following", states: tried, ..Progress::default() }).ok()?;
            if tried == MOST_TRIED {
                return None;
            }
            match self.ahead(&place) {
                Some(ahead) => open.push(ahead),
                None => open.extend(self.next(place, wanted).ok()?),
            }
        }
        self.farthest.filter(|_| !self.is_partial)
    }

    /// An execution does not go on along the trace, for this reason.
    fn parts(&mut self, place: &Place, why: String) -> Vec<Place> {
        let step = place.taken + 1;
        if self.farthest.as_ref().is_none_or(|known| known.step < step) {
            self.farthest = Some(Parting { step, why });
        }
        Vec::new()
    }

    /// Takes several steps of the trace at once, but for the last one, which may fail; none if the next ones are others, or open.
    fn ahead(&self, place: &Place) -> Option<Place> {
        let left = self.old.document().steps.get(place.taken..self.old.end().saturating_sub(1))?;
        let wanted = &left[..left.len().min(place.at_once)];
        let threads: Vec<u32> = wanted.iter().map(|step| step.thread).collect();
        if threads.len() < 2 {
            return None;
        }
        let mut longer = self.simulator.along(place.now(), &threads)?;
        let steps = longer.document().steps.get(place.cursor..)?;
        let same = steps.iter().zip(wanted).take_while(|(step, wanted)| is_like(step, wanted)).count();
        if same == 0 {
            return None;
        }
        if same < steps.len() {
            longer = self.simulator.along(place.now(), &threads[..same])?;
        }
        let at_once = if same == wanted.len() { place.at_once * 2 } else { AT_ONCE };
        let (taken, cursor) = (place.taken + same, longer.end());
        let recording = place.recording.clone().grown(longer);
        Some(Place { recording, cursor, taken, since: cursor, instead: None, at_once, ..*place })
    }

    /// Goes on to a step of the trace: in any of these ways, the last one first. Fails if the program cannot be executed.
    fn next(&mut self, place: Place, wanted: &StepDocument) -> Result<Vec<Place>, String> {
        let thread = wanted.thread;
        if place.recording.thread(place.cursor, thread).is_none() {
            let why = self.why_gone(&place, wanted);
            return Ok(self.parts(&place, why));
        }
        let ways = self.ways(&place, thread)?;
        let is_late = place.cursor - place.since >= MOST_BETWEEN;
        let Some(first) = ways.first().filter(|_| !place.repeats() && !is_late) else {
            let places = if is_late { Vec::new() } else { self.with_room(&place, thread)? };
            if places.iter().all(|place| place.is_beyond) {
                let why = match ways.first() {
                    Some(_) => self.why_elsewhere(&place, wanted),
                    None => self.simulator.why_blocked(place.now(), thread)?,
                };
                self.parts(&place, why);
            }
            return Ok(places);
        };
        if self.is_rest(wanted) && first.step.begins {
            // The end of a statement that is over without another step here, such as waiting for a mutex that is free.
            return Ok(vec![Place { taken: place.taken + 1, ..place }]);
        }
        if ways.iter().any(|way| is_at(&way.step, wanted)) {
            return Ok(self.taken(&place, &ways, wanted));
        }
        if !self.simulator.can_have(&wanted.text) {
            let why = self.why_elsewhere(&place, wanted);
            return Ok(self.parts(&place, why));
        }
        let instead = place.instead.clone().unwrap_or_else(|| first.step.text.clone());
        let after = ways.into_iter().rev().map(|way| Place { instead: Some(instead.clone()), ..place.after(way) });
        Ok(after.collect())
    }

    /// Takes the step of the trace, of whose statement the ways are.
    fn taken(&mut self, place: &Place, ways: &[Way], wanted: &StepDocument) -> Vec<Place> {
        let of_it = ways.iter().filter(|way| is_at(&way.step, wanted));
        let alike: Vec<&Way> = of_it.clone().filter(|way| kinds(&way.step).eq(kinds(wanted))).collect();
        if alike.is_empty() {
            let told: Vec<String> = of_it.map(|way| told_accesses(&way.step)).take(1).collect();
            return self.parts(place, format!("`{}` now {}", wanted.text, told.concat()));
        }
        self.is_partial |= !alike.iter().any(|way| self.has_chosen(&way.step, wanted));
        let fails = place.taken + 1 == self.old.end() && self.fails_at_end();
        let after =
            alike.into_iter().filter(|way| !fails || way.fails()).map(|way| place.after(way.clone()).on_the_way());
        let mut places: Vec<Place> = after.collect();
        if places.is_empty() {
            let why = if wanted.text.starts_with("assert") { "holds" } else { "violates nothing" };
            return self.parts(place, format!("`{}` {why}", wanted.text));
        }
        let old = self.old.values(place.taken + 1);
        places.sort_by_cached_key(|place| {
            let now = place.recording.values(place.cursor);
            now.iter().filter(|(name, value)| old.get(*name) == Some(*value)).count()
        });
        places
    }

    /// Returns `true` if the last step of the trace fails by itself, not together with other threads.
    fn fails_at_end(&self) -> bool {
        has_failed(self.old, self.old.end()) && self.old.document().property.related.is_empty()
    }

    /// Returns `true` if a step ends a statement of C without any access.
    fn is_rest(&self, step: &StepDocument) -> bool {
        self.old.document().kind == ProgramKind::C && !step.begins && step.accesses.is_empty()
    }

    /// Returns `true` if the same values are chosen in a step. The trace of a C program does not say what was chosen, only what came of
    /// it.
    fn has_chosen(&self, step: &StepDocument, wanted: &StepDocument) -> bool {
        if self.old.document().kind != ProgramKind::C {
            return chosen(step).eq(chosen(wanted));
        }
        let after = |step: &StepDocument| step.accesses.iter().map(|it| it.after.clone()).collect::<Vec<_>>();
        !chosen(step).any(|choice| matches!(choice, ChoiceDocument::Input { .. })) || after(step) == after(wanted)
    }

    fn ways(&mut self, place: &Place, thread: u32) -> Result<Vec<Way>, String> {
        let ways = self.simulator.ways(place.now(), Some(thread), MOST_WAYS)?;
        self.is_partial |= ways.len() == MOST_WAYS;
        Ok(ways)
    }

    /// Lets another thread take a step that the trace does not have there, so that one which cannot go on may do so later: of several,
    /// one that has more steps in the trace, and then the one that has acted least since the last of these.
    fn with_room(&mut self, place: &Place, waiting: u32) -> Result<Vec<Place>, String> {
        let since = &place.recording.document().steps[place.since..place.cursor];
        let mut others: Vec<u32> = place.recording.live(place.cursor).map(|live| live.number).collect();
        others.retain(|other| *other != waiting);
        let next = |other: u32| self.old.document().steps[place.taken..].iter().find(|step| step.thread == other);
        let acted = |other: u32| since.iter().filter(|step| step.thread == other).count();
        others.sort_by_key(|other| (next(*other).is_none(), acted(*other)));
        for other in others {
            let next = next(other);
            let ways = self.ways(place, other)?;
            let is_of_trace = |way: &Way| next.is_some_and(|next| is_at(&way.step, next));
            if !ways.is_empty() && !ways.iter().any(is_of_trace) {
                let is_beyond = place.is_beyond || next.is_none();
                return Ok(ways.into_iter().rev().map(|way| Place { is_beyond, ..place.after(way) }).collect());
            }
        }
        Ok(Vec::new())
    }

    /// Why a thread that does not live takes no step.
    fn why_gone(&self, place: &Place, wanted: &StepDocument) -> String {
        let StepDocument { thread, text, .. } = wanted;
        let steps = &place.recording.document().steps[..place.cursor];
        match steps.iter().any(|step| step.ended == Some(*thread)) {
            true if place.instead.is_some() => self.why_elsewhere(place, wanted),
            true => format!("T{thread} ends before `{text}`"),
            false => format!("T{thread} has not been started"),
        }
    }

    fn why_elsewhere(&self, place: &Place, wanted: &StepDocument) -> String {
        let StepDocument { thread, text, .. } = wanted;
        match &place.instead {
            _ if !self.simulator.can_have(text) => format!("the statement `{text}` is no longer there"),
            Some(instead) => format!("T{thread} comes to `{instead}` instead of `{text}`"),
            None => format!("T{thread} does not come to `{text}`"),
        }
    }
}

impl Place {
    fn now(&self) -> Moment<'_> {
        Moment { recording: &self.recording, cursor: self.cursor }
    }

    fn after(&self, way: Way) -> Self {
        let longer = || {
            let mut longer = self.recording.clone();
            longer.push(way.step, way.state);
            longer
        };
        let recording = way.whole.unwrap_or_else(longer);
        Self { recording, cursor: self.cursor + 1, instead: self.instead.clone(), ..*self }
    }

    /// The same, where its last step was one of the trace.
    fn on_the_way(self) -> Self {
        Self { taken: self.taken + 1, since: self.cursor, instead: None, ..self }
    }

    /// Returns `true` if the execution has been here since it took a step of the trace.
    fn repeats(&self) -> bool {
        (self.since..self.cursor).any(|before| self.recording.state(before) == self.recording.state(self.cursor))
    }
}

/// Returns `true` if a step is of the same statement, or part of it.
fn is_at(step: &StepDocument, wanted: &StepDocument) -> bool {
    step.text == wanted.text && step.begins == wanted.begins
}

/// The accesses to variables in a step of C.
fn kinds(step: &StepDocument) -> impl Iterator<Item = AccessKind> {
    step.accesses.iter().map(|access| access.kind)
}

/// Returns `true` if a step of C does just what another one does.
fn is_like(step: &StepDocument, wanted: &StepDocument) -> bool {
    step.thread == wanted.thread && is_at(step, wanted) && step.accesses == wanted.accesses
}

/// The values that are chosen in a step.
fn chosen(step: &StepDocument) -> impl Iterator<Item = &ChoiceDocument> {
    step.choices.iter().filter(|choice| !matches!(choice, ChoiceDocument::Branch { .. }))
}

fn told_accesses(step: &StepDocument) -> String {
    let told = step.accesses.iter().map(|access| format!("{} `{}`", access.kind.verb(), access.variable));
    let told: Vec<String> = told.collect();
    if told.is_empty() { "accesses nothing".to_owned() } else { told.join(" and ") }
}
