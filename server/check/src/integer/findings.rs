//! Integer programs, with the instances that they have or any number of them, as a kind of system.

use boolprog_abstraction::integers::{self, Integers};
use boolprog_abstraction::outcome::Proof;
use boolprog_base::engine::{Ended, Engine, Finding, Kind, Outcome, Task};
use boolprog_certificate::document::BooleanDocument;
use boolprog_certificate::integer::modular::Invariant;
use boolprog_integer::System;
use boolprog_trace::document::TraceDocument;

use super::Model;
use crate::report::{PropertyReport, Reason};

/// Integer programs, as a kind of system.
pub(crate) enum Programs {}

impl Kind for Programs {
    type Violation = Violation;
    type Certificate = Evidence;
    type States = Explored;
}

/// Violation of a property.
pub(crate) enum Violation {
    /// By a run of a system; of the program with another number of instances, if there is one.
    Run(Option<Box<Model>>, integers::Violation),
    /// By an execution of the text, as its trace shows.
    Executed(Box<TraceDocument>),
    /// By a run that was executed again already.
    Reported(Box<PropertyReport>),
}

/// Evidence of a proof.
pub(crate) enum Evidence {
    /// A proof about the system of the program.
    Proof(Proof),
    /// An invariant about these representatives of any number of instances. It may prove fewer properties than it was asked for.
    Invariant(Box<System>, Invariant),
    /// The same of an invariant that does not speak of all variables, and may be none for that.
    Candidate(Box<System>, Invariant),
    /// A Boolean program, which is checked already; none of a program without properties.
    Boolean(Option<Box<BooleanDocument>>),
}

/// Knowledge beside the findings.
#[derive(Default)]
pub(crate) struct Explored {
    /// The number of different states that were visited one by one.
    pub(crate) states: u64,
    /// Why the properties without a finding have none.
    pub(crate) reason: Option<Reason>,
    /// `true` if the search goes on when it runs again, with what has become known.
    pub(crate) goes_on: bool,
}

/// An engine of a program.
pub(crate) type ProgramEngine<'t> = Box<dyn for<'m> Engine<&'m Model, Kind = Programs> + 't>;

/// An engine for systems, which is asked about the system of a program; and where its runs may be none of the text, once more about
/// runs that are.
pub(super) struct OfSystem<E>(pub(super) E);

impl<E: for<'s> Engine<&'s System, Kind = Integers>> Engine<&Model> for OfSystem<E> {
    type Kind = Programs;

    fn run(&mut self, model: &Model, task: &mut Task<'_, Programs>) -> Outcome<Programs> {
        let mut outcome = self.0.ask(&model.system, task.properties, task.threads, task.control);
        let doubtful = doubtful(model, &outcome);
        if !doubtful.is_empty() {
            let findings = self.0.ask(&model.without_doubt(), &doubtful, task.threads, task.control).findings;
            let is_violated = |finding: &Finding<Integers>| matches!(finding, Finding::Violated { .. });
            outcome.findings.splice(0..0, findings.into_iter().filter(is_violated));
        }
        let integers::Explored { states, reason } = outcome.states;
        Outcome {
            findings: outcome.findings.into_iter().map(of_program).collect(),
            states: Explored { states, reason, goes_on: false },
            searched: outcome.searched,
            ended: outcome.ended,
            statistics: outcome.statistics,
        }
    }
}

fn of_program(finding: Finding<Integers>) -> Finding<Programs> {
    match finding {
        Finding::Violated { property, violation } => {
            Finding::Violated { property, violation: Violation::Run(None, violation) }
        }
        Finding::Proved { properties, certificate } => {
            Finding::Proved { properties, certificate: Evidence::Proof(certificate) }
        }
    }
}

/// The properties that runs violate which the text may not have.
fn doubtful(model: &Model, outcome: &Outcome<Integers>) -> Vec<u32> {
    let of_finding = |finding: &Finding<Integers>| match finding {
        Finding::Violated { property, violation: integers::Violation::Run(run) }
            if model.doubt(run.end()).is_some() =>
        {
            Some(*property)
        }
        _ => None,
    };
    outcome.findings.iter().filter_map(of_finding).collect()
}

/// `random` for the text of a C program: executions of it, each time in other ways.
pub(crate) struct Executions {
    /// Seed of random choices.
    pub(crate) seed: u64,
    /// The number of the ways; a greater one stands for more of them.
    pub(crate) way: u64,
}

impl Engine<&Model> for Executions {
    type Kind = Programs;

    fn run(&mut self, model: &Model, task: &mut Task<'_, Programs>) -> Outcome<Programs> {
        let found = super::executed::at_random(model, task.properties, (self.seed, self.way), task.control);
        let violated =
            |(property, trace)| Finding::Violated { property, violation: Violation::Executed(Box::new(trace)) };
        Outcome { findings: found.into_iter().map(violated).collect(), ..Outcome::nothing(Ended::Complete) }
    }
}
