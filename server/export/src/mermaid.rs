//! Sequence diagrams for Mermaid.
//!
//! A single counterexample is a diagram as it is; several are a Markdown document with a block for each, which is how
//! Mermaid is embedded everywhere.

use std::fmt::{self, Write};

use crate::lanes::Lanes;
use crate::report::ReportDocument;
use crate::sequence::{Event, events, start};
use crate::text::{plain, shortened};
use crate::wording::{file_name, no_counterexample};

/// Limit on titles: Mermaid does not break titles, and cuts off long ones.
const TITLE: usize = 60;

/// The report as one diagram, or as Markdown with several.
pub(crate) fn write(report: &ReportDocument) -> String {
    let pictures: Vec<(&str, Lanes)> = Lanes::all(report).collect();
    let mut out = String::new();
    match pictures.as_slice() {
        [] => out.push_str(&verdicts(report)),
        [(file, lanes)] => out.push_str(&diagram(file, lanes)),
        several => {
            for (file, lanes) in several {
                let heading = Markdown(&format!("{file}: {}", lanes.headline)).to_string();
                let separator = if out.is_empty() { "" } else { "\n" };
                let diagram = diagram(file, lanes);
                // Writing to a string never fails.
                let _ = write!(out, "{separator}## {heading}\n\n```mermaid\n{diagram}```\n");
            }
        }
    }
    out
}

fn verdicts(report: &ReportDocument) -> String {
    let lines: Vec<String> = no_counterexample(report).iter().map(|line| Text(line).to_string()).collect();
    format!("sequenceDiagram\n    participant S as report\n    Note over S: {}\n", lines.join("<br/>"))
}

fn diagram(file: &str, lanes: &Lanes) -> String {
    let mut out = String::from("sequenceDiagram\n");
    let mut line = |text: fmt::Arguments| {
        // Writing to a string never fails.
        let _ = writeln!(out, "    {text}");
    };
    let title = format!("{}: {}", file_name(file), lanes.headline);
    line(format_args!("title {}", Text(&shortened(&title, TITLE))));
    line(format_args!("participant S as shared"));
    for lane in lanes.threads.iter().filter(|lane| lane.from == 0) {
        line(format_args!("participant T{} as {}", lane.thread, Text(&lane.title())));
    }
    let start = start(lanes).map_or_else(String::new, |values| format!("<br/>{}", Text(&values)));
    line(format_args!("Note over S: {}{start}", Text(&lanes.size)));
    for event in events(lanes) {
        match event {
            Event::AtomicBegins(thread) => line(format_args!("critical atomic section of T{thread}")),
            Event::AtomicEnds => line(format_args!("end")),
            Event::Start(thread, created, label) => {
                let title = lanes.threads[lanes.index(created)].title();
                line(format_args!("create participant T{created} as {}", Text(&title)));
                line(format_args!("T{thread}->>T{created}: {}<br/>{}", Text(&label.statement), Text(&label.detail)));
            }
            Event::Write(thread, label) => {
                line(format_args!("T{thread}->>S: {}<br/>{}", Text(&label.statement), Text(&label.detail)));
            }
            Event::Read(thread, label) => {
                line(format_args!("S-->>T{thread}: {}<br/>{}", Text(&label.statement), Text(&label.detail)));
            }
            // A message to oneself would have the line of the thread through its text.
            Event::Local(thread, label) => {
                line(format_args!("Note over T{thread}: {}<br/>{}", Text(&label.statement), Text(&label.detail)));
            }
            // Mermaid requires a message to a thread that is destroyed; there is none.
            Event::Gone(_) => {}
        }
    }
    if let Some(thread) = lanes.outcome.thread.or(lanes.rows.last().map(|row| row.thread)) {
        let mark = if lanes.outcome.is_violation { "\u{2717} " } else { "" };
        line(format_args!("Note over T{thread}: {}", Text(&format!("{mark}{}", lanes.outcome.words))));
    }
    out
}

/// A text of a program. All characters that could be markup to Mermaid, or to a viewer of its diagrams, are written by
/// number.
struct Text<'a>(&'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars().map(plain) {
            match character {
                'a'..='z' | 'A'..='Z' | '0'..='9' | ' ' | '.' | ',' | '(' | ')' | '!' | '=' | '?' | '/' | '+' => {
                    f.write_char(character)?;
                }
                '_' | '-' | '|' | ':' | '\'' => f.write_char(character)?,
                other => write!(f, "#{};", u32::from(other))?,
            }
        }
        Ok(())
    }
}

/// A text of a program in a heading.
struct Markdown<'a>(&'a str);

impl fmt::Display for Markdown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars().map(plain) {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                other if other.is_ascii_punctuation() && !"!.,:;/-=()'\"?".contains(other) => write!(f, "\\{other}")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}
