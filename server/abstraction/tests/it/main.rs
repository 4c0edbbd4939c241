//! Proofs of whole programs, published figures, and programs at random.

#[path = "../../../prover/tests/it/available.rs"]
mod available;
mod cegar;
mod common;
mod domains;
mod proofs;
mod published;
mod random_programs;
