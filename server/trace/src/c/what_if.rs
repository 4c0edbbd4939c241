//! Other executions of a C program: those that begin as a trace does, and go on with a step of any thread that can act.
//!
//! Here a step of the machine also ends before each statement, so that an execution can be left wherever the trace has a step,
//! unless a section that cannot be interrupted is several steps.

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_machine::choices::{Asked, Choices, Question, Usual};
use boolprog_machine::fault::Fault;
use boolprog_machine::machine::{Ended, Machine, Options};
use boolprog_machine::program::Program;
use boolprog_machine::record::Noted;
use boolprog_machine::thread::ThreadId;

use super::run::Run;
use super::{NAME, NoTrace, Subject, begun, told};
use crate::document::{ScheduleDocument, TraceDocument};

/// Steps of the machine that are no step of the trace: that many are made at most.
const MOST_HIDDEN: usize = 1 << 12;

/// Ranges of at most this number of answers are offered in full.
const FEW: i128 = 8;

/// An execution that goes on from a trace with one more step or, where a section is several, with all of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    /// The whole execution.
    pub trace: TraceDocument,
    /// The fault with which it ends.
    pub fault: Option<Fault>,
    /// The questions in its last step, and the answers.
    pub answers: Vec<(Question, i128)>,
}

impl Alternative {
    /// Returns `true` if another one differs in nothing that a person sees but the order of operands.
    fn is_like(&self, other: &Self) -> bool {
        let chosen = |it: &Self| it.answers.iter().filter(|it| it.0 != Question::Order).copied().collect::<Vec<_>>();
        self.trace.steps.last() == other.trace.steps.last()
            && self.fault == other.fault
            && chosen(self) == chosen(other)
    }
}

/// A C program whose executions are tried out.
#[derive(Clone, Debug)]
pub struct WhatIf {
    program: Arc<Program>,
    /// Before the first step.
    start: Machine,
    /// The answers that come first where an execution ends that goes on, from the first question on.
    usual: Vec<i128>,
}

impl WhatIf {
    /// For the program of a trace. Fails if the trace is no execution of it. Takes the time of [`document`](super::document).
    pub fn new(program: Arc<Program>, trace: &TraceDocument, control: &dyn Control) -> Result<Self, NoTrace> {
        let found = Self { usual: Vec::new(), ..Self::afresh(program, trace, control)? };
        let whole = found.up_to(trace, usize::MAX, control)?;
        let steps = |trace: &TraceDocument| trace.steps.iter().map(|it| (it.thread, it.range)).collect::<Vec<_>>();
        if steps(&whole) == steps(trace) { Ok(found) } else { Err(NoTrace::Other) }
    }

    /// For a program that looks for the same faults as the one of a trace, and answers as that did where it can. Fails if it ends before its first step.
    pub fn afresh(program: Arc<Program>, trace: &TraceDocument, control: &dyn Control) -> Result<Self, NoTrace> {
        let (_, options) = trace.schedule.as_ref().ok_or(NoTrace::NoSchedule)?.read();
        let start = begun(&program, Options { by_statement: true, ..options }, &[NAME], &[], control)?;
        Ok(Self { program, start, usual: answers(trace).to_vec() })
    }

    /// The files of the program, each with its text and the comments of that.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[Span])> {
        let units = self.program.units().filter(|(unit, _)| !self.program.is_library(*unit));
        units.flat_map(|(_, unit)| unit.sources.files.iter().map(|file| (&*file.text, &*file.comments)))
    }

    /// The beginning of an execution, up to a number of steps of the trace. Linear in its length.
    pub fn up_to(&self, trace: &TraceDocument, steps: usize, control: &dyn Control) -> Result<TraceDocument, NoTrace> {
        self.at(trace, steps, control, |run| {
            let (document, _) = self.document(trace, run);
            Ok(TraceDocument { steps: document.steps.into_iter().take(steps).collect(), ..document })
        })
    }

    /// The execution that goes on from a number of steps of a trace with one step of each of these threads, up to where one cannot
    /// act, something is open, or the program ends. Linear in its length.
    pub fn along(
        &self,
        trace: &TraceDocument,
        steps: usize,
        threads: &[u32],
        control: &dyn Control,
    ) -> Result<TraceDocument, NoTrace> {
        self.at(trace, steps, control, |mut run| {
            let mut choices = Noted { source: Usual, answers: Vec::new() };
            let mut certain = run.told();
            for thread in threads.iter().map(|number| ThreadId(number.wrapping_sub(1))) {
                run.advance(thread, &mut choices, control)?;
                if run.told() != certain + 1 || !choices.answers.is_empty() || run.machine.ended().is_some() {
                    break;
                }
                certain += 1;
            }
            let (document, _) = self.document(trace, run);
            Ok(TraceDocument { steps: document.steps.into_iter().take(certain).collect(), ..document })
        })
    }

    /// Returns `true` if no thread can act after a number of steps, although the program has not ended.
    pub fn is_stuck(&self, trace: &TraceDocument, steps: usize, control: &dyn Control) -> Result<bool, NoTrace> {
        self.at(trace, steps, control, |mut run| Ok(run.ready().is_empty() && run.machine.ended().is_none()))
    }

    /// The possible next steps after a number of steps, at most `most` of it, thread by thread; for each thread the answers of the trace
    /// to what is open come first, else the usual ones. Takes time linear in the length of the execution for each of them.
    pub fn alternatives(
        &self,
        trace: &TraceDocument,
        steps: usize,
        (thread, most): (Option<u32>, usize),
        control: &dyn Control,
    ) -> Result<Vec<Alternative>, NoTrace> {
        let is_asked = |id: &ThreadId| thread.is_none_or(|thread| thread == id.0 + 1);
        self.at(trace, steps, control, |mut run| {
            let mut found = Vec::new();
            if run.told() > steps {
                let acts = run.record.turns.last().is_some_and(|(last, _)| is_asked(last));
                found.extend(acts.then(|| self.alternative(trace, steps, run, Vec::new())).flatten());
                return Ok(found);
            }
            for thread in run.ready().into_iter().filter(is_asked) {
                let is_next = trace.steps.get(steps).is_some_and(|step| step.thread == thread.0 + 1);
                let known = if is_next { self::answers(trace) } else { &self.usual };
                let usual = known.get(run.record.answers.len()..).unwrap_or_default();
                let mut open = vec![Vec::new()];
                while let Some(given) = open.pop().filter(|_| found.len() < most) {
                    // The trace does not fail here, where another thread acts before the check that does.
                    let goes_on = is_next && given.is_empty() && trace.steps.len() > steps + 1;
                    let mut answers = Answers { given, usual, made: Vec::new() };
                    let mut next = run.clone();
                    next.advance(thread, &mut answers, control)?;
                    open.extend(answers.others().into_iter().rev());
                    next.record.answers.extend(answers.made.iter().map(|(_, answer)| *answer));
                    if !goes_on {
                        next.fail(thread, control)?;
                    }
                    let made = answers.made.iter().map(|(asked, answer)| (asked.question, *answer)).collect();
                    let next = self.alternative(trace, steps, next, made);
                    found.extend(next.filter(|next| !found.iter().any(|known| next.is_like(known))));
                }
            }
            Ok(found)
        })
    }

    /// Executes a trace up to a number of its steps.
    fn at<T>(
        &self,
        trace: &TraceDocument,
        steps: usize,
        control: &dyn Control,
        then: impl FnOnce(Run<'_>) -> Result<T, NoTrace>,
    ) -> Result<T, NoTrace> {
        let schedule = trace.schedule.as_ref().ok_or(NoTrace::NoSchedule)?;
        let (record, _) = schedule.read();
        let mut run = Run::new(&self.program, &self.start, &trace.shared);
        let (_, source) = record.repeated();
        let mut choices = Noted { source, answers: Vec::new() };
        for thread in record.threads() {
            loop {
                if run.told() >= steps || run.machine.ended().is_some() {
                    break;
                }
                run.step(thread, &mut choices, control)?;
                if schedule.statements || !run.machine.is_within_step() {
                    break;
                }
            }
        }
        run.record.answers = choices.answers;
        then(run)
    }

    /// An execution with more than this number of steps; none if it has not.
    fn alternative(
        &self,
        trace: &TraceDocument,
        steps: usize,
        run: Run<'_>,
        answers: Vec<(Question, i128)>,
    ) -> Option<Alternative> {
        let (trace, fault) = self.document(trace, run);
        (trace.steps.len() > steps).then_some(Alternative { trace, fault, answers })
    }

    fn document(&self, trace: &TraceDocument, run: Run<'_>) -> (TraceDocument, Option<Fault>) {
        let (record, options) = (run.record.clone(), run.machine.options());
        let (model, end) = run.end();
        let fault = match end.ended() {
            Some(Ended::Fault(fault)) => Some(Fault::clone(fault)),
            _ => None,
        };
        let TraceDocument { program: path, program_hash: hash, .. } = trace;
        let subject = Subject { path, hash, property: "what-if", guarantee: "", is_race: false };
        let document = told(&self.program, &self.start, &model, &end, (&subject, fault.as_ref()));
        let schedule = ScheduleDocument::new(&record, options, self.program.target(), Some(&end));
        (TraceDocument { schedule: Some(schedule), ..document }, fault)
    }
}

impl Run<'_> {
    /// Goes on with a thread until a step of the trace is over.
    fn advance(&mut self, thread: ThreadId, choices: &mut dyn Choices, control: &dyn Control) -> Result<(), NoTrace> {
        let before = self.told();
        for _ in 0..MOST_HIDDEN {
            if !self.ready().contains(&thread) {
                break;
            }
            self.step(thread, choices, control)?;
            if self.told() > before {
                break;
            }
        }
        Ok(())
    }

    /// Goes on to a fault that is part of the last step: that of a check which cannot be interrupted any more.
    fn fail(&mut self, thread: ThreadId, control: &dyn Control) -> Result<(), NoTrace> {
        let mut ahead = self.clone();
        let mut choices = Noted { source: Usual, answers: Vec::new() };
        ahead.advance(thread, &mut choices, control)?;
        let fails = matches!(ahead.machine.ended(), Some(Ended::Fault(_)));
        if fails && choices.answers.is_empty() && ahead.clone().end().0.drafts.len() == self.told() {
            *self = ahead;
        }
        Ok(())
    }
}

/// The choices in a trace, in order.
fn answers(trace: &TraceDocument) -> &[i128] {
    trace.schedule.as_ref().map_or(&[], |schedule| &schedule.choices)
}

/// Gives answers, then usual ones, and keeps what was asked.
struct Answers<'a> {
    given: Vec<i128>,
    /// The usual answers from the first question on, as far as they are known.
    usual: &'a [i128],
    made: Vec<(Asked, i128)>,
}

impl Answers<'_> {
    /// The other answers to what was not given, each with those before it.
    fn others(&self) -> Vec<Vec<i128>> {
        let mut found = Vec::new();
        for (index, (asked, made)) in self.made.iter().enumerate().skip(self.given.len()) {
            let before = || self.made[..index].iter().map(|(_, answer)| *answer);
            let others = offered(asked).into_iter().filter(|answer| answer != made);
            found.extend(others.map(|other| before().chain([other]).collect()));
        }
        found
    }
}

impl Choices for Answers<'_> {
    fn choose(&mut self, asked: &Asked) -> i128 {
        let number = self.made.len();
        let given = self.given.get(number).or_else(|| self.usual.get(number)).copied();
        let answer = given.unwrap_or_else(|| Usual.choose(asked)).clamp(asked.low, asked.high);
        self.made.push((*asked, answer));
        answer
    }
}

/// The answers to a question that are offered, in increasing order: all if they are few, else those near 0 and the ends.
fn offered(asked: &Asked) -> Vec<i128> {
    let Asked { low, high, .. } = *asked;
    if high - low < FEW {
        return (low..=high).collect();
    }
    let mut near: Vec<i128> = [low, -1, 0, 1, 2, 3, high].into_iter().filter(|it| (low..=high).contains(it)).collect();
    near.sort_unstable();
    near.dedup();
    near
}
