//! Execution: what one step of a thread does.

use boolprog_base::control::{Control, Progress};
use boolprog_c_syntax::environment::Piece;
use boolprog_c_syntax::tree::ObjectId;

use self::native::Native;
use crate::choices::{Asked, Choices, Question};
use crate::code::{Code, Op};
use crate::fault::{Fault, Kind, Position};
use crate::halt::Halt;
use crate::observer::{Event, Happening, Observer};
use crate::program::{Program, UnitId};
use crate::state::{Arguments, State};
use crate::thread::{Frame, Status, Thread, ThreadId};
use crate::value::{Scalar, Value};

mod access;
mod arguments;
mod atomics;
mod calls;
mod fields;
pub(crate) mod heap;
mod instructions;
mod lists;
pub(crate) mod native;
mod operators;
mod order;
mod pointers;
mod quick;
mod returns;
mod scopes;
mod sequence;
mod start;
mod threads;
mod undefined;

/// The step after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// The next one.
    Next,
    /// The end of the step, outside of a section: others could see what was done.
    Seen,
    /// The end of the step: the thread must wait.
    Waits,
}

/// The choice, and its object.
#[derive(Clone, Copy)]
pub(crate) struct Open {
    pub question: Question,
    pub object: Option<(UnitId, ObjectId)>,
    pub piece: Piece,
}

impl Open {
    /// Content of an object that was never written, at an offset.
    pub(crate) fn unwritten(object: Option<(UnitId, ObjectId)>, at: u64) -> Self {
        Self { question: Question::Uninitialised, object, piece: Piece::Unwritten(at as u32) }
    }

    /// Content of an object that no unit defines, at an offset.
    pub(crate) fn undefined(object: Option<(UnitId, ObjectId)>, at: u64) -> Self {
        Self { question: Question::Input, object, piece: Piece::Unwritten(at as u32) }
    }

    /// A piece of what the environment gives.
    pub(crate) fn given(piece: Piece) -> Self {
        Self { question: Question::Input, object: None, piece }
    }
}

impl From<Question> for Open {
    fn from(question: Question) -> Self {
        Self { question, object: None, piece: Piece::Whole }
    }
}

/// The most instructions of a step that others cannot see, so that every step ends.
const LONGEST: u32 = 1 << 12;

/// The most bytes that are touched between two polls.
const MOST: u64 = 1 << 20;

/// A step of a thread while it is executed.
pub(crate) struct Execution<'m> {
    pub program: &'m Program,
    /// The executors of functions that no unit defines, by their numbers.
    pub natives: &'m [Option<Native>],
    pub state: &'m mut State,
    pub choices: &'m mut dyn Choices,
    pub observer: &'m mut dyn Observer,
    pub control: &'m dyn Control,
    /// `true` if the observer wants events.
    pub observed: bool,
    /// The thread.
    pub current: usize,
    /// The code of its innermost frame.
    pub code: &'m Code,
}

impl Execution<'_> {
    /// Goes on with a thread up to the end of its step.
    pub(crate) fn step(&mut self) -> Result<(), Halt> {
        self.charge(0)?;
        self.thread().status = Status::Ready;
        self.refresh();
        if self.state.arguments == Arguments::Open && self.current == 0 {
            self.choose_arguments()?;
        }
        let mut left = self.allowance();
        loop {
            left -= self.quick(left - 1) + 1;
            let before = self.own_depth();
            match self.instruction()? {
                Flow::Next if self.is_interrupted(before) && left > 0 => {
                    self.state.begun = Some((self.id(), left));
                    break;
                }
                Flow::Next => {}
                Flow::Seen if self.is_inside() => {}
                Flow::Seen | Flow::Waits => break,
            }
            if left == 0 {
                self.poll()?;
                if !self.is_inside() {
                    break;
                }
                left = LONGEST;
            }
        }
        Ok(())
    }

    /// The instructions that are left of a step, which begins or has ended before a statement.
    fn allowance(&mut self) -> u32 {
        match self.state.begun.take() {
            Some((thread, left)) if thread == self.id() => left,
            _ => {
                self.state.steps += 1;
                LONGEST
            }
        }
    }

    /// The number of frames, if the innermost one is of the program itself and steps end before statements.
    fn own_depth(&mut self) -> Option<usize> {
        let program = self.program;
        let is_own = |frame: &Frame| !program.function(frame.function).is_hidden;
        let frames = &self.state.threads[self.current].frames;
        (self.state.options.by_statement && frames.last().is_some_and(is_own)).then_some(frames.len())
    }

    /// Returns `true` if a step that ends before statements ends here: `before` is the depth before the last instruction.
    fn is_interrupted(&mut self, before: Option<usize>) -> bool {
        if !self.state.options.by_statement || self.is_inside() {
            return false;
        }
        let has_returned = before.is_some_and(|before| self.thread().frames.len() < before);
        let is_next = |op: &Op| matches!(op, Op::Statement);
        has_returned || self.own_depth().is_some() && self.code.ops.get(self.frame().next as usize).is_some_and(is_next)
    }

    /// Returns `true` if the thread is in a section.
    pub(crate) fn is_inside(&self) -> bool {
        self.state.threads[self.current].sections > 0
    }

    /// Returns `true` if the condition at the beginning of a section holds, or if its evaluation is a fault or takes long, which the step
    /// of the thread meets.
    pub(crate) fn holds(&mut self) -> bool {
        self.refresh();
        for _ in 0..LONGEST {
            let is_condition = self.code.ops.get(self.frame().next as usize).is_some_and(|op| matches!(op, Op::Await));
            if is_condition {
                return self.pop().is_true();
            }
            match self.instruction() {
                Ok(Flow::Waits) | Err(_) => return true,
                Ok(Flow::Next | Flow::Seen) => {}
            }
        }
        true
    }

    /// Goes on with a thread until it has so few frames.
    pub(crate) fn run_to(&mut self, frames: usize) -> Result<(), Halt> {
        self.refresh();
        let mut count = 0u32;
        while self.thread().frames.len() > frames {
            self.instruction()?;
            count += 1;
            if count.is_multiple_of(LONGEST) {
                self.poll()?;
            }
        }
        Ok(())
    }

    pub(crate) fn poll(&self) -> Result<(), Halt> {
        let bytes = self.state.bytes() as usize;
        self.control.poll(&Progress { phase: "execution", bytes, ..Progress::default() })?;
        Ok(())
    }

    /// This number of bytes are touched at once: the control is polled if they are many.
    pub(crate) fn charge(&mut self, bytes: u64) -> Result<(), Halt> {
        self.state.work += bytes;
        if self.state.work < MOST {
            return Ok(());
        }
        self.state.work = 0;
        self.poll()
    }

    #[inline]
    pub(crate) fn thread(&mut self) -> &mut Thread {
        &mut self.state.threads[self.current]
    }

    pub(crate) fn id(&self) -> ThreadId {
        ThreadId(self.current as u32)
    }

    #[inline]
    pub(crate) fn frame(&mut self) -> &mut Frame {
        let frames = &mut self.state.threads[self.current].frames;
        let last = frames.len() - 1;
        &mut frames[last]
    }

    /// The innermost frame is another one than before.
    pub(crate) fn refresh(&mut self) {
        if let Some(frame) = self.state.threads[self.current].frames.last()
            && let Some(code) = self.program.code(frame.function)
        {
            self.code = code;
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, value: Value) {
        self.state.threads[self.current].stack.push(value);
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Value {
        self.state.threads[self.current].stack.pop().unwrap_or(Value::None)
    }

    /// Where the thread is, in the program.
    pub(crate) fn position(&self) -> Position {
        self.state.threads[self.current].position(self.program)
    }

    /// A fault here.
    pub(crate) fn fault(&self, kind: Kind, rule: &'static str, message: String) -> Halt {
        Halt::Fault(Box::new(Fault {
            kind,
            rule,
            message,
            position: self.position(),
            thread: self.id(),
            other: None,
            leaked: Vec::new(),
        }))
    }

    /// A fault here, if its kind is looked for.
    pub(crate) fn check(&self, kind: Kind, rule: &'static str, message: impl FnOnce() -> String) -> Result<(), Halt> {
        if self.state.options.kinds.contains(kind) { Err(self.fault(kind, rule, message())) } else { Ok(()) }
    }

    /// A number of a range, which must not be empty.
    pub(crate) fn choose(&mut self, open: impl Into<Open>, low: i128, high: i128) -> i128 {
        if low >= high {
            return low;
        }
        let Open { question, object, piece } = open.into();
        let object = object.filter(|(unit, object)| self.program.known_name(*unit, *object).is_some());
        let asked = Asked { question, position: self.position(), piece, object, low, high };
        self.choices.choose(&asked).clamp(low, high)
    }

    /// Any value of a type.
    pub(crate) fn any(&mut self, open: impl Into<Open>, scalar: Scalar) -> Value {
        let open = open.into();
        match scalar {
            Scalar::Bool => Value::Integer(self.choose(open, 0, 1)),
            Scalar::Floating { .. } => {
                let number = self.choose(open, i32::MIN.into(), i32::MAX.into());
                Value::Floating(i32::try_from(number).map_or(0.0, f64::from))
            }
            Scalar::Integer { size, signed } => {
                let bits = 8 * u32::from(size.min(8));
                let (low, high) =
                    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
                Value::Integer(self.choose(open, low, high))
            }
            Scalar::Pointer { size } => Value::Integer(self.choose(open, 0, (1 << (8 * u32::from(size) - 1)) - 1)),
            Scalar::Arguments { .. } => Value::Integer(0),
        }
    }

    pub(crate) fn output(&mut self, descriptor: u8, bytes: &[u8]) {
        self.observer.output(descriptor, bytes);
    }

    /// Reports to the observer.
    #[inline]
    pub(crate) fn tell(&mut self, happening: Happening<'_>) {
        if !self.observed {
            return;
        }
        let thread = &self.state.threads[self.current];
        let event = Event {
            thread: ThreadId(self.current as u32),
            position: thread.position(self.program),
            depth: thread.frames.len() as u32,
            is_hidden: thread.frames.last().is_some_and(|frame| self.program.function(frame.function).is_hidden),
            happening,
        };
        self.observer.event(&event);
    }
}

impl Thread {
    /// Where it is, in the program: in the innermost function that does not belong to the library, if there is one.
    pub(crate) fn position(&self, program: &Program) -> Position {
        let own = self.frames.iter().rfind(|frame| !program.function(frame.function).is_hidden);
        own.or(self.frames.last()).map_or_else(Position::default, |frame| frame.position(program))
    }
}

impl Frame {
    /// The place of the instruction that is executed.
    pub(crate) fn position(&self, program: &Program) -> Position {
        let code = program.code(self.function);
        code.and_then(|code| code.positions.get(self.next.saturating_sub(1) as usize).copied()).unwrap_or_default()
    }
}
