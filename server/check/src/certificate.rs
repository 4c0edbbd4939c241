//! Proofs of engines as certificate documents, in the terms of the program.

use std::hash::Hash;
use std::sync::Arc;

use boolprog_base::engine::EngineId;
use boolprog_certificate::diagrams::Invariant;
use boolprog_certificate::document::{
    CertificateDocument, DiagramsDocument, ForgottenDocument, LocalDocument, ProofDocument, QuestionDocument,
    ReducedDocument, SetsDocument, SharedDocument, SummariesDocument, Written,
};
use boolprog_certificate::sets::Renumber;
use boolprog_certificate::summaries::PathEdges;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::reduce::Abstraction;
use rustc_hash::FxHashMap;

use crate::findings::Proven;
use crate::unit::Unit;

/// A document for a program, as yet without proofs.
pub(crate) fn of_unit(unit: &Unit) -> CertificateDocument {
    CertificateDocument::new((&unit.path, &unit.text), QuestionDocument::of_reading(&unit.analysis.reading))
}

pub(crate) fn sets<S: Written>(system: &S, ids: &[String], proven: &[Proven]) -> SetsDocument {
    let mut writer = Writer::new(system, ids);
    let mut proofs = Vec::new();
    for Shared { engine, evidence, properties } in distinct(ids, proven) {
        proofs.extend(evidence.renumbered(&mut writer).map(|set| ProofDocument { engine, properties, set }));
    }
    SetsDocument { shared: writer.shared.written, locals: writer.locals.written, proofs }
}

/// The proofs about a reduced program, if there are any.
pub(crate) fn reduced(
    reduced: Option<(&Abstraction, &ProgramSystem<'_>)>,
    ids: &[String],
    proven: &[Proven],
) -> Option<ReducedDocument> {
    let (abstraction, system) = reduced?;
    let sets = sets(system, ids, proven);
    (!sets.proofs.is_empty()).then(|| ReducedDocument { forgotten: ForgottenDocument::of(abstraction), sets })
}

/// The proofs over sets of valuations.
pub(crate) fn diagrams(ids: &[String], proven: &[Proven<Invariant>]) -> Vec<DiagramsDocument> {
    let document = |Shared { engine, evidence, properties }: Shared<Invariant>| DiagramsDocument {
        engine,
        properties,
        forgotten: None,
        invariant: Arc::unwrap_or_clone(evidence),
    };
    distinct(ids, proven).into_iter().map(document).collect()
}

/// A proof over the relations of procedures, for what is left of the program after an abstraction.
pub(crate) fn relations(
    ids: &[String],
    (engine, properties): (EngineId, &[u32]),
    abstraction: Option<&Abstraction>,
    invariant: Invariant,
) -> DiagramsDocument {
    DiagramsDocument {
        engine: engine.to_string(),
        properties: properties.iter().map(|property| ids[*property as usize].clone()).collect(),
        forgotten: abstraction.map(ForgottenDocument::of),
        invariant,
    }
}

/// The proofs about a program whose calls are not inlined. `None` if the evidence mentions a state that the system does
/// not have.
pub(crate) fn summaries(
    system: &ProgramSystem<'_>,
    ids: &[String],
    (engine, properties): (EngineId, &[u32]),
    edges: &PathEdges,
) -> Option<SummariesDocument> {
    let mut writer = Writer::new(system, ids);
    let activations = edges.renumbered(&mut writer)?;
    Some(SummariesDocument {
        engine: engine.to_string(),
        properties: properties.iter().map(|property| ids[*property as usize].clone()).collect(),
        shared: writer.shared.written,
        locals: writer.locals.written,
        activations,
    })
}

/// The evidence that an engine found, and ids of the properties it proves.
struct Shared<T> {
    engine: String,
    evidence: Arc<T>,
    properties: Vec<String>,
}

/// The evidence of all these properties, each piece once.
fn distinct<T>(ids: &[String], proven: &[Proven<T>]) -> Vec<Shared<T>> {
    let mut found: Vec<Shared<T>> = Vec::new();
    for Proven { property, engine, certificate } in proven {
        let id = ids[*property as usize].clone();
        if let Some(shared) = found.iter_mut().find(|shared| Arc::ptr_eq(&shared.evidence, certificate)) {
            shared.properties.push(id);
        } else {
            let (engine, evidence) = (engine.to_string(), Arc::clone(certificate));
            found.push(Shared { engine, evidence, properties: vec![id] });
        }
    }
    found
}

/// States in the order in which a document mentions them.
struct Numbers<I, D> {
    numbers: FxHashMap<I, u32>,
    written: Vec<D>,
}

impl<I: Hash + Eq, D> Numbers<I, D> {
    fn new() -> Self {
        Self { numbers: FxHashMap::default(), written: Vec::new() }
    }

    fn number(&mut self, id: I, write: impl FnOnce() -> D) -> u32 {
        let Self { numbers, written } = self;
        *numbers.entry(id).or_insert_with(|| {
            written.push(write());
            written.len() as u32 - 1
        })
    }
}

/// Numbers the states of a system as they are mentioned.
struct Writer<'a, S> {
    system: &'a S,
    ids: &'a [String],
    shared: Numbers<SharedId, SharedDocument>,
    locals: Numbers<LocalId, LocalDocument>,
}

impl<'a, S: Written> Writer<'a, S> {
    fn new(system: &'a S, ids: &'a [String]) -> Self {
        Self { system, ids, shared: Numbers::new(), locals: Numbers::new() }
    }
}

impl<S: Written> Renumber for Writer<'_, S> {
    fn shared(&mut self, shared: SharedId) -> Option<SharedId> {
        Some(SharedId(self.shared.number(shared, || self.system.write_shared(shared))))
    }

    fn local(&mut self, local: LocalId) -> Option<LocalId> {
        Some(LocalId(self.locals.number(local, || self.system.write_local(local, self.ids))))
    }
}
