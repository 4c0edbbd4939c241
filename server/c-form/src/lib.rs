//! The intermediate form of C programs, between the syntax tree and the integer program.
//!
//! Every read is a temporary that is written once, every place is computed once, and each instruction has the place in the text
//! for which it stands. Freedom in the order of evaluation is kept as a tree of [`Sequence`](form::Sequence)s.

mod adapt;
mod constants;
mod decided;
mod destructors;
pub mod form;
mod inline;
mod known;
pub mod link;
mod lives;
pub mod lower;
pub mod order;
pub mod points_to;
mod print;
pub mod promote;
mod returns;
mod settle;
pub mod simplify;
pub mod stages;
pub mod threads;
pub mod versions;

pub use inline::FAILS;
