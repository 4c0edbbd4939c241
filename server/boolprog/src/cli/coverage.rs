//! `boolprog coverage`: the reachable parts of a program or thread transition system, and the number of states at each.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_check::integer::Model;
use boolprog_check::wording;
use boolprog_check::{Effort, Options, System, Unit, Unobserved};
use boolprog_frontend::Program;
use boolprog_host::limits::{Limits, cores};
use boolprog_ide::coverage::{Coverage, Covered, coverage};
use boolprog_ide::{Checkable, Results, Snapshot, integer};

use super::arguments::CoverageArguments;
use super::checked::Status;
use super::input::front_end;
use super::load::{Source, program};

/// Lists the reachable parts; the status tells whether they are known. Fails with a sentence for the user.
pub(super) fn list(arguments: &CoverageArguments, out: &mut impl Write) -> Result<io::Result<Status>, String> {
    let CoverageArguments { file, reading, range, property, init, limits } = arguments;
    if property.is_some() && !front_end(file).property_chooses {
        return Err(format!("{}: --property selects one of the systems of a .system file.", file.display()));
    }
    let options =
        boolprog_frontend::Options { property: property.clone(), on_range: (*range).into(), ..reading.options() };
    let limits = limits.start();
    let (source, program) = program(file, (reading, options), &limits)?;
    if init.is_some() && !matches!(program, Program::System(_)) {
        return Err(format!("{}: --init is for thread transition systems.", file.display()));
    }
    let found = match program {
        Program::Boolean(unit) => of_boolean_program(unit, &limits),
        Program::Integer(model) => of_integer_program(&model, &limits),
        Program::System(system) => {
            let system = system.starting(init.as_deref()).map_err(|why| format!("{}: {why}", file.display()))?;
            of_system(system, &limits)
        }
    };
    Ok(write(file, &source, found, out))
}

/// The coverage, or the reason why it is not known, as a sentence.
fn of_boolean_program(unit: Unit, limits: &Limits) -> Result<Coverage, String> {
    let options = Options { thread_states: Effort::Short, jobs: cores(), ..Options::default() };
    let report = boolprog_check::check(&unit, options, limits, &mut Unobserved);
    let mut snapshot = Snapshot::new(unit.text, unit.file, Arc::default(), unit.analysis);
    let mut findings = snapshot.nothing_found(Arc::default());
    findings.reachable = Arc::new(report.reachable);
    snapshot.results = Results::Current(Arc::new(findings));
    coverage(&snapshot).map_err(str::to_owned)
}

fn of_integer_program(model: &Model, limits: &Limits) -> Result<Coverage, String> {
    let found =
        boolprog_check::integer::coverage::coverage(model, &boolprog_check::integer::Options::default(), limits);
    found.map(|found| integer::coverage::coverage(&found)).map_err(|why| wording::not_covered(&why))
}

/// The lines with steps. A transition system has no procedures and no conditions.
fn of_system(mut system: System, limits: &Limits) -> Result<Coverage, String> {
    let options = Options { thread_states: Effort::Short, jobs: cores(), ..Options::default() };
    let lines = system.coverage(options, limits).map_err(|why| {
        let why = why.as_ref().map(|why| format!(": {}", wording::incomplete(why))).unwrap_or_default();
        format!("Not all thread states are known, so neither is which steps cannot be taken{why}.")
    })?;
    let mut start = 0;
    let spans: Vec<Span> = system
        .text
        .split_inclusive('\n')
        .map(|line| {
            let text = line.split('#').next().unwrap_or_default().trim_end();
            let span = Span::new(start, start + text.len() as u32);
            start += line.len() as u32;
            span
        })
        .collect();
    let covered = |(line, states): (u32, usize)| {
        let span = spans.get(line as usize - 1).copied().unwrap_or_default();
        Covered { span, states, outcomes: None }
    };
    Ok(Coverage { procedures: Vec::new(), statements: lines.into_iter().map(covered).collect() })
}

/// One line for each statement, transition, edge or location, with the number of states before it.
fn write(path: &Path, source: &Source, found: Result<Coverage, String>, out: &mut impl Write) -> io::Result<Status> {
    let path = path.display();
    let found = match found {
        Ok(found) => found,
        Err(why) => return writeln!(out, "{path}: {why}").map(|()| Status::Unknown),
    };
    let reached = found.statements.iter().filter(|covered| covered.states > 0).count();
    writeln!(out, "{path}: {reached} of {} places are reached", found.statements.len())?;
    for covered in &found.statements {
        let states = if covered.states > 0 { covered.states.to_string() } else { "never".to_owned() };
        let (line, _) = source.line_and_column(covered.span.start);
        let text = source.text().get(covered.span.range()).unwrap_or_default();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(out, "  {states:>7}  line {line}: {text}")?;
    }
    Ok(Status::Proved)
}
