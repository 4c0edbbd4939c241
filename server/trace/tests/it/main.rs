//! Traces: meaning, documents, simulation, retracing.

mod common;
mod corpus;
mod document;
mod documented;
mod meaning;
mod simulation;
