//! Sequence diagrams for `PlantUML`. A file can hold several: each counterexample is one.

use std::fmt::{self, Write};

use crate::lanes::Lanes;
use crate::report::ReportDocument;
use crate::sequence::{Event, events, start};
use crate::text::plain;
use crate::wording::{file_name, no_counterexample};

/// The report as one diagram after the other.
pub(crate) fn write(report: &ReportDocument) -> String {
    let diagrams: Vec<String> = Lanes::all(report).map(|(file, lanes)| diagram(file, &lanes)).collect();
    if diagrams.is_empty() { verdicts(report) } else { diagrams.join("\n") }
}

fn verdicts(report: &ReportDocument) -> String {
    let lines: Vec<String> = no_counterexample(report).iter().map(|line| Text(line).to_string()).collect();
    format!("@startuml\nparticipant report\nhnote over report: {}\n@enduml\n", lines.join("\\n"))
}

fn diagram(file: &str, lanes: &Lanes) -> String {
    let mut out = String::from("@startuml\n");
    let mut line = |text: fmt::Arguments| {
        // Writing to a string never fails.
        let _ = writeln!(out, "{text}");
    };
    line(format_args!("hide footbox"));
    let headline = format!("{}: {}", file_name(file), lanes.headline);
    line(format_args!("title {}\\n{}", Text(&headline), Text(&lanes.size)));
    line(format_args!("participant shared as S"));
    for lane in &lanes.threads {
        line(format_args!("participant \"{}\" as T{}", Text(&lane.title()), lane.thread));
    }
    if let Some(values) = start(lanes) {
        line(format_args!("note over S: {}", Text(&values)));
    }
    for event in events(lanes) {
        match event {
            Event::AtomicBegins(thread) => line(format_args!("group atomic section of T{thread}")),
            Event::AtomicEnds => line(format_args!("end")),
            Event::Start(thread, created, label) => {
                line(format_args!("create T{created}"));
                line(format_args!("T{thread} -> T{created}: {}\\n{}", Text(&label.statement), Text(&label.detail)));
            }
            Event::Write(thread, label) => {
                line(format_args!("T{thread} -> S: {}\\n{}", Text(&label.statement), Text(&label.detail)));
            }
            Event::Read(thread, label) => {
                line(format_args!("S --> T{thread}: {}\\n{}", Text(&label.statement), Text(&label.detail)));
            }
            Event::Local(thread, label) => {
                line(format_args!("T{thread} -> T{thread}: {}\\n{}", Text(&label.statement), Text(&label.detail)));
            }
            Event::Gone(thread) => line(format_args!("destroy T{thread}")),
        }
    }
    if let Some(thread) = lanes.outcome.thread.or(lanes.rows.last().map(|row| row.thread)) {
        let colour = if lanes.outcome.is_violation { " #FFC8C8" } else { "" };
        line(format_args!("hnote over T{thread}{colour}: {}", Text(&lanes.outcome.words)));
    }
    line(format_args!("@enduml"));
    out
}

/// A text of a program. Characters that could be markup or begin a directive are written by number.
struct Text<'a>(&'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = ' ';
        for character in self.0.chars().map(plain) {
            // Double characters such as `--`, `__` or `==` are markup; single ones are not.
            let doubled = character == before;
            match character {
                'a'..='z' | 'A'..='Z' | '0'..='9' | ' ' => f.write_char(character)?,
                '.' | ',' | '(' | ')' | '!' | '=' | '?' | '+' | ':' | '_' | '-' | '|' | '>' if !doubled => {
                    f.write_char(character)?;
                }
                other => write!(f, "<U+{:04X}>", u32::from(other))?,
            }
            before = character;
        }
        Ok(())
    }
}
