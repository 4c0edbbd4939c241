//! Serialisation of a proof about an integer program: an abstraction, with predicates in the language of the program.

use boolprog_base::control::Control;
use boolprog_integer::model::predicates;
use boolprog_integer::syntax::ast::SourceFile;
use boolprog_integer::{Instantiation, System};
use boolprog_prover::Prover;
use serde::{Deserialize, Serialize};

use super::verify::{is_of, numbers};
use super::{CertificateDocument, Invalid, Proved, QuestionDocument};
use crate::integer::{AbstractState, AbstractStep, Abstraction, Cover, Flaw, Predicate, check};

/// An integer program whose proofs are checked.
#[derive(Clone, Copy, Debug)]
pub struct IntegerSubject<'a> {
    /// Text that the document is for.
    pub text: &'a str,
    /// Syntax tree of the text.
    pub file: &'a SourceFile,
    /// Instantiation of the program as a system.
    pub instantiation: Instantiation,
    /// System that the program means; for any number of instances some that stand for them.
    pub system: &'a System,
}

/// Abstract states that contain every reachable state, and the properties that they prove.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AbstractionDocument {
    /// The engine that found it.
    pub engine: String,
    /// Ids of the properties that it proves together.
    pub properties: Vec<String>,
    /// The predicates as the language declares them, without `predicate` and `;`.
    pub predicates: Vec<String>,
    /// The abstract states: the location of each instance, and `1` for each predicate that holds, `0` for the others.
    pub states: Vec<(Box<[u16]>, String)>,
    /// The steps, by increasing source: source, transition, target.
    pub steps: Vec<[u32; 3]>,
}

impl AbstractionDocument {
    /// Writes an abstraction that proves all properties of this system. Linear.
    pub fn of(system: &System, engine: &str, abstraction: &Abstraction) -> Self {
        let digit = |state: &AbstractState, number| if state.values.contains(number) { '1' } else { '0' };
        let digits = |state: &AbstractState| (0..abstraction.predicates.len()).map(|it| digit(state, it)).collect();
        Self {
            engine: engine.to_owned(),
            properties: system.question_ids(),
            predicates: abstraction.predicates.iter().map(|predicate| predicate.declaration(system)).collect(),
            states: abstraction.states.iter().map(|state| (state.locations.clone(), digits(state))).collect(),
            steps: abstraction.steps.iter().map(|step| [step.source, step.transition, step.target]).collect(),
        }
    }

    /// Reads it again; whether it proves anything is another question. `None` if it has no meaning in the program.
    pub fn read(&self, subject: &IntegerSubject<'_>) -> Option<Abstraction> {
        let predicates: Vec<Predicate> = predicates(subject.file, &subject.instantiation, &self.predicates)?
            .into_iter()
            .map(|it| Predicate { formula: it.formula, owner: it.owner })
            .collect();
        let instances = subject.system.instances.len();
        let state = |(locations, digits): &(Box<[u16]>, String)| {
            let fits = locations.len() == instances && digits.len() == predicates.len();
            let values = digits.bytes().map(|digit| digit == b'1').collect();
            fits.then(|| AbstractState { locations: locations.clone(), values })
        };
        let states = self.states.iter().map(state).collect::<Option<Vec<_>>>()?;
        let step = |&[source, transition, target]: &[u32; 3]| {
            let fits = (target as usize) < states.len();
            fits.then_some(AbstractStep { source, transition, target, must: true })
        };
        let steps = self.steps.iter().map(step).collect::<Option<_>>()?;
        Some(Abstraction { predicates, states, examples: Vec::new(), steps })
    }

    /// Checks it; returns the ids of the proved properties.
    fn check(
        &self,
        subject: &IntegerSubject<'_>,
        prover: &mut dyn Prover,
        control: &dyn Control,
    ) -> Result<Vec<String>, Invalid> {
        let abstraction = self.read(subject).ok_or(Invalid::UnknownState)?;
        checked(subject, &abstraction, &self.properties, prover, control)
    }
}

/// Checks that sets of states prove these properties, and returns their ids.
pub(super) fn checked(
    subject: &IntegerSubject<'_>,
    cover: &dyn Cover,
    properties: &[String],
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Vec<String>, Invalid> {
    let asked = numbers(&subject.system.question_ids(), properties)?;
    // That every value exists is checked of each proof, and is no property of the system.
    let is_property = |asked: &usize| *asked < subject.system.properties.len();
    let asked: Vec<usize> = asked.into_iter().map(|property| property as usize).filter(is_property).collect();
    match check(&subject.system.with_properties(&asked), cover, prover, control) {
        Err(stop) => Err(Invalid::Stopped(stop)),
        Ok(Err(Flaw::Undecided(why))) => Err(Invalid::Undecided(why)),
        Ok(Err(flaw)) => Err(Invalid::Rejected { properties: properties.to_vec(), why: flaw.to_string() }),
        Ok(Ok(())) => Ok(properties.to_vec()),
    }
}

/// Checks a certificate of an integer program, which has to be instantiated as the document's question says.
pub fn verify_integer(
    subject: &IntegerSubject<'_>,
    document: &CertificateDocument,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Proved, Invalid> {
    if document.question != QuestionDocument::of_instantiation(subject.system, subject.instantiation) {
        return Err(Invalid::OtherQuestion);
    }
    is_of(document, subject.text)?;
    let has_any_number = !subject.system.counters.is_empty();
    let has_states = !document.abstractions.is_empty() || !document.graphs.is_empty();
    if has_any_number && has_states || !has_any_number && !document.modular.is_empty() {
        return Err(Invalid::OtherQuestion);
    }
    let mut proved = Vec::new();
    for abstraction in &document.abstractions {
        proved.extend(abstraction.check(subject, prover, control)?);
    }
    for graph in &document.graphs {
        proved.extend(graph.check(subject, prover, control)?);
    }
    for modular in &document.modular {
        proved.extend(modular.check(subject, prover, control)?);
    }
    for boolean in &document.boolean {
        proved.extend(boolean.check(subject, prover, control)?);
    }
    Ok(Proved { any_number: has_any_number, ..Proved::all_of(document, proved)? })
}
