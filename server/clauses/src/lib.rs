//! Constrained Horn clauses of integer programs.
//!
//! An invariant is a solution of clauses over unknown relations: what holds at the start, what every step keeps, and what violates
//! no property. [`Unknowns`] are indexed by whatever an engine chooses: nothing, so that there is one relation for everything, a
//! place of an instance, or a place of control of all instances. [`encode`] makes the clauses of a system for each of them,
//! [`text`] writes them in SMT-LIB, and [`solve`] asks a prover and reads the solution.
//! (Bjørner, Gurfinkel, `McMillan`, Rybalchenko, "Horn clause solvers for program verification", 2015.)
//!
//! [`Candidates`] finds invariants without solving: the formulas that all clauses keep, of some that it is given.
//!
//! [`obligations`] is what engines take for granted about the existence of values. The checker of proofs has a definition of its
//! own.

mod candidates;
mod encode;
pub mod exchange;
pub mod obligations;
mod solution;
mod solve;
mod system;
mod text;
pub mod values;

pub use candidates::{About, Candidates, Question, Renaming};
pub use encode::{Cases, Encoding, NoClauses, Taken, encode, initial_values};
pub use solve::{Asked, Solved, solve};
pub use system::{Argument, Clause, Head, Step, Unknowns};
pub use text::text;
