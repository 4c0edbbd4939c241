//! From findings of engines to verdicts: runs are executed again, by the definitions alone, before they count.

use std::collections::BTreeSet;

use boolprog_abstraction::integers::{Reason, VALUES};
use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_integer::explicit::{Fault, Run, has_few_values, regroup, replay, replay_fault};
use boolprog_integer::{Environment, Inputs, Property, System, Undefined};
use boolprog_trace::Subject;
use boolprog_trace::document::{DocumentError, ProgramKind, PropertyKind, TraceDocument, program_hash};
use boolprog_trace::integer::{Writer, document};

use super::Model;
use super::decide::{Decision, Found};
use crate::c::{self, Goal, Parted};
use crate::report::{Proof, PropertyReport, Unknown, Verdict, Violation};

/// The id of the property that every value exists.
pub(crate) const VALUE: &str = "value-1";

/// What an exact abstraction shows of a program without properties.
const EXACT: &str = "every value exists, for integers of any size";

/// A report for each of the properties that were asked for, and on values if there is something to say of them.
pub(crate) fn properties(model: &Model, decision: Decision, control: &dyn Control) -> Vec<PropertyReport> {
    let Decision { verdicts, reasons, fault, .. } = decision;
    let unknown = || Verdict::Unknown(Unknown::Integer(reasons.clone()));
    let mut reports = Vec::new();
    for (property, found) in verdicts {
        let mut report = match property {
            VALUES if fault.is_some() => continue,
            VALUES => every_value(),
            stated => unanswered(&model.system, stated as usize),
        };
        report.verdict = match found {
            None => unknown(),
            Some(Found::Proved(engine, needed)) => {
                report.visible = needed;
                if property == VALUES && (engine == EngineId::Alpha || engine.builds_graphs()) {
                    EXACT.clone_into(&mut report.name);
                }
                Verdict::Proved(Proof::by(engine))
            }
            Some(Found::Violated(engine, run)) => {
                let run = followed(model, run, property as usize);
                match replay(&model.system, &run, property as usize) {
                    Ok(()) => violated((model, control), engine, &report, &run, None),
                    Err(why) => internal(&why),
                }
            }
        };
        reports.push(report);
    }
    reports.extend(fault.map(|(engine, fault)| valueless((model, control), engine, &fault)));
    reports
}

/// A report on whether every value exists that says nothing yet.
fn every_value() -> PropertyReport {
    PropertyReport {
        id: VALUE.to_owned(),
        kind: PropertyKind::Value,
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
        kind: property.kind.into(),
        name: property.name.to_string(),
        site: None,
        span: property.span,
        verdict: Verdict::Unknown(Unknown::Integer(Vec::new())),
        visible: None,
    }
}

/// A report on a value that does not exist that says nothing yet.
pub(crate) fn unanswered_value(system: &System, fault: &Fault) -> PropertyReport {
    PropertyReport {
        id: VALUE.to_owned(),
        kind: PropertyKind::Value,
        name: missing(system, fault.undefined),
        site: None,
        span: place(system, fault),
        verdict: Verdict::Unknown(Unknown::Integer(Vec::new())),
        visible: None,
    }
}

/// The report that a value does not exist.
fn valueless((model, control): (&Model, &dyn Control), engine: EngineId, fault: &Fault) -> PropertyReport {
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
    if let Err(reason) = executed(model, report, run, control) {
        return Verdict::Unknown(Unknown::Integer(vec![reason]));
    }
    // Another value of a choice of many might lead there sooner.
    let is_shortest = engine == EngineId::Explicit && has_few_values(&model.system);
    let guarantee = if is_shortest { "fewest steps" } else { "" };
    match trace(model, report, guarantee, run, attempt) {
        Ok(trace) => Verdict::Violated(Violation::by(engine, trace)),
        Err(why) => internal(&why),
    }
}

/// Executes the run of a C program on its text.
fn executed(model: &Model, report: &PropertyReport, run: &Run, control: &dyn Control) -> Result<(), Reason> {
    let (Some(origins), Some(goal)) = (&model.origins, Goal::of(&report.name, report.span)) else { return Ok(()) };
    if model.kind() != ProgramKind::C {
        return Ok(());
    }
    let Some(machine) = &model.machine else {
        return Err(Reason::Doubtful(
            "a violation was found, but the program cannot be executed to confirm it".to_owned(),
        ));
    };
    match c::execute(machine, (&model.system, origins), run, &goal, control) {
        Ok(_) => Ok(()),
        Err(Parted::Stopped(stop)) => Err(Reason::Stopped(stop)),
        Err(Parted::At(place, why)) => {
            let line = place.map_or_else(String::new, |place| format!("in line {}, ", machine.position(place).line));
            let why =
                format!("the violation that was found is none of the program: {line}{why}; please report this program");
            Err(Reason::Doubtful(why))
        }
    }
}

/// The trace of a run that was executed again.
pub(crate) fn trace(
    model: &Model,
    report: &PropertyReport,
    guarantee: &str,
    run: &Run,
    attempt: Option<&(u32, Inputs)>,
) -> Result<TraceDocument, DocumentError> {
    let subject = Subject {
        text: &model.text,
        path: &model.path,
        hash: &program_hash(&model.text),
        property_id: &report.id,
        property_name: &report.name,
        property_span: report.span,
        guarantee,
    };
    let writer = Writer::new(&model.system, &model.text, &model.file.comments);
    let writer = writer.with_origins(model.origins.as_deref());
    let mut trace = document(&writer, run, attempt, report.kind, &subject);
    if model.stands_for_any {
        "*".clone_into(&mut trace.threads);
    }
    trace.kind = model.kind();
    if let Some(origins) = &model.origins {
        trace.helpers = origins.helpers.iter().map(ToString::to_string).collect();
    }
    if trace.kind == ProgramKind::C {
        tell_in_c(&mut trace, &writer, report);
        // The others were never created.
        trace.threads_needed = trace.steps.iter().map(|step| step.thread).collect::<BTreeSet<_>>().len() as u32;
    }
    trace.walk(|_, _| {})?;
    Ok(trace)
}

/// Tells a trace of a C program in its words: a property is its text, and statements need no semicolon.
fn tell_in_c(trace: &mut TraceDocument, writer: &Writer<'_>, report: &PropertyReport) {
    if report.kind == PropertyKind::Error && !report.span.is_empty() {
        trace.property.name = writer.text_of(report.span);
    }
    for step in &mut trace.steps {
        let length = step.text.trim_end_matches([';', ' ']).len();
        step.text.truncate(length);
    }
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
