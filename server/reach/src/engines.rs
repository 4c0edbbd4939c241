//! The engines, each in a module of its own. They do not depend on each other, except that `mcs` publishes its covered
//! markings.

pub mod backward;
pub mod bounded;
pub mod karp_miller;
pub mod mcs;
pub mod summaries;
