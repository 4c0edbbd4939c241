//! From findings of engines to verdicts: runs are executed again, by the definitions alone, before they count.

use std::fmt;

use boolprog_abstraction::integers::{Reason, VALUES};
use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_integer::explicit::{Fault, Run, has_few_values, regroup, replay, replay_fault};
use boolprog_integer::{EVERY_VALUE, Environment, Inputs, Property, System, Undefined};
use boolprog_trace::Subject;
use boolprog_trace::document::{DocumentError, PropertyKind, TraceDocument};
use boolprog_trace::integer::{Writer, document};

use super::Model;
use super::executed::executed;
use crate::report::{Proof, PropertyReport, Unknown, Verdict, Violation, Visible};

/// The answer of an exact abstraction of a program without properties.
const EXACT: &str = "every value exists, for integers of any size";

/// Answer of an engine about a property.
pub(crate) enum Found {
    /// It cannot be violated; the checker has accepted the proof, which needs these variables, if they are known.
    Proved(EngineId, Option<Visible>),
    /// The last state of a run violates it, which is not executed again yet.
    Violated(EngineId, Run),
    /// An execution of the text violates it, as its trace shows.
    Executed(EngineId, Box<TraceDocument>),
}

/// The report on a property with an answer.
pub(crate) fn report((model, control): (&Model, &dyn Control), property: u32, found: Found) -> PropertyReport {
    let mut report = unknown(model, property);
    report.verdict = match found {
        Found::Proved(engine, needed) => {
            report.visible = needed;
            if property == VALUES && (engine == EngineId::Alpha || engine.builds_graphs()) {
                EXACT.clone_into(&mut report.name);
            }
            Verdict::Proved(Proof::by(engine))
        }
        Found::Executed(engine, trace) => Verdict::Violated(Violation::by(engine, *trace)),
        Found::Violated(engine, run) => {
            let run = followed(model, run, property as usize);
            match replay(&model.system, &run, property as usize) {
                Ok(()) => violated((model, control), engine, &report, &run, None),
                Err(why) => internal(&why),
            }
        }
    };
    report
}

/// The report on an open property.
pub(super) fn open(model: &Model, property: u32, reasons: Vec<Reason>) -> PropertyReport {
    PropertyReport { verdict: Verdict::Unknown(Unknown::Integer(reasons)), ..unknown(model, property) }
}

/// A report on a property that says nothing yet.
fn unknown(model: &Model, property: u32) -> PropertyReport {
    if property == VALUES { every_value() } else { unanswered(&model.system, property as usize) }
}

/// A report on whether every value exists that says nothing yet.
fn every_value() -> PropertyReport {
    PropertyReport {
        id: EVERY_VALUE.to_owned(),
        kind: PropertyKind::Value,
        check: None,
        name: "every value exists".to_owned(),
        site: None,
        span: Span::empty(0),
        verdict: Verdict::Unknown(Unknown::Integer(Vec::new())),
        visible: None,
    }
}

/// A report on a property of the file that says nothing yet.
pub(crate) fn unanswered(system: &System, index: usize) -> PropertyReport {
    let property: &Property = &system.properties[index];
    PropertyReport {
        id: property.id(),
        kind: if property.claim.is_some() { PropertyKind::Check } else { property.kind.into() },
        check: property.claim.as_ref().map(|claim| claim.check),
        name: property.claim.as_ref().map_or_else(|| property.name.to_string(), ToString::to_string),
        site: None,
        span: property.span,
        verdict: Verdict::Unknown(Unknown::Integer(Vec::new())),
        visible: None,
    }
}

/// A report on a value that does not exist that says nothing yet.
pub(crate) fn unanswered_value(system: &System, fault: &Fault) -> PropertyReport {
    PropertyReport {
        id: EVERY_VALUE.to_owned(),
        kind: PropertyKind::Value,
        check: None,
        name: missing(system, fault.undefined),
        site: None,
        span: place(system, fault),
        verdict: Verdict::Unknown(Unknown::Integer(Vec::new())),
        visible: None,
    }
}

/// The report that a value does not exist.
pub(super) fn valueless((model, control): (&Model, &dyn Control), engine: EngineId, fault: &Fault) -> PropertyReport {
    let mut report = unanswered_value(&model.system, fault);
    report.verdict = match replay_fault(&model.system, fault) {
        Ok(()) => violated((model, control), engine, &report, &fault.run, fault.transition.as_ref()),
        Err(why) => internal(&why),
    };
    report
}

/// The run in an order that is easier to follow, if there is one that is as good.
fn followed(model: &Model, run: Run, property: usize) -> Run {
    let regrouped = regroup(&model.system, &run, property);
    regrouped.filter(|regrouped| model.doubt(regrouped.end()).is_none()).unwrap_or(run)
}

fn internal(why: &impl ToString) -> Verdict {
    Verdict::Unknown(Unknown::Internal { what: why.to_string() })
}

/// The verdict of a run that was executed again, and that the text has.
fn violated(
    (model, control): (&Model, &dyn Control),
    engine: EngineId,
    report: &PropertyReport,
    run: &Run,
    attempt: Option<&(u32, Inputs)>,
) -> Verdict {
    if let Some(why) = model.doubt(run.end()) {
        return Verdict::Unknown(Unknown::Integer(vec![Reason::Doubtful(why.to_owned())]));
    }
    // Another value of a choice of many might lead there sooner.
    let is_shortest = engine == EngineId::Explicit && has_few_values(&model.system);
    let guarantee = if is_shortest { "fewest steps" } else { "" };
    match evidence((model, control), report, guarantee, run, attempt) {
        Ok(trace) => Verdict::Violated(Violation::by(engine, trace)),
        Err(NoEvidence::Reason(reason)) => Verdict::Unknown(Unknown::Integer(vec![reason])),
        Err(NoEvidence::Damaged(why)) => internal(&why),
    }
}

/// Why a run is no evidence.
pub(crate) enum NoEvidence {
    /// The program does not have it.
    Reason(Reason),
    /// Its trace contradicts itself.
    Damaged(DocumentError),
}

impl fmt::Display for NoEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reason(reason) => reason.fmt(f),
            Self::Damaged(why) => why.fmt(f),
        }
    }
}

/// The trace of a run that was executed again; that of a C program is executed on its text.
pub(crate) fn evidence(
    (model, control): (&Model, &dyn Control),
    report: &PropertyReport,
    guarantee: &str,
    run: &Run,
    attempt: Option<&(u32, Inputs)>,
) -> Result<TraceDocument, NoEvidence> {
    match executed((model, control), &report.id, run, !guarantee.is_empty()).map_err(NoEvidence::Reason)? {
        Some(trace) => {
            trace.walk(|_, _| {}).map_err(NoEvidence::Damaged)?;
            Ok(trace)
        }
        None => trace(model, report, guarantee, run, attempt).map_err(NoEvidence::Damaged),
    }
}

/// The trace of a run that was executed again.
fn trace(
    model: &Model,
    report: &PropertyReport,
    guarantee: &str,
    run: &Run,
    attempt: Option<&(u32, Inputs)>,
) -> Result<TraceDocument, DocumentError> {
    let subject = Subject {
        text: &model.text,
        path: &model.path,
        hash: &model.hash(),
        property_id: &report.id,
        property_name: &report.name,
        property_span: report.span,
        guarantee,
    };
    let writer = Writer::new(&model.system, &model.text, &model.file.comments);
    let mut trace = document(&writer, run, attempt, report.kind, &subject);
    if model.stands_for_any {
        "*".clone_into(&mut trace.threads);
    }
    trace.walk(|_, _| {})?;
    Ok(trace)
}

/// Why a value does not exist.
pub(super) fn missing(system: &System, undefined: Undefined) -> String {
    match undefined {
        Undefined::Overflow => "an integer needs more than 64 bits".to_owned(),
        Undefined::DivisionByZero => "a division by zero".to_owned(),
        Undefined::OutOfRange(variable) => {
            let variable = system.variable(variable);
            let (low, high) = variable.sort.bounds().unwrap_or_default();
            format!("{} leaves its range {low}..{high}", variable.name)
        }
    }
}

/// The span of the expression without a value: of an edge, or of a property in the last state.
fn place(system: &System, fault: &Fault) -> Span {
    let edge = fault.transition.as_ref().map(|(transition, _)| system.transitions[*transition as usize].span);
    let speaks = |property: &&Property| property.error.evaluate(&Environment::of(fault.run.end())).is_err();
    let property = || system.properties.iter().find(speaks).map(|property| property.span);
    edge.or_else(property).unwrap_or(Span::empty(0))
}
