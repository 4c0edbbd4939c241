//! Traces: meaning, documents, simulation.

mod c;
mod common;
mod depth;
mod document;
mod documented;
mod meaning;
mod simulation;
