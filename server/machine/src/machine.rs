//! The machine: a program in a state, which threads change step by step.

use std::sync::Arc;

use boolprog_base::control::{Control, Unlimited};

use crate::choices::{Choices, Usual};
use crate::code::Code;
use crate::execution::Execution;
use crate::fault::{Fault, Kind};
use crate::intrinsics;
use crate::lists::Lists;
use crate::memory::{Memory, Object, Origin};
use crate::native::Native;
use crate::observer::{Nobody, Observer};
use crate::program::{Body, Function, Program};
use crate::races::Races;
use crate::state::{Arguments, Library, State};
pub use crate::state::{Ended, Exhausted, Options};
use crate::thread::{Status, Thread, ThreadId};

/// The input of each step.
pub struct Environment<'e> {
    /// Answers what is open.
    pub choices: &'e mut dyn Choices,
    /// Gets the events.
    pub observer: &'e mut dyn Observer,
    /// Watches the work, and may stop it.
    pub control: &'e dyn Control,
}

/// A program that is being executed. A copy is another run with the same past.
#[derive(Clone, Debug)]
pub struct Machine {
    program: Arc<Program>,
    natives: Arc<[Option<Native>]>,
    state: State,
}

/// The instructions that are executed before there is a frame.
static NOTHING: std::sync::LazyLock<Code> = std::sync::LazyLock::new(Code::default);

impl Machine {
    /// A program before its first step. `main` gets these arguments, the name of the program included, unless they are chosen
    /// ([`Options::is_open`]); the parameters of another function are not written. Fails if an initial value is a fault, or the control says so.
    pub fn new(
        program: Arc<Program>,
        options: Options,
        arguments: &[&str],
        input: &[u8],
        control: &dyn Control,
    ) -> Result<Self, Ended> {
        let state = State {
            memory: program.image.clone(),
            threads: vec![Thread::new()],
            living: vec![ThreadId(0)],
            lists: Lists::default(),
            library: Library::new(input),
            options,
            races: Races::default(),
            version: 0,
            held: 0,
            work: 0,
            steps: 0,
            begun: None,
            arguments: Arguments::Given,
            allocations: 0,
            is_exiting: false,
            ended: None,
        };
        let natives = natives(&program);
        let mut machine = Self { program, natives, state };
        let mut environment = Environment { choices: &mut Usual, observer: &mut Nobody, control };
        machine.execution(ThreadId(0), &mut environment).start(arguments)?;
        Ok(machine)
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The memory.
    pub fn memory(&self) -> &Memory {
        &self.state.memory
    }

    /// The faults that it looks for, and the ends of its steps.
    pub fn options(&self) -> Options {
        self.state.options
    }

    /// Number of bytes that are held for its state.
    pub fn bytes(&self) -> u64 {
        self.state.bytes()
    }

    /// The standard input that was chosen; none if nothing of it was chosen.
    pub fn chosen_input(&self) -> Option<&[u8]> {
        let library = &self.state.library;
        let is_chosen = self.state.options.is_open && (library.is_closed || !library.input.is_empty());
        is_chosen.then_some(&*library.input)
    }

    /// The arguments of `main`, if they were chosen; a character that was not read is a dot.
    pub fn chosen_arguments(&self) -> Option<Vec<Vec<u8>>> {
        let objects = self.state.memory.objects().map(|(_, object)| object);
        let texts = objects.filter(|object| matches!(object.origin, Origin::Argument(_)));
        let text = |object: &Object| {
            let byte = |at| if object.contents.has(at) { object.contents.read(at, 1)[0] } else { b'.' };
            (0..object.size.saturating_sub(1)).map(byte).collect()
        };
        (self.state.arguments == Arguments::Chosen).then(|| texts.map(text).collect())
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// The end of the run; none while it goes on.
    pub fn ended(&self) -> Option<&Ended> {
        self.state.ended.as_ref()
    }

    /// Number of threads that have not ended.
    pub(crate) fn living(&self) -> usize {
        self.state.living.len()
    }

    /// All threads that were created, and whether they can act.
    pub fn threads(&self) -> impl ExactSizeIterator<Item = (ThreadId, Status)> {
        self.state.threads.iter().enumerate().map(|(index, thread)| (ThreadId(index as u32), thread.status))
    }

    /// The threads that can act now, into a list that is emptied first. The conditions of those that wait are evaluated if anything
    /// was written since, or a time is over that one of them waits for. If all wait, the clock is turned to the next such time.
    pub fn ready(&mut self, ready: &mut Vec<ThreadId>) {
        ready.clear();
        if self.state.ended.is_some() {
            return;
        }
        if self.state.library.is_due(self.state.steps) {
            self.state.version += 1;
        }
        self.find_ready(ready);
        if ready.is_empty() && self.state.library.turn_clock(self.state.steps) {
            self.state.version += 1;
            self.find_ready(ready);
        }
    }

    fn find_ready(&mut self, ready: &mut Vec<ThreadId>) {
        for index in 0..self.state.living.len() {
            let thread = self.state.living[index];
            let can_act = match self.state.threads[thread.0 as usize].status {
                Status::Ready => true,
                Status::Ended => false,
                Status::Waiting { version } => version != self.state.version && self.probe(thread),
            };
            if can_act {
                ready.push(thread);
            }
        }
    }

    /// Returns `true` if the condition for which a thread waits holds now. If its evaluation is a fault, the thread can act, and meets it.
    fn probe(&mut self, thread: ThreadId) -> bool {
        let before = self.state.threads[thread.0 as usize].clone();
        self.state.work += before.bytes();
        let version = self.state.version;
        let mut environment = Environment { choices: &mut Usual, observer: &mut Nobody, control: &Unlimited };
        let holds = self.execution(thread, &mut environment).holds();
        self.state.threads[thread.0 as usize] = before;
        self.state.version = version;
        self.state.threads[thread.0 as usize].status = if holds { Status::Ready } else { Status::Waiting { version } };
        holds
    }

    /// One step of a thread that can act: what only the thread can see, up to and with one access that others could see, a
    /// section, or the end of the thread. A thread that must wait may make a step in which nothing happens.
    pub fn step(&mut self, thread: ThreadId, environment: &mut Environment<'_>) {
        if self.state.ended.is_some() {
            return;
        }
        let mut execution = self.execution(thread, environment);
        if let Err(halt) = execution.step() {
            execution.halt(halt);
        }
    }

    /// Returns `true` if the last step has ended only since steps end before statements ([`Options::by_statement`]): without this
    /// option, its thread would have gone on.
    pub fn is_within_step(&self) -> bool {
        self.state.begun.is_some()
    }

    /// All threads wait: the run is over.
    pub fn block(&mut self) {
        let waiting = self.state.threads.iter().position(|thread| matches!(thread.status, Status::Waiting { .. }));
        let index = waiting.unwrap_or(0);
        self.state.ended = Some(if self.state.options.kinds.contains(Kind::Deadlock) {
            let position = self.state.threads[index].position(&self.program);
            let message = "All threads wait for one another.".to_owned();
            Ended::Fault(Box::new(Fault {
                kind: Kind::Deadlock,
                rule: "",
                message,
                position,
                thread: ThreadId(index as u32),
                other: None,
                leaked: Vec::new(),
            }))
        } else {
            Ended::Blocked
        });
    }

    fn execution<'m>(&'m mut self, thread: ThreadId, environment: &'m mut Environment<'_>) -> Execution<'m> {
        let observed = environment.observer.is_watching();
        Execution {
            program: &self.program,
            natives: &self.natives,
            state: &mut self.state,
            choices: environment.choices,
            observer: environment.observer,
            control: environment.control,
            observed,
            current: thread.0 as usize,
            code: &NOTHING,
        }
    }
}

/// The native functions of a program, by the numbers of its functions.
fn natives(program: &Program) -> Arc<[Option<Native>]> {
    let native = |function: &Function| match function.body {
        Body::Undefined => intrinsics::native(&function.name),
        Body::Code(_) => None,
    };
    program.functions.iter().map(native).collect()
}
