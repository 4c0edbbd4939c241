//! Serialisation of a proof through a Boolean program: predicates in the language of the integer program, statements over
//! them, and the proofs about the text that these make.

use std::collections::BTreeMap;

use boolprog_base::Severity;
use boolprog_base::control::Control;
use boolprog_integer::model::predicates;
use boolprog_integer::{Instantiation, instantiate};
use boolprog_program::lower::{properties, property_ids};
use boolprog_program::reading::ReadingOptions;
use boolprog_prover::Prover;
use serde::{Deserialize, Serialize};

use super::statements::{AssertionDocument, Names, StepDocument};
use super::verify::numbers;
use super::{CertificateDocument, IntegerSubject, Invalid, Subject, hash, verify};
use crate::boolean::{BooleanProgram, Flaw, Predicate, Printed, Template, check, print, threads};

/// A Boolean program that abstracts an integer program, and the properties of the latter that it proves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BooleanDocument {
    /// The engine that found it.
    pub engine: String,
    /// Ids of the properties that it proves together.
    pub properties: Vec<String>,
    /// Its variables.
    pub predicates: Vec<PredicateDocument>,
    /// The statement of each edge, in order.
    pub steps: Vec<StepDocument>,
    /// The assertions, in order.
    pub assertions: Vec<AssertionDocument>,
    /// The proofs that no assertion of its text can fail.
    pub proof: Box<CertificateDocument>,
}

/// A predicate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PredicateDocument {
    /// Name of the variable, without braces.
    pub name: String,
    /// Meaning of the variable, as the language writes formulas outside of processes.
    pub formula: String,
    /// Name of the process with `[*]` whose instances have a copy each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process: Option<String>,
    /// Value at the start; none if arbitrary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<bool>,
}

impl BooleanDocument {
    /// Writes a Boolean program that proves all properties of its template, and the proofs about its text. `None` if it
    /// cannot be read again.
    pub fn of(
        subject: &IntegerSubject<'_>,
        template: &Template,
        engine: &str,
        program: &BooleanProgram,
        proof: CertificateDocument,
    ) -> Option<Self> {
        let system = template.system();
        let process = |owner: u16| system.processes[usize::from(owner)].name.to_string();
        let predicate = |(predicate, start): (&Predicate, &Option<bool>)| PredicateDocument {
            name: predicate.name.clone(),
            formula: system.print_formula(&predicate.formula).to_string(),
            process: predicate.owner.map(process),
            start: *start,
        };
        let names = Names(&program.predicates);
        let mut document = Self {
            engine: engine.to_owned(),
            properties: system.property_ids(),
            predicates: program.predicates.iter().zip(&program.start).map(predicate).collect(),
            steps: program.steps.iter().map(|step| names.write_step(step)).collect(),
            assertions: program.assertions.iter().map(|assertion| names.write_assertion(system, assertion)).collect(),
            proof: Box::new(proof),
        };
        let program = document.read(subject, template)?;
        document.proof.program = String::new();
        document.proof.program_hash = hash(&printed(template, &program)?.text);
        Some(document)
    }

    /// The template of the program, with the properties that the document is about.
    fn template(&self, subject: &IntegerSubject<'_>) -> Result<Template, Invalid> {
        let has_any = !subject.system.counters.is_empty();
        let asked = numbers(&subject.system.property_ids(), &self.properties)?;
        let asked: Vec<usize> = asked.into_iter().map(|property| property as usize).collect();
        let system = if has_any {
            let instantiation = of_template(subject.instantiation);
            instantiate(subject.file, &instantiation).map_err(|why| Invalid::Refused(why.to_string()))?
        } else {
            subject.system.clone()
        };
        Template::new(system.with_properties(&asked), has_any).map_err(|why| Invalid::Refused(why.to_string()))
    }

    /// Reads the Boolean program again; `None` if it has no meaning for the integer program.
    fn read(&self, subject: &IntegerSubject<'_>, template: &Template) -> Option<BooleanProgram> {
        let has_any = template.has_any();
        let instantiation = if has_any { of_template(subject.instantiation) } else { subject.instantiation };
        let declarations: Vec<_> = self.predicates.iter().map(|predicate| predicate.formula.clone()).collect();
        let formulas = predicates(subject.file, &instantiation, &declarations)?;
        if formulas.len() != declarations.len() || formulas.iter().any(|predicate| predicate.owner.is_some()) {
            return None;
        }
        let process = |name: &String| {
            let processes = &template.system().processes;
            processes.iter().position(|process| *process.name == **name).map(|number| number as u16)
        };
        let mut program = BooleanProgram::default();
        for (written, read) in self.predicates.iter().zip(formulas) {
            let owner = match &written.process {
                None => None,
                Some(name) => Some(process(name)?),
            };
            program.predicates.push(Predicate { name: written.name.clone(), formula: read.formula, owner });
            program.start.push(written.start);
        }
        let numbers: BTreeMap<&str, usize> =
            self.predicates.iter().map(|predicate| predicate.name.as_str()).zip(0..).collect();
        program.steps = self.steps.iter().map(|step| step.read(&numbers)).collect::<Option<_>>()?;
        let assertion = |written: &AssertionDocument| written.read(template.system(), &numbers);
        program.assertions = self.assertions.iter().map(assertion).collect::<Option<_>>()?;
        Some(program)
    }

    /// Checks it; returns the ids of the proved properties.
    pub(super) fn check(
        &self,
        subject: &IntegerSubject<'_>,
        prover: &mut dyn Prover,
        control: &dyn Control,
    ) -> Result<Vec<String>, Invalid> {
        let rejected = |why: String| Invalid::Rejected { properties: self.properties.clone(), why };
        let template = self.template(subject)?;
        let program = self.read(subject, &template).ok_or(Invalid::UnknownState)?;
        match check(&template, &program, prover, control) {
            Err(stop) => return Err(Invalid::Stopped(stop)),
            Ok(Err(Flaw::Undecided(why))) => return Err(Invalid::Undecided(why)),
            Ok(Err(flaw)) => return Err(rejected(flaw.to_string())),
            Ok(Ok(_)) => {}
        }
        let printed = printed(&template, &program).ok_or(Invalid::UnknownState)?;
        self.check_text(&template, &printed.text, control).map_err(|invalid| match invalid {
            Invalid::Stopped(stop) => Invalid::Stopped(stop),
            invalid => rejected(format!("the Boolean program is not proved: {invalid}")),
        })?;
        Ok(self.properties.clone())
    }

    /// Checks that no assertion of the text can fail.
    fn check_text(&self, template: &Template, text: &str, control: &dyn Control) -> Result<(), Invalid> {
        let parsed = boolprog_syntax::parse(text);
        let options = ReadingOptions { threads: Some(threads(template)), ..ReadingOptions::default() };
        let analysis = boolprog_program::analyse(&parsed.file, &options);
        let mut diagnostics = parsed.diagnostics.iter().chain(analysis.diagnostics());
        if let Some(error) = diagnostics.find(|diagnostic| diagnostic.severity == Severity::Error) {
            return Err(Invalid::Unreadable(error.message.clone()));
        }
        let all = property_ids(&properties(&parsed.file, &analysis.reading));
        if all.is_empty() {
            return Ok(());
        }
        let proved = verify(&Subject { text, file: &parsed.file, analysis: &analysis }, &self.proof, control)?;
        match all.iter().find(|id| !proved.properties.contains(id)) {
            None => Ok(()),
            Some(open) => Err(Invalid::Refused(format!("it does not prove {open}"))),
        }
    }
}

/// The instantiation in which two instances stand for any number of them.
fn of_template(instantiation: Instantiation) -> Instantiation {
    Instantiation { threads: Some(2), representatives: false, ..instantiation }
}

/// The text that the proofs are about, which depends on the Boolean program alone.
fn printed(template: &Template, program: &BooleanProgram) -> Option<Printed> {
    print(template, program, &[], &|_| 0).ok()
}
