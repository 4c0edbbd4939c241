//! Integer programs: messages, grammar, meaning.

mod choices;
mod common;
mod crowds;
mod diagnostics;
mod grammar;
mod models;
mod orbits;
mod partitions;
mod properties;
