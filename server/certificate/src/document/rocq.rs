//! Proofs as theorems: a file for the prover Rocq, whose theorems the library in `proofs/` proves by computation.
//!
//! Each proof by a set of configurations becomes a system, its targets, the set, and the theorem that no run of the system
//! reaches a target. `docs/proofs.md` describes the file for its readers.

mod cut;
mod library;
mod print;
mod program;
mod source;
mod states;
mod system;
mod text;

use boolprog_base::control::Control;
use boolprog_base::words::listed;
use boolprog_explore::saturate::Saturation;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::Tts;
use boolprog_program::lower::{properties, property_ids};
use boolprog_program::program::Program;
use boolprog_program::reduce::Abstraction;

use super::verify::{States, numbers};
use super::{CertificateDocument, Invalid, ProofDocument, ReducedDocument, SetsDocument, Subject, Written, target_ids};
use crate::sets::{self, Certificate};
use print::{About, Printer, Theorem, Violations};
use program::Writer;
use source::Source;
use states::OfProgram;
use system::System;

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
    /// The text of a file that has the library inside, so that the prover needs no other file.
    pub fn standalone(&self) -> String {
        library::with_library(&self.text)
    }

    /// The theorems about a Boolean program, whose document has been [verified](super::verify).
    pub fn of_program(
        subject: &Subject<'_>,
        document: &CertificateDocument,
        control: &dyn Control,
    ) -> Result<Self, NoTheorems> {
        let mut printer = Printer::new(document);
        if !document.sets.proofs.is_empty() || !document.reduced.is_empty() {
            let ids = property_ids(&properties(subject.file, &subject.analysis.reading));
            let program = subject.analysis.program().map_err(|_| Invalid::OtherQuestion)?;
            let source = &Source::new(subject);
            printer.program(&Writer::new(program, source).write());
            let of = |sets, forgotten| Of { program, source, ids: &ids, sets, forgotten, control };
            if !document.sets.proofs.is_empty() {
                of(&document.sets, Abstraction::nothing(program)).write(&mut printer)?;
            }
            for ReducedDocument { forgotten, sets } in &document.reduced {
                of(sets, forgotten.read().ok_or(Invalid::Forgotten)?).write(&mut printer)?;
            }
        }
        Self::of(printer, document)
    }

    /// The theorems about a thread transition system, whose document has been [verified](super::verify_system).
    pub fn of_system(tts: &mut Tts, document: &CertificateDocument, control: &dyn Control) -> Result<Self, NoTheorems> {
        let mut printer = Printer::new(document);
        let system = System::of_tts(tts)?;
        let ids = target_ids(tts.targets.len());
        let mut theorems = Vec::new();
        for proof in &document.sets.proofs {
            let excluded = numbers(&ids, &proof.properties)?;
            let targets = tts.targets.iter().filter(|target| excluded.contains(&target.property));
            let violations = Violations::Targets(targets.cloned().collect());
            let mut states = States::read(tts, &ids, &document.sets.shared, &document.sets.locals)?;
            let set = proved_set(tts, &mut states, (proof, &excluded), None, control)?;
            theorems.push(Theorem { violations, set, proof });
        }
        printer.module(&About::System(&system), &states::Numbers, &theorems);
        Self::of(printer, document)
    }

    fn of(printer: Printer, document: &CertificateDocument) -> Result<Self, NoTheorems> {
        let (text, properties) = printer.finish();
        let all = document.properties();
        let left_out = all.into_iter().filter(|id| properties.iter().all(|known| known != id));
        let left_out: Vec<String> = left_out.map(str::to_owned).collect();
        if properties.is_empty() && !left_out.is_empty() {
            let why = format!("the proof of {} is no set of configurations", listed(&left_out));
            return Err(NoTheorems(why));
        }
        Ok(Self { text, properties, left_out })
    }
}

/// Proofs for what an abstraction leaves of a program.
struct Of<'a> {
    program: &'a Program,
    source: &'a Source<'a>,
    ids: &'a [String],
    sets: &'a SetsDocument,
    forgotten: Abstraction,
    control: &'a dyn Control,
}

impl Of<'_> {
    fn write(self, printer: &mut Printer) -> Result<(), NoTheorems> {
        let Self { program, source, ids, sets, forgotten, control } = self;
        let left = forgotten.apply(program).map_err(|_| Invalid::Forgotten)?;
        let mut system = ProgramSystem::new(&left, control).map_err(Invalid::Stopped)?;
        let rows = system::rows(&mut system, control)?;
        let mut theorems = Vec::new();
        for proof in &sets.proofs {
            let excluded = numbers(ids, &proof.properties)?;
            let mut states = States::read(&mut system, ids, &sets.shared, &sets.locals)?;
            let set = proved_set(&mut system, &mut states, (proof, &excluded), Some(&rows), control)?;
            let properties = excluded.iter().map(|&id| (id, &program.properties[id as usize])).collect();
            theorems.push(Theorem { violations: Violations::Properties(properties), set, proof });
        }
        let describe = OfProgram { system: &system, program: &left, source, abstraction: &forgotten };
        printer.module(&About::Program(&forgotten), &describe, &theorems);
        Ok(())
    }
}

/// The set of a proof in the numbers of the system, cut down if the smaller set is accepted as well. With `rows`, the prover
/// computes the steps of all thread states of the set, so that it has to be.
fn proved_set<S: Written>(
    system: &mut S,
    states: &mut States,
    (proof, excluded): (&ProofDocument, &[u32]),
    rows: Option<&Saturation>,
    control: &dyn Control,
) -> Result<Certificate, NoTheorems> {
    let whole = proof.set.renumbered(states).ok_or(Invalid::UnknownState)?;
    let small = cut::cut(&whole, rows);
    let mut is_accepted = |set| sets::check(system, set, excluded, control).is_ok();
    match (is_accepted(&whole) && is_accepted(&small), rows) {
        (true, _) => Ok(small),
        (false, None) => Ok(whole),
        (false, Some(_)) => Err(NoTheorems("the set cannot be cut down to what may occur".to_owned())),
    }
}
