//! One question asked of one integer program: engines, evidence, verdicts.
//!
//! As for Boolean programs, this is the only place that knows the order of the engines. The command line and editors call
//! [`check`] with a [`Prover`], which may be [`NoProver`](boolprog_prover::NoProver).

pub mod coverage;
mod decide;
pub(crate) mod evidence;
pub(crate) mod executed;
mod fewest;
mod findings;
pub mod graph;
mod iteration;
mod ledger;
mod machine;
mod model;
pub mod moment;
pub mod places;
mod plan;
pub mod predicates;

use std::hash::{Hash, Hasher};

use boolprog_abstraction::integers::VALUES;
use boolprog_base::control::Control;
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
use crate::schedule::{self, planned};
use decide::InTurn;
pub(crate) use decide::{Searches, Tools};
use evidence::Found;
pub(crate) use findings::{Evidence, Executions, Explored, ProgramEngine, Programs, Violation};
pub(crate) use ledger::{Ledger, stating};
pub(crate) use plan::BRIEFLY;

use plan::{Fixed, STAGES};

/// Decides every property that the options ask for, of a program with a number of instances. A question about any number of them is a [query](crate::Query), and remains open here.
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
    let mut ledger = Ledger::new(model, (&asked, known), prover, control);
    ledger.tell_from(0, &asked, observer);
    if model.has_any_number() {
        ledger.undecided(Reason::NotModular("a search of states needs a number of instances".to_owned()));
    } else {
        let searches = &mut Fixed::new(&model.system, options);
        let stages = planned(STAGES, options.engine);
        decide(stages, searches, (&mut ledger, &asked), options, prover, observer);
        if let Some(engine @ (EngineId::Modular | EngineId::Refinement)) = options.engine {
            let why = format!("{engine} is about any number of instances, and this program has a fixed one");
            ledger.undecided(Reason::NotModular(why));
        }
    }
    let reasons = ledger.reasons.clone();
    ledger.conclude(&asked, &reasons, observer)
}

/// Runs these stages on the open properties.
pub(crate) fn decide<'p, S: Searches>(
    stages: impl Iterator<Item = &'p schedule::Stage<S::Method, S::Facts>>,
    searches: &mut S,
    (ledger, asked): (&mut Ledger<'_>, &[u32]),
    options: &Options,
    prover: &mut dyn Prover,
    observer: &mut dyn Observer,
) {
    let host = &mut InTurn { ledger, searches, options, prover, observer, asked, ended: None };
    let Ok(()) = schedule::run(stages, host);
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
