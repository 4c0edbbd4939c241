//! How thoroughly to check, and with which engines.

use boolprog_base::engine::EngineId;
use boolprog_program::reduce::Reductions;

/// How thoroughly to check. The reading of the program is part of its analysis, time and memory of the control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// The only property to be decided, by its index; `None` for all. What a report says of the others means nothing.
    pub property: Option<u32>,
    /// The maximal number of live threads of the bounded search if no engine decides any number of threads.
    pub thread_limit: u32,
    /// The requested knowledge about thread states. Verdicts do not depend on it.
    pub thread_states: Effort,
    /// Whether the report is to hold the proofs as a document.
    pub certificate: bool,
    /// The only engine that may answer, beside saturation and the bounded search for runs to what it found; `None` for
    /// those that suit the program. Verdicts have the same evidence either way.
    pub engine: Option<EngineId>,
    /// The maximal number of activations of one procedure in a thread in the search of a recursive program that
    /// several threads run.
    pub depth_limit: u32,
    /// The number of engines that may work on one system at the same time. Verdicts and counterexamples do not depend on it.
    pub jobs: u32,
    /// States that an engine visits before the next one starts beside it.
    pub start_next_after: u64,
    /// What is made of the program before proofs are tried. Verdicts do not depend on it, but on what can be afforded.
    pub reductions: Reductions,
    /// Whether local states with the same future may be merged for proofs. Again verdicts do not depend on it.
    pub merge_bisimilar: bool,
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
        }
    }
}

impl Options {
    /// Whether the property with this index is to be decided.
    pub(crate) fn asks_for(&self, property: u32) -> bool {
        self.property.is_none_or(|only| only == property)
    }
}

/// How much is done about thread states, beside the verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effort {
    /// Nothing: when every property has its answer, nothing more is done.
    None,
    /// How many there are is found out where that does not take much longer.
    Number,
    /// Some are reported while the check goes on, and a last short search finds out what is needed to reach those that
    /// no other search has met.
    Short,
    /// That search goes on until it has met all of them.
    Full,
}
