//! Options of a check: effort and engines.

use boolprog_base::engine::EngineId;
use boolprog_program::reduce::Reductions;
pub use boolprog_symbolic::follow::Separation;

/// Options of a check. The reading of the program is part of its analysis; time and memory are limited by the control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// The only property to be decided, by its index; `None` for all. The verdicts on the others are meaningless.
    pub property: Option<u32>,
    /// The maximal number of live threads of the bounded search if no engine decides any number of threads.
    pub thread_limit: u32,
    /// The requested knowledge about thread states. Verdicts do not depend on it.
    pub thread_states: Effort,
    /// `true` if the report is to hold the proofs as a document.
    pub certificate: bool,
    /// The only engine that may answer, besides saturation and the bounded search for runs to its findings; `None` for
    /// those that suit the program. Verdicts have the same evidence either way.
    pub engine: Option<EngineId>,
    /// The maximal number of activations of one procedure in a thread in the search of a recursive program that
    /// several threads run.
    pub depth_limit: u32,
    /// The number of engines that may work on one system at the same time. Verdicts and counterexamples do not depend on it.
    pub jobs: u32,
    /// Number of states that an engine visits before the next one starts.
    pub start_next_after: u64,
    /// Reductions of the program before proofs are tried. They change no verdict, but the cost of one.
    pub reductions: Reductions,
    /// `true` if local states with the same future may be merged for proofs. Again verdicts do not depend on it.
    pub merge_bisimilar: bool,
    /// Decision with few of the bits of wide programs; `None` if all bits are visible from the start. Again verdicts do not
    /// depend on it.
    pub localization: Option<Localization>,
}

/// The search for the bits with which a wide program is decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Localization {
    /// Method that makes bits visible after a spurious run.
    pub separation: Separation,
    /// A program with at most this number of bits, shared ones and those of a thread together, is not wide: localization
    /// starts when the engines that visit states are slow, and not before them.
    pub few_bits: u32,
}

impl Default for Localization {
    fn default() -> Self {
        Self { separation: Separation::default(), few_bits: 10 }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            property: None,
            thread_limit: 8,
            thread_states: Effort::Number,
            certificate: false,
            engine: None,
            depth_limit: 4,
            jobs: 1,
            start_next_after: 100_000,
            reductions: Reductions::ALL,
            merge_bisimilar: true,
            localization: Some(Localization::default()),
        }
    }
}

impl Options {
    /// Returns `true` if the property with this index is to be decided.
    pub(crate) fn asks_for(&self, property: u32) -> bool {
        self.property.is_none_or(|only| only == property)
    }
}

/// Effort for thread states, in addition to the verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effort {
    /// Nothing: when every property has its answer, nothing more is done.
    None,
    /// Their number is computed if that does not take much longer.
    Number,
    /// Some are reported during the check, and a last short search computes the number of threads needed to reach those
    /// that no other search has met.
    Short,
    /// The last search continues until it has met all of them.
    Full,
}
