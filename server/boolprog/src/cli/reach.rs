//! `boolprog reach`: the reachable thread states, statement by statement.

use std::io::{self, Write};

use boolprog_base::words::count;
use boolprog_check::Effort;

use super::arguments::{ReachArguments, StatesFormat};
use super::checked::Status;
use super::json;
use super::states::{self, StatementDocument, StatesDocument};

/// Lists the thread states; the status is that of an answer that is complete or not. Fails with a sentence for the
/// user.
pub(super) fn list(arguments: &ReachArguments, out: &mut impl Write) -> Result<io::Result<Status>, String> {
    let mut document = states::states(&arguments.asked, arguments.init.as_deref(), Effort::Short)?;
    if let Some(line) = arguments.line {
        if document.thread_states.is_some() {
            return Err(format!("{}: a thread transition system has no lines.", document.file));
        }
        document.statements.retain(|statement| statement.line == line);
    }
    let written = match arguments.format {
        StatesFormat::Table => table(&document, arguments.line, out),
        StatesFormat::Csv => csv(&document, out),
        StatesFormat::Json => json::write(&document, out),
    };
    let status = if document.complete { Status::Proved } else { Status::Unknown };
    Ok(written.map(|()| status))
}

fn table(document: &StatesDocument, line: Option<u32>, out: &mut impl Write) -> io::Result<()> {
    let states: usize = document.statements.iter().map(|statement| statement.states.len()).sum();
    let states = count((states + document.needs().count()) as u64, "thread state");
    let why = document.reason.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
    let place = line.map_or(String::new(), |line| format!(" on line {line}"));
    let known = if document.complete { "reachable" } else { "known to be reachable, perhaps not all" };
    writeln!(out, "{}: {states} {known}{place}{why}", document.file)?;
    system_rows(document, out)?;
    document.statements.iter().try_for_each(|statement| rows(statement, out))
}

fn least(number: Option<u32>) -> String {
    number.map_or_else(|| "?".to_owned(), |number| number.to_string())
}

/// The thread states of a thread transition system.
fn system_rows(document: &StatesDocument, out: &mut impl Write) -> io::Result<()> {
    let Some(states) = &document.thread_states else { return Ok(()) };
    writeln!(out, "  threads  steps  state")?;
    for state in states {
        writeln!(out, "  {:>7}  {:>5}  {}", least(state.threads), least(state.steps), state.shown())?;
    }
    Ok(())
}

fn rows(statement: &StatementDocument, out: &mut impl Write) -> io::Result<()> {
    writeln!(out)?;
    writeln!(out, "line {}: {}", statement.line, statement.text)?;
    write!(out, "  threads  steps")?;
    statement.variables.iter().try_for_each(|name| write!(out, "  {name}"))?;
    writeln!(out)?;
    for state in &statement.states {
        write!(out, "  {:>7}  {:>5}", least(state.threads), least(state.steps))?;
        for (name, value) in statement.variables.iter().zip(state.values.chars()) {
            write!(out, "  {value:>width$}", width = name.chars().count())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn csv(document: &StatesDocument, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "line,column,statement,threads,steps,state")?;
    let least = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
    for state in document.thread_states.iter().flatten() {
        writeln!(out, ",,,{},{},{}", least(state.threads), least(state.steps), state.shown())?;
    }
    for statement in &document.statements {
        let StatementDocument { line, column, text, variables, states } = statement;
        for state in states {
            let values = variables.iter().zip(state.values.chars()).map(|(name, value)| format!("{name}={value}"));
            let values = values.collect::<Vec<_>>().join(" ");
            let (threads, steps) = (least(state.threads), least(state.steps));
            writeln!(out, "{line},{column},{},{threads},{steps},{}", quoted(text), quoted(&values))?;
        }
    }
    Ok(())
}

/// A field of a CSV file (RFC 4180).
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
