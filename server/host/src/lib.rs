//! Resources of the machine: time, memory, a folder for evidence, provers.
//!
//! The command line and the language server use it.
//!
//! **Invariant:** the crates below are deterministic functions of their inputs. Clock, files and processes reach them
//! only through this crate.

pub mod cache;
pub mod files;
pub mod limits;
pub mod linked;
pub mod provers;
