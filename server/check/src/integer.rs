//! One question asked of one integer program: engines, evidence, verdicts.
//!
//! As for Boolean programs, this is the only place that knows the order of the engines. The command line and editors call
//! [`check`] with a [`Prover`], which may be [`NoProver`](boolprog_prover::NoProver).

mod any_number;
pub mod coverage;
mod decide;
pub(crate) mod evidence;
pub mod graph;
pub mod help;
mod iteration;
mod model;
pub mod moment;
mod plan;
pub mod predicates;

use std::hash::{Hash, Hasher};

use boolprog_abstraction::integers::VALUES;
use boolprog_base::control::Control;
use boolprog_prover::Prover;
use rustc_hash::FxHasher;

pub use boolprog_abstraction::alpha::{First, Order};
pub use boolprog_certificate::document::ModularDocument;
pub use model::{Model, Options};

use crate::observer::Observer;
use crate::report::Report;
use decide::decide;

/// Decides every property of a program that the options ask for.
///
/// The order of the reports is that of [`System::properties`]. Last comes one of the kind
/// [`PropertyKind::Value`](boolprog_trace::document::PropertyKind::Value) if some
/// value does not exist, or if nothing else is asked. The observer hears of them in the same order.
///
/// The same program, options, prover and limits give the same report, except that a limit on time may come sooner or later.
pub fn check(
    model: &Model,
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
    observer: &mut dyn Observer,
) -> Report {
    check_again((model, &[]), options, prover, control, observer)
}

/// The same after a check of an earlier version of the program, which found these invariants: those that are still
/// invariants are not searched again.
pub fn check_again(
    (model, known): (&Model, &[ModularDocument]),
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
    observer: &mut dyn Observer,
) -> Report {
    let system = &*model.system;
    let mut asked: Vec<u32> = (0..system.properties.len() as u32).filter(|index| options.asks_for(*index)).collect();
    if system.properties.is_empty() {
        asked.push(VALUES);
    }
    let report = if model.has_any_number() {
        any_number::decide((model, known), options, &asked, prover, control, observer)
    } else {
        let mut decision = decide(model, options, &asked, prover, control, observer);
        let (statistics, certificate) = (std::mem::take(&mut decision.statistics), decision.certificate.take());
        Report { statistics, certificate, ..Report::of_verdicts(evidence::properties(model, decision)) }
    };
    for (index, property) in report.properties.iter().enumerate() {
        observer.property(index, property);
    }
    report
}

/// A number that is the same for two programs only if a check of both has the same answer, up to places in the text (and
/// hash collisions). Comments and layout do not change it; names do, as reports mention them.
pub fn fingerprint(model: &Model, options: &Options) -> u64 {
    let mut hasher = FxHasher::default();
    (options, model.system.fingerprint()).hash(&mut hasher);
    hasher.finish()
}
