//! One query about one program: runs the engines, checks their evidence, and builds the verdicts.
//!
//! Only this crate knows the order in which engines run. It depends on all engines and on `trace`, which executes
//! counterexamples; the editor features, the debugger and the command line use it. No crate below it knows verdicts.
//!
//! # Layers
//!
//! Modules are declared in layers, from the bottom to the top. A module uses those of lower layers, and of its own as
//! long as there is no circle. Proofs of engines are checked by the crate [`boolprog_certificate`], which is below them
//! all.

// Questions.
pub mod condition;
mod options;
mod unit;

// Findings of engines, and their documents.
mod certificate;
mod findings;

// Answers.
mod observer;
mod reachable;
mod reasons;
pub mod report;
mod statistics;
mod unknown;
mod verdict;
mod visible;

// From runs to evidence.
mod c;
mod claim;
mod re_execution;

// Searches side by side.
mod board;
mod lanes;
pub mod schedule;
mod turns;

// Deciding: which engine when.
mod asking;
pub mod decide;
mod localization;
mod reduced;
mod sites;
mod symbolic;
mod thread_state;

// Running: from a program or a system to its report.
mod recursion;
mod run;
mod system;
mod vacuity;

// The same for integer programs with a number of instances.
pub mod integer;

// Through Boolean programs: checks of one kind of program that answer for the other.
pub mod refine;

// For any number of instances, and a program of either kind.
mod any_number;
mod confirmed;
mod learned;
mod query;
mod rolled;

// Uses of the answers.
pub mod evidence;
pub mod exclusion;
pub mod graph;
pub mod invariant;
pub mod markings;
pub mod next;
pub mod theorems;
pub mod together;
pub mod tree;
mod way;

// In words.
pub mod wording;

pub use boolprog_program::lower::property_ids;
pub use learned::Learned;
pub use observer::{Observer, Unobserved};
pub use options::{Effort, Localization, Options, Separation};
pub use query::Query;
pub use run::check;
pub use system::{System, Target};
pub use unit::{Unit, fingerprint};
pub use way::{Way, way_to};
