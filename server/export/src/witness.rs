//! Violation witnesses in the format 2.0 of the competition on software verification, for C programs.
//!
//! An execution is a sequence of segments: assumptions about global variables at the statements that are executed, and the
//! target at the end. The format has no threads; the order of the statements is that of the execution. The text is JSON, which
//! is YAML as well.

use boolprog_trace::document::{RangeDocument, StateDocument, TraceDocument};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::report::{Counterexample, FileDocument, PropertyDocument};
use crate::sarif::hexadecimal;

/// A witness for a violated property of a C program, made at this time (in the form `2024-01-31T12:00:00Z`); none if there is
/// no counterexample. `entry` is the function that runs first.
pub fn witness(file: &FileDocument, property: &PropertyDocument, entry: &str, time: &str) -> Option<String> {
    let (Some(Counterexample::Program(trace)), Some(text)) = (&property.trace, &file.text) else { return None };
    let digest = Sha256::digest(format!("{text}\n{}\n{entry}", property.id).as_bytes());
    let specification = format!("CHECK( init({entry}()), LTL(G ! {}) )", asked(&property.id));
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
                data_model: "ILP32",
                language: "C",
            },
        },
        content: segments(&file.file, text, trace),
    };
    let mut written = serde_json::to_string_pretty(&[entry]).ok()?;
    written.push('\n');
    Some(written)
}

/// What must not happen, in the words of property files.
fn asked(id: &str) -> &'static str {
    let kinds = [("error-race", "data-race"), ("error-overflow", "overflow"), ("error-deadlock", "deadlock")];
    kinds.iter().find(|(start, _)| id.starts_with(start)).map_or("call(reach_error())", |(_, asked)| asked)
}

/// A segment for each statement, the first time that a thread is at it, and one for the target.
fn segments(file: &str, text: &str, trace: &TraceDocument) -> Vec<Segment> {
    let mut found: Vec<Segment> = Vec::new();
    let mut last = None;
    // A trace of a report is not damaged.
    _ = trace.walk(|number, state| {
        let Some(step) = trace.steps.get(number) else { return };
        if !step.text.is_empty() && last.replace(step.range) != Some(step.range) {
            let constraint = Constraint { value: condition(text, trace, state), format: "c_expression" };
            found.push(segment(file, "assumption", step.range, Some(constraint)));
        }
    });
    found.push(segment(file, "target", trace.property.range, None));
    found
}

fn segment(file: &str, kind: &'static str, range: RangeDocument, constraint: Option<Constraint>) -> Segment {
    let location = Location { file_name: file.to_owned(), line: range.line, column: range.column };
    Segment { segment: [Step { waypoint: Waypoint { kind, action: "follow", location, constraint } }] }
}

/// The values of the variables that the text names.
fn condition(text: &str, trace: &TraceDocument, state: &StateDocument) -> String {
    let of_program = trace.shared.iter().zip(&state.shared).filter(|(name, _)| has_word(text, name));
    let equal: Vec<String> = of_program.map(|(name, value)| format!("{name} == {value}")).collect();
    if equal.is_empty() { "1".to_owned() } else { equal.join(" && ") }
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_');
    text.match_indices(word).any(|(start, _)| {
        !is_part(text[..start].chars().next_back()) && !is_part(text[start + word.len()..].chars().next())
    })
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
    data_model: &'static str,
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
