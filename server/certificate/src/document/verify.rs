//! Checking a certificate against the file it speaks of.

use std::fmt;

use boolprog_base::control::{Control, Stop};
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{LocalId, SharedId, Tts};
use boolprog_program::lower::{NotLowered, properties, property_ids};
use boolprog_program::program::Program;

use super::{
    CertificateDocument, LocalDocument, ProofDocument, QuestionDocument, ReducedDocument, SCHEMA, SetsDocument,
    SharedDocument, Subject, Written, hash,
};
use crate::sets::{self, Rejection, Renumber};

/// The ids of the properties of a thread transition system with this number of targets: `target-1`, `target-2`, ...
pub fn target_ids(targets: usize) -> Vec<String> {
    (1..=targets).map(|number| format!("target-{number}")).collect()
}

/// The properties that a certificate proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// Ids of the properties, in the order of the document. At least one.
    pub properties: Vec<String>,
    /// `true` if the program has processes with `[*]`, and the proofs are about any number of their instances.
    pub any_number: bool,
}

impl Proved {
    /// The accepted properties of a document, which must be all that it claims.
    pub(super) fn all_of(document: &CertificateDocument, accepted: Vec<String>) -> Result<Self, Invalid> {
        match document.properties().len() {
            0 => Err(Invalid::Empty),
            claimed if claimed > accepted.len() => Err(Invalid::OtherQuestion),
            _ => Ok(Self { properties: accepted, any_number: false }),
        }
    }
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Invalid {
    /// It is of another schema.
    Schema(String),
    /// The file has changed since.
    OtherText,
    /// It is about a program read differently, or the file has errors.
    OtherQuestion,
    /// The document claims nothing.
    Empty,
    /// The file cannot be read as a program; why.
    Unreadable(String),
    /// It mentions a property that the file does not have.
    UnknownProperty(String),
    /// The document has or mentions a state that the program does not have.
    UnknownState,
    /// It forgets parts of the program that must not be forgotten.
    Forgotten,
    /// The set does not contain an initial configuration.
    Initial(Vec<String>),
    /// A step leaves the set.
    Step(Vec<String>),
    /// The set contains a violation.
    Violation(Vec<String>),
    /// Sets of valuations are not an invariant.
    Rejected {
        /// Ids of the properties that they were to prove.
        properties: Vec<String>,
        /// The error, as a clause.
        why: String,
    },
    /// It is larger than the checker allows, or of a kind that the program has no proofs of; why, as a clause.
    Refused(String),
    /// It does not prove that no procedure is active more often than this number of times.
    Deeper(u32),
    /// The prover does not know; why, as a clause.
    Undecided(String),
    /// The check was stopped.
    Stopped(Stop),
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |properties: &[String]| properties.join(", ");
        match self {
            Self::Schema(schema) => write!(f, "it is of schema {schema}, this version reads {SCHEMA}"),
            Self::OtherText => write!(f, "it was made for another text of the program"),
            Self::OtherQuestion => write!(f, "it belongs to a different query than that of this program"),
            Self::Empty => write!(f, "it proves no property"),
            Self::Unreadable(why) => write!(f, "{why}"),
            Self::UnknownProperty(id) => write!(f, "the program has no property {id}"),
            Self::UnknownState => write!(f, "it mentions a state that the program does not have"),
            Self::Forgotten => write!(f, "the reduced program does not over-approximate the program"),
            Self::Initial(ids) => {
                write!(f, "the set for {} does not contain every initial configuration", of(ids))
            }
            Self::Step(ids) => write!(f, "a step leads out of the set for {}", of(ids)),
            Self::Violation(ids) => write!(f, "the set for {} contains a violation", of(ids)),
            Self::Rejected { properties, why } => write!(f, "the sets for {} prove nothing: {why}", of(properties)),
            Self::Refused(why) => write!(f, "it is not checked: {why}"),
            Self::Deeper(depth) => write!(f, "it does not prove that the recursion is never deeper than {depth}"),
            Self::Undecided(why) => write!(f, "a step of the proof could not be checked: {why}"),
            Self::Stopped(stop) => write!(f, "{stop}"),
        }
    }
}

/// Checks a certificate of a program, which has to be read as the document's question says.
///
/// Shares nothing with the engines but the meaning of the program.
pub fn verify(subject: &Subject<'_>, document: &CertificateDocument, control: &dyn Control) -> Result<Proved, Invalid> {
    if document.question != QuestionDocument::of_reading(&subject.analysis.reading) {
        return Err(Invalid::OtherQuestion);
    }
    if matches!(subject.analysis.program(), Err(NotLowered::Errors)) {
        return Err(Invalid::OtherQuestion);
    }
    is_of(document, subject.text)?;
    let ids = property_ids(&properties(subject.file, &subject.analysis.reading));
    let CertificateDocument { sets, reduced, diagrams, summaries, unrolled, .. } = document;
    let mut proved = Vec::new();
    let inlined = || subject.analysis.program().map_err(|_| Invalid::OtherQuestion);
    let modular = || subject.analysis.modular().ok_or(Invalid::OtherQuestion);
    if !sets.proofs.is_empty() || !reduced.is_empty() {
        proved.extend(of_sets(inlined()?, &ids, (sets, reduced), control)?);
    }
    for diagrams in diagrams {
        let program = if diagrams.invariant.is_of_calls() { modular()? } else { inlined()? };
        proved.extend(diagrams.check(program, &ids, control)?);
    }
    if let Some(summaries) = summaries {
        proved.extend(summaries.check(modular()?, &ids, control)?);
    }
    if let Some(unrolled) = unrolled {
        proved.extend(unrolled.check(subject, &ids, control)?);
    }
    Proved::all_of(document, proved)
}

/// Checks sets of configurations of a program and of its reductions; returns the ids of the proved properties.
pub(super) fn of_sets(
    program: &Program,
    ids: &[String],
    (sets, reduced): (&SetsDocument, &[ReducedDocument]),
    control: &dyn Control,
) -> Result<Vec<String>, Invalid> {
    let mut proved = Vec::new();
    if !sets.proofs.is_empty() {
        let mut system = ProgramSystem::new(program, control).map_err(Invalid::Stopped)?;
        proved = Reader { system: &mut system, ids, sets }.check(control)?;
    }
    for reduced in reduced {
        let left = reduced.forgotten.left_of(program).ok_or(Invalid::Forgotten)?;
        let mut system = ProgramSystem::new(&left, control).map_err(Invalid::Stopped)?;
        proved.extend(Reader { system: &mut system, ids, sets: &reduced.sets }.check(control)?);
    }
    Ok(proved)
}

/// Checks a certificate of a thread transition system with a property for each target, which has to start and ask as
/// the document's question says.
pub fn verify_system(
    tts: &mut Tts,
    text: &str,
    document: &CertificateDocument,
    control: &dyn Control,
) -> Result<Proved, Invalid> {
    is_of(document, text)?;
    let ids = target_ids(tts.targets.len());
    let proved = Reader { system: tts, ids: &ids, sets: &document.sets }.check(control)?;
    Proved::all_of(document, proved)
}

/// Checks that the document is for this text and has a known version.
pub(super) fn is_of(document: &CertificateDocument, text: &str) -> Result<(), Invalid> {
    if document.schema != SCHEMA {
        return Err(Invalid::Schema(document.schema.clone()));
    }
    if document.program_hash == hash(text) { Ok(()) } else { Err(Invalid::OtherText) }
}

struct Reader<'a, S> {
    system: &'a mut S,
    ids: &'a [String],
    sets: &'a SetsDocument,
}

impl<S: Written> Reader<'_, S> {
    /// Returns the ids of the proved properties.
    fn check(self, control: &dyn Control) -> Result<Vec<String>, Invalid> {
        let Self { system, ids, sets } = self;
        let mut states = States::read(system, ids, &sets.shared, &sets.locals)?;
        for ProofDocument { properties, set, .. } in &sets.proofs {
            let excluded = numbers(ids, properties)?;
            let certificate = set.renumbered(&mut states).ok_or(Invalid::UnknownState)?;
            sets::check(system, &certificate, &excluded, control)
                .map_err(|rejection| invalid(rejection, properties))?;
        }
        Ok(sets.proofs.iter().flat_map(|proof| proof.properties.clone()).collect())
    }
}

/// The meaning of rejected evidence for these properties.
pub(super) fn invalid(rejection: Rejection, properties: &[String]) -> Invalid {
    match rejection {
        Rejection::Initial(_) => Invalid::Initial(properties.to_vec()),
        Rejection::Step(_) => Invalid::Step(properties.to_vec()),
        Rejection::Violation(_) => Invalid::Violation(properties.to_vec()),
        Rejection::Stopped(stop) => Invalid::Stopped(stop),
    }
}

pub(super) struct States {
    shared: Vec<SharedId>,
    locals: Vec<LocalId>,
}

impl States {
    pub(super) fn read<S: Written>(
        system: &mut S,
        ids: &[String],
        shared: &[SharedDocument],
        locals: &[LocalDocument],
    ) -> Result<Self, Invalid> {
        let shared: Option<_> = shared.iter().map(|written| system.read_shared(written)).collect();
        let locals: Option<_> = locals.iter().map(|written| system.read_local(written, ids)).collect();
        let (shared, locals) = shared.zip(locals).ok_or(Invalid::UnknownState)?;
        Ok(Self { shared, locals })
    }
}

impl Renumber for States {
    fn shared(&mut self, SharedId(index): SharedId) -> Option<SharedId> {
        self.shared.get(index as usize).copied()
    }

    fn local(&mut self, LocalId(index): LocalId) -> Option<LocalId> {
        self.locals.get(index as usize).copied()
    }
}

pub(super) fn numbers(ids: &[String], properties: &[String]) -> Result<Vec<u32>, Invalid> {
    let number = |id: &String| {
        let found = ids.iter().position(|known| known == id);
        found.map(|index| index as u32).ok_or_else(|| Invalid::UnknownProperty(id.clone()))
    };
    properties.iter().map(number).collect()
}
