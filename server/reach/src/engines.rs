//! The engines, each in a module of its own. They know nothing of each other, but that `mcs` tells what it covers.

pub mod backward;
pub mod bounded;
pub mod karp_miller;
pub mod mcs;
pub mod summaries;
