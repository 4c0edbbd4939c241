//! Provers of two kinds: Z3, and programs that misbehave in its place.

mod agreement;
mod available;
mod fake_solvers;
mod z3;
