//! Reachability engines for thread transition systems, most of them for any number of threads. Crate `check` runs them.
//!
//! Each engine answers one kind of question:
//!
//! - [`bounded`](engines::bounded): everything that at most n live threads can do; shortest violations; every kind of
//!   system.
//! - [`mcs`](engines::mcs): everything that any number of threads can do, at once; plain systems only.
//! - [`backward`](engines::backward): whether any number of threads can violate a property; every kind of system,
//!   transfers included.
//! - [`summaries`](engines::summaries): everything that one thread can do whose calls are not inlined, recursion
//!   included.
//! - [`karp_miller`](engines::karp_miller): the same as `mcs`, marking by marking, from the definition and as Zhao
//!   optimised it; slow; the reference for tests of `mcs`.
//!
//! [`bisimilar`] makes a smaller system with the same verdicts, for `mcs` and all others.
//!
//! Their findings are evidence of the crate [`boolprog_certificate`]: a violation is a run, which is executed again; a
//! proof is a set of configurations, which is checked.
//!
//! **Invariant:** engines know nothing of text or editors. They take a thread transition system, questions, and a
//! [`boolprog_base::control::Control`] that stops them; they read no clock.

// Subjects of the engines.
pub mod chain;
pub mod coverability;
pub mod coverable;
pub mod first;
pub mod threads;

// Questions beside those of the engines.
pub mod soonest;

// Tools of the engines.
pub mod bisimilar;
pub mod lift;
mod moves;
mod multisets;
mod net;
mod replay;
mod watch;

pub mod engines;
