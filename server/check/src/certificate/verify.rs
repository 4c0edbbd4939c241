//! Checking a certificate against the file it speaks of.

use std::fmt;

use boolprog_explore::control::{Control, Stop};
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{LocalId, SharedId, Tts};
use boolprog_reach::certificate::{self, Certificate, Region, Rejection};
use boolprog_trace::document::program_hash;

use super::{
    CertificateDocument, ProofDocument, QuestionDocument, RegionDocument, SCHEMA, SetDocument, SetsDocument, Written,
};
use crate::Unit;
use crate::run::properties;

/// The id of the only property of a thread transition system.
pub const TARGET: &str = "target-1";

/// What a certificate was found to prove.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// Ids of the properties, in the order of the document.
    pub properties: Vec<String>,
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
    /// It speaks of a property that the file does not have.
    UnknownProperty(String),
    /// It writes a state that the program does not have, or mentions one that it does not write.
    UnknownState,
    /// What is forgotten of the program must not be.
    Forgotten,
    /// The set does not contain an initial configuration.
    Initial(Vec<String>),
    /// A step leaves the set.
    Step(Vec<String>),
    /// The set contains a violation.
    Violation(Vec<String>),
    /// The check was stopped.
    Stopped(Stop),
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |properties: &[String]| properties.join(", ");
        match self {
            Self::Schema(schema) => write!(f, "it is of schema {schema}, this version reads {SCHEMA}"),
            Self::OtherText => write!(f, "the program has another text than the one it was made for"),
            Self::OtherQuestion => write!(f, "it answers another question than this program asks"),
            Self::UnknownProperty(id) => write!(f, "the program has no property {id}"),
            Self::UnknownState => write!(f, "it mentions a state that the program does not have"),
            Self::Forgotten => write!(f, "what it leaves of the program can do less than the program"),
            Self::Initial(ids) => {
                write!(f, "the set for {} does not contain every initial configuration", of(ids))
            }
            Self::Step(ids) => write!(f, "a step leads out of the set for {}", of(ids)),
            Self::Violation(ids) => write!(f, "the set for {} contains a violation", of(ids)),
            Self::Stopped(stop) => write!(f, "checking it took more than it may ({stop:?})"),
        }
    }
}

/// Checks a certificate of a program, which has to be read as the document's question says.
///
/// Shares nothing with the engines but the meaning of the program.
pub fn verify(unit: &Unit, document: &CertificateDocument, control: &dyn Control) -> Result<Proved, Invalid> {
    if document.question != QuestionDocument::of_reading(&unit.analysis.reading) {
        return Err(Invalid::OtherQuestion);
    }
    let program = unit.analysis.program.as_ref().map_err(|_| Invalid::OtherQuestion)?;
    let ids: Vec<String> = properties(&program.properties).into_iter().map(|property| property.id).collect();
    is_of(document, &unit.text)?;
    let mut properties = Vec::new();
    if !document.sets.proofs.is_empty() {
        let mut system = ProgramSystem::new(program, control).map_err(Invalid::Stopped)?;
        properties = Reader { system: &mut system, ids: &ids, sets: &document.sets }.check(control)?;
    }
    if let Some(reduced) = &document.reduced {
        let forgotten = reduced.forgotten.read().ok_or(Invalid::Forgotten)?;
        let left = forgotten.apply(program).map_err(|_| Invalid::Forgotten)?;
        let mut system = ProgramSystem::new(&left, control).map_err(Invalid::Stopped)?;
        properties.extend(Reader { system: &mut system, ids: &ids, sets: &reduced.sets }.check(control)?);
    }
    Ok(Proved { properties })
}

/// Checks a certificate of a thread transition system with one property, which has to start and ask as the
/// document's question says.
pub fn verify_system(
    tts: &mut Tts,
    text: &str,
    document: &CertificateDocument,
    control: &dyn Control,
) -> Result<Proved, Invalid> {
    is_of(document, text)?;
    if document.reduced.is_some() {
        return Err(Invalid::Forgotten);
    }
    let properties = Reader { system: tts, ids: &[TARGET.to_owned()], sets: &document.sets }.check(control)?;
    Ok(Proved { properties })
}

/// Whether the document is one that can be read, for this text.
fn is_of(document: &CertificateDocument, text: &str) -> Result<(), Invalid> {
    if document.schema != SCHEMA {
        return Err(Invalid::Schema(document.schema.clone()));
    }
    if document.program_hash == program_hash(text) { Ok(()) } else { Err(Invalid::OtherText) }
}

struct Reader<'a, S> {
    system: &'a mut S,
    ids: &'a [String],
    sets: &'a SetsDocument,
}

impl<S: Written> Reader<'_, S> {
    /// The ids of what is proved.
    fn check(mut self, control: &dyn Control) -> Result<Vec<String>, Invalid> {
        let (shared, locals) = self.states()?;
        for proof in &self.sets.proofs {
            let excluded = self.excluded(proof)?;
            let certificate = set(&proof.set, &shared, &locals).ok_or(Invalid::UnknownState)?;
            let rejected = |rejection| match rejection {
                Rejection::Initial(_) => Invalid::Initial(proof.properties.clone()),
                Rejection::Step(_) => Invalid::Step(proof.properties.clone()),
                Rejection::Violation(_) => Invalid::Violation(proof.properties.clone()),
                Rejection::Stopped(stop) => Invalid::Stopped(stop),
            };
            certificate::check(self.system, &certificate, &excluded, control).map_err(rejected)?;
        }
        Ok(self.sets.proofs.iter().flat_map(|proof| proof.properties.clone()).collect())
    }

    fn states(&mut self) -> Result<(Vec<SharedId>, Vec<LocalId>), Invalid> {
        let Self { system, ids, sets } = self;
        let shared: Option<_> = sets.shared.iter().map(|written| system.read_shared(written)).collect();
        let locals: Option<_> = sets.locals.iter().map(|written| system.read_local(written, ids)).collect();
        shared.zip(locals).ok_or(Invalid::UnknownState)
    }

    fn excluded(&self, proof: &ProofDocument) -> Result<Vec<u32>, Invalid> {
        let index = |id: &String| {
            let found = self.ids.iter().position(|known| known == id);
            found.map(|index| index as u32).ok_or_else(|| Invalid::UnknownProperty(id.clone()))
        };
        proof.properties.iter().map(index).collect()
    }
}

fn set(document: &SetDocument, shared: &[SharedId], locals: &[LocalId]) -> Option<Certificate> {
    let regions = |written: &[RegionDocument]| -> Option<Vec<Region>> {
        written.iter().map(|written| region(written, shared, locals)).collect()
    };
    let configurations = |written: &[(u32, Vec<u32>)]| -> Option<Vec<_>> {
        written.iter().map(|(state, threads)| Some((pick(*state, shared)?, sorted(threads, locals)?))).collect()
    };
    Some(match document {
        SetDocument::Regions(written) => Certificate::Regions(regions(written)?),
        SetDocument::Complement { regions: written, minimal } => {
            Certificate::Complement { regions: regions(written)?, minimal: configurations(minimal)? }
        }
        SetDocument::Configurations(list) => Certificate::Configurations(configurations(list)?),
    })
}

fn region(written: &RegionDocument, shared: &[SharedId], locals: &[LocalId]) -> Option<Region> {
    Some(Region {
        shared: sorted(&written.shared, shared)?,
        omega: sorted(&written.omega, locals)?,
        tails: written.tails.iter().map(|tail| sorted(tail, locals)).collect::<Option<_>>()?,
    })
}

fn sorted<I: Copy + Ord>(indices: &[u32], states: &[I]) -> Option<Vec<I>> {
    let mut list = indices.iter().map(|&index| pick(index, states)).collect::<Option<Vec<I>>>()?;
    list.sort_unstable();
    Some(list)
}

fn pick<I: Copy>(index: u32, states: &[I]) -> Option<I> {
    states.get(index as usize).copied()
}
