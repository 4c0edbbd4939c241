//! The check of integer programs: which engine answers, with which evidence.

mod abstractions;
mod any_number;
mod certificate;
mod engines;
mod evidence;
mod groups;
mod horn;
mod places;
mod reachability;
mod values;

use std::sync::Arc;

pub(crate) use crate::available::z3;
use boolprog_base::control::Unlimited;
use boolprog_base::engine::EngineId;
use boolprog_check::integer::{self, Model, Options};
use boolprog_check::report::{self, Iteration, PropertyReport, Report, Verdict};
use boolprog_check::{Observer, Unobserved};
use boolprog_integer::Instantiation;
use boolprog_integer::syntax::parse;
use boolprog_prover::NoProver;

/// Everybody takes a number and waits until it is called; numbers grow without end.
pub(crate) const TICKETS: &str = "
decl next: int, called: int;
process Client[2] {
  decl mine: int;
  loc away, waiting, inside;
  away -> waiting do mine := next, next := next + 1;
  waiting -> inside when mine <= called;
  inside -> away do called := called + 1;
}
error together: count(Client @ inside) == 2;
";

pub(crate) fn model(text: &str) -> Model {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    Model::new("model.ip", Arc::from(text), Arc::new(parsed.file), Instantiation::default()).expect("no errors")
}

fn with(text: &str, options: Options) -> Report {
    integer::check(&model(text), &options, &mut NoProver, &Unlimited, &mut Unobserved)
}

fn check(text: &str) -> Report {
    with(text, Options::default())
}

/// `error-e violated explicit 3`, `invariant-i proved explicit`, `error-e unknown States(5)`.
pub(crate) fn told(report: &Report) -> Vec<String> {
    let line = |property: &PropertyReport| match &property.verdict {
        Verdict::Violated(violation) => {
            let trace = violation.trace();
            assert_eq!(trace.walk(|_, _| {}), Ok(()));
            assert_eq!((trace.property.id.as_str(), trace.property.kind), (&*property.id, property.kind));
            format!("{} violated {} {}", property.id, violation.engine(), trace.steps.len())
        }
        Verdict::Proved(proof) => {
            assert!(proof.certified());
            format!("{} proved {}", property.id, proof.engine())
        }
        Verdict::Unknown(report::Unknown::Integer(reasons)) => format!("{} unknown {reasons:?}", property.id),
        Verdict::Unknown(unknown) => panic!("{unknown:?}"),
    };
    report.properties.iter().map(line).collect()
}

#[derive(Default)]
struct Ear(Vec<String>);

impl Observer for Ear {
    fn engine(&mut self, engine: EngineId) {
        self.0.push(engine.to_string());
    }

    fn iteration(&mut self, number: usize, iteration: &Iteration) {
        self.0.push(format!("{number}: {}", iteration.abstract_states));
    }

    fn property(&mut self, index: usize, report: &PropertyReport) {
        self.0.push(format!("{index} {}", report.id));
    }
}
