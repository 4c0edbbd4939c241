//! Proofs as documents: everything that is needed to check them again, on another day or by another program.
//!
//! This is the saved form (`boolprog-certificate/3`, described in `docs/certificate-format.md`). States are written as
//! values of bits, not as numbers of one run of the engines. [`verify`] believes nothing in it: a certificate can be wrong,
//! but not wrongly accepted.

mod boolean;
mod diagrams;
mod graph;
mod integer;
mod modular;
mod question;
mod reduced;
mod rocq;
mod statements;
mod states;
mod summaries;
mod text;
mod unrolled;
mod verify;

use boolprog_base::Fnv;
use boolprog_program::Analysis;
use boolprog_syntax::ast::SourceFile;
use serde::{Deserialize, Serialize};

use crate::sets::Certificate;
pub use boolean::{BooleanDocument, PredicateDocument};
pub use diagrams::DiagramsDocument;
pub use graph::GraphDocument;
pub use integer::{AbstractionDocument, IntegerSubject, verify_integer};
pub use modular::{ModularDocument, SumDocument};
pub use question::{QuestionDocument, RangeDocument};
pub use reduced::{ForgottenDocument, PlaceDocument, ReducedDocument};
pub use rocq::{NoTheorems, Theorems};
pub use statements::{AssertionDocument, AssignmentDocument, ExpressionDocument, StepDocument};
pub use states::{LocalDocument, SharedDocument, Written};
pub use summaries::SummariesDocument;
pub use text::{theorems, verify_text};
pub use unrolled::{CUT, UnrolledDocument};
pub use verify::{Invalid, Proved, target_ids, verify, verify_system};

/// The schema that this version reads and writes.
pub const SCHEMA: &str = "boolprog-certificate/3";

/// The proofs of one check of one file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CertificateDocument {
    /// Schema of the document, [`SCHEMA`].
    pub schema: String,
    /// Path of the file as it was given.
    pub program: String,
    /// Hash of its text, in hexadecimal, as in a trace.
    pub program_hash: String,
    /// Reading of the file and question about it.
    pub question: QuestionDocument,
    /// The proofs for the program itself.
    #[serde(flatten)]
    pub sets: SetsDocument,
    /// Proofs for reduced programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reduced: Vec<ReducedDocument>,
    /// The proofs over sets of valuations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagrams: Vec<DiagramsDocument>,
    /// The proof by procedure summaries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summaries: Option<SummariesDocument>,
    /// The proofs for a recursive program unrolled to some depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrolled: Option<UnrolledDocument>,
    /// The proofs about an integer program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abstractions: Vec<AbstractionDocument>,
    /// The proofs about an integer program by abstract reachability graphs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub graphs: Vec<GraphDocument>,
    /// The proofs about an integer program with any number of instances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modular: Vec<ModularDocument>,
    /// The proofs about an integer program through Boolean programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boolean: Vec<BooleanDocument>,
}

/// Proofs for one system.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SetsDocument {
    /// The shared states that the proofs speak of, by index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<SharedDocument>,
    /// The local states that the proofs speak of, by index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locals: Vec<LocalDocument>,
    /// Proofs, one for each set of configurations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proofs: Vec<ProofDocument>,
}

/// One set of configurations, and the properties that it proves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProofDocument {
    /// The engine that found it.
    pub engine: String,
    /// Ids of the properties that hold in the set.
    pub properties: Vec<String>,
    /// The set; its states are indices into those of the document.
    pub set: Certificate,
}

impl CertificateDocument {
    /// A document for a file, as yet without proofs.
    pub fn new((path, text): (&str, &str), question: QuestionDocument) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            program: path.to_owned(),
            program_hash: hash(text),
            question,
            sets: SetsDocument::default(),
            reduced: Vec::new(),
            diagrams: Vec::new(),
            summaries: None,
            unrolled: None,
            abstractions: Vec::new(),
            graphs: Vec::new(),
            modular: Vec::new(),
            boolean: Vec::new(),
        }
    }

    /// The document, unless there is no proof in it.
    pub fn if_any(self: Box<Self>) -> Option<Box<Self>> {
        (!self.properties().is_empty()).then_some(self)
    }

    /// Ids of the properties that it claims to prove.
    pub fn properties(&self) -> Vec<&str> {
        fn of_sets<'a>(sets: &'a SetsDocument, reduced: &'a [ReducedDocument]) -> Vec<&'a String> {
            let reduced = reduced.iter().flat_map(|reduced| &reduced.sets.proofs);
            sets.proofs.iter().chain(reduced).flat_map(|proof| &proof.properties).collect()
        }
        let mut ids = of_sets(&self.sets, &self.reduced);
        ids.extend(self.diagrams.iter().flat_map(|diagrams| &diagrams.properties));
        ids.extend(self.summaries.iter().flat_map(|summaries| &summaries.properties));
        let unrolled = self.unrolled.iter().flat_map(|unrolled| of_sets(&unrolled.sets, unrolled.reduced.as_slice()));
        ids.extend(unrolled.filter(|id| *id != CUT));
        ids.extend(self.abstractions.iter().flat_map(|abstraction| &abstraction.properties));
        ids.extend(self.graphs.iter().flat_map(|graph| &graph.properties));
        ids.extend(self.modular.iter().flat_map(|modular| &modular.properties));
        ids.extend(self.boolean.iter().flat_map(|boolean| &boolean.properties));
        ids.into_iter().map(String::as_str).collect()
    }
}

/// The hash of a text that a document carries: FNV-1a with 64 bits, in hexadecimal.
fn hash(text: &str) -> String {
    Fnv::of(text.as_bytes()).to_string()
}

/// A Boolean program whose proofs are checked.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Text that the document is for.
    pub text: &'a str,
    /// Syntax tree of the text.
    pub file: &'a SourceFile,
    /// Names, options and lowered form of the program.
    pub analysis: &'a Analysis,
}
