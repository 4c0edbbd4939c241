//! A plain system as a net with weights: rules that take several threads and put down several at once.

use boolprog_explore::tts::{Effect, LocalId, SharedId, Transition};

use super::bag::Bag;

/// A step, or a sequence of steps with nothing of other threads in between.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) from: SharedId,
    /// The threads that must be there.
    pub(super) takes: Bag,
    pub(super) to: SharedId,
    /// The tokens that are there afterwards instead.
    pub(super) puts: Bag,
    pub(super) steps: Steps,
}

/// The steps of a rule.
#[derive(Clone, Copy, Debug)]
pub(super) enum Steps {
    /// This transition.
    One(u32),
    /// Those of one rule, then those of another.
    Two(u32, u32),
}

impl Rule {
    /// The rule of a transition; `None` if it changes other threads.
    pub(super) fn new(index: u32, transition: &Transition) -> Option<Self> {
        let created = match transition.effect {
            Effect::None => None,
            Effect::Create(local) => Some(local),
            Effect::Each(_) | Effect::One(_) => return None,
        };
        Some(Self {
            from: transition.shared,
            takes: Bag::of([transition.local]),
            to: transition.to_shared,
            puts: Bag::of(transition.to_local.into_iter().chain(created)),
            steps: Steps::One(index),
        })
    }

    /// This rule, then the other: what the first puts down, the second may take.
    pub(super) fn then(&self, next: &Self, steps: Steps) -> Self {
        Self {
            from: self.from,
            takes: self.takes.plus(&next.takes.minus(&self.puts)),
            to: next.to,
            puts: next.puts.plus(&self.puts.minus(&next.takes)),
            steps,
        }
    }

    /// Returns `true` if nothing can be covered afterwards that could not be covered before.
    pub(super) fn is_useless(&self) -> bool {
        self.from == self.to && self.puts.is_within(&self.takes)
    }

    /// The local states in which there are more threads afterwards.
    pub(super) fn gains(&self) -> impl Iterator<Item = LocalId> {
        self.puts.iter().filter(|(local, count)| *count > self.takes.count(*local)).map(|(local, _)| local)
    }

    /// The fewest threads before the rule with which these are there afterwards.
    pub(super) fn before(&self, after: &Bag) -> Bag {
        after.minus(&self.puts).plus(&self.takes)
    }
}
