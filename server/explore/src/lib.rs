//! Semantics of a lowered program: thread transition systems, which are also read and written as files, and relations
//! between sets of valuations.
//!
//! It depends on `program` and the crates below. Engines and checkers both work on these systems.
//!
//! **Invariant:** this crate and those above it up to `reach` know nothing of text or editors.

pub mod format;
#[cfg(test)]
mod random;
pub mod relations;
pub mod saturate;
pub mod system;
pub mod tts;
