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
//! A [`proof`] is an invariant that [`boolprog_certificate::diagrams`] has checked, edge by edge. A violation is a
//! [`run::Run`] in concrete valuations, which the caller must have re-executed.
//!
//! **Invariant:** programs whose steps move other threads are refused.

mod image;

pub mod bounded;
pub mod proof;
pub mod run;
pub mod saturation;

use boolprog_base::control::Stop;
use boolprog_certificate::diagrams::Rejection;
use boolprog_explore::relations;
use boolprog_program::program::Program;

/// Whether the engines of this crate do not refuse a program; the search may still, with many threads.
pub fn accepts(program: &Program) -> bool {
    relations::variables(program, saturation::THREADS).is_ok()
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

impl From<Rejection> for Undecided {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::Stopped(stop) => Self::Stopped(stop),
            Rejection::Refused(why) => Self::Refused(why),
            Rejection::Rejected(why) => Self::Rejected(why),
        }
    }
}
