//! One question asked of one program: engines, evidence, verdicts.
//!
//! The only place that knows the order in which engines run. Above it stand the editor features and the command
//! line; below it nothing knows of verdicts.

mod asking;
pub mod certificate;
mod claim;
pub mod condition;
pub mod decide;
pub mod evidence;
pub mod graph;
pub mod integer;
pub mod invariant;
mod re_execution;
mod recursion;
mod reduced;
pub mod report;
mod retrace;
mod run;
mod sites;
mod symbolic;
pub mod together;
mod unit;
mod way;

pub use retrace::retrace;
pub use run::{Observer, Unobserved, check, fingerprint, property_ids};
pub use unit::{Coverability, Effort, Engine, Options, Unit};
pub use way::{Way, way_to};
