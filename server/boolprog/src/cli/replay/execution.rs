//! A saved counterexample is executed again before it is shown: a file that anyone can write is no evidence.

use std::path::Path;
use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_check::evidence::{Doubt, EvidenceDocument};
use boolprog_check::integer::{self, Model};
use boolprog_check::{Query, Unit};
use boolprog_frontend::{Program, front_end_of, recorded_machine, recorded_options};
use boolprog_prover::NoProver;
use boolprog_trace::c::repeated;
use boolprog_trace::document::{ProgramKind, PropertyKind, TraceDocument, site_ranges};
use boolprog_trace::interpreter::Interpreter;
use boolprog_trace::replay::{ClaimedRun, follows, replay};

use crate::cli::arguments::INCLUDED;
use crate::cli::load::Source;

/// Confirms that this is an execution of the program at a path, under some options. Fails with a clause. Takes time
/// linear in the trace and the program.
pub(super) fn confirm(
    trace: &TraceDocument,
    path: &Path,
    source: &Source,
    control: &dyn Control,
) -> Result<(), String> {
    if trace.kind == ProgramKind::C {
        return of_c(trace, path, source, control);
    }
    let mut problem = "the program cannot be read as it was then".to_owned();
    for options in recorded_options(trace) {
        let executed = match front_end_of(path, trace).read(&source.named(path), &options, control) {
            Ok((Program::Boolean(unit), _)) => of_program(trace, &unit),
            Ok((Program::Integer(model), _)) => of_integer_program(trace, model, control),
            Ok((Program::System(_), _)) | Err(_) => continue,
        };
        match executed {
            Ok(()) => return Ok(()),
            Err(why) => problem = why,
        }
    }
    Err(problem)
}

/// Has the abstract machine execute a trace. The property of a simulation that ends anywhere is where it would go on.
fn of_c(trace: &TraceDocument, path: &Path, source: &Source, control: &dyn Control) -> Result<(), String> {
    let program = recorded_machine(trace, &source.named(path), INCLUDED.0, control).map_err(|why| why.to_string())?;
    let (repeated, _) = repeated(trace, &Arc::new(program), control).map_err(|why| why.to_string())?;
    let is_same = (&repeated.initial, &repeated.steps) == (&trace.initial, &trace.steps);
    let has_property = repeated.property == trace.property || !trace.is_violation() && !repeated.is_violation();
    if is_same && has_property { Ok(()) } else { Err("the program does other steps with this schedule".to_owned()) }
}

/// Has the reference interpreter execute a trace.
fn of_program(trace: &TraceDocument, unit: &Unit) -> Result<(), String> {
    let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading);
    let configurations = trace.configurations(&site_ranges(&unit.text, &unit.file));
    let configurations = configurations.ok_or("its statements are not those of the program")?;
    let actors = trace.steps.iter().map(|step| step.thread);
    let executed = if trace.is_violation() {
        let violations = configurations.last().map(|last| interpreter.violations(last)).unwrap_or_default();
        let (kind, thread) = (trace.property.kind, trace.property.thread);
        let mut same =
            violations.into_iter().filter(|found| (PropertyKind::from(found.kind), found.thread) == (kind, thread));
        let violation = same.next().ok_or("nothing is violated at its end")?;
        replay(&interpreter, ClaimedRun { configurations, actors: actors.collect(), violation }).map(drop)
    } else {
        follows(&interpreter, configurations.into_iter(), actors)
    };
    executed.map_err(|why| why.to_string())
}

fn of_integer_program(trace: &TraceDocument, model: Model, control: &dyn Control) -> Result<(), String> {
    // A simulation may end anywhere.
    if !trace.is_violation() {
        return Ok(());
    }
    let evidence = EvidenceDocument { traces: vec![trace.clone()], sites: Vec::new(), certificate: None };
    let query = Query::Integer(model, integer::Options::default());
    match evidence.verdicts(&query, &mut NoProver, control) {
        Ok(_) => Ok(()),
        Err(Doubt::Unfounded(why)) => Err(why),
        Err(Doubt::Stopped(stop)) => Err(stop.to_string()),
    }
}
