//! `backward-net`: backward search on a plain system as a net, led and cut by linear programming.
//!
//! It decides the same as [`backward`](super), and differs in three ways that pay for systems of many shared states and
//! for violations that need many threads:
//!
//! - *Fewer shared states*: those that steps only pass through are left out ([`agglomeration`]). Threads of which any
//!   number starts are not counted.
//! - *Potentials*: for as many elements as time allows, a linear program gives weights to which each rule adds as little as
//!   possible ([`Potential`](super::place_invariant::Potential)). If that is nothing, they are a place invariant, which
//!   excludes the element and many more: a search rarely needs more than a dozen. Otherwise they say how far the start
//!   is at least; so do the weights found for other elements.
//! - *Order*: mostly the element that is nearest to the start, as in the directed search of Blondin, Haase and
//!   Offtermatt ("Directed reachability for infinite-state systems", TACAS 2021), but backwards; every eighth time one with
//!   the fewest threads, which leaves out most others.
//!
//! That place invariants found by linear programming are enough for most proofs, is an observation of Esparza,
//! Ledesma-Garza, Majumdar, Meyer and Niksic ("An SMT-based approach to coverability analysis", CAV 2014) and of Geffroy,
//! Leroux and Sutre ("Occam's razor applied to the Petri net coverability problem", RP 2016), who prune a backward
//! search with them.
//!
//! The [`evidence`] is about the system itself, with all its shared states.

mod agglomeration;
mod antichain;
mod engine;
mod evidence;
mod search;

pub use engine::BackwardNet;
