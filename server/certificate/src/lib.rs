//! Evidence of verdicts about programs of both languages, and its checkers.
//!
//! Engines make the evidence; `check` and `boolprog-certify` use the checkers. This crate depends on the semantics of
//! programs (`program`, `explore`, `integer`) and, for predicates, on `prover`.
//!
//! - [`sets`]: "never, with any number of threads", as a set of configurations that is closed under steps.
//! - [`diagrams`]: the same, as sets of valuations that are decision diagrams.
//! - [`summaries`]: "never", for one thread whose calls are not inlined, as path edges.
//! - [`integer`]: "never", for integer programs, as abstract states, as all states, or as an invariant of some instances.
//! - [`boolean`]: that a Boolean program allows every step of an integer program, for any number of threads.
//! - [`document`]: all proofs of a file in one document, which is saved and checked again.
//! - [`run`] and [`call_run`]: violations, as executions that are executed again.
//!
//! **Invariant:** this crate depends on no engine. A checker shares nothing with a search but the semantics of the
//! program, so that a mistake of an engine is not repeated where its proof is checked.

pub mod boolean;
pub mod call_run;
pub mod diagrams;
pub mod document;
mod failure;
pub mod integer;
pub mod run;
pub mod sets;
pub mod summaries;
