//! Engines for integer programs: search under abstraction, and of all states. Crate `check` runs them.
//!
//! All engines here walk over *concrete* states only, and match them *abstractly*: a state is not expanded if one with
//! the same abstraction was. Hence every error that is found is real. The engines differ in the refinement of the
//! abstraction, and in its exactness:
//!
//! * [`alpha`]: predicates, refined where a prover cannot show that all states with the same abstraction behave alike;
//! * [`splitting`]: predicates and cuts `v > c`, refined where different states share one, without any prover.
//!
//! [`modular`] visits no states: it looks for invariants about some of any number of instances.
//!
//! Another road leads through Boolean programs: [`boolean`] makes one of predicates, [`newton`] decides whether a run of it
//! is real, and finds predicates where it is not. Crate `check` goes round ([CEGAR]).
//!
//! [CEGAR]: https://doi.org/10.1007/10722167_15
//!
//! [`engines`] has those that visit states as [engines](boolprog_base::engine::Engine), which answer about
//! several properties. A proof is an [`Abstraction`](boolprog_certificate::integer::Abstraction), whose checker shares
//! nothing with this crate.

pub mod alpha;
pub mod boolean;
pub mod bounds;
pub mod cegar;
mod condition;
pub mod engines;
pub mod inductive;
pub mod integers;
pub mod modular;
pub mod newton;
mod normal;
mod oracle;
pub mod outcome;
mod predicates;
pub mod splitting;

pub use integers::Reason;
pub use normal::{merged, spelled, spelled_predicate};
pub use outcome::Outcome;
