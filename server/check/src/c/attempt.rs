//! An execution that has come to some moment of a guide.

use std::collections::VecDeque;
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::{Control, Unlimited};
use boolprog_machine::choices::{Asked, Choices, Usual};
use boolprog_machine::fault::Kind;
use boolprog_machine::machine::{Environment, Machine};
use boolprog_machine::observer::Nobody;
use boolprog_machine::record::{GivenAnswers, Noted};
use boolprog_machine::thread::{Status, ThreadId};

use super::guide::{Guide, Input, Moment};
use super::inputs::{Answers, Told};
use super::watch::{self, Next, Shared, Watch, meet};

/// A step of a schedule: the thread that acts, and the answers to what it leaves open.
pub(crate) type Scheduled = (ThreadId, Vec<i128>);

/// An execution, with what of it no moment was found to be.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    /// The machine as it is now.
    pub machine: Machine,
    /// Number of moments that have happened.
    pub moment: usize,
    /// The steps that were executed.
    pub schedule: Vec<Scheduled>,
    /// Places of the statements that the last step has begun.
    pub statements: Vec<Span>,
    /// The threads of the machine that those of the guide are, as far as they are known.
    threads: Vec<Option<ThreadId>>,
    /// For each thread of the machine its steps.
    done: Vec<Done>,
    /// Threads that were created, and are none of the guide yet.
    created: Vec<Created>,
    /// For each thread of the guide the values that are still to be chosen.
    inputs: Vec<Vec<Input>>,
    /// A copy of the machine, and the number of steps before it.
    kept: (Arc<Machine>, usize),
    /// `true` if all moments of the guide have happened: it has no more to say.
    pub is_over: bool,
}

/// A thread that was created.
#[derive(Clone, Debug)]
struct Created {
    thread: ThreadId,
    /// The function with which it was created, or which it calls first.
    function: String,
    /// The function that it begins in the middle of, if it does.
    within: Option<String>,
}

/// That a step was taken for an access of the guide.
pub(super) struct Claimed {
    /// The execution in which a later step is meant, if there can be one.
    pub later: Option<Attempt>,
}

/// The past of a thread.
#[derive(Clone, Debug, Default)]
struct Done {
    /// For each step that is no moment yet the places of its accesses.
    steps: VecDeque<Vec<Span>>,
    /// The other places of the last step that is a moment: a section can be several moments.
    rest: Vec<Span>,
    /// The place of that moment.
    last: Option<Span>,
    /// The places at which threads were created.
    creations: VecDeque<Span>,
}

impl Attempt {
    /// The execution that has not begun.
    pub(super) fn new(machine: Machine, guide: &Guide) -> Self {
        Self {
            kept: (Arc::new(machine.clone()), 0),
            machine,
            moment: 0,
            schedule: Vec::new(),
            statements: Vec::new(),
            threads: guide.threads.iter().map(|thread| thread.is_main.then_some(ThreadId(0))).collect(),
            done: vec![Done::default()],
            created: Vec::new(),
            inputs: guide.threads.iter().map(|thread| thread.inputs.clone()).collect(),
            is_over: false,
        }
    }

    /// An execution in which the next moment has happened, too.
    pub(super) fn after(self) -> Self {
        Self { moment: self.moment + 1, ..self }
    }

    /// The thread of the machine that a thread of the guide is, if that is known, or one was created with its function: any one
    /// if the guide does not know the function.
    pub(super) fn bound(&mut self, guided: usize, guide: &Guide) -> Option<ThreadId> {
        let starts = &guide.threads[guided].starts;
        if starts.is_empty() {
            return self.bound_to_other(guided, guide).or_else(|| self.bind(guided, |_| true));
        }
        let is_outermost = |name: &str| starts.first().is_some_and(|start| start == name);
        self.bind(guided, |created| created.within.is_none() && is_outermost(&created.function))
            .or_else(|| self.bind(guided, |created| created.within.is_some() && starts.contains(&created.function)))
            .or_else(|| self.bind(guided, |created| created.within.as_deref().is_some_and(is_outermost)))
    }

    /// Takes a thread for one of the guide whose function no thread of the guide has: the machine may begin with another one.
    pub(super) fn bound_to_other(&mut self, guided: usize, guide: &Guide) -> Option<ThreadId> {
        let is_guided =
            |name: &String| guide.threads.iter().any(|thread| !thread.is_main && thread.starts.first() == Some(name));
        self.bind(guided, |created| !is_guided(&created.function))
    }

    fn bind(&mut self, guided: usize, fits: impl Fn(&Created) -> bool) -> Option<ThreadId> {
        if self.threads[guided].is_none() {
            let found = self.created.iter().position(fits)?;
            self.threads[guided] = Some(self.created.remove(found).thread);
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

    /// The status of a thread; one that is not there has ended.
    pub(super) fn status(&self, thread: ThreadId) -> Status {
        self.machine.threads().find(|(id, _)| *id == thread).map_or(Status::Ended, |(_, status)| status)
    }

    /// The threads that can act.
    pub(super) fn ready(&mut self) -> Vec<ThreadId> {
        let mut ready = Vec::new();
        self.machine.ready(&mut ready);
        ready
    }

    /// Returns `true` if moments that are still to come are by this thread.
    pub(super) fn is_named(&self, thread: ThreadId, moments: &[Moment]) -> bool {
        let Some(guided) = self.guided(thread) else { return false };
        moments[self.moment..].iter().any(|moment| moment.thread == guided)
    }

    /// Takes a creation that a thread has done for one of the guide.
    pub(super) fn claim_creation(&mut self, thread: ThreadId, span: Span) -> bool {
        let creations = &mut self.done[thread.0 as usize].creations;
        let found = creations.iter().position(|place| meet(*place, span));
        found.is_some_and(|found| creations.drain(..=found).count() > 0)
    }

    /// Returns `true` if the last moment of a thread was there, too: then both can be one step of the machine.
    pub(super) fn repeats(&self, thread: ThreadId, span: Span) -> bool {
        self.done[thread.0 as usize].last.is_some_and(|last| meet(last, span))
    }

    /// Takes a step of a thread for an access of the guide there. None if no step can be meant.
    pub(super) fn claim(&mut self, thread: ThreadId, span: Span) -> Option<Claimed> {
        let done = &self.done[thread.0 as usize];
        if let Some(found) = find(&done.rest, span) {
            let is_exact = done.rest[found] == span;
            let later = (!is_exact).then(|| self.without_rest(thread));
            self.done[thread.0 as usize].rest.drain(..=found);
            return Some(Claimed { later });
        }
        let found = done.steps.iter().position(|step| step.iter().any(|place| meet(*place, span)))?;
        let mut later = self.clone();
        later.done[thread.0 as usize].steps.drain(..=found);
        let done = &mut self.done[thread.0 as usize];
        let step = done.steps.drain(..=found).next_back().unwrap_or_default();
        done.rest = find(&step, span).map_or_else(Vec::new, |claimed| step[claimed + 1..].to_vec());
        done.last = Some(span);
        Some(Claimed { later: Some(later) })
    }

    /// The execution in which no more accesses of the last step of a thread are moments.
    fn without_rest(&self, thread: ThreadId) -> Self {
        let mut without = self.clone();
        without.done[thread.0 as usize].rest.clear();
        without
    }

    /// One step of a thread. Gives the executions in which something else is answered to what it leaves open, as long as there
    /// is room.
    pub(super) fn step(&mut self, thread: ThreadId, room: usize, control: &dyn Control) -> Vec<Self> {
        self.keep();
        let (stepped, told) = self.stepped(thread, &[], control);
        let mut others = Vec::new();
        if room > 0 && told.iter().any(|told| !told.others.is_empty()) {
            let before = Self { machine: self.repeated(control), ..self.clone() };
            for (index, told_there) in told.iter().enumerate() {
                let given: Vec<i128> = told[..index].iter().map(|told| told.answer).collect();
                for answer in told_there.others.iter().take(room.saturating_sub(others.len())).copied() {
                    let mut other = before.clone();
                    let (stepped, _) = other.stepped(thread, &[&given[..], &[answer]].concat(), control);
                    other.take(thread, stepped);
                    others.push(other);
                }
            }
        }
        self.take(thread, stepped);
        others
    }

    /// Keeps a copy of the machine from time to time: whether the one before a step is needed is known only after it.
    fn keep(&mut self) {
        if self.schedule.len() >= self.kept.1 + MOST_REPEATED {
            self.kept = (Arc::new(self.machine.clone()), self.schedule.len());
        }
    }

    /// The machine before a step that the schedule does not have yet: the last steps are executed again.
    fn repeated(&self, control: &dyn Control) -> Machine {
        let (mut machine, mut ready) = (Machine::clone(&self.kept.0), Vec::new());
        for (thread, answers) in &self.schedule[self.kept.1..] {
            machine.ready(&mut ready);
            let mut choices = GivenAnswers::of(answers);
            machine.step(*thread, &mut Environment { choices: &mut choices, observer: &mut Nobody, control });
        }
        machine.ready(&mut ready);
        machine
    }

    /// A step of a thread, with these answers first; the rest of what is known of the execution stays as before.
    fn stepped(&mut self, thread: ThreadId, given: &[i128], control: &dyn Control) -> (Stepped, Vec<Told>) {
        let guided = self.guided(thread);
        let mut inputs = guided.map_or_else(Vec::new, |guided| self.inputs[guided].clone());
        let program = Arc::clone(self.machine.program());
        let mut answers =
            Answers { given, guided: &mut inputs, is_over: self.is_over, program: &program, told: Vec::new() };
        let mut stepped = Stepped::new(&mut self.machine, thread, &mut answers, control);
        let told = answers.told;
        stepped.inputs = guided.map(|guided| (guided, inputs));
        (stepped, told)
    }

    /// One step of a thread with these choices.
    pub(super) fn step_choosing(&mut self, thread: ThreadId, choices: &mut dyn Choices, control: &dyn Control) {
        let stepped = Stepped::new(&mut self.machine, thread, choices, control);
        self.take(thread, stepped);
    }

    fn take(&mut self, thread: ThreadId, stepped: Stepped) {
        let Stepped { answers, done: watch, inputs } = stepped;
        if let Some((guided, inputs)) = inputs {
            self.inputs[guided] = inputs;
        }
        self.schedule.push((thread, answers));
        self.done.resize_with(self.machine.threads().count(), Done::default);
        let done = &mut self.done[thread.0 as usize];
        if !watch.accesses.is_empty() {
            done.steps.push_back(watch.accesses);
        }
        done.creations.extend(watch.created.iter().map(|(_, place)| *place));
        let created = watch.created.iter().map(|(thread, _)| Created::of(&self.machine, *thread));
        self.created.extend(created);
        self.statements = watch.statements;
    }

    /// The accesses of the next step of a thread, with any answer to one of the questions that it leaves open; none if it cannot act.
    pub(super) fn next(&self, thread: ThreadId) -> Vec<Shared> {
        self.ways(thread).into_iter().flat_map(|way| way.accesses).collect()
    }

    /// The next step of a thread, with each answer to one of the questions that it leaves open; none if it cannot act.
    pub(super) fn ways(&self, thread: ThreadId) -> Vec<Way> {
        let (mut machine, mut ready) = (self.machine.clone(), Vec::new());
        machine.ready(&mut ready);
        if !ready.contains(&thread) {
            return Vec::new();
        }
        let (usual, told) = self.glance(machine.clone(), thread, &[]);
        let mut ways = vec![usual];
        let others = told.iter().enumerate().flat_map(|(index, it)| it.others.iter().map(move |other| (index, *other)));
        for (index, other) in others.take(MOST_GLANCES) {
            let given: Vec<i128> = told[..index].iter().map(|told| told.answer).chain([other]).collect();
            ways.push(self.glance(machine.clone(), thread, &given).0);
        }
        ways
    }

    /// A step of a copy of the machine, with these answers first, and what else could be answered.
    fn glance(&self, mut machine: Machine, thread: ThreadId, given: &[i128]) -> (Way, Vec<Told>) {
        let mut inputs = self.guided(thread).map_or_else(Vec::new, |guided| self.inputs[guided].clone());
        let program = self.machine.program();
        let mut choices = Answers { given, guided: &mut inputs, is_over: true, program, told: Vec::new() };
        let mut next = Next { program, accesses: Vec::new(), born: Vec::new() };
        let control = glance();
        machine.step(thread, &mut Environment { choices: &mut choices, observer: &mut next, control: &control });
        let answers = choices.told.iter().map(|told| told.answer).collect();
        (Way { answers, accesses: next.accesses }, choices.told)
    }

    /// The thread of the guide that a thread of the machine is, if that is known.
    fn guided(&self, thread: ThreadId) -> Option<usize> {
        self.threads.iter().position(|bound| *bound == Some(thread))
    }
}

/// The first access at a place; if there is none, the first one at a part of it, or around it.
fn find(accesses: &[Span], place: Span) -> Option<usize> {
    let exact = accesses.iter().position(|access| *access == place);
    exact.or_else(|| accesses.iter().position(|access| meet(*access, place)))
}

/// One of the next steps that a thread can make.
pub(super) struct Way {
    /// Its answers to what it leaves open.
    pub answers: Vec<i128>,
    /// Its accesses.
    pub accesses: Vec<Shared>,
}

/// The effects of a step of a thread.
struct Stepped {
    /// The answers that were given.
    answers: Vec<i128>,
    done: watch::Done,
    /// The number of the thread in the guide, and the values that are still to be chosen.
    inputs: Option<(usize, Vec<Input>)>,
}

impl Stepped {
    fn new(machine: &mut Machine, thread: ThreadId, choices: &mut dyn Choices, control: &dyn Control) -> Self {
        let program = Arc::clone(machine.program());
        let sees_births = machine.options().kinds.contains(Kind::Leak);
        let mut watch = Watch { program: &program, sees_births, done: watch::Done::default() };
        let mut noted = Noted { source: Lent(choices), answers: Vec::new() };
        machine.step(thread, &mut Environment { choices: &mut noted, observer: &mut watch, control });
        Self { answers: noted.answers, done: watch.done, inputs: None }
    }
}

/// Choices of another source.
struct Lent<'a>(&'a mut dyn Choices);

impl Choices for Lent<'_> {
    fn choose(&mut self, asked: &Asked) -> i128 {
        self.0.choose(asked)
    }
}

/// Steps that are executed again to have the machine before one of them.
const MOST_REPEATED: usize = 16;

/// Polls of a machine that looks ahead, of which each comes within some milliseconds.
const MOST_POLLS: Budget = Budget::polls(4);

/// Stops a machine that looks ahead in a step that takes long, such as an endless loop within a section.
const fn glance() -> Limited<'static> {
    Limited::new(&Unlimited, MOST_POLLS)
}

/// Other answers with which the next step of a thread is examined.
const MOST_GLANCES: usize = 16;

/// Steps of a thread that begins within a function before it calls one.
const MOST_BEFORE: usize = 50;

impl Created {
    /// A thread that a machine has just created.
    fn of(machine: &Machine, thread: ThreadId) -> Self {
        let name = |function| machine.program().function(function).name.to_string();
        let within = || machine.activations(thread).first().map(|outermost| name(outermost.function));
        let within = if machine.is_forked(thread) { within() } else { None };
        Self { thread, function: start_of(machine, thread), within }
    }
}

/// The name of the function of the program with which a thread was created, or which it calls first.
fn start_of(machine: &Machine, thread: ThreadId) -> String {
    let mut machine = machine.clone();
    for _ in 0..MOST_BEFORE {
        if let Some(start) = machine.start_of(thread) {
            return machine.program().function(start).name.to_string();
        }
        let can_act = machine.threads().any(|(id, status)| id == thread && status == Status::Ready);
        if !can_act || machine.ended().is_some() {
            break;
        }
        let mut environment = Environment { choices: &mut Usual, observer: &mut Nobody, control: &glance() };
        machine.step(thread, &mut environment);
    }
    String::new()
}
