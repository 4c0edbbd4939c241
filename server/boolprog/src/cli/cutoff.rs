//! `boolprog cutoff`: from how many threads on nothing new can happen.
//!
//! The *reachability cutoff* is the least number of live threads with which every thread state is reached that any
//! number of threads can reach. Two facts prove it: the set of all reachable thread states, exact for any number of
//! threads, and for each of them a shortest execution with the fewest threads.
//!
//! The *uniform cutoff* is the least number with which each is reached in as few steps as with any number.

use std::io::{self, Write};

use boolprog_base::words::count;
use boolprog_check::Effort;

use super::arguments::{CutoffArguments, Format};
use super::checked::Status;
use super::json;
use super::states::{self, StatesDocument};

/// Finds the cutoff; the status says whether it is known. Fails with a sentence for the user.
pub(super) fn cutoff(arguments: &CutoffArguments, out: &mut impl Write) -> Result<io::Result<Status>, String> {
    let document = states::states(&arguments.asked, arguments.init.as_deref(), Effort::Full)?;
    let written = match arguments.format {
        Format::Text => text(&document, out),
        Format::Json => json::write(&document, out),
    };
    let status = if document.cutoff.is_some() { Status::Proved } else { Status::Unknown };
    Ok(written.map(|()| status))
}

fn text(document: &StatesDocument, out: &mut impl Write) -> io::Result<()> {
    let of_statements = document.statements.iter().flat_map(|statement| &statement.states);
    let states: Vec<_> = of_statements.map(|state| (state.threads, state.steps)).chain(document.needs()).collect();
    let why = document.reason.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
    let total = count(states.len() as u64, "thread state");
    let file = &document.file;
    match document.cutoff {
        Some(cutoff) => {
            let threads = count(cutoff, "thread");
            writeln!(out, "{file}: the reachability cutoff is {threads}: more cannot reach anything new")?;
        }
        None if document.complete => {
            writeln!(
                out,
                "{file}: the cutoff is not known: some of the {total} need more threads than were searched{why}"
            )?;
        }
        None => writeln!(out, "{file}: the cutoff is not known: {total} found, perhaps not all{why}")?,
    }
    match (document.uniform_cutoff, &document.not_uniform) {
        (Some(cutoff), _) => {
            let threads = count(cutoff, "thread");
            writeln!(out, "{file}: the uniform cutoff is {threads}: more cannot reach anything in fewer steps")?;
        }
        (None, Some(why)) => writeln!(out, "{file}: the uniform cutoff is not known ({why})")?,
        (None, None) => {}
    }
    writeln!(out, "  threads  thread states needing that many  most steps")?;
    let most = states.iter().filter_map(|(threads, _)| *threads).max().unwrap_or(0);
    for threads in 1..=most {
        let needing = states.iter().filter(|(needed, _)| *needed == Some(threads));
        let steps = needing.clone().filter_map(|(_, steps)| *steps).max();
        let steps = steps.map_or_else(|| "-".to_owned(), |steps| steps.to_string());
        writeln!(out, "  {threads:>7}  {:>31}  {steps:>10}", needing.count())?;
    }
    match states.iter().filter(|(threads, _)| threads.is_none()).count() {
        0 => Ok(()),
        unknown => writeln!(out, "  {:>7}  {unknown:>31}  {:>10}", "?", "?"),
    }
}
