//! Reachability engines, most of them for any number of threads.
//!
//! Each engine answers one kind of question about a thread transition system:
//!
//! - [`bounded`]: everything that at most n live threads can do; shortest violations; every kind of system.
//! - [`contexts`]: everything that any number of threads can do, at once; plain systems only.
//! - [`backward`]: whether any number of threads can violate a property; every kind of system, transfers included.
//! - [`bisimilar`]: a smaller system with the same verdicts, for [`contexts`] and all others.
//! - [`summaries`]: everything that one thread can do whose calls are not inlined, recursion included.
//! - [`karp_miller`]: the same label by label, from the definition and as Zhao optimised it; slow; what [`contexts`] is
//!   tested against.
//!
//! What they find is evidence of the crate [`boolprog_certificate`]: a violation is a run, which is executed again; a proof
//! is a set of configurations, which is checked.
//!
//! **Invariant:** engines know nothing of text or editors. They take a thread transition system, questions, and a
//! [`boolprog_base::control::Control`] that stops them; they read no clock.

pub mod backward;
pub mod bisimilar;
pub mod bounded;
pub mod contexts;
pub mod karp_miller;
pub mod lift;
pub mod outcome;
pub mod summaries;

mod multisets;
mod net;
mod watch;
