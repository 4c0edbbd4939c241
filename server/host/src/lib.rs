//! What the machine gives: time, memory, a folder for evidence, provers.
//!
//! **Invariant:** the crates below are deterministic functions of their inputs. Clock, files and processes reach them
//! through what is here.

pub mod cache;
pub mod limits;
pub mod provers;
