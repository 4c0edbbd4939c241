//! Thread transition systems as a [`Kind`] of system: the findings of engines about them.

use std::sync::OnceLock;

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::{Engine, Finding, Kind, Outcome};
use boolprog_certificate::run::Run;
use boolprog_certificate::sets::Certificate;
use boolprog_explore::saturate::{Saturation, saturate};
use boolprog_explore::tts::{LocalId, SharedId, Tts};

use crate::chain::Chain;
use crate::coverable::Coverable;
use crate::first::Firsts;

/// Thread transition systems, as a kind of system.
#[derive(Debug)]
pub enum Threads {}

impl Kind for Threads {
    type Violation = Violation;
    type Certificate = Certificate;
    type States = ThreadStates;
}

/// Violation of a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// A run that ends in it.
    Run(Counterexample),
    /// By the runs that follow this chain, if there is one.
    Chain(Chain),
}

/// A run to a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The violation is in its last configuration.
    pub run: Run,
    /// The largest number of threads that are alive in it at the same moment.
    pub threads: u32,
    /// Guarantee on the length; `None` for a run that no bounded search has found.
    pub guarantee: Option<Guarantee>,
}

/// The runs among the findings of an engine, with the properties that they violate.
pub fn runs(outcome: &Outcome<Threads>) -> impl Iterator<Item = (u32, &Counterexample)> {
    outcome.findings.iter().filter_map(|finding| match finding {
        Finding::Violated { property, violation: Violation::Run(found) } => Some((*property, found)),
        Finding::Violated { .. } | Finding::Proved { .. } => None,
    })
}

/// Guarantee on the length of a run. Each includes the previous one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Guarantee {
    /// No violation of the property has fewer live threads, nor fewer steps with the same number of them.
    FewestSteps,
    /// Nor fewer context switches with the same numbers of threads and steps.
    FewestSwitches,
}

/// Knowledge about the reachable thread states.
#[derive(Clone, Default, Debug)]
pub struct ThreadStates {
    /// Those that a bounded search has met, with the number of threads and steps to reach them.
    pub firsts: Firsts,
    /// All of them, if they are known.
    pub all: Option<AllStates>,
}

/// All reachable thread states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllStates {
    /// The reachable thread states, sorted.
    pub states: Vec<(SharedId, LocalId)>,
    /// The largest number of threads that are alive at the same time; `None` if there is none.
    pub most_threads: Option<u32>,
    /// Size of the minimal coverability set, if they come from one.
    pub maximal_markings: Option<u64>,
}

/// A system that several engines search at the same time, and the knowledge that they share.
pub struct Subject<'a> {
    /// System that all engines read.
    pub tts: &'a Tts,
    /// Markings that `mcs` covers at a moment that does not depend on the others, or at its end.
    pub coverable: OnceLock<Coverable>,
    possible: OnceLock<Saturation>,
}

/// An engine for a system that others may be searching at the same time.
pub type SubjectEngine<'s> = Box<dyn Engine<&'s Subject<'s>, Kind = Threads> + Send + 's>;

impl<'a> Subject<'a> {
    /// Nothing is published yet.
    pub fn new(tts: &'a Tts) -> Self {
        Self { tts, coverable: OnceLock::new(), possible: OnceLock::new() }
    }

    /// The result of saturation on the system, computed on first use.
    pub(crate) fn possible(&self, control: &dyn Control) -> Result<&Saturation, Stop> {
        if let Some(known) = self.possible.get() {
            return Ok(known);
        }
        let found = saturate(&mut self.tts.clone(), control)?;
        Ok(self.possible.get_or_init(|| found))
    }
}
