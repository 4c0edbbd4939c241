//! Traces: meaning, documents, simulation.

mod c;
mod c_expressions;
mod common;
mod depth;
mod document;
mod documented;
mod meaning;
mod simulation;
