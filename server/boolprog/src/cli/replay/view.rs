//! Where somebody is in a counterexample.

use boolprog_export::lanes::Lanes;
use boolprog_trace::document::{RangeDocument, StateDocument, TraceDocument};

/// A counterexample and a place in it.
pub(super) struct View<'a> {
    pub(super) trace: &'a TraceDocument,
    pub(super) lanes: Lanes<'a>,
    /// The lines of the program, if its text is at hand.
    pub(super) source: Vec<&'a str>,
    /// What somebody has to know of the counterexample.
    pub(super) note: Option<String>,
    /// One more than there are steps.
    states: Vec<StateDocument>,
    /// The number of steps that have been taken.
    cursor: usize,
    /// The number that is being typed.
    pub(super) number: Option<usize>,
}

/// A way through a counterexample. Each that goes forward has one that goes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Motion {
    /// One step.
    Forward,
    Back,
    /// To where another thread begins to move.
    NextSwitch,
    PreviousSwitch,
    /// To the next step of the thread that is about to move.
    NextOfThread,
    PreviousOfThread,
    Start,
    End,
}

impl<'a> View<'a> {
    /// Begins at the start. `states` are those of the trace.
    pub(super) fn new(
        trace: &'a TraceDocument,
        lanes: Lanes<'a>,
        states: Vec<StateDocument>,
        text: Option<&'a str>,
        note: Option<String>,
    ) -> Self {
        let source = text.map(|text| text.lines().collect()).unwrap_or_default();
        Self { trace, lanes, source, note, states, cursor: 0, number: None }
    }

    /// The number of steps.
    pub(super) fn end(&self) -> usize {
        self.lanes.rows.len()
    }

    /// The number of steps that have been taken.
    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    /// The state that these steps lead to.
    pub(super) fn state(&self) -> &StateDocument {
        &self.states[self.cursor]
    }

    /// The state in front of the last of them.
    pub(super) fn state_before(&self) -> Option<&StateDocument> {
        self.states.get(self.cursor.checked_sub(1)?)
    }

    /// Goes in front of a step, counted from 1, or to the end.
    pub(super) fn go_to(&mut self, step: usize) {
        self.cursor = step.saturating_sub(1).min(self.end());
    }

    pub(super) fn go(&mut self, motion: Motion) {
        let end = self.end();
        self.cursor = match motion {
            Motion::Forward => (self.cursor + 1).min(end),
            Motion::Back => self.cursor.saturating_sub(1),
            Motion::NextSwitch => self.next(|view, at| view.lanes.rows[at].switched),
            Motion::PreviousSwitch => self.previous(|view, at| view.lanes.rows[at].switched),
            Motion::NextOfThread => self.next(|view, at| Some(view.lanes.rows[at].thread) == view.acting()),
            Motion::PreviousOfThread => self.previous(|view, at| Some(view.lanes.rows[at].thread) == view.acting()),
            Motion::Start => 0,
            Motion::End => end,
        };
    }

    /// The thread that is about to move; at the end the one that it ends with.
    pub(super) fn acting(&self) -> Option<u32> {
        self.lanes.rows.get(self.cursor).map(|row| row.thread).or(self.lanes.outcome.thread)
    }

    /// The statement that the acting thread is about to execute; at the end the violated property.
    pub(super) fn place(&self) -> RangeDocument {
        self.trace.steps.get(self.cursor).map_or(self.trace.property.range, |step| step.range)
    }

    fn next(&self, is_there: impl Fn(&Self, usize) -> bool) -> usize {
        (self.cursor + 1..self.end()).find(|at| is_there(self, *at)).unwrap_or(self.end())
    }

    fn previous(&self, is_there: impl Fn(&Self, usize) -> bool) -> usize {
        (0..self.cursor).rev().find(|at| is_there(self, *at)).unwrap_or(0)
    }
}
