//! How proofs are written: what engines found, in the terms of the program.

use std::sync::Arc;

use boolprog_certificate::sets::{Certificate, Inequality, Region};
use boolprog_explore::engine::EngineId;
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_symbolic::proof::Invariant;
use rustc_hash::FxHashMap;

use super::{
    CertificateDocument, DiagramsDocument, InequalityDocument, LocalDocument, ProofDocument, QuestionDocument,
    RegionDocument, SetDocument, SetsDocument, SharedDocument, Written,
};
use crate::findings::Proven;

/// Writes down what was proved of a system that is no program; `None` if nothing was. `ids` are the ids of the
/// properties.
///
/// Time and memory are linear in the size of the certificates.
pub fn document<S: Written>(
    system: &S,
    source: (&str, &str),
    question: QuestionDocument,
    (ids, proven): (&[String], &[Proven]),
) -> Option<CertificateDocument> {
    let sets = SetsDocument::of(system, ids, proven);
    (!sets.proofs.is_empty()).then(|| CertificateDocument { sets, ..CertificateDocument::new(source, question) })
}

impl CertificateDocument {
    /// Adds what was proved over sets of valuations. `ids` are the ids of the properties.
    pub(crate) fn add_diagrams(&mut self, ids: &[String], proven: &[Proven<Invariant>]) {
        self.diagrams.extend(distinct(ids, proven).iter().map(DiagramsDocument::of));
    }
}

impl SetsDocument {
    /// Writes down what was proved of a system.
    pub(crate) fn of<S: Written>(system: &S, ids: &[String], proven: &[Proven]) -> Self {
        let mut writer = Writer::new(system, ids);
        let proof = |(engine, certificate, properties): Shared<Certificate>| ProofDocument {
            engine: engine.to_string(),
            properties,
            set: writer.set(&certificate),
        };
        let proofs = distinct(ids, proven).into_iter().map(proof).collect();
        Self { shared: writer.shared.written, locals: writer.locals.written, proofs }
    }
}

/// The evidence that an engine found, and ids of the properties it proves.
pub(super) type Shared<T> = (EngineId, Arc<T>, Vec<String>);

/// The evidence of all these properties, each piece once.
fn distinct<T>(ids: &[String], proven: &[Proven<T>]) -> Vec<Shared<T>> {
    let mut found: Vec<Shared<T>> = Vec::new();
    for Proven { property, engine, certificate } in proven {
        let id = ids[*property as usize].clone();
        match found.iter_mut().find(|(_, other, _)| Arc::ptr_eq(other, certificate)) {
            Some((_, _, properties)) => properties.push(id),
            None => found.push((*engine, Arc::clone(certificate), vec![id])),
        }
    }
    found
}

/// States in the order in which a document mentions them.
pub(super) struct Numbers<I, D> {
    numbers: FxHashMap<I, u32>,
    pub(super) written: Vec<D>,
}

impl<I, D> Default for Numbers<I, D> {
    fn default() -> Self {
        Self { numbers: FxHashMap::default(), written: Vec::new() }
    }
}

impl<I: std::hash::Hash + Eq, D> Numbers<I, D> {
    fn number(&mut self, id: I, write: impl FnOnce() -> D) -> u32 {
        let Self { numbers, written } = self;
        *numbers.entry(id).or_insert_with(|| {
            written.push(write());
            written.len() as u32 - 1
        })
    }
}

/// Numbers the states of a system as they are mentioned.
pub(super) struct Writer<'a, S> {
    system: &'a S,
    ids: &'a [String],
    pub(super) shared: Numbers<SharedId, SharedDocument>,
    pub(super) locals: Numbers<LocalId, LocalDocument>,
}

impl<'a, S: Written> Writer<'a, S> {
    pub(super) fn new(system: &'a S, ids: &'a [String]) -> Self {
        Self { system, ids, shared: Numbers::default(), locals: Numbers::default() }
    }

    fn set(&mut self, certificate: &Certificate) -> SetDocument {
        match certificate {
            Certificate::Regions(regions) => SetDocument::Regions(self.regions(regions)),
            Certificate::Complement { regions, minimal, inequalities } => SetDocument::Complement {
                regions: self.regions(regions),
                minimal: self.configurations(minimal),
                inequalities: inequalities.iter().map(|inequality| self.inequality(inequality)).collect(),
            },
            Certificate::Configurations(list) => SetDocument::Configurations(self.configurations(list)),
        }
    }

    fn configurations(&mut self, list: &[(SharedId, Vec<LocalId>)]) -> Vec<(u32, Vec<u32>)> {
        list.iter().map(|(shared, locals)| (self.shared(*shared), self.locals(locals))).collect()
    }

    fn regions(&mut self, regions: &[Region]) -> Vec<RegionDocument> {
        regions.iter().map(|region| self.region(region)).collect()
    }

    fn region(&mut self, region: &Region) -> RegionDocument {
        RegionDocument {
            shared: region.shared.iter().map(|&shared| self.shared(shared)).collect(),
            omega: self.locals(&region.omega),
            tails: region.tails.iter().map(|tail| self.locals(tail)).collect(),
        }
    }

    fn inequality(&mut self, Inequality { shared, locals, bound }: &Inequality) -> InequalityDocument {
        InequalityDocument {
            shared: shared.iter().map(|&(shared, weight)| (self.shared(shared), weight)).collect(),
            locals: locals.iter().map(|&(local, weight)| (self.local(local), weight)).collect(),
            bound: *bound,
        }
    }

    pub(super) fn shared(&mut self, shared: SharedId) -> u32 {
        self.shared.number(shared, || self.system.write_shared(shared))
    }

    pub(super) fn local(&mut self, local: LocalId) -> u32 {
        self.locals.number(local, || self.system.write_local(local, self.ids))
    }

    fn locals(&mut self, locals: &[LocalId]) -> Vec<u32> {
        locals.iter().map(|&local| self.local(local)).collect()
    }
}
