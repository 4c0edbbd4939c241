//! The machine: a program in a state, which threads change step by step.

use std::sync::Arc;

use boolprog_base::control::{Control, Stop, Unlimited};
use boolprog_c_syntax::tree::FunctionId;

use crate::choices::{Choices, Usual};
use crate::code::Code;
use crate::execution::Execution;
use crate::fault::{Fault, Kind, Kinds};
use crate::halt::Halt;
use crate::library;
use crate::lists::Lists;
use crate::memory::{Filling, Memory, Origin, Wanted};
use crate::observer::{Happening, Nobody, Observer};
use crate::program::{FunctionIndex, Program, UnitId};
use crate::races::Races;
use crate::thread::{Returns, Status, Thread, ThreadId};
use crate::value::{Scalar, Shape, Value};

/// What a machine looks for, and what it may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which faults end a run.
    pub kinds: Kinds,
    /// Whether waits may end, and weak operations fail, without a reason.
    pub is_spurious: bool,
    /// Number of bytes that all objects may have together.
    pub memory: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { kinds: Kinds::default(), is_spurious: false, memory: 1 << 30 }
    }
}

/// How a run ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The process ends with this status.
    Exit(i32),
    /// A fault.
    Fault(Box<Fault>),
    /// All threads wait, and [`Kind::Deadlock`] is not looked for.
    Blocked,
    /// An assumption does not hold: the run says nothing.
    Quiet,
    /// It was stopped from outside.
    Stopped(Stop),
}

/// What is given to each step.
pub struct Environment<'e> {
    /// Answers what is open.
    pub choices: &'e mut dyn Choices,
    /// Gets the events.
    pub observer: &'e mut dyn Observer,
    /// Time, memory and interest.
    pub control: &'e dyn Control,
}

/// A program that is being executed. A copy is another run with the same past.
#[derive(Clone, Debug)]
pub struct Machine {
    program: Arc<Program>,
    state: State,
}

/// What changes while a program is executed.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub memory: Memory,
    pub threads: Vec<Thread>,
    pub lists: Lists,
    pub library: library::State,
    pub options: Options,
    /// Number of writes that others could see.
    pub version: u64,
    pub races: Races,
    /// Number of bytes of frames and threads.
    pub held: u64,
    /// Number of bytes that were touched since the control was last polled.
    pub work: u64,
    /// Number of steps so far.
    pub steps: u64,
    /// Number of objects of the heap so far.
    pub allocations: u32,
    /// Whether the first function has returned.
    pub is_exiting: bool,
    pub ended: Option<Ended>,
}

impl State {
    pub(crate) fn bytes(&self) -> u64 {
        self.memory.bytes() + self.held + self.lists.bytes() + self.races.bytes()
    }
}

/// What is executed before there is a frame.
static NOTHING: std::sync::LazyLock<Code> = std::sync::LazyLock::new(Code::default);

impl Machine {
    /// A program before its first step. `main` gets these arguments, the name of the program included; the parameters of another
    /// function are not written. Fails if an initial value is a fault, or the control says so.
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
            lists: Lists::default(),
            library: library::State::new(input),
            options,
            races: Races::default(),
            version: 0,
            held: 0,
            work: 0,
            steps: 0,
            allocations: 0,
            is_exiting: false,
            ended: None,
        };
        let mut machine = Self { program, state };
        let mut environment = Environment { choices: &mut Usual, observer: &mut Nobody, control };
        machine.execution(ThreadId(0), &mut environment).start(arguments).map_err(ended)?;
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

    /// Number of bytes that are held for its state.
    pub fn bytes(&self) -> u64 {
        self.state.bytes()
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// How the run has ended; none while it goes on.
    pub fn ended(&self) -> Option<&Ended> {
        self.state.ended.as_ref()
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
        for index in 0..self.state.threads.len() {
            let thread = ThreadId(index as u32);
            let can_act = match self.state.threads[index].status {
                Status::Ready => true,
                Status::Ended => false,
                Status::Waiting { version } => version != self.state.version && self.probe(thread),
            };
            if can_act {
                ready.push(thread);
            }
        }
    }

    /// Whether the condition for which a thread waits holds now. If its evaluation is a fault, the thread can act, and meets it.
    fn probe(&mut self, thread: ThreadId) -> bool {
        let before = self.state.threads[thread.0 as usize].clone();
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
        self.state.steps += 1;
        let mut execution = self.execution(thread, environment);
        if let Err(halt) = execution.step() {
            execution.halt(halt);
        }
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
            }))
        } else {
            Ended::Blocked
        });
    }

    fn execution<'m>(&'m mut self, thread: ThreadId, environment: &'m mut Environment<'_>) -> Execution<'m> {
        let observed = environment.observer.is_watching();
        Execution {
            program: &self.program,
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

fn ended(halt: Halt) -> Ended {
    match halt {
        Halt::Fault(fault) => Ended::Fault(fault),
        Halt::Exit(status) => Ended::Exit(status),
        Halt::Finish(_) => Ended::Exit(0),
        Halt::Quiet => Ended::Quiet,
        Halt::Stopped(stop) => Ended::Stopped(stop),
    }
}

impl Execution<'_> {
    /// Sets initial values, and lets the first thread begin with `main`, before which constructors are called.
    fn start(&mut self, arguments: &[&str]) -> Result<(), Halt> {
        if self.state.memory.bytes() > self.state.options.memory {
            let message = "The static objects of the program are larger than the memory that it may use.";
            return Err(self.fault(Kind::Stack, "", message.into()));
        }
        self.begin(self.program.initialise, Vec::new(), &[], Returns::Nothing)?;
        self.run_to(0)?;
        let program = self.program;
        let entry = program.entry;
        let parameters = program.code(entry).map_or(0, |code| code.parameters.len());
        let pointer = Shape::Scalar(Scalar::Pointer { size: program.pointer_size() });
        let shapes = [Shape::Scalar(Scalar::INT), pointer, pointer];
        let mut values = Vec::new();
        if parameters > 0 && program.function(entry).name == "main" {
            let vector = self.vector(arguments);
            let environment = self.vector(&[]);
            values = vec![Value::Integer(arguments.len() as i128), vector, environment];
        }
        values.truncate(parameters);
        let count = values.len();
        self.begin(entry, values, &shapes[..count], Returns::Value)?;
        for constructor in marked(program, |attributes| attributes.is_constructor).into_iter().rev() {
            self.begin(constructor, Vec::new(), &[], Returns::Nothing)?;
        }
        self.make_thread_objects()?;
        self.refresh();
        Ok(())
    }

    /// The arguments of `main`: an array of pointers to texts, with a null pointer at its end.
    fn vector(&mut self, texts: &[&str]) -> Value {
        let addresses: Vec<u64> = texts.iter().map(|text| self.temporary(&[text.as_bytes(), &[0]].concat())).collect();
        let size = usize::from(self.program.pointer_size());
        let bytes: Vec<u8> =
            addresses.into_iter().chain([0]).flat_map(|address| address.to_le_bytes().into_iter().take(size)).collect();
        Value::Integer(self.temporary(&bytes).into())
    }

    fn temporary(&mut self, bytes: &[u8]) -> u64 {
        let size = bytes.len() as u64;
        let wanted = Wanted { size, align: 16, origin: Origin::Temporary, filling: Filling::Zero, is_shared: true };
        let Some(object) = self.state.memory.allocate(&wanted) else { return 0 };
        self.state.memory[object].contents.write(0, bytes);
        self.state.memory[object].base
    }

    /// Ends the thread or the run.
    fn halt(&mut self, halt: Halt) {
        let Halt::Finish(value) = halt else {
            self.state.ended = Some(ended(halt));
            return;
        };
        match self.begin_exit() {
            Ok(true) => return,
            Ok(false) => {}
            Err(halt) => return self.halt(halt),
        }
        self.tell(Happening::Ended);
        let objects = std::mem::take(&mut self.thread().objects);
        for object in objects {
            self.kill(object);
        }
        self.unwind();
        let thread = self.thread();
        thread.status = Status::Ended;
        thread.result = *value;
        self.state.version += 1;
        if self.state.threads.iter().all(|thread| thread.status == Status::Ended) {
            self.state.ended = Some(Ended::Exit(0));
        }
    }
}

impl Execution<'_> {
    /// The last thread ends: it calls `exit` with 0 first, if there is such a function (POSIX, `pthread_exit`).
    fn begin_exit(&mut self) -> Result<bool, Halt> {
        let is_last = |(index, thread): (usize, &Thread)| index == self.current || thread.status == Status::Ended;
        if self.state.is_exiting || !self.state.threads.iter().enumerate().all(is_last) {
            return Ok(false);
        }
        let program = self.program;
        let Some(exit) = program.function_named("exit").filter(|exit| program.code(*exit).is_some()) else {
            return Ok(false);
        };
        self.state.is_exiting = true;
        self.unwind();
        self.begin(exit, vec![Value::Integer(0)], &[Shape::Scalar(Scalar::INT)], Returns::Value)?;
        Ok(true)
    }
}

/// Functions with an attribute, in textual order.
pub(crate) fn marked(
    program: &Program,
    is_marked: impl Fn(&boolprog_c_syntax::tree::Attributes) -> bool,
) -> Vec<FunctionIndex> {
    let mut functions = Vec::new();
    for (index, unit) in program.units.iter().enumerate() {
        for (id, function) in unit.tree.functions.iter().enumerate() {
            let own =
                program.function(unit.functions[id]).declaration == Some((UnitId(index as u32), FunctionId(id as u32)));
            if own && function.body.is_some() && is_marked(&function.attributes) {
                functions.push(unit.functions[id]);
            }
        }
    }
    functions
}
