//! Proofs as documents of their own: everything that somebody who trusts neither the engines nor the file needs to
//! check them again.
//!
//! This is the saved form (`boolprog-certificate/1`, described in `docs/certificate-format.md`). States are written as
//! values of bits, not as numbers of one run of the engines, so that a certificate can be checked by another program
//! and on another day. [`verify`] believes nothing in it: a certificate can be wrong, but not wrongly accepted.

mod diagrams;
mod reduced;
mod states;
mod summaries;
mod unrolled;
mod verify;
mod write;

use boolprog_program::reading::{Reading, ReadingOptions};
use boolprog_trace::document::program_hash;
use serde::{Deserialize, Serialize};

use crate::unit::Unit;
pub use diagrams::{DiagramsDocument, FamilyDocument, VariableDocument};
pub use reduced::{ForgottenDocument, PlaceDocument, ReducedDocument};
pub use states::{LocalDocument, SharedDocument, Written};
pub use summaries::{ActivationDocument, SummariesDocument};
pub(crate) use unrolled::CUT;
pub use unrolled::UnrolledDocument;
pub use verify::{Invalid, Proved, TARGET, verify, verify_system};
pub use write::document;

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
    /// The proofs over sets of valuations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagrams: Vec<DiagramsDocument>,
    /// The proof by procedure summaries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summaries: Option<SummariesDocument>,
    /// The proofs for a recursive program unrolled to some depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrolled: Option<UnrolledDocument>,
}

/// Proofs for one system.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
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
    /// What is below one of the regions, above none of the `minimal` configurations, and not too heavy.
    Complement {
        /// Closed under steps.
        regions: Vec<RegionDocument>,
        /// The shared state and the threads of configurations that cannot be reached.
        minimal: Vec<(u32, Vec<u32>)>,
        /// What weighs more cannot be reached either.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        inequalities: Vec<InequalityDocument>,
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

/// Weights of states; whatever can be reached weighs at most the bound.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InequalityDocument {
    /// Indices of shared states with their weights; others weigh nothing.
    pub shared: Vec<(u32, u32)>,
    /// Indices of local states with the weight of each thread in them; others weigh nothing.
    pub locals: Vec<(u32, u32)>,
    /// The most that a shared state and all threads weigh together.
    pub bound: u32,
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

impl CertificateDocument {
    /// A document for a file, as yet without proofs.
    pub fn new((path, text): (&str, &str), question: QuestionDocument) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            program: path.to_owned(),
            program_hash: program_hash(text),
            question,
            sets: SetsDocument::default(),
            reduced: None,
            diagrams: Vec::new(),
            summaries: None,
            unrolled: None,
        }
    }

    /// The same for a program.
    pub(crate) fn of_unit(unit: &Unit) -> Self {
        Self::new((&unit.path, &unit.text), QuestionDocument::of_reading(&unit.analysis.reading))
    }

    /// The document, unless there is no proof in it.
    pub(crate) fn if_any(self: Box<Self>) -> Option<Box<Self>> {
        (!self.properties().is_empty()).then_some(self)
    }

    /// Ids of the properties that it claims to prove.
    pub fn properties(&self) -> Vec<&str> {
        fn of_sets<'a>(sets: &'a SetsDocument, reduced: Option<&'a ReducedDocument>) -> Vec<&'a String> {
            let reduced = reduced.iter().flat_map(|reduced| &reduced.sets.proofs);
            sets.proofs.iter().chain(reduced).flat_map(|proof| &proof.properties).collect()
        }
        let mut ids = of_sets(&self.sets, self.reduced.as_ref());
        ids.extend(self.diagrams.iter().flat_map(|diagrams| &diagrams.properties));
        ids.extend(self.summaries.iter().flat_map(|summaries| &summaries.properties));
        let unrolled = self.unrolled.iter().flat_map(|unrolled| of_sets(&unrolled.sets, unrolled.reduced.as_ref()));
        ids.extend(unrolled.filter(|id| *id != CUT));
        ids.into_iter().map(String::as_str).collect()
    }
}
