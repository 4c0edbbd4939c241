//! Checking a certificate against the file it speaks of.

use std::fmt;

use boolprog_explore::control::{Control, Stop};
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{LocalId, SharedId, Tts};
use boolprog_reach::certificate::{self, Certificate, Region, Rejection};
use boolprog_trace::document::program_hash;

use super::{CertificateDocument, ProofDocument, QuestionDocument, RegionDocument, SCHEMA, SetDocument, Written};
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
    let mut system = ProgramSystem::new(program, control).map_err(Invalid::Stopped)?;
    Reader { system: &mut system, ids: &ids, document }.check(&unit.text, control)
}

/// Checks a certificate of a thread transition system with one property, which has to start and ask as the
/// document's question says.
pub fn verify_system(
    tts: &mut Tts,
    text: &str,
    document: &CertificateDocument,
    control: &dyn Control,
) -> Result<Proved, Invalid> {
    Reader { system: tts, ids: &[TARGET.to_owned()], document }.check(text, control)
}

struct Reader<'a, S> {
    system: &'a mut S,
    ids: &'a [String],
    document: &'a CertificateDocument,
}

impl<S: Written> Reader<'_, S> {
    fn check(mut self, text: &str, control: &dyn Control) -> Result<Proved, Invalid> {
        if self.document.schema != SCHEMA {
            return Err(Invalid::Schema(self.document.schema.clone()));
        }
        if self.document.program_hash != program_hash(text) {
            return Err(Invalid::OtherText);
        }
        let (shared, locals) = self.states()?;
        for proof in &self.document.proofs {
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
        Ok(Proved { properties: self.document.proofs.iter().flat_map(|proof| proof.properties.clone()).collect() })
    }

    fn states(&mut self) -> Result<(Vec<SharedId>, Vec<LocalId>), Invalid> {
        let Self { system, ids, document } = self;
        let shared: Option<_> = document.shared.iter().map(|written| system.read_shared(written)).collect();
        let locals: Option<_> = document.locals.iter().map(|written| system.read_local(written, ids)).collect();
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
