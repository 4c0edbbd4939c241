//! The evidence of verdicts on an integer program, if there is any.

use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_certificate::document::{Invalid, Proved, verify_integer};
use boolprog_integer::explicit::{Fault, replay, replay_fault};
use boolprog_integer::{EVERY_VALUE, Environment, Process, System};
use boolprog_prover::Prover;
use boolprog_trace::document::{ProgramKind, TraceDocument};
use boolprog_trace::integer::{RecordedRun, Writer};

use crate::c;

use super::{Doubt, EvidenceDocument, Verdicts, traces};
use crate::integer::{Model, evidence, executed};
use crate::report::{self, PropertyReport, Report, Verdict, Violation};

/// Engine named in verdicts from saved evidence.
const ENGINE: EngineId = EngineId::SavedEvidence;

pub(super) fn evidence(report: &Report) -> Option<EvidenceDocument> {
    let traces = traces(report);
    let certificate = report.certificate.clone();
    let is_empty = traces.is_empty() && certificate.is_none();
    (!is_empty).then_some(EvidenceDocument { traces, sites: Vec::new(), certificate })
}

pub(super) fn verdicts(
    document: EvidenceDocument,
    model: &Model,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Verdicts, Doubt> {
    let mut properties = vec![None; model.system.properties.len()];
    let mut values = None;
    for trace in &document.traces {
        let report = executed(model, trace, control).map_err(Doubt::Unfounded)?;
        match model.system.property_ids().iter().position(|id| *id == report.id) {
            Some(index) => properties[index] = Some(report),
            None => values = Some(report),
        }
    }
    if let Some(mut certificate) = document.certificate {
        // The hash identifies the original text; the proof is independent of the layout.
        certificate.program_hash = model.hash();
        match verify_integer(&model.subject(), &certificate, prover, control) {
            Ok(proved) => add_proved(model, &proved, &mut properties),
            Err(Invalid::Stopped(_) | Invalid::Undecided(_)) => {}
            Err(invalid) => return Err(Doubt::Unfounded(invalid.to_string())),
        }
    }
    let is_proved = |report: &Option<PropertyReport>| {
        report.as_ref().is_some_and(|report| matches!(report.verdict, Verdict::Proved(_)))
    };
    let is_complete = !properties.is_empty() && values.is_none() && properties.iter().all(is_proved);
    Ok(Verdicts { properties, values, is_complete })
}

fn add_proved(model: &Model, proved: &Proved, properties: &mut [Option<PropertyReport>]) {
    for (index, known) in properties.iter_mut().enumerate().filter(|(_, known)| known.is_none()) {
        let report = evidence::unanswered(&model.system, index);
        if proved.properties.contains(&report.id) {
            *known = Some(PropertyReport { verdict: Verdict::Proved(report::Proof::by(ENGINE)), ..report });
        }
    }
}

/// The report on a property that a saved counterexample violates.
fn executed(model: &Model, trace: &TraceDocument, control: &dyn Control) -> Result<PropertyReport, String> {
    if trace.kind == ProgramKind::C {
        return of_c(model, trace, control);
    }
    let recorded;
    let model = if model.has_any_number() {
        let with_instances = model.with_fewer_instances(instances(&model.system, trace));
        recorded = with_instances.map_err(|why| why.to_string())?;
        &recorded
    } else {
        model
    };
    let system = &*model.system;
    let writer = Writer::new(system, &model.text, &model.file.comments);
    let recorded = writer.read_run(trace)?;
    let (report, run, attempt) = if trace.property.id == EVERY_VALUE {
        let fault = fault(system, recorded).ok_or("everything has a value at its end")?;
        replay_fault(system, &fault).map_err(|why| why.to_string())?;
        (evidence::unanswered_value(system, &fault), fault.run, fault.transition)
    } else {
        let index = system.properties.iter().position(|property| property.id() == trace.property.id);
        let index = index.ok_or("there is no such property")?;
        replay(system, &recorded.run, index).map_err(|why| why.to_string())?;
        (evidence::unanswered(system, index), recorded.run, None)
    };
    let trace = evidence::evidence((model, control), &report, "", &run, attempt.as_ref());
    let trace = trace.map_err(|why| why.to_string())?;
    Ok(PropertyReport { verdict: Verdict::Violated(Violation::by(ENGINE, trace)), ..report })
}

/// The same of a C program, whose text the machine executes.
fn of_c(model: &Model, trace: &TraceDocument, control: &dyn Control) -> Result<PropertyReport, String> {
    let index = model.system.properties.iter().position(|property| property.id() == trace.property.id);
    let index = index.ok_or("there is no such property")?;
    let report = evidence::unanswered(&model.system, index);
    let goal = executed::goal(model, index).ok_or("no execution decides this property")?;
    let machine = model.machine.as_ref().ok_or("the program cannot be executed")?;
    let trace = c::repeated(machine, &goal, trace, &executed::label(model, index), control)?;
    Ok(PropertyReport { verdict: Verdict::Violated(Violation::by(ENGINE, trace)), ..report })
}

/// The number of instances of each process with `[*]` in a trace.
fn instances(system: &System, trace: &TraceDocument) -> u16 {
    let number = |process: &Process| {
        let is_one = |name: &&String| name.split_once('[').is_some_and(|(of, _)| of == process.name);
        trace.instances.iter().filter(is_one).count() as u16
    };
    system.processes.iter().filter(|process| process.replicated).map(number).max().unwrap_or_default()
}

/// The recorded run with the reason why something has no value at its end.
fn fault(system: &System, RecordedRun { run, attempt }: RecordedRun) -> Option<Fault> {
    let undefined = if let Some((transition, inputs)) = &attempt {
        let transition = &system.transitions[*transition as usize];
        transition.enabled(run.end()).and_then(|_| transition.fire(system, run.end(), inputs)).err()?
    } else {
        let mut properties = system.properties.iter();
        properties.find_map(|property| property.error.evaluate(&Environment::of(run.end())).err())?
    };
    Some(Fault { run, transition: attempt, undefined })
}
