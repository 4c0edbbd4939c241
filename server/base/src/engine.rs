//! Engines: one interface for every language and every kind of system.
//!
//! An [`Engine`] takes properties of a system and returns an [`Outcome`]: findings, each with evidence that others
//! check, knowledge about the reachable states, and the reason why it ended. Engines are known by their [`EngineId`]:
//! one table that verdicts, reports, certificates, the command line and the documentation share.

use crate::control::{Control, Stop};

pub use crate::engine_table::{Completeness, ENGINES, EngineId, EngineInfo, Finds, Systems};

/// Decides properties of systems, given as `S`.
///
/// An engine keeps its state: if it runs again, it continues where it ended.
pub trait Engine<S> {
    /// The kind of these systems.
    type Kind: Kind;

    /// Searches until the search is complete, or the control of the task stops it.
    ///
    /// The control is polled at least once per millisecond of work. Findings may be handed over
    /// [early](Task::early); all else is part of the outcome.
    fn run(&mut self, system: S, task: &mut Task<'_, Self::Kind>) -> Outcome<Self::Kind>;

    /// Runs alone; the outcome has all findings, in the order in which they were found.
    fn ask(&mut self, system: S, properties: &[u32], threads: u32, control: &dyn Control) -> Outcome<Self::Kind> {
        let mut findings = Vec::new();
        let early = &mut |finding| findings.push(finding);
        let mut task = Task { properties, threads, is_brief: false, is_open: &|_| true, early, control };
        let mut outcome = self.run(system, &mut task);
        findings.append(&mut outcome.findings);
        Outcome { findings, ..outcome }
    }
}

/// A kind of system, by the evidence that there is about it.
pub trait Kind {
    /// The evidence of a violation. Trusted only after its execution.
    type Violation;
    /// The evidence of a proof. Trusted only after an independent checker has accepted it.
    type Certificate;
    /// Knowledge about the reachable states.
    type States: Default;
}

/// A run of one engine: its properties and its limits.
pub struct Task<'t, K: Kind> {
    /// The properties that have no answer when it starts.
    pub properties: &'t [u32],
    /// The maximal number of live threads of a search that does not end by itself.
    pub threads: u32,
    /// `true` if the search of one property must not delay the others: another run for the remaining ones comes later.
    pub is_brief: bool,
    /// Returns `true` while a property has no answer. Other engines may answer at the same time.
    pub is_open: &'t dyn Fn(u32) -> bool,
    /// Receives findings before the end.
    pub early: &'t mut dyn FnMut(Finding<K>),
    /// Stops the search.
    pub control: &'t dyn Control,
}

/// An answer to some of the properties. It is not trusted before its evidence is checked.
pub enum Finding<K: Kind> {
    /// The property can be violated.
    Violated {
        /// Number of the violated property.
        property: u32,
        /// Execution that violates it.
        violation: K::Violation,
    },
    /// The properties cannot be violated.
    Proved {
        /// Which ones.
        properties: Vec<u32>,
        /// Proof that a checker accepts without a search.
        certificate: K::Certificate,
    },
}

/// Findings of an engine, however it ended.
pub struct Outcome<K: Kind> {
    /// The findings that were not handed over early.
    pub findings: Vec<Finding<K>>,
    /// Knowledge about the reachable states.
    pub states: K::States,
    /// Every execution with up to this number of live threads was searched.
    pub searched: u32,
    /// Reason for the end.
    pub ended: Ended,
    /// The work of the search.
    pub statistics: Statistics,
}

/// The work of a search, for comparisons of engines. Figures that an engine does not count are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Number of nodes inserted.
    pub nodes: usize,
    /// Number of nodes expanded.
    pub expanded: usize,
    /// Clusters of shared states.
    pub clusters: usize,
    /// Markings in which entries became omega by comparison with an ancestor, whether they became nodes or not.
    pub accelerations: usize,
    /// Nodes that a place invariant excluded after they were inserted.
    pub pruned: usize,
    /// The largest number of threads of a node.
    pub threads: usize,
    /// Memory in use at the end, in bytes.
    pub bytes: usize,
}

impl<K: Kind> Outcome<K> {
    /// Nothing, for this reason.
    pub fn nothing(ended: Ended) -> Self {
        Self {
            findings: Vec::new(),
            states: K::States::default(),
            searched: 0,
            ended,
            statistics: Statistics::default(),
        }
    }

    /// Adds a proof of these properties, if there are any.
    pub fn prove(&mut self, properties: Vec<u32>, certificate: K::Certificate) {
        if !properties.is_empty() {
            self.findings.push(Finding::Proved { properties, certificate });
        }
    }
}

impl<K: Kind> From<Stop> for Outcome<K> {
    fn from(stop: Stop) -> Self {
        Self::nothing(Ended::Stopped(stop))
    }
}

/// Why an engine ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The search is complete.
    Complete,
    /// Everything up to the largest number of live threads was searched.
    Bound,
    /// The control stopped it.
    Stopped(Stop),
    /// It does not apply to this system; the reason, as a clause.
    Refused(String),
}

/// Why a search has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// The work was stopped.
    Stopped(Stop),
    /// The engine does not apply to the system; why, as a clause.
    Refused(String),
}

impl From<Stop> for Undecided {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<Undecided> for Ended {
    fn from(undecided: Undecided) -> Self {
        match undecided {
            Undecided::Stopped(stop) => Self::Stopped(stop),
            Undecided::Refused(why) => Self::Refused(why),
        }
    }
}
