//! Counterexamples, and the reference interpreter that re-executes them.
//!
//! `check` makes traces here of what engines find; the debugger, the exports and the command line show them.
//!
//! **Invariant:** the interpreter is written straight from the language reference and shares no code with the
//! crates that search. No trace reaches a person that it has not re-executed.

pub mod c;
pub mod configuration;
pub mod document;
mod export;
pub mod integer;
pub mod interpreter;
mod lines;
pub mod replay;
pub mod run;
pub mod simulation;
pub mod stack;
mod values;

pub use export::{Exporter, Subject, can_be_in};
