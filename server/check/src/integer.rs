//! One question asked of one integer program: engines, evidence, verdicts.
//!
//! As for Boolean programs, this is the only place that knows the order in which engines run. [`check`] is what the command
//! line and editors call; a [`Prover`] is lent to it, and may be [`Nobody`](boolprog_prover::Nobody).

pub mod coverage;
mod decide;
mod engines;
pub(crate) mod evidence;
mod gaps;
pub mod graph;
mod model;
pub mod moment;
pub mod predicates;
mod subject;

use std::hash::{Hash, Hasher};

use boolprog_base::control::Control;
use boolprog_prover::Prover;
use rustc_hash::FxHasher;

pub use model::{Model, Options};
pub use subject::{Replicated, replicated};

use crate::observer::Observer;
use crate::report::Report;
use decide::Decider;

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
    let system = &*model.system;
    let asked: Vec<usize> = (0..system.properties.len()).filter(|index| options.asks_for(*index)).collect();
    let mut decider = Decider::new(model, options, prover, control, observer);
    let findings = decider.decide(&asked);
    let Decider { statistics, certificate, .. } = decider;
    let properties = evidence::properties(model, &asked, findings);
    for (index, property) in properties.iter().enumerate() {
        observer.property(index, property);
    }
    Report { properties, statistics, certificate, ..Report::default() }
}

/// A number that is the same for two programs only if a check of both has the same answer, up to places in the text (and
/// hash collisions). Comments and layout do not change it; names do, as reports mention them.
pub fn fingerprint(model: &Model, options: &Options) -> u64 {
    let mut hasher = FxHasher::default();
    (options, model.system.fingerprint()).hash(&mut hasher);
    hasher.finish()
}
