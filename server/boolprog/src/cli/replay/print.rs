//! A counterexample as lines of text.

use std::io::{self, Write};

use boolprog_export::lanes::{Lanes, Row};
use boolprog_trace::document::place;

/// The maximal width in characters of the column of statements.
const WIDEST: usize = 60;

/// Writes a counterexample: its headline, the values at the start, and a line for each step.
pub(super) fn print(lanes: &Lanes<'_>, note: Option<&str>, out: &mut impl Write) -> io::Result<()> {
    if let Some(note) = note {
        writeln!(out, "{note}")?;
    }
    writeln!(out, "{}: {}", lanes.headline, lanes.size)?;
    if !lanes.guarantee.is_empty() {
        writeln!(out, "shortest: {}", lanes.guarantee)?;
    }
    if !lanes.start.is_empty() {
        let values: Vec<_> = lanes.start.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        writeln!(out, "start: {}", values.join(", "))?;
    }
    rows(lanes.rows.iter().map(|row| (row, news(row))).collect(), out)?;
    let who = lanes.outcome.thread.map(|thread| format!("T{thread}: ")).unwrap_or_default();
    writeln!(out, "{who}{}", lanes.outcome.words)
}

/// Writes steps in columns, each with its remarks.
pub(super) fn rows(rows: Vec<(&Row<'_>, String)>, out: &mut impl Write) -> io::Result<()> {
    let width = |text: fn(&Row<'_>) -> usize| rows.iter().map(|(row, _)| text(row)).max().unwrap_or_default();
    let statement = width(|row| row.text.chars().count()).min(WIDEST);
    let (step, line) = (width(|row| row.step.to_string().len()), width(|row| place(row.file, row.line).len()));
    let thread = width(|row| row.thread.to_string().len());
    for (row, news) in rows {
        let head = format!("{:>step$}  T{:<thread$}  {:>line$}  ", row.step, row.thread, place(row.file, row.line));
        let tail = format!("{head}{:<statement$}  {}", row.text, news);
        writeln!(out, "{}", tail.trim_end())?;
    }
    Ok(())
}

/// The changes by a step, and its other effects.
pub(super) fn news(row: &Row<'_>) -> String {
    row.effects().chain(row.notes()).collect::<Vec<_>>().join(", ")
}
