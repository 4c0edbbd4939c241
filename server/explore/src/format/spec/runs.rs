//! From runs of a translated net back to firings of its rules.

use super::net::{Net, PlaceId};
use super::numbers::Numbers;
use crate::tts::{LocalId, SharedId, TransitionId, Tts};

/// A net, and which steps of its translation are firings of which rules.
#[derive(Clone, Debug)]
pub struct NetRuns {
    /// The net itself.
    pub net: Net,
    pub(super) numbers: Numbers,
    /// Shared states below this number are resting.
    pub(super) resting: u32,
    /// For each transition of the system a rule that it is part of, the only one if it leads to a resting state.
    pub(super) rules: Vec<u32>,
}

/// An execution of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Firings {
    /// The places with tokens at the start, with their numbers of tokens.
    pub start: Vec<(PlaceId, u64)>,
    /// The rules that fire, in order.
    pub steps: Vec<Firing>,
}

/// A rule that fires.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Firing {
    /// Its number.
    pub rule: usize,
    /// Places with another number of tokens after it, with that number.
    pub changed: Vec<(PlaceId, u64)>,
}

impl NetRuns {
    /// The firings that a run of the translation stands for, which starts with these threads. They are executed on the
    /// net: `None` if they are impossible there, or do not cover the target with this number.
    pub fn firings(
        &self,
        tts: &Tts,
        (shared, threads): (SharedId, &[LocalId]),
        steps: impl IntoIterator<Item = TransitionId>,
        target: usize,
    ) -> Option<Firings> {
        let mut marking = self.numbers.marking(shared, threads);
        if !self.net.can_start_in(&marking) {
            return None;
        }
        let tokens = (0..).map(PlaceId).zip(marking.iter().copied());
        let start = tokens.filter(|(_, tokens)| *tokens > 0).collect();
        let is_last = |step: &TransitionId| tts.transitions[step.0 as usize].to_shared.0 < self.resting;
        let rules = steps.into_iter().filter(is_last).map(|step| self.rules[step.0 as usize] as usize);
        let steps = rules.map(|rule| {
            let changed = self.net.fire(rule, &mut marking)?;
            Some(Firing { rule, changed })
        });
        let steps = steps.collect::<Option<_>>()?;
        self.net.covers(&marking, target).then_some(Firings { start, steps })
    }
}
