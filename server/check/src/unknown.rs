//! Why there is no verdict.

pub use boolprog_abstraction::Reason;
use boolprog_base::control::{Control, Progress, Stop};

/// Why there is no verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// A limit was reached, or the work was cancelled.
    Stopped {
        /// Limit that was reached.
        stop: Stop,
        /// The number of live threads up to which every execution was searched without a violation; 0 if none was.
        threads: u32,
    },
    /// The engines that decide any number of threads do not apply to this program, and the bounded search found nothing
    /// with up to this number of live threads.
    NotApplicable {
        /// Why, as a sentence.
        why: String,
        /// The number of live threads up to which the search was complete.
        threads: u32,
    },
    /// The call graph has a cycle, and several threads run.
    Recursion {
        /// The procedures on it, in order.
        cycle: Vec<String>,
        /// No execution violates it in which no thread has more than this number of activations of one procedure; 0 if
        /// not even that is known.
        depth: u32,
        /// Limit that kept the search from going deeper, if one did.
        stop: Option<Stop>,
    },
    /// Inlining the procedures gives too large a program.
    TooLarge,
    /// Reason for each engine that was asked about a property of an integer program, in order; never empty.
    Integer(Vec<Reason>),
    /// Two parts of this program disagree, so that neither is believed. Please report it.
    Internal {
        /// Description of the error.
        what: String,
    },
}

impl Unknown {
    /// Why a system has no initial configurations. A control that does not object has nothing to do with it.
    pub(crate) fn not_started(stop: Stop, control: &dyn Control) -> Self {
        let stop = match control.poll(&Progress::default()) {
            Ok(()) if stop == Stop::Memory => {
                let why = "it starts in too many states: give variables without an initial value one".to_owned();
                return Self::NotApplicable { why, threads: 0 };
            }
            Ok(()) => stop,
            Err(stop) => stop,
        };
        Self::Stopped { stop, threads: 0 }
    }

    /// The limit that stopped the search, if one did; of several engines rather time than memory.
    pub fn stop(&self) -> Option<Stop> {
        match self {
            Self::Stopped { stop, .. } => Some(*stop),
            Self::Recursion { stop, .. } => *stop,
            Self::Integer(reasons) => {
                let stops = || reasons.iter().filter_map(Reason::stop);
                stops().find(|stop| *stop != Stop::Memory).or_else(|| stops().next())
            }
            Self::NotApplicable { .. } | Self::TooLarge | Self::Internal { .. } => None,
        }
    }

    /// `true` if there is no prover, which might have decided it.
    pub fn lacks_prover(&self) -> bool {
        let is_it = |reason: &Reason| matches!(reason, Reason::NoProver(_));
        matches!(self, Self::Integer(reasons) if reasons.iter().any(is_it))
    }

    /// `true` if a new check would not give a verdict: neither a limit nor a missing prover is the reason.
    pub fn is_final(&self) -> bool {
        match self {
            Self::Stopped { .. } => false,
            Self::Integer(reasons) => reasons.iter().all(|reason| reason.stop().is_none()) && !self.lacks_prover(),
            Self::Recursion { .. } | Self::NotApplicable { .. } | Self::TooLarge | Self::Internal { .. } => true,
        }
    }

    /// Returns `true` if the reason is an error of this program.
    pub fn is_internal(&self) -> bool {
        match self {
            Self::Internal { .. } => true,
            Self::Integer(reasons) => reasons.iter().any(|reason| matches!(reason, Reason::Internal(_))),
            Self::Stopped { .. } | Self::Recursion { .. } | Self::NotApplicable { .. } | Self::TooLarge => false,
        }
    }
}
