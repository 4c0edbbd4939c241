//! Violation witnesses in the format 2.0 of the competition on software verification, for C programs.
//!
//! An execution is a sequence of segments: assumptions about global variables at the statements that are executed, and the
//! target at the end. The format has no threads; the order of the statements is that of the execution. The text is JSON, which
//! is YAML as well.
//! (Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl, Strejček, "Software Verification Witnesses 2.0", SPIN 2024.)

use std::collections::BTreeSet;

use boolprog_integer::Check;
use boolprog_trace::document::{StateDocument, TraceDocument};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::report::{Counterexample, FileDocument, PropertyDocument};
use crate::sarif::hexadecimal;
use crate::statements::Statements;

/// A witness for a violated property of a C program, made at this time (in the form `2024-01-31T12:00:00Z`); none if there is
/// no counterexample. `entry` is the function that runs first, `data_model` that of the machine, such as `LP64`; `is_integer` says
/// which global variables are integers that have the same name everywhere.
pub fn witness(
    (file, property): (&FileDocument, &PropertyDocument),
    is_integer: &dyn Fn(&str) -> bool,
    (entry, data_model): (&str, &str),
    time: &str,
) -> Option<String> {
    let (Some(Counterexample::Program(trace)), Some(text)) = (&property.trace, &file.text) else { return None };
    let digest = Sha256::digest(format!("{text}\n{}\n{entry}", property.id).as_bytes());
    let specification = format!("CHECK( init({entry}()), LTL(G {}) )", asked(property));
    let entry = Entry {
        kind: "violation_sequence",
        metadata: Metadata {
            format_version: "2.0",
            uuid: uuid(&digest),
            creation_time: time,
            producer: Producer { name: "boolprog", version: env!("CARGO_PKG_VERSION") },
            task: Task {
                input_files: [&file.file],
                input_file_hashes: [(file.file.as_str(), hexadecimal(&Sha256::digest(text.as_bytes())))].into(),
                specification,
                data_model,
                language: "C",
            },
        },
        content: segments(&file.file, text, trace, is_integer),
    };
    let mut written = serde_json::to_string_pretty(&[entry]).ok()?;
    written.push('\n');
    Some(written)
}

/// The event that must not happen, in the words of property files.
fn asked(property: &PropertyDocument) -> &'static str {
    match property.check.as_deref().and_then(Check::of_name) {
        Some(Check::Race) => "! data-race",
        Some(Check::Overflow) => "! overflow",
        Some(Check::Deadlock) => "! deadlock",
        Some(Check::Leak) => "valid-memcleanup",
        _ => "! call(reach_error())",
    }
}

/// A segment for each statement that a step begins, and one for the target. The values of a step of a part of a statement belong to
/// no place of the format, and a loop is a place only where it is entered.
fn segments(file: &str, text: &str, trace: &TraceDocument, is_integer: &dyn Fn(&str) -> bool) -> Vec<Segment> {
    let statements = Statements::of(text);
    let mut found: Vec<Segment> = Vec::new();
    let (mut last, mut entered) = (None, BTreeSet::new());
    // A trace of a report is not damaged.
    _ = trace.walk(|number, state| {
        let Some(step) = trace.steps.get(number).filter(|step| step.range.file.is_none()) else { return };
        let is_new = last.replace(step.range) != Some(step.range);
        let Some(start) = statements.begun_by(&step.range).filter(|_| is_new && !step.text.is_empty()) else { return };
        if !statements.is_loop(start) || entered.insert(start) {
            let constraint = Constraint { value: condition(trace, state, is_integer), format: "c_expression" };
            found.push(segment(file, "assumption", start, Some(constraint)));
        }
    });
    let target = &trace.property.range;
    let begun = statements.begun_by(target).filter(|_| target.file.is_none());
    let file = trace.file(target).unwrap_or(file);
    found.push(segment(file, "target", begun.unwrap_or((target.line, target.column)), None));
    found
}

fn segment(file: &str, kind: &'static str, (line, column): (u32, u32), constraint: Option<Constraint>) -> Segment {
    let location = Location { file_name: file.to_owned(), line, column };
    Segment { segment: [Step { waypoint: Waypoint { kind, action: "follow", location, constraint } }] }
}

/// The values of the global integers.
fn condition(trace: &TraceDocument, state: &StateDocument, is_integer: &dyn Fn(&str) -> bool) -> String {
    let integers = trace.shared.iter().zip(&state.shared).filter(|(name, _)| is_integer(name));
    let equal: Vec<String> = integers.map(|(name, value)| format!("{name} == {value}")).collect();
    if equal.is_empty() { "1".to_owned() } else { equal.join(" && ") }
}

/// An identifier of version 8: of the content, so that the same witness has the same one.
fn uuid(digest: &[u8]) -> String {
    let mut bytes: Vec<u8> = digest[..16].to_vec();
    bytes[6] = 0x80 | (bytes[6] & 0x0f);
    bytes[8] = 0x80 | (bytes[8] & 0x3f);
    let part = |from: usize, to: usize| hexadecimal(&bytes[from..to]);
    [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 16)].join("-")
}

#[derive(Serialize)]
struct Entry<'a> {
    #[serde(rename = "entry_type")]
    kind: &'static str,
    metadata: Metadata<'a>,
    content: Vec<Segment>,
}

#[derive(Serialize)]
struct Metadata<'a> {
    format_version: &'static str,
    uuid: String,
    creation_time: &'a str,
    producer: Producer,
    task: Task<'a>,
}

#[derive(Serialize)]
struct Producer {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Task<'a> {
    input_files: [&'a str; 1],
    input_file_hashes: std::collections::BTreeMap<&'a str, String>,
    specification: String,
    data_model: &'a str,
    language: &'static str,
}

#[derive(Serialize)]
struct Segment {
    segment: [Step; 1],
}

#[derive(Serialize)]
struct Step {
    waypoint: Waypoint,
}

#[derive(Serialize)]
struct Waypoint {
    #[serde(rename = "type")]
    kind: &'static str,
    action: &'static str,
    location: Location,
    #[serde(skip_serializing_if = "Option::is_none")]
    constraint: Option<Constraint>,
}

#[derive(Serialize)]
struct Location {
    file_name: String,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Constraint {
    value: String,
    format: &'static str,
}
