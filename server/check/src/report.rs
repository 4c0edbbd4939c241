//! What a check answers: a verdict with evidence for each property, and the thread states that were found.

use std::sync::Arc;

use boolprog_explore::control::Stop;
use boolprog_program::names::VariableId;
use boolprog_program::program::{PropertyKind, Threads};
pub use boolprog_program::reduce::Size;
pub use boolprog_reach::bounded::First;
use boolprog_syntax::Span;
use boolprog_syntax::ast::SiteId;
use boolprog_trace::document::TraceDocument;
use rustc_hash::FxHashMap;

use crate::certificate::CertificateDocument;

/// The answer to one check of one program.
#[derive(Clone, Debug)]
pub struct Report {
    /// The reading that was used.
    pub threads: Threads,
    /// One entry per property, in textual order.
    pub properties: Vec<PropertyReport>,
    /// Which thread states are reachable.
    pub reachable: Reachable,
    /// Figures.
    pub statistics: Statistics,
    /// The proofs, if they were asked for and there are any.
    pub certificate: Option<Box<CertificateDocument>>,
}

/// One property.
#[derive(Clone, Debug)]
pub struct PropertyReport {
    /// Stable id, unique in the file: `assert-1`, `label-ERROR-1`, ... counted in textual order.
    pub id: String,
    /// Assert or label.
    pub kind: PropertyKind,
    /// The asserted expression or the label, as written.
    pub name: String,
    /// The site of the statement.
    pub site: SiteId,
    /// What an editor underlines.
    pub span: Span,
    /// The answer.
    pub verdict: Verdict,
}

/// The answer to one question. The evidence-carrying variants can only be built inside this crate, from a
/// re-executed trace or an accepted certificate. What there is to say without a verdict depends on the language.
#[derive(Clone, Debug)]
pub enum Verdict<Why = Unknown> {
    /// It can be violated.
    Violated(Violation),
    /// It cannot be violated.
    Proved(Proof),
    /// Not decided.
    Unknown(Why),
}

/// Evidence of a violation.
#[derive(Clone, Debug)]
pub struct Violation {
    pub(crate) engine: &'static str,
    pub(crate) trace: Arc<TraceDocument>,
}

impl Violation {
    /// Evidence that counts as that of the bounded search, whichever engine came across it.
    pub(crate) fn of(trace: TraceDocument) -> Self {
        Self { engine: "bounded", trace: Arc::new(trace) }
    }

    /// The engine that found it.
    pub fn engine(&self) -> &'static str {
        self.engine
    }

    /// The counterexample, re-executed by the reference interpreter.
    pub fn trace(&self) -> &Arc<TraceDocument> {
        &self.trace
    }
}

/// Evidence of a proof.
#[derive(Clone, Debug)]
pub struct Proof {
    pub(crate) engine: &'static str,
    pub(crate) certified: bool,
    pub(crate) never_reached: bool,
}

impl Proof {
    /// The engine that proved it.
    pub fn engine(&self) -> &'static str {
        self.engine
    }

    /// Whether the independent checker accepted its certificate.
    pub fn certified(&self) -> bool {
        self.certified
    }

    /// Whether no thread ever gets to the statement, so that the property holds vacuously.
    pub fn never_reached(&self) -> bool {
        self.never_reached
    }
}

/// Why there is no verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// A limit was reached, or somebody cancelled.
    Stopped {
        /// Which limit.
        stop: Stop,
        /// Every execution with up to so many live threads was searched without a violation; 0 if none was.
        threads: u32,
    },
    /// The engines that decide any number of threads do not apply to this program, and the bounded search found
    /// nothing with up to so many live threads.
    NotApplicable {
        /// Why, as a sentence.
        why: String,
        /// Searched completely up to so many live threads.
        threads: u32,
    },
    /// The call graph has a cycle, and several threads run.
    Recursion {
        /// The procedures on it, in order.
        cycle: Vec<String>,
        /// No execution violates it in which no thread has more than so many activations of one procedure at once;
        /// 0 if not even that is known.
        depth: u32,
        /// Which limit kept the search from going deeper, if one did.
        stop: Option<Stop>,
    },
    /// Inlining the procedures gives too large a program.
    TooLarge,
    /// Two parts of this program disagree, so that neither is believed. Please report it.
    Internal {
        /// What was found.
        what: String,
    },
}

impl Unknown {
    /// The limit that kept the search from going on, if one did.
    pub fn stop(&self) -> Option<Stop> {
        match self {
            Self::Stopped { stop, .. } => Some(*stop),
            Self::Recursion { stop, .. } => *stop,
            Self::NotApplicable { .. } | Self::TooLarge | Self::Internal { .. } => None,
        }
    }
}

/// Reachable thread states, by site.
#[derive(Clone, Debug, Default)]
pub struct Reachable {
    /// Whether the states are exactly those that are reachable, for the number of threads in force.
    pub completeness: Completeness,
    /// The states at each site that has any.
    pub sites: FxHashMap<SiteId, SiteStates>,
    /// How many threads are alive at the same time, if that is known.
    pub live: Option<LiveThreads>,
}

impl Reachable {
    /// The least number of live threads with which every one of the states is reached that any number of threads can
    /// reach (the *reachability cutoff*). `None` if not all of them are known, or not what some of them take.
    pub fn cutoff(&self) -> Option<u32> {
        let is_exact = self.completeness == Completeness::Exact;
        let cutoffs = self.sites.values().map(SiteStates::cutoff);
        cutoffs.fold(is_exact.then_some(0), |most, cutoff| Some(most?.max(cutoff?)))
    }
}

impl SiteStates {
    /// The least number of live threads with which all of these states are reached; `None` if it is not known of some.
    pub fn cutoff(&self) -> Option<u32> {
        self.firsts.iter().try_fold(0, |most, first| Some((*first)?.threads.max(most)))
    }
}

/// The largest number of threads that are alive at the same time, over all executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiveThreads {
    /// There is such a number, and some execution has so many.
    AtMost(u32),
    /// There is none.
    Unbounded,
}

/// How far a set of states can be trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Completeness {
    /// Nothing is known.
    #[default]
    Nothing,
    /// All listed states are reachable; others may be, too.
    SoFar,
    /// Exactly the listed states are reachable.
    Exact,
}

/// The reachable thread states with control in front of one site, all instances of its procedure together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SiteStates {
    /// The variables a state lists: shared first, then `thread_local`, parameters and locals, in order of
    /// declaration.
    pub columns: Vec<VariableId>,
    /// The states, sorted and without repetition; each has one value per column.
    pub states: Vec<Box<[bool]>>,
    /// The least that it takes to get to each of the states, if that is known.
    pub firsts: Vec<Option<First>>,
    /// The least that it takes to get to any of them, if that is known.
    pub first: Option<First>,
}

/// Figures of a check.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Reachable thread states (shared valuation, local valuation with program counter), if known exactly.
    pub thread_states: Option<u64>,
    /// Size of the minimal coverability set, if it was computed.
    pub maximal_markings: Option<u64>,
    /// Shared states of the explored system.
    pub shared_states: u64,
    /// Local states of the explored system.
    pub local_states: u64,
    /// What the reductions made of the program, if proofs were tried on what they left.
    pub reduction: Option<Reduction>,
}

/// What became of a program that was reduced.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reduction {
    /// How large the program is.
    pub before: Size,
    /// How large what is left is.
    pub after: Size,
    /// The reachable thread states of what is left, if they are known exactly.
    pub thread_states: Option<u64>,
}
