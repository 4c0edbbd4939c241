//! The steps of a counterexample that write a variable.

use std::io::{self, Write};

use boolprog_base::words::count;
use boolprog_export::lanes::{Change, Lanes, Row};
use boolprog_trace::document::TraceDocument;

use super::print;

struct Asked<'a> {
    name: &'a str,
    /// Thread whose copy is meant; by default, the copies of all of them.
    thread: Option<u32>,
    is_shared: bool,
}

impl<'a> Asked<'a> {
    /// `x` is the shared variable or, if there is none of this name, that of every thread; `x@T2` is the copy of one.
    /// Fails with a sentence for the user.
    fn parse(written: &'a str, trace: &TraceDocument) -> Result<Self, String> {
        let owner = |(name, thread): (&'a str, &str)| Some((name, Some(thread.strip_prefix('T')?.parse().ok()?)));
        let (name, thread) = written.rsplit_once('@').and_then(owner).unwrap_or((written, None));
        let has = |names: &[String]| names.iter().any(|other| other == name);
        let is_shared = thread.is_none() && has(&trace.shared);
        let is_own = has(&trace.thread_local) || trace.procedures.iter().any(|procedure| has(&procedure.variables));
        if is_shared || is_own {
            Ok(Self { name, thread, is_shared })
        } else if thread.is_some() && has(&trace.shared) {
            Err(format!("`{name}` is shared: there is one for all threads"))
        } else {
            Err(format!("there is no variable `{name}`"))
        }
    }

    /// The changes of the variable by a step.
    fn changes<'r>(&self, row: &'r Row<'r>) -> impl Iterator<Item = &'r Change<'r>> {
        let list = if self.is_shared { &row.shared } else { &row.own };
        let (name, thread) = (self.name.to_owned(), self.thread);
        list.iter().filter(move |change| {
            let owner = change.thread.unwrap_or(row.thread);
            change.name == name && thread.is_none_or(|thread| thread == owner)
        })
    }
}

/// Writes a line for each step that changes a variable. Fails with a sentence for the user, if there is no such
/// variable.
pub(super) fn print(
    trace: &TraceDocument,
    lanes: &Lanes<'_>,
    written: &str,
    out: &mut impl Write,
) -> Result<io::Result<()>, String> {
    let asked = Asked::parse(written, trace)?;
    let rows: Vec<(&Row<'_>, String)> = lanes
        .rows
        .iter()
        .filter_map(|row| {
            let changes: Vec<String> = asked.changes(row).map(ToString::to_string).collect();
            (!changes.is_empty()).then(|| (row, changes.join(", ")))
        })
        .collect();
    Ok(list(written, lanes.rows.len(), rows, out))
}

fn list(written: &str, steps: usize, rows: Vec<(&Row<'_>, String)>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{written}: changed by {} of {steps}", count(rows.len() as u64, "step"))?;
    print::rows(rows, out)
}
