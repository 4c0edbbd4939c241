//! The check of programs: verdicts, evidence, certificates.

#[path = "../../../prover/tests/it/available.rs"]
mod available;
mod certificate;
mod check;
mod evidence;
mod graph;
mod integer;
mod nets;
mod not_plain;
mod portfolio;
mod recursion;
mod refine;
mod stops;
mod support;
mod systems;
mod together;
mod toy_engine;
mod verdicts;
mod visible;
