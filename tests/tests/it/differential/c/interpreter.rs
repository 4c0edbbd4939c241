//! The meaning of C programs, step by step on their syntax trees.
//!
//! A thread evaluates its statement from the start in each step of it: what accesses to shared memory and choices gave in the
//! steps before is in a log. Nothing else of a half evaluated statement has to be kept.

use std::collections::{BTreeSet, VecDeque};

use super::meeting::{Access, Object, is_deadlock, is_race};
use super::orders::meet;
use super::program::{ELEMENTS, Expr, LOCALS, Local, Lock, Operator, Program, RESULT, Shared, Stmt, Target, Type};
use super::state::{Memory, State, Thread, Within};

/// The properties that can be violated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    Assertion,
    Index,
    Division,
    Shift,
    Race,
    Deadlock,
}

/// Why a step ends within a statement.
enum Pause {
    /// The next access is one too many.
    Later,
    /// Nothing else happens in this thread, now or ever.
    Blocked,
    /// The next value is chosen.
    Choice,
    Violated(Kind),
}

type Outcome<T = ()> = Result<T, Pause>;

/// The effect of one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Granularity {
    /// At most one access to shared memory.
    Access,
    /// A statement, or the part of it before, in or after a call.
    Statement,
    /// All that comes.
    Section,
}

/// The options of the interpretation of a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) granularity: Granularity,
    /// Threads of the first function, at most.
    pub(super) most: usize,
}

/// The properties that are violated in some execution; `None` if there are more states than this.
pub(super) fn violated(program: &Program, reading: Reading, states: usize) -> Option<BTreeSet<Kind>> {
    let main = Thread::new(None, &program.main);
    let start = State { memory: Memory::default(), threads: vec![main] };
    let mut kinds = BTreeSet::new();
    let mut seen = BTreeSet::from([start.clone()]);
    let mut waiting = VecDeque::from([start]);
    while let Some(state) = waiting.pop_front() {
        let all = (0..state.threads.len()).map(|index| steps(program, reading, &state, index, &mut kinds));
        let (after, accesses): (Vec<_>, Vec<_>) = all.unzip();
        kinds.extend(is_race(&accesses).then_some(Kind::Race));
        kinds.extend(is_deadlock(&state).then_some(Kind::Deadlock));
        for mut next in after.into_iter().flatten() {
            next.threads[1..].sort();
            if seen.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
        if seen.len() > states {
            return None;
        }
    }
    Some(kinds)
}

/// All states after a step of one thread, and what such a step accesses. The properties that it violates are added.
fn steps<'p>(
    program: &'p Program,
    reading: Reading,
    state: &State<'p>,
    index: usize,
    kinds: &mut BTreeSet<Kind>,
) -> (Vec<State<'p>>, Vec<Access>) {
    let (mut found, mut accesses) = (Vec::new(), Vec::new());
    let mut all_choices = vec![Vec::new()];
    while let Some(choices) = all_choices.pop() {
        let mut next = state.clone();
        let mut step = Step {
            program,
            reading,
            others: &state.threads,
            memory: &mut next.memory,
            thread: next.threads[index].clone(),
            created: Vec::new(),
            parameters: Vec::new(),
            used: 0,
            choices: choices.iter(),
            granularity: reading.granularity,
            accesses: Vec::new(),
        };
        let outcome = step.run();
        // Others see an access before what it leads to.
        let is_seen = !step.accesses.is_empty() && step.granularity == Granularity::Access;
        let (created, mut thread) = (step.created, step.thread);
        accesses.extend(step.accesses);
        let goes_on = match outcome {
            Ok(()) => {
                thread.log.clear();
                true
            }
            Err(Pause::Later) => true,
            Err(Pause::Blocked) => is_seen,
            Err(Pause::Violated(kind)) => {
                kinds.insert(kind);
                is_seen
            }
            Err(Pause::Choice) => {
                all_choices.extend([0, 1].map(|value| choices.iter().copied().chain([value]).collect()));
                false
            }
        };
        if goes_on {
            next.threads[index] = thread;
            next.threads.extend(created);
            found.push(next);
        }
    }
    (found, accesses)
}

/// A step of a thread.
struct Step<'s, 'p> {
    program: &'p Program,
    reading: Reading,
    /// All threads, as they were before.
    others: &'s [Thread<'p>],
    memory: &'s mut Memory,
    thread: Thread<'p>,
    created: Vec<Thread<'p>>,
    /// Parameters of the calls that are evaluated.
    parameters: Vec<i64>,
    /// The length of the log that has been read.
    used: usize,
    /// The choice of this step.
    choices: std::slice::Iter<'s, i64>,
    granularity: Granularity,
    /// The accesses of this step.
    accesses: Vec<Access>,
}

impl<'p> Step<'_, 'p> {
    fn run(&mut self) -> Outcome {
        let Some(frame) = self.thread.frames.last().copied() else { return Err(Pause::Blocked) };
        if let Some(statement) = frame.statements.get(frame.next) {
            return self.statement(statement);
        }
        self.thread.frames.pop();
        if let Within::Lock(lock) = frame.within {
            self.memory.release(lock);
        }
        // Before it goes on, a condition is evaluated again, or a case begins.
        if !matches!(frame.within, Within::Loop | Within::Case) {
            self.thread.go_on();
        }
        Ok(())
    }

    fn statement(&mut self, statement: &'p Stmt) -> Outcome {
        match statement {
            Stmt::If(condition, yes, no) => {
                let branch = if self.value(condition)? != 0 { yes } else { no };
                self.thread.enter(branch, Within::Block);
            }
            Stmt::While(condition, body) => {
                if self.value(condition)? != 0 {
                    self.thread.enter(body, Within::Loop);
                } else {
                    self.thread.go_on();
                }
            }
            Stmt::Switch(of, cases) => {
                let from = usize::try_from(self.value(of)?).unwrap_or(usize::MAX).min(cases.len());
                let falls = cases[from..].iter().take_while(|(_, goes_on)| *goes_on).count();
                let until = (from + falls + 1).min(cases.len());
                self.cases(&cases[from..until]);
            }
            Stmt::Tried(lock, _) if !self.memory.is_free(*lock) => self.thread.go_on(),
            Stmt::Locked(lock, body) | Stmt::Tried(lock, body) => {
                if !self.memory.is_free(*lock) {
                    return Err(Pause::Blocked);
                }
                self.memory.take(*lock);
                self.thread.enter(body, Within::Lock(*lock));
            }
            Stmt::Post => {
                self.memory.release(Lock::Unit);
                self.thread.go_on();
            }
            Stmt::Atomic(body) => {
                self.granularity = Granularity::Section;
                body.iter().try_for_each(|statement| self.simple(statement))?;
                self.thread.go_on();
            }
            Stmt::Break => {
                while self.thread.frames.pop().is_some_and(|frame| frame.within != Within::Loop) {}
                self.thread.go_on();
            }
            Stmt::Return => {
                if self.thread.function.is_some() {
                    self.thread.locals[RESULT] = 0;
                }
                self.thread.frames.clear();
            }
            Stmt::Create(function) => self.create(*function)?,
            Stmt::Join(function) => {
                let Some(ended) = self.others.iter().find(|thread| thread.has_ended(*function)) else {
                    return Err(Pause::Blocked);
                };
                self.thread.locals[RESULT] = ended.locals[RESULT];
                self.thread.go_on();
            }
            simple => {
                self.simple(simple)?;
                self.thread.go_on();
            }
        }
        Ok(())
    }

    /// Enters cases, the first of them innermost.
    fn cases(&mut self, cases: &'p [(Vec<Stmt>, bool)]) {
        let Some(((last, _), before)) = cases.split_last() else { return self.thread.go_on() };
        self.thread.enter(last, Within::Block);
        for (body, _) in before.iter().rev() {
            self.thread.enter(body, Within::Case);
        }
    }

    fn create(&mut self, function: usize) -> Outcome {
        let of_it = self.others.iter().filter(|thread| thread.function == Some(function)).count();
        if of_it >= self.reading.most {
            return Err(Pause::Blocked);
        }
        self.created.push(Thread::new(Some(function), &self.program.bodies[function]));
        self.thread.go_on();
        Ok(())
    }

    /// A statement without others inside.
    fn simple(&mut self, statement: &Stmt) -> Outcome {
        match statement {
            Stmt::Assign(Target::Shared(of), value) => {
                let value = self.value(value)?;
                self.access(Access::write(Object::Shared(*of)), |memory| memory.store(*of, value))?;
            }
            Stmt::Assign(Target::Element(index), value) => {
                let (index, value) = self.operands(index, value)?;
                let (index, value) = (element(index)?, Type::UnsignedChar.of(value));
                self.access(Access::write(Object::Element(index)), |memory| {
                    memory.array[index] = value;
                    value
                })?;
            }
            Stmt::Assign(Target::Local(local), value) => {
                let value = self.value(value)?;
                self.thread.locals[*local] = type_of(*local).of(value);
            }
            Stmt::Update(operator, of, by) => {
                let (old, by) = self.operands(&Expr::Shared(*of), by)?;
                let value = binary(*operator, old, by)?;
                self.access(Access::write(Object::Shared(*of)), |memory| memory.store(*of, value))?;
            }
            Stmt::Expr(expr) => drop(self.value(expr)?),
            Stmt::Assert(condition) if self.value(condition)? == 0 => return Err(Pause::Violated(Kind::Assertion)),
            Stmt::Assume(condition) if self.value(condition)? == 0 => return Err(Pause::Blocked),
            Stmt::Assert(_) | Stmt::Assume(_) => {}
            _ => unreachable!("it has others inside"),
        }
        Ok(())
    }

    /// Does an access, or takes what it gave from the log.
    fn access(&mut self, access: Access, act: impl FnOnce(&mut Memory) -> i64) -> Outcome<i64> {
        if let Some(value) = self.logged() {
            return Ok(value);
        }
        if !self.accesses.is_empty() && self.granularity == Granularity::Access {
            return Err(Pause::Later);
        }
        let value = act(self.memory);
        let atomic = access.atomic || self.granularity == Granularity::Section;
        self.accesses.push(Access { atomic, ..access });
        Ok(self.log(value))
    }

    fn logged(&mut self) -> Option<i64> {
        let value = *self.thread.log.get(self.used)?;
        self.used += 1;
        Some(value)
    }

    fn log(&mut self, value: i64) -> i64 {
        self.thread.log.push(value);
        self.used += 1;
        value
    }

    /// Others can act at the beginning and at the end of a call.
    fn boundary(&self) -> Outcome {
        if !self.accesses.is_empty() && self.granularity == Granularity::Statement { Err(Pause::Later) } else { Ok(()) }
    }

    fn read(&mut self, of: Shared) -> Outcome<i64> {
        self.access(Access::read(Object::Shared(of)), |memory| memory.shared[of])
    }

    fn choice(&mut self) -> Outcome<i64> {
        if let Some(value) = self.logged() {
            return Ok(value);
        }
        let value = *self.choices.next().ok_or(Pause::Choice)?;
        Ok(self.log(value))
    }

    /// The values of two operands, in either order where it can matter.
    fn operands(&mut self, one: &Expr, other: &Expr) -> Outcome<(i64, i64)> {
        if meet(self.program, one, other) && self.choice()? != 0 {
            let after = self.value(other)?;
            return Ok((self.value(one)?, after));
        }
        Ok((self.value(one)?, self.value(other)?))
    }

    fn value(&mut self, expr: &Expr) -> Outcome<i64> {
        Ok(match expr {
            Expr::Number(number) => *number,
            Expr::Shared(of) => self.read(*of)?,
            Expr::Element(index) => {
                let index = element(self.value(index)?)?;
                self.access(Access::read(Object::Element(index)), |memory| memory.array[index])?
            }
            Expr::Local(local) => self.thread.locals[*local],
            Expr::Parameter => *self.parameters.last().expect("within a call"),
            Expr::Binary(operator, left, right) => {
                let (left, right) = self.operands(left, right)?;
                binary(*operator, left, right)?
            }
            Expr::Logical(and, left, right) => {
                let left = self.value(left)? != 0;
                i64::from(if left == *and { self.value(right)? != 0 } else { left })
            }
            Expr::Not(inner) => i64::from(self.value(inner)? == 0),
            Expr::Negate(inner) => Type::Int.of(-self.value(inner)?),
            Expr::Conditional(condition, yes, no) => {
                let chosen = if self.value(condition)? != 0 { yes } else { no };
                self.value(chosen)?
            }
            Expr::Increment(before, of) => {
                let old = self.read(*of)?;
                let new = self.access(Access::write(Object::Shared(*of)), |memory| memory.store(*of, old + 1))?;
                if *before { new } else { old }
            }
            Expr::Call(argument) => {
                let argument = self.value(argument)?;
                self.boundary()?;
                self.parameters.push(argument);
                let result = self.value(&self.program.function);
                self.parameters.pop();
                let result = result?;
                self.boundary()?;
                result
            }
            Expr::FetchAndAdd(of, number) => self.access(Access::atomic(Object::Shared(*of)), |memory| {
                let old = memory.shared[*of];
                memory.store(*of, old + number);
                old
            })?,
            Expr::CompareAndSwap(of, old, new) => {
                // One that fails only reads.
                let writes = self.memory.shared[*of] == *old;
                self.access(Access { writes, ..Access::atomic(Object::Shared(*of)) }, |memory| {
                    if writes {
                        memory.store(*of, *new);
                    }
                    i64::from(writes)
                })?
            }
            Expr::Choice => self.choice()?,
        })
    }
}

/// The element of the array with this index.
fn element(index: i64) -> Outcome<usize> {
    usize::try_from(index).ok().filter(|index| *index < ELEMENTS).ok_or(Pause::Violated(Kind::Index))
}

fn type_of(local: Local) -> Type {
    LOCALS[local].0
}

/// An operation on two numbers of type `int`, as all are after promotion.
fn binary(operator: Operator, left: i64, right: i64) -> Outcome<i64> {
    if matches!(operator, Operator::Divide | Operator::Remainder) && right == 0 {
        return Err(Pause::Violated(Kind::Division));
    }
    if matches!(operator, Operator::ShiftLeft | Operator::ShiftRight) && !(0..32).contains(&right) {
        return Err(Pause::Violated(Kind::Shift));
    }
    Ok(Type::Int.of(match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Divide => left / right,
        Operator::Remainder => left % right,
        Operator::And => left & right,
        Operator::Or => left | right,
        Operator::Xor => left ^ right,
        Operator::ShiftLeft => left << right,
        Operator::ShiftRight => left >> right,
        Operator::Equal => i64::from(left == right),
        Operator::NotEqual => i64::from(left != right),
        Operator::Less => i64::from(left < right),
        Operator::AtMost => i64::from(left <= right),
    }))
}
