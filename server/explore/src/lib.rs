//! Thread transition systems: building them from lowered programs, reading and writing them.
//!
//! **Invariant:** this crate and those above it up to `reach` know nothing of text or editors.

pub mod engine;
pub mod format;
#[cfg(test)]
mod random;
pub mod saturate;
pub mod system;
pub mod tts;
