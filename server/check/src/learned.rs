//! Findings of checks of earlier versions of an integer program, also those of an earlier session, for later versions.
//!
//! Invariants are tried again, and count only if the checker accepts them of the new version. A proof counts at once if the
//! property has the same slice: what is left out has no influence on it ([`boolprog_integer::slice`]), and in a program with
//! a proof every value exists, so that nothing cuts executions short.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use boolprog_base::engine::EngineId;
use boolprog_certificate::document::{CertificateDocument, ModularDocument};
use boolprog_integer::expression::Leaf;
use boolprog_integer::slice::slice;
use boolprog_integer::{Formula, InstanceId, LocationId, Replacement, System, Term};
use rustc_hash::{FxHashMap, FxHasher};

use crate::integer::Model;
use crate::report::{PropertyReport, Report, Verdict};

/// The most proofs that are kept, so that undoing a change costs nothing.
const MOST: usize = 256;

/// Findings of earlier checks. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    /// The invariants of the last check that found some.
    pub(crate) invariants: Arc<[ModularDocument]>,
    /// Fingerprints of the slices of properties that were proved, and the engines that did; the newest last.
    proofs: Arc<[(u64, EngineId)]>,
}

impl Learned {
    /// Adds the findings of a check.
    pub fn learn(&mut self, model: &Model, report: &Report) {
        self.add(model, &report.properties.iter().collect::<Vec<_>>(), report.certificate.as_deref());
    }

    /// Adds verdicts of an earlier session on some of the properties, which this evidence has restored.
    pub fn restore(
        &mut self,
        model: &Model,
        verdicts: &[Option<PropertyReport>],
        certificate: Option<&CertificateDocument>,
    ) {
        self.add(model, &verdicts.iter().flatten().collect::<Vec<_>>(), certificate);
    }

    fn add(&mut self, model: &Model, reports: &[&PropertyReport], certificate: Option<&CertificateDocument>) {
        let found = certificate.map(|certificate| certificate.modular.as_slice()).unwrap_or_default();
        if !found.is_empty() {
            self.invariants = found.into();
        }
        let Some(system) = searched(model) else { return };
        let mut new = Vec::new();
        for (index, id) in system.property_ids().iter().enumerate() {
            let of_it = reports.iter().find(|report| report.id == *id).map(|report| &report.verdict);
            if let Some(Verdict::Proved(proof)) = of_it {
                new.push((fingerprint(model, &system, index), proof.engine()));
            }
        }
        let old = self.proofs.iter().filter(|(known, _)| !new.iter().any(|(it, _)| it == known)).copied();
        let mut proofs: Vec<_> = old.chain(new.iter().copied()).collect();
        proofs.drain(..proofs.len().saturating_sub(MOST));
        self.proofs = proofs.into();
    }

    /// Those of the properties of a program, by index, that were proved of an earlier version, and by which engine.
    pub(crate) fn proved(&self, model: &Model, asked: &[u32]) -> Vec<(u32, EngineId)> {
        let system = if self.proofs.is_empty() { None } else { searched(model) };
        let Some(system) = system else { return Vec::new() };
        let known: FxHashMap<u64, EngineId> = self.proofs.iter().copied().collect();
        let is_stated = |property: &&u32| (**property as usize) < system.properties.len();
        let asked = asked.iter().filter(is_stated);
        asked
            .filter_map(|property| {
                let engine = known.get(&fingerprint(model, &system, *property as usize))?;
                Some((*property, *engine))
            })
            .collect()
    }
}

/// The system with a number of instances, which is the same for two programs only if they are the same for any number.
fn searched(model: &Model) -> Option<Arc<System>> {
    if model.has_any_number() {
        return model.with_few_instances().ok().map(|few| few.system);
    }
    Some(Arc::clone(&model.system))
}

/// A number that is the same for two properties only if they have the same slice, up to collisions. Names and what the slice
/// leaves out do not count. Linear in the system.
fn fingerprint(model: &Model, system: &System, property: usize) -> u64 {
    let part = slice(&system.with_properties(&[property])).system;
    let mut hasher = FxHasher::default();
    (model.has_any_number(), model.instantiation.on_range).hash(&mut hasher);
    for variable in &part.variables {
        (variable.owner, variable.sort, variable.initial).hash(&mut hasher);
    }
    for instance in &part.instances {
        let replicated = part.processes[usize::from(instance.process)].replicated;
        (replicated, part.instances.iter().position(|first| first.process == instance.process)).hash(&mut hasher);
    }
    let places = Places::of(&part);
    for transition in &part.transitions {
        let at = |location| places.number(transition.instance, location);
        (transition.instance, at(transition.from), at(transition.to)).hash(&mut hasher);
        for guard in &transition.guard {
            guard.replace(&places).hash(&mut hasher);
        }
        for (variable, term) in transition.update.all_terms() {
            (variable, term.replace(&places)).hash(&mut hasher);
        }
        for (variable, formula) in transition.update.all_formulas() {
            (variable, formula.replace(&places)).hash(&mut hasher);
        }
        transition.update.overwritten.terms.len().hash(&mut hasher);
        transition.choices.iter().for_each(|choice| choice.sort.hash(&mut hasher));
    }
    for formula in part.initial.iter().chain(part.properties.iter().map(|property| &property.error)) {
        formula.replace(&places).hash(&mut hasher);
    }
    hasher.finish()
}

/// Numbers of locations, in the order in which a system first mentions them.
struct Places(FxHashMap<(InstanceId, LocationId), u16>);

impl Places {
    fn of(system: &System) -> Self {
        let mut places = Self(FxHashMap::default());
        for instance in (0..system.instances.len() as u16).map(InstanceId) {
            places.add(instance, LocationId(0));
        }
        for transition in &system.transitions {
            places.add(transition.instance, transition.from);
            places.add(transition.instance, transition.to);
            transition.guard.iter().for_each(|guard| places.add_all(guard));
            transition.update.all_terms().for_each(|(_, term)| places.add_all_of_term(term));
            transition.update.all_formulas().for_each(|(_, formula)| places.add_all(formula));
        }
        system.initial.iter().for_each(|formula| places.add_all(formula));
        system.properties.iter().for_each(|property| places.add_all(&property.error));
        places
    }

    fn add(&mut self, instance: InstanceId, location: LocationId) {
        let next = self.0.len() as u16;
        self.0.entry((instance, location)).or_insert(next);
    }

    fn add_all(&mut self, formula: &Formula) {
        formula.leaves(&mut |leaf| self.add_leaf(leaf));
    }

    fn add_all_of_term(&mut self, term: &Term) {
        term.leaves(&mut |leaf| self.add_leaf(leaf));
    }

    fn add_leaf(&mut self, leaf: Leaf) {
        if let Leaf::At(instance, location) = leaf {
            self.add(instance, location);
        }
    }

    fn number(&self, instance: InstanceId, location: LocationId) -> u16 {
        self.0.get(&(instance, location)).copied().unwrap_or(u16::MAX)
    }
}

impl Replacement for Places {
    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        Formula::At { instance, location: LocationId(self.number(instance, location)) }
    }
}
