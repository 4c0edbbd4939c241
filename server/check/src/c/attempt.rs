//! An execution that has come to some moment of a guide.

use std::collections::VecDeque;
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_base::control::{Control, Unlimited};
use boolprog_machine::choices::{Asked, Choices, Usual};
use boolprog_machine::machine::{Environment, Machine};
use boolprog_machine::observer::Nobody;
use boolprog_machine::record::Noted;
use boolprog_machine::thread::{Status, ThreadId};

use super::guide::{Guide, Moment};
use super::inputs::{Answers, Told};
use super::watch::{Watch, meet};

/// A step of a schedule: the thread that acts, and the answers to what it leaves open.
pub(crate) type Scheduled = (ThreadId, Vec<i128>);

/// An execution, with what of it no moment was found to be.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    /// The machine as it is now.
    pub machine: Machine,
    /// Number of moments that have happened.
    pub moment: usize,
    /// What was executed.
    pub schedule: Vec<Scheduled>,
    /// Places of the statements that the last step has begun.
    pub statements: Vec<Span>,
    /// The threads of the machine that those of the guide are, as far as they are known.
    threads: Vec<Option<ThreadId>>,
    /// For each thread of the machine its steps.
    done: Vec<Done>,
    /// Threads that were created, and are none of the guide yet, with the functions with which they begin.
    created: Vec<(ThreadId, String)>,
    /// For each thread of the guide the values that are still to be chosen, with their places.
    inputs: Vec<Vec<(Span, i64)>>,
}

/// That a step was taken for an access of the guide.
pub(super) struct Claimed {
    /// The execution in which a later step is meant, if there can be one.
    pub later: Option<Attempt>,
}

/// What a thread has done.
#[derive(Clone, Debug, Default)]
struct Done {
    /// For each step that is no moment yet the places of its accesses.
    steps: VecDeque<Vec<Span>>,
    /// The other places of the last step that is a moment: a section can be several moments.
    rest: Vec<Span>,
    /// Where threads were created.
    creations: VecDeque<Span>,
}

impl Attempt {
    /// The execution that has not begun.
    pub(super) fn new(machine: Machine, guide: &Guide) -> Self {
        Self {
            machine,
            moment: 0,
            schedule: Vec::new(),
            statements: Vec::new(),
            threads: guide.threads.iter().map(|thread| thread.is_main.then_some(ThreadId(0))).collect(),
            done: vec![Done::default()],
            created: Vec::new(),
            inputs: guide.threads.iter().map(|thread| thread.inputs.clone()).collect(),
        }
    }

    /// The thread of the machine that a thread of the guide is, if that is known, or one was created with its function.
    pub(super) fn bound(&mut self, guided: usize, start: &str) -> Option<ThreadId> {
        if self.threads[guided].is_none() {
            let found = self.created.iter().position(|(_, name)| name == start)?;
            self.threads[guided] = Some(self.created.remove(found).0);
        }
        self.threads[guided]
    }

    /// The thread that goes on until others are created: `main`, or else the first one that can.
    pub(super) fn creator(&mut self) -> ThreadId {
        if self.status(ThreadId(0)) != Status::Ended {
            return ThreadId(0);
        }
        self.ready().first().copied().unwrap_or_default()
    }

    /// Whether a thread can act.
    pub(super) fn status(&self, thread: ThreadId) -> Status {
        self.machine.threads().find(|(id, _)| *id == thread).map_or(Status::Ended, |(_, status)| status)
    }

    /// The threads that can act.
    pub(super) fn ready(&mut self) -> Vec<ThreadId> {
        let mut ready = Vec::new();
        self.machine.ready(&mut ready);
        ready
    }

    /// Whether moments that are still to come are by this thread.
    pub(super) fn is_named(&self, thread: ThreadId, moments: &[Moment]) -> bool {
        let Some(guided) = self.threads.iter().position(|bound| *bound == Some(thread)) else { return false };
        moments[self.moment..].iter().any(|moment| moment.thread == guided)
    }

    /// Takes a creation that a thread has done for one of the guide.
    pub(super) fn claim_creation(&mut self, thread: ThreadId, span: Span) -> bool {
        let creations = &mut self.done[thread.0 as usize].creations;
        let found = creations.iter().position(|place| meet(*place, span));
        found.is_some_and(|found| creations.drain(..=found).count() > 0)
    }

    /// Takes a step of a thread for an access of the guide there. None if no step can be meant.
    pub(super) fn claim(&mut self, thread: ThreadId, span: Span) -> Option<Claimed> {
        let done = &mut self.done[thread.0 as usize];
        if let Some(found) = done.rest.iter().position(|place| meet(*place, span)) {
            done.rest.drain(..=found);
            return Some(Claimed { later: None });
        }
        let found = done.steps.iter().position(|step| step.iter().any(|place| meet(*place, span)))?;
        let mut later = self.clone();
        later.done[thread.0 as usize].steps.drain(..=found);
        let done = &mut self.done[thread.0 as usize];
        let step = done.steps.drain(..=found).next_back().unwrap_or_default();
        done.rest = step.into_iter().filter(|place| !meet(*place, span)).collect();
        Some(Claimed { later: Some(later) })
    }

    /// One step of a thread. Gives the executions in which something else is answered to what it leaves open.
    pub(super) fn step(&mut self, thread: ThreadId, control: &dyn Control) -> Vec<Self> {
        let before = self.clone();
        let told = self.step_with(thread, &[], control);
        let mut others = Vec::new();
        for (index, told_there) in told.iter().enumerate() {
            let Some((low, high)) = told_there.others else { continue };
            let given: Vec<i128> = told[..index].iter().map(|told| told.answer).collect();
            for answer in (low..=high).filter(|answer| *answer != told_there.answer) {
                let mut other = before.clone();
                other.step_with(thread, &[&given[..], &[answer]].concat(), control);
                others.push(other);
            }
        }
        others
    }

    fn step_with(&mut self, thread: ThreadId, given: &[i128], control: &dyn Control) -> Vec<Told> {
        let guided = self.threads.iter().position(|bound| *bound == Some(thread));
        let mut inputs = guided.map_or_else(Vec::new, |guided| std::mem::take(&mut self.inputs[guided]));
        let program = Arc::clone(self.machine.program());
        let mut answers = Answers { given, guided: &mut inputs, program: &program, told: Vec::new() };
        self.step_choosing(thread, &mut answers, control);
        let told = answers.told;
        if let Some(guided) = guided {
            self.inputs[guided] = inputs;
        }
        told
    }

    /// One step of a thread with these choices.
    pub(super) fn step_choosing(&mut self, thread: ThreadId, choices: &mut dyn Choices, control: &dyn Control) {
        let mut watch = Watch::default();
        let mut noted = Noted { source: Lent(choices), answers: Vec::new() };
        self.machine.step(thread, &mut Environment { choices: &mut noted, observer: &mut watch, control });
        self.schedule.push((thread, noted.answers));
        self.done.resize_with(self.machine.threads().count(), Done::default);
        let done = &mut self.done[thread.0 as usize];
        if !watch.accesses.is_empty() {
            done.steps.push_back(watch.accesses);
        }
        done.creations.extend(watch.created.iter().map(|(_, place)| *place));
        let created = watch.created.iter().map(|(thread, _)| (*thread, start_of(&self.machine, *thread)));
        self.created.extend(created);
        self.statements = watch.statements;
    }
}

/// Choices of another source.
struct Lent<'a>(&'a mut dyn Choices);

impl Choices for Lent<'_> {
    fn choose(&mut self, asked: &Asked) -> i128 {
        self.0.choose(asked)
    }
}

/// Steps of the library before a new thread comes to its function.
const MOST_BEFORE: usize = 50;

/// The name of the function of the program with which a thread begins, which the library calls.
fn start_of(machine: &Machine, thread: ThreadId) -> String {
    let mut machine = machine.clone();
    for _ in 0..MOST_BEFORE {
        if let Some(name) = machine.start_of(thread) {
            return name.to_owned();
        }
        let can_act = machine.threads().any(|(id, status)| id == thread && status == Status::Ready);
        if !can_act || machine.ended().is_some() {
            break;
        }
        let mut environment = Environment { choices: &mut Usual, observer: &mut Nobody, control: &Unlimited };
        machine.step(thread, &mut environment);
    }
    String::new()
}
