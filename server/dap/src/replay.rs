//! Moving through a recording: functions from a cursor to a cursor.

use boolprog_trace::document::StepDocument;

use super::recording::Recording;

/// The unit of one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Grain {
    /// A statement or, of a statement that others interrupt, each of its parts.
    Statement,
    /// A step of the recording, which of a C program is an access to memory.
    Access,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Motion {
    /// After the next step of the whole recording.
    Next(Grain),
    /// Before the last step of the whole recording: the inverse of [`Motion::Next`].
    Previous(Grain),
    /// After the next step of this thread.
    Thread(u32, Grain),
    /// After the step of this thread before: the inverse of [`Motion::Thread`].
    ThreadBack(u32, Grain),
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
        matches!(self, Self::Previous(_) | Self::ThreadBack(..) | Self::SwitchBack | Self::Backward)
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
            Motion::Next(Grain::Access) => Arrival::at(end.min(cursor + 1)),
            Motion::Previous(Grain::Access) => Arrival::at(cursor.saturating_sub(1)),
            Motion::Next(Grain::Statement) => Arrival::at(self.first_ahead(cursor, |at| self.is_between(at))),
            Motion::Previous(Grain::Statement) => Arrival::at(last_behind(cursor, |at| self.is_between(at))),
            Motion::Goto(goal) => Arrival::at(end.min(goal)),
            Motion::Thread(number, grain) => {
                let done = self.done(number, grain);
                run_to(self.first_ahead(cursor, |at| done[at]))
            }
            Motion::ThreadBack(number, grain) => {
                let done = self.done(number, grain);
                run_back_to(last_behind(cursor, |at| done[at]))
            }
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

    /// The cursors at which this thread has just made a step or, of statements, the last step of one.
    fn done(&self, number: u32, grain: Grain) -> Vec<bool> {
        let mut done = vec![false; self.end() + 1];
        let mut is_last = true;
        for (index, step) in self.document().steps.iter().enumerate().rev() {
            if step.thread == number {
                done[index + 1] = is_last || grain == Grain::Access;
                is_last = self.begins(step);
            }
        }
        done
    }

    /// Returns `true` if a statement begins with this step. In programs other than those of C each step is one.
    pub(super) fn begins(&self, step: &StepDocument) -> bool {
        step.begins || !self.has_parts()
    }

    /// Returns `true` if a statement is about to begin, or at the end.
    pub(super) fn is_beginning(&self, cursor: usize) -> bool {
        self.next_step(cursor).is_none_or(|next| self.begins(next))
    }

    /// Returns `true` if a cursor is between two statements, or another thread goes on there.
    pub(super) fn is_between(&self, cursor: usize) -> bool {
        self.is_beginning(cursor) || self.is_switch(cursor)
    }

    /// The beginning of the part of a statement that was executed last.
    pub(super) fn began(&self, cursor: usize) -> usize {
        last_behind(cursor, |at| self.is_between(at))
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
