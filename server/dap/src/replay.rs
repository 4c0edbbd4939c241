//! Moving through a recording: functions from a cursor to a cursor.

use super::recording::Recording;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Motion {
    /// After the next step of the whole recording.
    Next,
    /// Before the last step of the whole recording: the inverse of [`Motion::Next`].
    Previous,
    /// After the next step of this thread.
    Thread(u32),
    /// After the step of this thread before: the inverse of [`Motion::Thread`].
    ThreadBack(u32),
    /// To where the next step is another thread's than the last one.
    Switch,
    /// To the last such place: the inverse of [`Motion::Switch`].
    SwitchBack,
    Forward,
    Backward,
    Goto(usize),
}

impl Motion {
    pub(super) const fn is_back(self) -> bool {
        matches!(self, Self::Previous | Self::ThreadBack(_) | Self::SwitchBack | Self::Backward)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arrival {
    pub(super) cursor: usize,
    pub(super) breakpoint: bool,
}

impl Arrival {
    const fn at(cursor: usize) -> Self {
        Self { cursor, breakpoint: false }
    }
}

impl Recording {
    /// The end of a motion from `cursor`; at the latest at the start or the end of the recording. Every motion over
    /// several steps also ends at a breakpoint. Takes time linear in the steps in between.
    pub(super) fn travel(&self, cursor: usize, motion: Motion, breakpoint: impl Fn(usize) -> bool) -> Arrival {
        let end = self.end();
        let run_to = |goal: usize| match (cursor + 1..goal).find(|at| breakpoint(*at)) {
            Some(cursor) => Arrival { cursor, breakpoint: true },
            None => Arrival::at(goal),
        };
        let run_back_to = |goal: usize| match (goal + 1..cursor).rev().find(|at| breakpoint(*at)) {
            Some(cursor) => Arrival { cursor, breakpoint: true },
            None => Arrival::at(goal),
        };
        match motion {
            Motion::Next => Arrival::at(end.min(cursor + 1)),
            Motion::Previous => Arrival::at(cursor.saturating_sub(1)),
            Motion::Goto(goal) => Arrival::at(end.min(goal)),
            Motion::Thread(number) => run_to(self.first_ahead(cursor, |at| self.acted(at, number))),
            Motion::ThreadBack(number) => run_back_to(last_behind(cursor, |at| self.acted(at, number))),
            Motion::Switch => run_to(self.first_ahead(cursor, |at| self.is_switch(at))),
            Motion::SwitchBack => run_back_to(last_behind(cursor, |at| self.is_switch(at))),
            Motion::Forward => run_to(end),
            Motion::Backward => match (0..cursor).rev().find(|at| breakpoint(*at)) {
                Some(cursor) => Arrival { cursor, breakpoint: true },
                None => Arrival::at(0),
            },
        }
    }

    /// The first later cursor with a property, else the end.
    fn first_ahead(&self, cursor: usize, wanted: impl Fn(usize) -> bool) -> usize {
        (cursor + 1..=self.end()).find(|at| wanted(*at)).unwrap_or(self.end())
    }

    /// The moment at which an activation of a live thread was entered: the first one since which it has existed.
    pub(super) fn entered(&self, cursor: usize, number: u32, depth: usize) -> usize {
        let is_there = |at: usize| self.thread(at, number).is_some_and(|thread| thread.frames.len() > depth);
        (0..cursor).rev().take_while(|at| is_there(*at)).last().unwrap_or(cursor)
    }

    /// Returns `true` if the step that led to `cursor` is one of this thread.
    fn acted(&self, cursor: usize, number: u32) -> bool {
        self.last_step(cursor).is_some_and(|step| step.thread == number)
    }

    /// Returns `true` if another thread than the one that acted last is about to act.
    fn is_switch(&self, cursor: usize) -> bool {
        match (self.last_step(cursor), self.next_step(cursor)) {
            (Some(last), Some(next)) => last.thread != next.thread,
            _ => false,
        }
    }

    /// The threads that a motion between two moments creates or revives, and those that it ends or undoes, in
    /// increasing order.
    pub(super) fn comings_and_goings(&self, from: usize, to: usize) -> (Vec<u32>, Vec<u32>) {
        let alive_only = |here: usize, there: usize| {
            let numbers = self.live(here).map(|thread| thread.number);
            numbers.filter(|number| self.thread(there, *number).is_none()).collect()
        };
        (alive_only(to, from), alive_only(from, to))
    }
}

/// The last earlier cursor with a property, else the start.
fn last_behind(cursor: usize, wanted: impl Fn(usize) -> bool) -> usize {
    (0..cursor).rev().find(|at| wanted(*at)).unwrap_or(0)
}
