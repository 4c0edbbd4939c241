//! The knowledge of a check about places of control: what always holds there, and how many threads can be there at once.
//!
//! It is read from proofs: the clauses of an invariant, the nodes of a graph, or all states. Nothing is asked of a prover, so
//! that less may be told than holds, and never more.

mod facts;
mod proofs;
mod ranges;

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Stop};
use boolprog_certificate::document::CertificateDocument;
use boolprog_integer::{LocationId, System};

use super::{Model, Options};
use crate::report::{Report, Verdict};
use facts::Facts;

/// A place of control: the index of a process, and a location of it.
pub type Place = (u16, LocationId);

/// Facts about the places of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// Facts whenever a thread is at a place; `None` where no thread gets.
    facts: BTreeMap<Place, Option<Facts>>,
    /// Places, the lesser first, at which two different threads are never at the same time.
    excluded: BTreeSet<(Place, Place)>,
}

impl Places {
    /// The facts of the evidence of a report. States are visited again if the proof was a search of all of them.
    pub fn of_report(model: &Model, options: &Options, report: &Report, control: &dyn Control) -> Result<Self, Stop> {
        if let Some(certificate) = &report.certificate {
            return Self::of_certificate(model, certificate, control);
        }
        let is_proved = report.properties.iter().any(|property| matches!(property.verdict, Verdict::Proved(_)));
        if is_proved && !model.has_any_number() {
            return proofs::of_states(model, options, control);
        }
        Ok(Self::default())
    }

    /// The facts of the proofs of a certificate, which its checker has accepted.
    pub fn of_certificate(
        model: &Model,
        certificate: &CertificateDocument,
        control: &dyn Control,
    ) -> Result<Self, Stop> {
        let mut known = Self::default();
        for modular in &certificate.modular {
            if let Some((system, invariant)) = modular.read(&model.subject()) {
                known.add(proofs::of_invariant(model, &invariant.system(&system), &invariant.formulas, control)?);
            }
        }
        for graph in certificate.graphs.iter().filter_map(|graph| graph.read(&model.subject())) {
            known.add(proofs::of_cover(model, &graph, control)?);
        }
        for abstraction in certificate.abstractions.iter().filter_map(|it| it.read(&model.subject())) {
            known.add(proofs::of_cover(model, &abstraction, control)?);
        }
        Ok(known)
    }

    /// Returns `true` if nothing is known.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// Adds what another proof says.
    fn add(&mut self, other: Self) {
        self.excluded.extend(other.excluded);
        for (place, facts) in other.facts {
            let known = self.facts.remove(&place);
            let both = match (known, facts) {
                (Some(None), _) | (_, None) => None,
                (Some(Some(known)), Some(facts)) => Some(known.and(facts)),
                (None, facts) => facts,
            };
            self.facts.insert(place, both);
        }
    }

    /// Facts whenever a thread is at one of these places, as the program writes it; `None` if no thread gets there.
    pub fn always(&self, places: &[Place]) -> Option<Vec<String>> {
        let nothing = Some(Facts::default());
        let known = places.iter().filter_map(|place| self.facts.get(place).unwrap_or(&nothing).as_ref());
        known.cloned().reduce(|one, other| one.or(&other)).map(|facts| facts.in_words())
    }

    /// The most threads that can be at these places at the same time; `None` if that is not known, or any number can.
    /// Quadratic in their number.
    pub fn most(&self, system: &System, places: &[Place]) -> Option<usize> {
        let reached: Vec<Place> = places.iter().copied().filter(|place| self.facts.get(place) != Some(&None)).collect();
        let excludes = |a: Place, b: Place| self.excluded.contains(&(a.min(b), a.max(b)));
        let pairs = || reached.iter().enumerate().flat_map(|(at, a)| reached[at..].iter().map(move |b| (*a, *b)));
        if pairs().all(|(a, b)| excludes(a, b) || is_single(system, a, b)) {
            return Some(1);
        }
        let is_free = |(a, b): (Place, Place)| a.0 == b.0 && is_any_number(system, a.0) && !excludes(a, b);
        let processes: BTreeSet<u16> = reached.iter().map(|place| place.0).collect();
        let of_process = |it| if is_any_number(system, it) { 1 } else { instances(system, it) };
        (!pairs().any(is_free)).then(|| processes.into_iter().map(of_process).sum())
    }
}

/// `true` if both places belong to the only instance of a process.
fn is_single(system: &System, a: Place, b: Place) -> bool {
    a.0 == b.0 && !is_any_number(system, a.0) && instances(system, a.0) == 1
}

/// `true` if the instances of a process stand for any number of them.
fn is_any_number(system: &System, process: u16) -> bool {
    system.processes[usize::from(process)].replicated && !system.counters.is_empty()
}

fn instances(system: &System, process: u16) -> usize {
    system.instances.iter().filter(|instance| instance.process == process).count()
}

/// `true` for a variable with this name in its process that the text has.
fn is_written(model: &Model, name: &str) -> bool {
    let of_c = model.origins.as_ref().filter(|origins| origins.of_c.is_some());
    of_c.is_none_or(|origins| origins.written.contains_key(name))
}
