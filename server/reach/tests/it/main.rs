//! The engines on small nets: against one another, and against properties that always hold.

mod backward;
mod backward_net;
mod bisimilar;
mod cutoffs;
mod engines;
mod firsts;
mod guided;
mod karp_miller;
mod nets;
mod place_invariant;
mod sets;
mod soonest;
mod soundness;
mod switches;
