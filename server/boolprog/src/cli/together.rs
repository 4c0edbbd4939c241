//! `boolprog reach --together` and `--where`: whether threads can be at several places at the same time.

use std::io::{self, Write};

use boolprog_check::together::{Meeting, Place, is_usable, together};
use boolprog_check::{Options, Unit};
use boolprog_ide::wording::{self, count, reason, scope};
use boolprog_syntax::ast::{Expr, SiteId, StatementKind};

use super::arguments::ReachArguments;
use super::check::Status;
use super::load::Source;
use super::{states, text};
use crate::limits::cores;

/// Answers the question. Fails with a sentence for people.
pub(super) fn answer(
    arguments: &ReachArguments,
    asked: &str,
    out: &mut impl Write,
) -> Result<io::Result<Status>, String> {
    let (source, unit) = states::load(&arguments.file, &arguments.reading)?;
    let separator = if arguments.together.is_some() { ',' } else { ';' };
    let places =
        asked.split(separator).map(|place| self::place(place, &source, &unit)).collect::<Result<Vec<_>, _>>()?;
    let meeting =
        together(&unit, &places, asked, Options { jobs: cores(), ..Options::default() }, &arguments.limits.start());
    let creates = unit.analysis.program.as_ref().is_ok_and(|program| program.creates_threads);
    let scope = scope(unit.analysis.reading.threads, creates);
    Ok(write(&unit.path, asked, &scope, &meeting, out))
}

fn write(file: &str, asked: &str, scope: &str, meeting: &Meeting, out: &mut impl Write) -> io::Result<Status> {
    match meeting {
        Meeting::Never { engine } => {
            writeln!(out, "{file}: never together, {scope}: {asked} ({engine})")?;
            Ok(Status::Proved)
        }
        Meeting::Possible(trace) => {
            writeln!(out, "{file}: can be together: {asked} - {}", wording::needs(trace))?;
            text::print_program_trace(trace, out)?;
            Ok(Status::Violated)
        }
        Meeting::Unknown(unknown) => {
            writeln!(out, "{file}: unknown whether together: {asked} - {}", reason(unknown))?;
            Ok(Status::Unknown)
        }
    }
}

/// `LABEL`, `LINE`, or one of them with `: EXPRESSION` behind.
fn place(written: &str, source: &Source, unit: &Unit) -> Result<Place, String> {
    let (at, condition) = match written.split_once(':') {
        Some((at, condition)) => (at.trim(), Some(expression(condition.trim())?)),
        None => (written.trim(), None),
    };
    let labels = unit.analysis.names.labels.iter();
    let mut sites: Vec<SiteId> = labels.filter(|label| label.name == at).map(|label| label.site).collect();
    if let (true, Ok(line)) = (sites.is_empty(), at.parse::<u32>()) {
        let on_line = |site: &SiteId| source.line_and_column(unit.file.sites[site.0 as usize].span.start).0 == line;
        sites.extend((0..unit.file.sites.len() as u32).map(SiteId).filter(on_line));
    }
    if sites.is_empty() {
        return Err(format!("{}: there is no label and no line with a statement called `{at}`.", unit.path));
    }
    if condition.as_ref().is_some_and(|condition| sites.iter().any(|&site| !is_usable(condition, unit, site))) {
        return Err(format!(
            "`{written}` cannot be asked: use variables that are visible there, without `*`, `'` and `$`."
        ));
    }
    Ok(Place { sites, condition })
}

/// An expression, read as the condition of an assertion is.
fn expression(text: &str) -> Result<Expr, String> {
    let parsed = boolprog_syntax::parse(&format!("void main() begin assert ({text}); end"));
    let statements = parsed.file.procedures.first().map_or(&[][..], |main| &main.body.statements);
    match (parsed.diagnostics.as_slice(), statements) {
        ([], [statement]) => match &statement.kind {
            StatementKind::Assert(expression) => Ok(expression.clone()),
            _ => Err(format!("`{text}` is not an expression.")),
        },
        ([problem, ..], _) => Err(format!("`{text}` is not an expression: {}", problem.message)),
        _ => Err(format!("`{text}` is {} and not an expression.", count(statements.len() as u64, "statement"))),
    }
}
