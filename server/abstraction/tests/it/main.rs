//! Proofs of whole programs, published figures, and programs at random.

mod cegar;
mod common;
mod domains;
mod proofs;
mod published;
mod random_programs;
