//! `boolprog coverage`: what of a program runs, and in how many states.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use boolprog_check::{Effort, Options, Unobserved};
use boolprog_host::limits::{Limits, cores};
use boolprog_ide::coverage::{Coverage, coverage};
use boolprog_ide::{Checkable, Results, Snapshot};

use super::arguments::{CoverageArguments, ReadingArguments};
use super::check::Status;
use super::input::Content;
use super::integer::{self, Notation};
use super::load::Source;
use super::states;

/// What is covered, in which text; or else why that is not known, as a sentence.
pub(super) type Covered = (Source, Result<Coverage, String>);

/// Lists what runs; the status says whether it is known. Fails with a sentence for people.
pub(super) fn list(arguments: &CoverageArguments, out: &mut impl Write) -> Result<io::Result<Status>, String> {
    let content = Content::of(&arguments.file);
    if arguments.property.is_some() && content != Content::IntegerProgram(Notation::Symbolic) {
        let file = arguments.file.display();
        return Err(format!("{file}: --property chooses between the systems of a .system file."));
    }
    let limits = arguments.limits.start();
    let (source, found) = if content.notation().is_some() {
        integer::covered(arguments, &limits)?
    } else {
        of_boolean_program(&arguments.file, &arguments.reading, &limits)?
    };
    Ok(write(&arguments.file, &source, found, out))
}

fn of_boolean_program(path: &Path, reading: &ReadingArguments, limits: &Limits) -> Result<Covered, String> {
    let (source, unit) = states::load(path, reading)?;
    let options = Options { thread_states: Effort::Short, jobs: cores(), ..Options::default() };
    let report = boolprog_check::check(&unit, options, limits, &mut Unobserved);
    let mut snapshot = Snapshot::new(unit.text, unit.file, Arc::default(), unit.analysis);
    let mut findings = snapshot.nothing_found(Arc::default());
    findings.reachable = Arc::new(report.reachable);
    snapshot.results = Results::Current(Arc::new(findings));
    Ok((source, coverage(&snapshot).map_err(str::to_owned)))
}

/// One line for each statement, edge or location, with the number of states before it.
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
