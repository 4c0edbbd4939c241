//! Proofs as documents of their own: everything that somebody who trusts neither the engines nor the file needs to
//! check them again.
//!
//! This is the saved form (`boolprog-certificate/1`, described in `docs/certificate-format.md`). States are written as
//! values of bits, not as numbers of one run of the engines, so that a certificate can be checked by another program
//! and on another day. [`verify`] believes nothing in it: a certificate can be wrong, but not wrongly accepted.

mod reduced;
mod states;
mod verify;

use std::sync::Arc;

use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::reading::{Reading, ReadingOptions};
use boolprog_program::reduce::Abstraction;
use boolprog_reach::certificate::{Certificate, Region};
use boolprog_trace::document::program_hash;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::decide::Outcome;
pub use reduced::{ForgottenDocument, PlaceDocument, ReducedDocument};
pub use states::{LocalDocument, SharedDocument, Written};
pub use verify::{Invalid, Proved, TARGET, verify, verify_system};

/// The schema that this version reads and writes.
pub const SCHEMA: &str = "boolprog-certificate/1";

/// The proofs of one check of one file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CertificateDocument {
    /// [`SCHEMA`].
    pub schema: String,
    /// Path of the file as it was given.
    pub program: String,
    /// Hash of its text, in hexadecimal, as in a trace.
    pub program_hash: String,
    /// How the file was read, and what was asked.
    pub question: QuestionDocument,
    /// The proofs for the program itself.
    #[serde(flatten)]
    pub sets: SetsDocument,
    /// The proofs for what reductions leave of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced: Option<ReducedDocument>,
}

/// Proofs for one system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetsDocument {
    /// The shared states that the proofs speak of, by index.
    pub shared: Vec<SharedDocument>,
    /// The local states that the proofs speak of, by index.
    pub locals: Vec<LocalDocument>,
    /// The proofs.
    pub proofs: Vec<ProofDocument>,
}

/// What was asked of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum QuestionDocument {
    /// Of a Boolean program.
    Program {
        /// How many threads start in `main`: a number or `*`.
        threads: String,
        /// Whether uninitialised variables start as F instead of arbitrary.
        initial_false: bool,
        /// All error labels.
        error_labels: Vec<String>,
    },
    /// Of a thread transition system.
    System {
        /// Where the threads start, such as `0/0`.
        init: String,
        /// What must not be reached, such as `4|20`.
        target: String,
    },
}

/// One set of configurations, and what it proves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProofDocument {
    /// The engine that found it.
    pub engine: String,
    /// Ids of the properties that hold in the set.
    pub properties: Vec<String>,
    /// The set.
    pub set: SetDocument,
}

/// A set of configurations that contains the initial ones and is closed under steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SetDocument {
    /// Everything below one of these.
    Regions(Vec<RegionDocument>),
    /// What is below one of the regions and above none of the `minimal` configurations.
    Complement {
        /// Closed under steps.
        regions: Vec<RegionDocument>,
        /// The shared state and the threads of configurations that cannot be reached.
        minimal: Vec<(u32, Vec<u32>)>,
    },
    /// Exactly these: the shared state and the threads.
    Configurations(Vec<(u32, Vec<u32>)>),
}

/// Configurations with one of the shared states, any number of threads in each `omega` local state, and besides at
/// most the threads of one of the tails.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RegionDocument {
    /// Indices of shared states.
    pub shared: Vec<u32>,
    /// Indices of local states.
    pub omega: Vec<u32>,
    /// Lists of indices of local states, with repetition.
    pub tails: Vec<Vec<u32>>,
}

impl QuestionDocument {
    /// The question that a program with this reading is asked.
    pub fn of_reading(reading: &Reading) -> Self {
        Self::Program {
            threads: reading.threads.to_string(),
            initial_false: reading.initial_false,
            error_labels: reading.error_labels.iter().map(ToString::to_string).collect(),
        }
    }

    /// The options with which a program is to be read; `None` if it is no question about a program.
    pub fn reading_options(&self) -> Option<ReadingOptions> {
        match self {
            Self::Program { threads, initial_false, error_labels } => Some(ReadingOptions {
                threads: Some(threads.parse().ok()?),
                initial_false: Some(*initial_false),
                error_labels: error_labels.iter().map(Into::into).collect(),
            }),
            Self::System { .. } => None,
        }
    }
}

/// Writes down what was proved; `None` if nothing was. `ids` are the ids of the properties.
///
/// Time and memory are linear in the size of the certificates.
pub fn document<S: Written>(
    system: &S,
    source: (&str, &str),
    question: QuestionDocument,
    proved: (&[String], &[Outcome]),
) -> Option<CertificateDocument> {
    document_of_both(system, None, source, question, proved)
}

/// The same, with what was proved for what reductions left.
pub(crate) fn document_of_both<S: Written>(
    system: &S,
    reduced: Option<(&Abstraction, &ProgramSystem<'_>)>,
    (path, text): (&str, &str),
    question: QuestionDocument,
    (ids, outcomes): (&[String], &[Outcome]),
) -> Option<CertificateDocument> {
    let sets = sets(system, ids, &distinct(ids, outcomes, false));
    let smaller = distinct(ids, outcomes, true);
    let reduced = reduced.filter(|_| !smaller.is_empty()).map(|(abstraction, system)| ReducedDocument {
        forgotten: ForgottenDocument::of(abstraction),
        sets: self::sets(system, ids, &smaller),
    });
    let something = !sets.proofs.is_empty() || reduced.is_some();
    something.then(|| CertificateDocument {
        schema: SCHEMA.to_owned(),
        program: path.to_owned(),
        program_hash: program_hash(text),
        question,
        sets,
        reduced,
    })
}

/// A certificate, the engine that found it, and the properties it proves.
type Shared = (&'static str, Arc<Certificate>, Vec<String>);

fn sets<S: Written>(system: &S, ids: &[String], found: &[Shared]) -> SetsDocument {
    let mut writer = Writer { system, ids, shared: Numbers::default(), locals: Numbers::default() };
    let proof = |(engine, certificate, properties): &Shared| ProofDocument {
        engine: (*engine).to_owned(),
        properties: properties.clone(),
        set: writer.set(certificate),
    };
    let proofs = found.iter().map(proof).collect();
    SetsDocument { shared: writer.shared.written, locals: writer.locals.written, proofs }
}

/// Each certificate for this one of the two systems once.
fn distinct(ids: &[String], outcomes: &[Outcome], of_smaller: bool) -> Vec<Shared> {
    let mut found: Vec<Shared> = Vec::new();
    for (id, outcome) in ids.iter().zip(outcomes) {
        let Outcome::Proved { engine, certificate, smaller } = outcome else { continue };
        if *smaller != of_smaller {
            continue;
        }
        match found.iter_mut().find(|(_, other, _)| Arc::ptr_eq(other, certificate)) {
            Some((_, _, properties)) => properties.push(id.clone()),
            None => found.push((engine, Arc::clone(certificate), vec![id.clone()])),
        }
    }
    found
}

/// States in the order in which a document mentions them.
struct Numbers<I, D> {
    numbers: FxHashMap<I, u32>,
    written: Vec<D>,
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

struct Writer<'a, S> {
    system: &'a S,
    ids: &'a [String],
    shared: Numbers<SharedId, SharedDocument>,
    locals: Numbers<LocalId, LocalDocument>,
}

impl<S: Written> Writer<'_, S> {
    fn set(&mut self, certificate: &Certificate) -> SetDocument {
        match certificate {
            Certificate::Regions(regions) => SetDocument::Regions(self.regions(regions)),
            Certificate::Complement { regions, minimal } => {
                SetDocument::Complement { regions: self.regions(regions), minimal: self.configurations(minimal) }
            }
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

    fn shared(&mut self, shared: SharedId) -> u32 {
        self.shared.number(shared, || self.system.write_shared(shared))
    }

    fn locals(&mut self, locals: &[LocalId]) -> Vec<u32> {
        let Self { system, ids, locals: numbers, .. } = self;
        locals.iter().map(|&local| numbers.number(local, || system.write_local(local, ids))).collect()
    }
}
