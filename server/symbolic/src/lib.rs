//! Saturation and bounded search over sets of valuations, for programs with too many valuations to list.
//!
//! The other engines visit thread states and configurations one by one, so forty variables without an initial value are
//! too many. Here control stays explicit, and the valuations at one location (or at one location for each thread) are a
//! binary decision diagram.
//!
//! - [`saturation`]: the thread-modular closure; everything outside it is proved for any number of threads.
//! - [`bounded`]: everything that at most n live threads can do, n = 1, 2, ...; shortest violations; a proof where
//!   the number of threads is fixed.
//! - [`summaries`]: everything that one thread can do whose calls are not inlined, at any depth of recursion.
//! - [`follow`]: whether a run of an abstraction is one of the program, and if not, which forgotten bits show that.
//!
//! A proof is an [`Invariant`], which [`boolprog_certificate::diagrams`] checks edge by edge. A violation is a [`Run`]
//! in concrete valuations, which is re-executed. Crate `check`, the caller, does both.
//!
//! **Invariant:** programs with several threads whose steps move other threads are refused.

mod image;

pub mod bounded;
pub mod follow;
mod proof;
pub mod run;
pub mod saturation;
pub mod summaries;

use boolprog_base::engine::Kind;
use boolprog_certificate::diagrams::Invariant;
use boolprog_explore::relations;
use boolprog_program::program::Program;
use run::Run;

/// Boolean programs as relations between valuations: the kind of system of these engines.
#[derive(Debug)]
pub enum Valuations {}

impl Kind for Valuations {
    type Violation = Run;
    type Certificate = Invariant;
    type States = ();
}

/// Returns `true` if the engines of this crate do not refuse a program; the search may still, with many threads.
pub fn accepts(program: &Program) -> bool {
    relations::variables(program, saturation::THREADS).is_ok()
}
