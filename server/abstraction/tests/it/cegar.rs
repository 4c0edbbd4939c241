//! Refinement by counterexamples: against plain search, on models of papers, with provers that do not work.

mod heat;
mod models;
mod provers;
mod random;

use std::path::Path;

use boolprog_abstraction::cegar::{self, Added, Domain, Options, Report};
use boolprog_abstraction::outcome::Proof;
use boolprog_abstraction::{Outcome, Reason};
use boolprog_base::control::Unlimited;
use boolprog_certificate::integer::check;
use boolprog_integer::System;
use boolprog_integer::explicit::replay;
use boolprog_prover::Prover;

use crate::common::system;

const DOMAINS: [Domain; 4] = [Domain::Values, Domain::Predicates, Domain::Both, Domain::Visible];

/// A model of the folder `refinement`.
fn model(name: &str) -> System {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refinement").join(format!("{name}.ip"));
    system(&std::fs::read_to_string(path).expect("a model"))
}

/// Runs with a graph to be shown, and checks the proof and the violations.
fn run(system: &System, options: Options, prover: &mut dyn Prover) -> Report {
    apart(system, Options { shown: true, ..options }, prover)
}

/// Runs, with one goal at a time where the graph is large, and checks the proof and the violations.
fn apart(system: &System, options: Options, prover: &mut dyn Prover) -> Report {
    let report = cegar::run(system, &options, prover, &Unlimited, &mut |_| {});
    if let Outcome::Proved(Proof::Closed(graph)) = &report.outcome {
        let is_open = |number: &usize| report.violations.iter().all(|(violated, _)| *violated as usize != *number);
        let open: Vec<_> = (0..system.properties.len()).filter(is_open).collect();
        assert_eq!(check(&system.with_properties(&open), graph, prover, &Unlimited), Ok(Ok(())));
    }
    for (property, run) in &report.violations {
        assert_eq!(replay(system, run, *property as usize), Ok(()));
    }
    report
}

/// The worst verdict in a word.
fn word(report: &Report) -> &'static str {
    match report.outcome {
        _ if !report.violations.is_empty() => "violated",
        Outcome::Proved(_) => "proved",
        Outcome::Violated => "violated",
        Outcome::Undefined(_) => "undefined",
        Outcome::Unknown(Reason::Stalled(_)) => "stalled",
        Outcome::Unknown(_) => "unknown",
    }
}

/// The additions of all rounds, in words.
fn added(system: &System, report: &Report) -> Vec<String> {
    report.rounds.iter().flat_map(|round| &round.added).map(|added: &Added| added.describe(system)).collect()
}
