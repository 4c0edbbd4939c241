//! Executions that can be repeated: which thread has acted when, and what was answered.

use crate::choices::{Asked, Choices};
use crate::schedule::Scheduler;
use crate::thread::ThreadId;

/// The data that determines an execution of a program with its arguments and its input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Threads with the numbers of steps that they make in a row.
    pub turns: Vec<(ThreadId, u64)>,
    /// The answers to all questions, in order.
    pub answers: Vec<i128>,
}

impl Record {
    /// Notes a step of a thread.
    pub fn step(&mut self, thread: ThreadId) {
        match self.turns.last_mut() {
            Some((last, count)) if *last == thread => *count += 1,
            _ => self.turns.push((thread, 1)),
        }
    }

    /// Number of steps.
    pub fn steps(&self) -> u64 {
        self.turns.iter().map(|(_, count)| count).sum()
    }

    /// The threads of its steps, in order.
    pub fn threads(&self) -> impl Iterator<Item = ThreadId> {
        self.turns.iter().flat_map(|(thread, count)| (0..*count).map(|_| *thread))
    }

    /// The record that repeats it.
    pub fn repeated(&self) -> (GivenThreads<'_>, GivenAnswers<'_>) {
        (GivenThreads { turns: &self.turns, done: 0 }, GivenAnswers::of(&self.answers))
    }
}

/// The threads of a [`Record`], in order. The execution ends where one of them cannot act, and after the last one.
#[derive(Clone, Debug)]
pub struct GivenThreads<'r> {
    turns: &'r [(ThreadId, u64)],
    done: u64,
}

impl Scheduler for GivenThreads<'_> {
    fn next(&mut self, ready: &[ThreadId]) -> Option<ThreadId> {
        while let [(thread, count), rest @ ..] = self.turns {
            if self.done < *count {
                self.done += 1;
                return ready.contains(thread).then_some(*thread);
            }
            (self.turns, self.done) = (rest, 0);
        }
        None
    }
}

/// Answers such as those of a [`Record`], in order; then 0, or what is next to it.
#[derive(Clone, Debug)]
pub struct GivenAnswers<'r>(std::slice::Iter<'r, i128>);

impl<'r> GivenAnswers<'r> {
    /// These answers.
    pub fn of(answers: &'r [i128]) -> Self {
        Self(answers.iter())
    }
}

impl Choices for GivenAnswers<'_> {
    fn choose(&mut self, asked: &Asked) -> i128 {
        let Asked { low, high, .. } = *asked;
        self.0.next().copied().unwrap_or(0).clamp(low, high)
    }
}

/// Notes what another source answers.
#[derive(Debug)]
pub struct Noted<C> {
    /// The other one.
    pub source: C,
    /// All answers so far.
    pub answers: Vec<i128>,
}

impl<C: Choices> Choices for Noted<C> {
    fn choose(&mut self, asked: &Asked) -> i128 {
        let answer = self.source.choose(asked).clamp(asked.low, asked.high);
        self.answers.push(answer);
        answer
    }
}

/// Notes the threads that another scheduler picks.
#[derive(Debug)]
pub struct Turns<S> {
    /// The other one.
    pub scheduler: S,
    /// The threads that it has picked.
    pub record: Record,
}

impl<S: Scheduler> Scheduler for Turns<S> {
    fn next(&mut self, ready: &[ThreadId]) -> Option<ThreadId> {
        let thread = self.scheduler.next(ready)?;
        self.record.step(thread);
        Some(thread)
    }
}
