//! Why there is no verdict.

use boolprog_base::control::{Control, Progress, Stop};

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
    /// Why a system has no initial configurations. A control that does not object has nothing to do with it.
    pub(crate) fn not_started(stop: Stop, control: &dyn Control) -> Self {
        if stop == Stop::Memory && control.poll(&Progress::default()).is_ok() {
            let why = "it starts in too many states: give variables without an initial value one".to_owned();
            Self::NotApplicable { why, threads: 0 }
        } else {
            Self::Stopped { stop, threads: 0 }
        }
    }

    /// The limit that kept the search from going on, if one did.
    pub fn stop(&self) -> Option<Stop> {
        match self {
            Self::Stopped { stop, .. } => Some(*stop),
            Self::Recursion { stop, .. } => *stop,
            Self::NotApplicable { .. } | Self::TooLarge | Self::Internal { .. } => None,
        }
    }
}
