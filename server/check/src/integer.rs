//! One question asked of one integer program: engines, evidence, verdicts.
//!
//! As for Boolean programs, this is the only place that knows the order of the engines. The command line and editors call
//! [`check`] with a [`Prover`], which may be [`NoProver`](boolprog_prover::NoProver).

pub mod coverage;
mod decide;
pub(crate) mod evidence;
pub(crate) mod executed;
mod fewest;
pub mod graph;
pub mod help;
mod iteration;
mod machine;
mod model;
pub mod moment;
pub mod places;
mod plan;
pub mod predicates;

use std::hash::{Hash, Hasher};

use boolprog_abstraction::integers::VALUES;
use boolprog_base::control::{Control, Unlimited};
use boolprog_base::engine::EngineId;
use boolprog_prover::Prover;
use boolprog_trace::document::{ProgramKind, TraceDocument};
use rustc_hash::FxHasher;

pub use boolprog_abstraction::alpha::{First, Order};
pub use boolprog_abstraction::cegar::{Domain, Refiner, Restart, Spurious};
pub use boolprog_certificate::document::ModularDocument;
pub use model::{Counterexamples, Model, Options};

use crate::observer::Observer;
use crate::report::{Reason, Report};
pub(crate) use decide::{Decision, Found};
pub(crate) use plan::BRIEFLY;

use decide::decide;

/// Decides every property that the options ask for, of a program with a number of instances. What is asked about any number
/// of them is a [query](crate::Query), and remains open here.
///
/// The order of the reports is that of [`System::properties`](boolprog_integer::System::properties). Last comes one of the
/// kind [`PropertyKind::Value`](boolprog_trace::document::PropertyKind::Value) if some value does not exist, or if nothing
/// else is asked. The observer hears of them in the same order.
///
/// The same program, options, prover and limits give the same report, except that a limit on time may come sooner or later.
pub fn check(
    model: &Model,
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
    observer: &mut dyn Observer,
) -> Report {
    check_again((model, &Known::default()), options, prover, control, observer)
}

/// Knowledge of the properties of a program before its check, by index; it has to be shown already that it is true of this program.
#[derive(Default)]
pub(crate) struct Known {
    /// Proved properties, with the engines that did.
    pub(crate) proved: Vec<(u32, EngineId)>,
    /// Executions at random that violate properties.
    pub(crate) violated: Vec<(u32, TraceDocument)>,
}

impl Known {
    /// The finding about a property, if it is known.
    fn found(&self, property: u32) -> Option<Found> {
        let proof = self.proved.iter().find(|(proved, _)| *proved == property);
        let violation = self.violated.iter().find(|(violated, _)| *violated == property);
        let violated = |(_, trace): &(u32, TraceDocument)| {
            Found::Executed(EngineId::Random, Box::new(TraceDocument::clone(trace)))
        };
        proof.map(|(_, engine)| Found::Proved(*engine, None)).or_else(|| violation.map(violated))
    }

    /// The indices of the known properties.
    fn properties(&self) -> impl Iterator<Item = u32> {
        self.proved.iter().map(|(property, _)| *property).chain(self.violated.iter().map(|(property, _)| *property))
    }
}

/// The same where something is known already. The observer hears of it at once.
pub(crate) fn check_again(
    (model, known): (&Model, &Known),
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
    observer: &mut dyn Observer,
) -> Report {
    let asked = asked(model, options);
    tell(model, &asked, known, observer);
    let mut decision = if model.has_any_number() {
        let verdicts = asked.iter().map(|property| (*property, None)).collect();
        let why = "a search of states needs a number of instances".to_owned();
        Decision { verdicts, reasons: vec![Reason::NotModular(why)], ..Decision::default() }
    } else {
        decide(model, options, (&asked, known), prover, control, observer)
    };
    let (statistics, certificate) = (std::mem::take(&mut decision.statistics), decision.certificate.take());
    let verdicts = evidence::properties(model, decision, control);
    let report = Report { statistics, certificate, ..Report::of_verdicts(verdicts) };
    for (index, property) in report.properties.iter().enumerate() {
        observer.property(index, property);
    }
    report
}

/// Tells an observer of what is known already.
pub(crate) fn tell(model: &Model, asked: &[u32], known: &Known, observer: &mut dyn Observer) {
    let verdicts = known.properties().map(|property| (property, known.found(property))).collect();
    let reports = evidence::properties(model, Decision { verdicts, ..Decision::default() }, &Unlimited);
    for (property, report) in known.properties().zip(&reports) {
        if let Some(index) = asked.iter().position(|other| *other == property) {
            observer.property(index, report);
        }
    }
}

/// The properties that the options ask for; [`VALUES`] if the program states none, unless it is a C program, where every
/// value exists.
pub(crate) fn asked(model: &Model, options: &Options) -> Vec<u32> {
    let mut asked: Vec<u32> =
        (0..model.system.properties.len() as u32).filter(|index| options.asks_for(*index)).collect();
    if model.system.properties.is_empty() && model.kind() != ProgramKind::C {
        asked.push(VALUES);
    }
    asked
}

/// A number that is the same for two programs only if a check of both has the same answer, up to places in the text (and
/// hash collisions). Comments and layout do not change it; names do, as reports mention them.
pub fn fingerprint(model: &Model, options: &Options) -> u64 {
    let mut hasher = FxHasher::default();
    (options, model.system.fingerprint()).hash(&mut hasher);
    hasher.finish()
}
