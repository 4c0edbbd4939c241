//! Traces: meaning, documents, simulation.

mod common;
mod depth;
mod document;
mod documented;
mod meaning;
mod simulation;
