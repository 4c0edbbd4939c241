//! Proofs of whole programs, published figures, and programs at random.

mod common;
mod proofs;
mod published;
mod random_programs;
