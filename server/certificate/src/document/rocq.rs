//! Proofs as theorems: a file for the prover Rocq, whose theorems the library in `proofs/` proves by computation.
//!
//! Each proof by a set of configurations becomes a system, its targets, the set, and the theorem that no run of the system
//! reaches a target. `docs/proofs.md` describes the file for its readers.

mod cut;
mod print;
mod states;
mod system;

use boolprog_base::control::Control;
use boolprog_base::words::listed;
use boolprog_explore::saturate::Saturation;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::Tts;
use boolprog_program::lower::{properties, property_ids};
use boolprog_program::program::{Program, Property};

use super::verify::{States, numbers};
use super::{
    CertificateDocument, ForgottenDocument, Invalid, ProofDocument, ReducedDocument, SetsDocument, Subject, Written,
    target_ids,
};
use crate::sets::{self, Certificate};
use print::Printer;
use states::Described;
use system::{System, Target};

/// A file of theorems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theorems {
    /// Text of the file.
    pub text: String,
    /// Ids of the properties that it has theorems about.
    pub properties: Vec<String>,
    /// Ids of the other properties of the document, whose proofs are no sets of configurations.
    pub left_out: Vec<String>,
}

/// Why there are no theorems, as a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoTheorems(pub String);

impl From<Invalid> for NoTheorems {
    fn from(invalid: Invalid) -> Self {
        Self(invalid.to_string())
    }
}

impl Theorems {
    /// The theorems about a Boolean program, whose document has been [verified](super::verify).
    pub fn of_program(
        subject: &Subject<'_>,
        document: &CertificateDocument,
        control: &dyn Control,
    ) -> Result<Self, NoTheorems> {
        let mut printer = Printer::new(document);
        let properties = properties(subject.file, &subject.analysis.reading);
        let inlined = || subject.analysis.program().map_err(|_| Invalid::OtherQuestion);
        let of = |sets, forgotten| Of { subject, properties: &properties, sets, forgotten, control };
        if !document.sets.proofs.is_empty() {
            of(&document.sets, None).write(inlined()?, &mut printer)?;
        }
        for ReducedDocument { forgotten, sets } in &document.reduced {
            let left = forgotten.left_of(inlined()?).ok_or(Invalid::Forgotten)?;
            of(sets, Some(forgotten)).write(&left, &mut printer)?;
        }
        Self::of(printer, document)
    }

    /// The theorems about a thread transition system, whose document has been [verified](super::verify_system).
    pub fn of_system(tts: &mut Tts, document: &CertificateDocument, control: &dyn Control) -> Result<Self, NoTheorems> {
        let mut printer = Printer::new(document);
        let system = System::of_tts(tts)?;
        let ids = target_ids(tts.targets.len());
        let mut proofs = Vec::new();
        for proof in &document.sets.proofs {
            let excluded = numbers(&ids, &proof.properties)?;
            let targets = tts.targets.iter().filter(|target| excluded.contains(&target.property));
            let targets = targets.map(Target::of).collect();
            proofs.push((targets, proved_set(tts, (&ids, &document.sets), proof, None, control)?, proof));
        }
        printer.module(&system, &states::Numbers, &proofs);
        Self::of(printer, document)
    }

    fn of(printer: Printer, document: &CertificateDocument) -> Result<Self, NoTheorems> {
        let (text, properties) = printer.finish();
        let all = document.properties();
        let left_out = all.into_iter().filter(|id| properties.iter().all(|known| known != id));
        let left_out: Vec<String> = left_out.map(str::to_owned).collect();
        if properties.is_empty() {
            let why = format!("the proof of {} is no set of configurations", listed(&left_out));
            return Err(NoTheorems(why));
        }
        Ok(Self { text, properties, left_out })
    }
}

/// Proofs for one lowered program.
struct Of<'a> {
    subject: &'a Subject<'a>,
    properties: &'a [Property],
    sets: &'a SetsDocument,
    /// The parts of the program that are forgotten, if it is a reduced one.
    forgotten: Option<&'a ForgottenDocument>,
    control: &'a dyn Control,
}

impl Of<'_> {
    fn write(&self, program: &Program, printer: &mut Printer) -> Result<(), NoTheorems> {
        let Self { subject, properties, sets, forgotten, control } = *self;
        let mut system = ProgramSystem::new(program, control).map_err(Invalid::Stopped)?;
        let (written, rows) = System::of_program(&mut system, control)?;
        let ids = property_ids(properties);
        let mut proofs = Vec::new();
        for proof in &sets.proofs {
            let mut targets = Vec::new();
            for number in numbers(&ids, &proof.properties)? {
                targets.extend(system::targets(&mut system, &rows, (number, properties[number as usize].kind)));
            }
            proofs.push((targets, proved_set(&mut system, (&ids, sets), proof, Some(&rows), control)?, proof));
        }
        let ends = states::ends_of_lines(subject.text);
        let described = Described { system: &system, program, subject, forgotten, ends: &ends };
        printer.module(&written, &described, &proofs);
        Ok(())
    }
}

/// The set of a proof in the numbers of the system, cut down if the smaller set is accepted as well. With `rows`, the system is
/// written for the thread states in them only, so that it has to be.
fn proved_set<S: Written>(
    system: &mut S,
    (ids, sets): (&[String], &SetsDocument),
    proof: &ProofDocument,
    rows: Option<&Saturation>,
    control: &dyn Control,
) -> Result<Certificate, NoTheorems> {
    let mut states = States::read(system, ids, &sets.shared, &sets.locals)?;
    let excluded = numbers(ids, &proof.properties)?;
    let whole = proof.set.renumbered(&mut states).ok_or(Invalid::UnknownState)?;
    let small = cut::cut(&whole, rows);
    let mut is_accepted = |set| sets::check(system, set, &excluded, control).is_ok();
    match (is_accepted(&whole) && is_accepted(&small), rows) {
        (true, _) => Ok(small),
        (false, None) => Ok(whole),
        (false, Some(_)) => Err(NoTheorems("the set cannot be cut down to what may occur".to_owned())),
    }
}
