//! One question asked of one program: engines, evidence, verdicts.
//!
//! The only place that knows the order in which engines run. Above it stand the editor features and the command
//! line; below it nothing knows of verdicts.

pub mod certificate;
mod claim;
pub mod decide;
pub mod report;
mod run;
mod sites;
mod unit;

pub use run::{Observer, Unobserved, check, fingerprint};
pub use unit::{Options, Unit};
