//! Traces: meaning, documents, simulation.

mod common;
mod corpus;
mod depth;
mod document;
mod documented;
mod meaning;
mod simulation;
