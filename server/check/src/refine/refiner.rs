//! The loop, one round at a time.

use boolprog_abstraction::boolean::{NotAbstracted, seeds};
use boolprog_base::control::{Control, Progress};
use boolprog_base::engine::EngineId;
use boolprog_certificate::boolean::{Flaw, Predicate, Template};
use boolprog_certificate::document::{BooleanDocument, CertificateDocument, IntegerSubject};
use boolprog_prover::Prover;

use super::round::{Stage, Step};
use super::{Abstracted, Model, Options, Precision, Round, RoundVerdict, instantiation, template_of};
use crate::report::PropertyReport;

/// The conclusion of a round.
pub(crate) enum Conclusion {
    /// None of the properties can be violated, and every value exists. The document is there if there are properties.
    Proved(Option<BooleanDocument>),
    /// A run, which was executed again, violates a property of the program, or misses a value.
    Violated {
        /// Index of the property, if it is one.
        property: Option<u32>,
        /// The report on it.
        report: Box<PropertyReport>,
    },
}

/// A loop that has not ended yet. A round that is stopped leaves no trace, so that it can begin again.
pub(crate) struct Refiner<'a> {
    model: &'a Model,
    options: Options,
    /// Indices of the properties that it is about.
    properties: Vec<usize>,
    template: Template,
    precision: Precision,
    predicates: Vec<Predicate>,
    /// The rounds so far.
    pub(crate) rounds: Vec<Round>,
    /// The Boolean program of the last round.
    pub(crate) boolean: Option<Abstracted>,
}

impl<'a> Refiner<'a> {
    /// A loop about these properties, by their indices.
    pub(crate) fn new(model: &'a Model, options: &Options, properties: &[usize]) -> Result<Self, NotAbstracted> {
        let template = template_of(model, options.any, properties)?;
        let predicates = seeds(&template, options.seeds);
        Ok(Self {
            model,
            options: *options,
            properties: properties.to_vec(),
            template,
            precision: options.precision,
            predicates,
            rounds: Vec::new(),
            boolean: None,
        })
    }

    /// A loop about other properties, which begins with the predicates of this one.
    pub(crate) fn about(&self, properties: &[usize]) -> Result<Self, NotAbstracted> {
        let mut other = Self::new(self.model, &self.options, properties)?;
        let missing: Vec<_> = self.predicates.iter().filter(|known| !other.predicates.contains(known)).collect();
        other.predicates.extend(missing.into_iter().cloned());
        Ok(other)
    }

    /// The properties that it is about.
    pub(crate) fn properties(&self) -> &[usize] {
        &self.properties
    }

    /// One round; none if another has to follow. Fails with a sentence if none can, or if `control` stops it. The prover
    /// checks a proof itself if there is no checker.
    pub(crate) fn round(
        &mut self,
        (prover, checker): (&mut dyn Prover, Option<&mut dyn Prover>),
        control: &dyn Control,
    ) -> Result<Option<Conclusion>, String> {
        control.poll(&Progress { phase: "refinement", ..Progress::default() }).map_err(|stop| stop.to_string())?;
        let (model, precision) = (self.model, self.precision);
        let (template, options, properties) = (&self.template, &self.options, self.properties.as_slice());
        let mut stage = Stage { model, template, options, properties, precision, prover: &mut *prover, control };
        let abstracted = stage.abstracted(self.predicates.clone())?;
        let mut round = Round {
            number: self.rounds.len() as u32 + 1,
            predicates: names(&self.predicates),
            exact: precision.exact,
            lines: abstracted.printed.origins.len(),
            questions: abstracted.questions,
            verdict: RoundVerdict::Unknown,
            spurious: Vec::new(),
            added: Vec::new(),
            by_interpolants: false,
        };
        let mut predicates = self.predicates.clone();
        let conclusion = match stage.decide(&abstracted, &mut round, &mut predicates) {
            Ok(Step::Proved(proof)) => {
                let questions = &mut round.questions;
                match checker {
                    Some(checker) => self.certified(&abstracted, *proof, (checker, control), questions),
                    None => self.certified(&abstracted, *proof, (prover, control), questions),
                }
            }
            Ok(Step::Violated { property, report }) => {
                let property = property.map(|place| self.properties[place as usize] as u32);
                Ok(Some(Conclusion::Violated { property, report }))
            }
            Ok(Step::Again) => Ok(None),
            Err(why) => Err(why),
        };
        if conclusion.is_err() && control.poll(&Progress::default()).is_err() {
            return conclusion;
        }
        self.precision.exact |= round.added.is_empty();
        self.predicates = predicates;
        self.rounds.push(round);
        self.boolean = Some(abstracted);
        conclusion
    }

    /// The conclusion from a proof of the Boolean program, if the checker accepts the abstraction.
    fn certified(
        &self,
        abstracted: &Abstracted,
        proof: CertificateDocument,
        (checker, control): (&mut dyn Prover, &dyn Control),
        questions: &mut u64,
    ) -> Result<Option<Conclusion>, String> {
        match boolprog_certificate::boolean::check(&self.template, &abstracted.program, checker, control) {
            Ok(Ok(asked)) => {
                *questions += asked;
                let instantiation = instantiation(self.model, self.options.any);
                let subject = IntegerSubject { instantiation, ..self.model.subject() };
                let engine = EngineId::Refinement.name();
                let document = BooleanDocument::of(&subject, &self.template, engine, &abstracted.program, proof);
                Ok(Some(Conclusion::Proved(document.filter(|document| !document.properties.is_empty()))))
            }
            Ok(Err(flaw @ Flaw::Undecided(_))) => {
                Err(format!("the Boolean program is proved, but not certified: {flaw}"))
            }
            Ok(Err(flaw)) => Err(format!("internal error: {flaw}")),
            Err(stop) => Err(format!("the Boolean program is proved, but not certified: {stop}")),
        }
    }
}

fn names(predicates: &[Predicate]) -> Vec<String> {
    predicates.iter().map(|predicate| predicate.name.clone()).collect()
}
