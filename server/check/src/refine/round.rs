//! One round: a Boolean program, its check, and what its counterexamples mean.

use std::sync::Arc;

use boolprog_abstraction::boolean;
use boolprog_abstraction::newton::{Feasibility, Path, Spurious, feasibility, interpolants};
use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_base::{Severity, too_deep};
use boolprog_certificate::boolean::{BooleanProgram, Origin, Pattern, Predicate, Printed, Template, print, violations};
use boolprog_certificate::document::{CertificateDocument, QuestionDocument};
use boolprog_certificate::integer::definedness as defined;
use boolprog_integer::explicit::{Fault, Run, replay, replay_fault};
use boolprog_integer::{Environment, Formula, Inputs, System};
use boolprog_program::reading::ReadingOptions;
use boolprog_prover::Prover;
use boolprog_trace::document::{PropertyKind, TraceDocument, program_hash};

use super::missing;
use super::{Lifted, Model, Options, Precision, Round, RoundVerdict, SpuriousPath, Verdict, with_threads};
use crate::integer::evidence;
use crate::observer::Unobserved;
use crate::options::Effort;
use crate::reasons::reason;
use crate::report::{PropertyReport, Report, Violation};
use crate::run::check;
use crate::unit::Unit;

/// A Boolean program with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abstracted {
    /// The Boolean program.
    pub program: BooleanProgram,
    /// Its text, and the origin of each line.
    pub printed: Printed,
    /// Number of questions that it took.
    pub questions: u64,
}

/// The tools of a round.
pub(super) struct Stage<'a> {
    pub(super) model: &'a Model,
    pub(super) template: &'a Template,
    pub(super) options: &'a Options,
    /// Indices of the properties of the template.
    pub(super) properties: &'a [usize],
    /// Precision of this round.
    pub(super) precision: Precision,
    pub(super) prover: &'a mut dyn Prover,
    pub(super) control: &'a dyn Control,
}

/// The Boolean program of these predicates. Fails with a sentence.
pub fn abstracted(
    model: &Model,
    template: &Template,
    predicates: Vec<Predicate>,
    options: Precision,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Abstracted, String> {
    let made = boolean::abstraction(template, predicates, options, prover, control);
    let (program, questions) = made.map_err(|why| why.to_string())?;
    let name = model.path.rsplit(['/', '\\']).next().unwrap_or_default();
    let method = if options.exact { "exact" } else { "Cartesian" };
    let header = [
        format!(
            "Abstraction of {name}, hash {}: {method}, cubes of {} predicates",
            program_hash(&model.text),
            options.max_cube
        ),
        "Each variable is named after its predicate. The comment after a statement names its edge.".to_owned(),
    ];
    let line = |offset: u32| {
        let before = model.text.as_bytes().iter().take(offset as usize);
        before.filter(|byte| **byte == b'\n').count() as u32 + 1
    };
    let printed = print(template, &program, &header, &line).map_err(|why| why.to_string())?;
    Ok(Abstracted { program, printed, questions })
}

/// The result of a round.
pub(super) enum Step {
    /// Nothing is violated in the Boolean program; these are its proofs.
    Proved(Box<CertificateDocument>),
    /// A run, which was executed again, violates a property, by its index in the template, or misses a value.
    Violated { property: Option<u32>, report: Box<PropertyReport> },
    /// Another round, with new predicates or more of the same.
    Again,
}

/// A counterexample as it is: a run of the integer program, or spurious.
enum Meaning {
    Real(Option<u32>, Box<PropertyReport>),
    Spurious(Box<Untaken>),
}

/// A path that cannot be taken.
struct Untaken {
    system: Arc<System>,
    transitions: Vec<u32>,
    end: Formula,
    attempt: Option<u32>,
    described: SpuriousPath,
    spurious: Spurious,
}

impl Untaken {
    fn path(&self) -> Path<'_> {
        let Self { system, transitions, end, attempt, .. } = self;
        Path { system, transitions, end, attempt: *attempt }
    }
}

impl Stage<'_> {
    pub(super) fn abstracted(&mut self, predicates: Vec<Predicate>) -> Result<Abstracted, String> {
        abstracted(self.model, self.template, predicates, self.precision, self.prover, self.control)
    }

    /// Checks the Boolean program, and adds the predicates that its counterexamples lack. Fails with a sentence.
    pub(super) fn decide(
        &mut self,
        abstracted: &Abstracted,
        round: &mut Round,
        predicates: &mut Vec<Predicate>,
    ) -> Result<Step, String> {
        let (report, proof) = self.checked(&abstracted.printed)?;
        let verdicts = || report.properties.iter().map(|property| &property.verdict);
        let traces: Vec<_> = verdicts()
            .filter_map(|verdict| match verdict {
                Verdict::Violated(violation) => Some(violation.trace()),
                Verdict::Proved(_) | Verdict::Unknown(_) => None,
            })
            .collect();
        if traces.is_empty() {
            return match verdicts().find(|verdict| !matches!(verdict, Verdict::Proved(proof) if proof.certified())) {
                None => {
                    round.verdict = RoundVerdict::Proved;
                    Ok(Step::Proved(proof))
                }
                Some(Verdict::Unknown(why)) => Err(format!("the Boolean program is not decided: {}", reason(why))),
                Some(_) => Err("the Boolean program is proved, but not certified".to_owned()),
            };
        }
        round.verdict = RoundVerdict::Violated;
        let (mut between, mut untaken) = (None, Vec::new());
        for trace in traces {
            match self.meaning(&abstracted.printed, trace, &mut round.questions)? {
                Meaning::Real(property, report) => return Ok(Step::Violated { property, report }),
                Meaning::Spurious(spurious) => untaken.push(*spurious),
            }
        }
        for path in &untaken {
            round.spurious.push(path.described.clone());
            self.add(path, &path.spurious.atoms, (&mut *predicates, &mut round.added), &mut between);
        }
        if round.added.is_empty() {
            for path in &untaken {
                let atoms = interpolants(path.path(), self.prover, self.control).map_err(|stop| stop.to_string())?;
                self.add(path, &atoms, (&mut *predicates, &mut round.added), &mut between);
            }
            round.by_interpolants = !round.added.is_empty();
        }
        match between {
            _ if !round.added.is_empty() => Ok(Step::Again),
            Some(why) => Err(why),
            None if self.precision.exact => {
                Err("no predicate over one thread is missing; one over several threads may be needed, or larger cubes (--max-cube)".to_owned())
            }
            // The next round has the same predicates, and says more of them.
            None => Ok(Step::Again),
        }
    }

    /// Adds the predicates of atoms over the system of a path; or notes why one of them is none.
    fn add(
        &self,
        path: &Untaken,
        atoms: &[Formula],
        (predicates, added): (&mut Vec<Predicate>, &mut Vec<String>),
        between: &mut Option<String>,
    ) {
        for atom in atoms {
            let known = predicates.len();
            match missing::add(self.template, &path.system, predicates, atom) {
                Ok(()) => added.extend(predicates[known..].iter().map(|new| new.name.clone())),
                Err(why) => _ = between.get_or_insert(why),
            }
        }
    }

    /// The report on the Boolean program, and its proofs.
    fn checked(&self, printed: &Printed) -> Result<(Report, Box<CertificateDocument>), String> {
        let parsed = boolprog_syntax::parse(&printed.text);
        let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions::default());
        let mut diagnostics = parsed.diagnostics.iter().chain(analysis.diagnostics());
        if let Some(error) = diagnostics.find(|diagnostic| diagnostic.severity == Severity::Error) {
            if error.message == too_deep() {
                return Err("a formula of the Boolean program is nested too deep: it has many predicates".to_owned());
            }
            return Err(format!("internal error: the Boolean program cannot be read: {}", error.message));
        }
        let (path, text) = (format!("{}.bp", self.model.path), Arc::from(printed.text.as_str()));
        let unit = Unit { path, text, file: parsed.file, analysis: Arc::new(analysis) };
        let options = crate::Options { thread_states: Effort::None, certificate: true, ..self.options.check };
        let mut report = check(&unit, options, self.control, &mut Unobserved);
        let question = QuestionDocument::of_reading(&unit.analysis.reading);
        let nothing = || Box::new(CertificateDocument::new((&unit.path, &unit.text), question));
        let proof = report.certificate.take().unwrap_or_else(nothing);
        Ok((report, proof))
    }

    /// The meaning of a counterexample for the integer program.
    fn meaning(&mut self, printed: &Printed, trace: &TraceDocument, questions: &mut u64) -> Result<Meaning, String> {
        let followed = followed(self.model, self.template, self.properties, printed, trace)?;
        let Followed { model, lifted, transitions, condition, end } = followed;
        let system = &*model.system;
        let (property, attempt) = (end.property(), end.attempt());
        let path = Path { system, transitions: &transitions, end: &condition, attempt };
        let answer = feasibility(path, self.prover, self.control).map_err(|stop| stop.to_string())?;
        *questions += answer.1;
        match answer.0 {
            Feasibility::Unknown(why) => Err(format!("a counterexample could not be followed: {why}")),
            Feasibility::Feasible(run, inputs) => {
                let report = executed((&model, self.control), run, end, inputs)?;
                let property = property.filter(|_| report.kind != PropertyKind::Value);
                Ok(Meaning::Real(property, Box::new(report)))
            }
            Feasibility::Spurious(spurious) => {
                let described = SpuriousPath {
                    property: property.map(|property| system.properties[property as usize].id()),
                    line: trace.property.range.line,
                    instances: lifted.participants(),
                    steps: transitions.len(),
                    step: spurious.step,
                    core: spurious.core.iter().map(|part| (part.step, part.text.clone())).collect(),
                };
                let system = Arc::clone(&model.system);
                Ok(Meaning::Spurious(Box::new(Untaken {
                    system,
                    transitions,
                    end: condition,
                    attempt,
                    described,
                    spurious,
                })))
            }
        }
    }
}

/// A counterexample as a path of the integer program, which may not have it.
pub(super) struct Followed {
    /// The integer program, with the instances of the path.
    pub(super) model: Model,
    pub(super) lifted: Lifted,
    /// Indices of the transitions of the path.
    pub(super) transitions: Vec<u32>,
    /// The formulas that hold in the last state.
    pub(super) condition: Formula,
    pub(super) end: End,
}

/// Follows a counterexample in a model with these properties, by index. Fails with a sentence.
pub(super) fn followed(
    model: &Model,
    template: &Template,
    properties: &[usize],
    printed: &Printed,
    trace: &TraceDocument,
) -> Result<Followed, String> {
    let lost = || "internal error: a counterexample of the Boolean program could not be followed".to_owned();
    let patterns = patterns(template)?;
    let place = |assertion: u32, thread: usize| {
        let (_, pattern) = patterns.get(assertion as usize)?;
        pattern.threads.get(thread).map(|(process, _)| *process)
    };
    let lifted = Lifted::new(template, printed, trace, &place).ok_or_else(lost)?;
    let model = if template.has_any() {
        with_threads(model, lifted.instances().max(1), properties).map_err(|why| why.to_string())?
    } else {
        let system = Arc::new(model.system.with_properties(properties));
        Model { system, ..model.clone() }
    };
    let system = &*model.system;
    let transitions = lifted.transitions(template, system).ok_or_else(lost)?;
    let (condition, end) = match lifted.end {
        (Origin::Assertion { assertion, .. }, _) => {
            let property = patterns.get(assertion as usize).ok_or_else(lost)?.0;
            let error = &system.properties[property as usize].error;
            let undefined = Formula::negation(defined::formula(error));
            (Formula::Any(vec![error.clone(), undefined]), End::Property(property))
        }
        (Origin::Fault(transition), thread) => {
            let transition = lifted.transition(template, system, transition, thread).ok_or_else(lost)?;
            let taken = &system.transitions[transition as usize];
            (Formula::negation(defined::transition(system, taken)), End::Attempt(transition))
        }
        _ => return Err(lost()),
    };
    Ok(Followed { lifted, transitions, condition, end, model: model.clone() })
}

/// The patterns of all properties, each with the index of its property.
fn patterns(template: &Template) -> Result<Vec<(u32, Pattern)>, String> {
    let mut all = Vec::new();
    for (property, number) in template.system().properties.iter().zip(0..) {
        let patterns = violations(template, &property.error).map_err(|why| why.to_string())?;
        all.extend(patterns.into_iter().map(|pattern| (number, pattern)));
    }
    Ok(all)
}

/// The end of a path: a violation of a property, or the attempt of a transition that misses a value.
#[derive(Clone, Copy)]
pub(super) enum End {
    Property(u32),
    Attempt(u32),
}

impl End {
    const fn property(self) -> Option<u32> {
        match self {
            Self::Property(property) => Some(property),
            Self::Attempt(_) => None,
        }
    }

    pub(super) const fn attempt(self) -> Option<u32> {
        match self {
            Self::Property(_) => None,
            Self::Attempt(transition) => Some(transition),
        }
    }
}

/// The report on a run, which is executed again. Fails with a sentence.
fn executed(
    (model, control): (&Model, &dyn Control),
    run: Run,
    end: End,
    inputs: Inputs,
) -> Result<PropertyReport, String> {
    let system = &*model.system;
    if let Some(why) = model.doubt(run.end()) {
        return Err(why.to_owned());
    }
    let too_large = || "a counterexample could not be executed on integers of 64 bits".to_owned();
    let undefined = match end {
        End::Property(property) if replay(system, &run, property as usize).is_ok() => {
            let report = evidence::unanswered(system, property as usize);
            let trace = evidence::evidence((model, control), &report, "", &run, None).map_err(|why| why.to_string())?;
            return Ok(violated(report, trace));
        }
        End::Property(property) => {
            system.properties[property as usize].error.evaluate(&Environment::of(run.end())).err()
        }
        End::Attempt(attempt) => {
            let transition = &system.transitions[attempt as usize];
            let enabled = transition.enabled(run.end());
            enabled.and_then(|_| transition.fire(system, run.end(), &inputs)).err()
        }
    };
    let transition = match end {
        End::Property(_) => None,
        End::Attempt(attempt) => Some((attempt, inputs)),
    };
    let fault = Fault { run, transition, undefined: undefined.ok_or_else(too_large)? };
    replay_fault(system, &fault).map_err(|_| too_large())?;
    let report = evidence::unanswered_value(system, &fault);
    let trace = evidence::evidence((model, control), &report, "", &fault.run, fault.transition.as_ref());
    Ok(violated(report, trace.map_err(|why| why.to_string())?))
}

fn violated(report: PropertyReport, trace: TraceDocument) -> PropertyReport {
    PropertyReport { verdict: Verdict::Violated(Violation::by(EngineId::Refinement, trace)), ..report }
}
