//! Saturation and bounded search over sets of valuations, for programs with too many valuations to list.
//!
//! The other engines visit thread states and configurations one by one, so forty variables without an initial
//! value are too many. Here control stays explicit, and what belongs to one location (or to one location for each
//! thread) is a binary decision diagram.
//!
//! - [`saturation`]: the thread-modular closure; what it does not reach is proved for any number of threads.
//! - [`bounded`]: everything that at most n live threads can do, n = 1, 2, ...; shortest violations; a proof where
//!   the number of threads is fixed.
//!
//! A [`proof`] is an invariant that [`invariant`] has checked, edge by edge. A violation is a [`run::Run`] in concrete
//! valuations, which whoever asks must have re-executed.
//!
//! **Invariant:** programs whose steps move other threads are refused.

mod encoding;
mod expression;
mod image;
mod invariant;
mod order;
mod sets;
mod variables;

pub mod bounded;
pub mod proof;
pub mod run;
pub mod saturation;

use boolprog_base::control::Stop;
pub use encoding::accepts;
pub use sets::DEFAULT_NODES;

/// How large the computation may become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Nodes of all decision diagrams together. A full table is [`Stop::Memory`].
    pub nodes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: DEFAULT_NODES }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// The work was stopped.
    Stopped(Stop),
    /// The program is of a kind that this crate does not handle; why, as a clause.
    Refused(String),
    /// The checker does not accept what an engine found: an error in one of the two.
    Rejected(&'static str),
}

impl From<Stop> for Undecided {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}
