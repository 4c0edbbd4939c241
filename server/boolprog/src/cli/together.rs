//! `boolprog reach --together` and `--where`: whether threads can be at several places at the same time.

use std::io::{self, Write};

use boolprog_check::condition::{Condition, Scope};
use boolprog_check::together::{Meeting, Place, together};
use boolprog_check::wording::{self, reason, scope};
use boolprog_check::{Options, Unit};
use boolprog_syntax::ast::SiteId;

use super::arguments::ReachArguments;
use super::checked::Status;
use super::load::Source;
use super::{load, states, traces};
use boolprog_host::limits::cores;

/// Answers the question. Fails with a sentence for the user.
pub(super) fn answer(
    arguments: &ReachArguments,
    asked: &str,
    out: &mut impl Write,
) -> Result<io::Result<Status>, String> {
    let limits = arguments.asked.limits.start();
    let (source, unit) = load::boolean(&arguments.asked.file, &arguments.asked.reading, &limits)?;
    let separator = if arguments.together.is_some() { ',' } else { ';' };
    let places =
        asked.split(separator).map(|place| self::place(place, &source, &unit)).collect::<Result<Vec<_>, _>>()?;
    let meeting = together(&unit, &places, asked, Options { jobs: cores(), ..Options::default() }, &limits);
    let creates = unit.analysis.program().is_ok_and(|program| program.creates_threads);
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
            traces::print_program_trace(trace, out)?;
            Ok(Status::Violated)
        }
        Meeting::Unknown(unknown) => {
            writeln!(out, "{file}: unknown whether together: {asked} - {}", reason(unknown))?;
            Ok(Status::Unknown)
        }
    }
}

/// `LABEL`, `LINE`, or one of them followed by `: EXPRESSION`.
fn place(written: &str, source: &Source, unit: &Unit) -> Result<Place, String> {
    let (at, condition) = match written.split_once(':') {
        Some((at, condition)) => (at.trim(), Some(Condition::parse(condition.trim(), Scope::Visible)?)),
        None => (written.trim(), None),
    };
    let labels = unit.analysis.names.labels.iter();
    let mut sites: Vec<SiteId> = labels.filter(|label| label.name == at).map(|label| label.site).collect();
    if let (true, Ok(line)) = (sites.is_empty(), at.parse::<u32>()) {
        sites = states::sites_on(line, source, unit);
    }
    if sites.is_empty() {
        return Err(format!("{}: there is no label and no line with a statement called `{at}`.", unit.path));
    }
    if condition.as_ref().is_some_and(|condition| !condition.is_usable(unit, &sites)) {
        return Err(wording::unusable(written, true));
    }
    Ok(Place { sites, condition })
}
