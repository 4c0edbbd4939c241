//! SARIF 2.1.0: results of a static analysis, for viewers and code hosts.
//!
//! A violated property is a result of kind `fail` with two code flows: the whole interleaving as one thread flow, the
//! only one that some viewers show, and a thread flow per thread. A proved property is of kind `pass`, an undecided one
//! of kind `open`.

mod flows;
mod model;
mod rules;
mod uri;
mod views;

use std::collections::BTreeMap;
use std::io::{self, Write};

use boolprog_base::Severity;
use boolprog_trace::document::{PropertyKind, program_hash};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::report::{
    Counterexample, DiagnosticDocument, FileDocument, PropertyDocument, RelatedDocument, ReportDocument, Verdict,
};
use crate::wording;
use model::{
    Artifact, ArtifactLocation, Driver, Invocation, Kind, Level, Location, Log, Message, PhysicalLocation, Region,
    Result, Run, Tool,
};
use rules::Rules;
use uri::reference;

/// The report as a log with one run, one result after the other: counterexamples are long, and there can be many.
pub(crate) fn write(report: &ReportDocument, out: &mut dyn Write) -> io::Result<()> {
    let run = Run {
        tool: Tool { driver: Driver::new(&report.version, rules(report).into_descriptors()) },
        invocations: [Invocation { execution_successful: report.files.iter().all(is_read) }],
        artifacts: report.files.iter().map(artifact).collect(),
        column_kind: "utf16CodeUnits",
        results: Results(report),
    };
    serde_json::to_writer_pretty(&mut *out, &Log::new(run))?;
    writeln!(out)
}

/// The rules of all results, in the order in which these refer to them.
fn rules(report: &ReportDocument) -> Rules {
    let mut rules = Rules::default();
    for file in &report.files {
        for diagnostic in &file.diagnostics {
            rules.of_diagnostic(diagnostic);
        }
        for property in &file.properties {
            rules.of_property(property.kind);
        }
    }
    rules
}

/// The results of a report, each of which is made when it is written.
struct Results<'a>(&'a ReportDocument);

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut rules = Rules::default();
        let mut list = serializer.serialize_seq(None)?;
        for (index, file) in self.0.files.iter().enumerate() {
            let place = Place { uri: reference(&file.file), index };
            for diagnostic in &file.diagnostics {
                list.serialize_element(&of_diagnostic(&place, diagnostic, &mut rules))?;
            }
            let mut seen = BTreeMap::new();
            for property in &file.properties {
                let title = property.kind.title(&property.name);
                let count = seen.entry(title.clone()).or_insert(0_u32);
                let fingerprint = program_hash(&format!("{title}\n{count}"));
                *count += 1;
                list.serialize_element(&of_property(&place, file, property, fingerprint, &mut rules))?;
            }
        }
        list.end()
    }
}

/// Returns `true` if the file could be read, and nothing went wrong with the program itself.
fn is_read(file: &FileDocument) -> bool {
    file.diagnostics.iter().all(|diagnostic| !["unreadable", "internal"].contains(&diagnostic.code.as_str()))
}

fn artifact(file: &FileDocument) -> Artifact {
    // A text with the replacement character for invalid UTF-8 differs from the file.
    let text = file.text.as_deref().filter(|text| !text.contains('\u{fffd}'));
    let sha256 = text.map(|text| ("sha-256", hexadecimal(&Sha256::digest(text.as_bytes()))));
    let own = file.program_hash.clone().map(|hash| ("fnv-1a-64", hash));
    Artifact {
        location: ArtifactLocation { uri: reference(&file.file), index: None },
        length: text.map(str::len),
        hashes: sha256.into_iter().chain(own).collect(),
    }
}

/// Bytes in hexadecimal, as a hash is written.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

struct Place {
    uri: String,
    index: usize,
}

impl Place {
    /// A place in the file itself, or in another one of its program.
    fn location(&self, file: Option<&str>, region: Region, message: Option<Message>) -> Location {
        let artifact_location = match file {
            Some(file) => ArtifactLocation { uri: reference(file), index: None },
            None => ArtifactLocation { uri: self.uri.clone(), index: Some(self.index) },
        };
        Location { physical_location: PhysicalLocation { artifact_location, region }, message }
    }
}

/// Errors, warnings and information; hints are for editors.
fn of_diagnostic(place: &Place, diagnostic: &DiagnosticDocument, rules: &mut Rules) -> Result {
    let DiagnosticDocument { line, column, end_line, end_column, .. } = *diagnostic;
    let region =
        Region { start_line: line, start_column: column, end_line: Some(end_line), end_column: Some(end_column) };
    let (kind, level) = match diagnostic.severity {
        Severity::Error => (Kind::Fail, Level::Error),
        Severity::Warning => (Kind::Fail, Level::Warning),
        Severity::Information | Severity::Hint => (Kind::Fail, Level::Note),
    };
    let (rule_id, rule_index) = rules.of_diagnostic(diagnostic);
    Result {
        rule_id,
        rule_index,
        kind,
        level,
        message: Message::literal(&diagnostic.message),
        locations: [place.location(diagnostic.file.as_deref(), region, None)],
        related_locations: Vec::new(),
        partial_fingerprints: BTreeMap::new(),
        code_flows: Vec::new(),
        properties: None,
    }
}

fn of_property(
    place: &Place,
    file: &FileDocument,
    property: &PropertyDocument,
    fingerprint: String,
    rules: &mut Rules,
) -> Result {
    let (kind, level) = match property.verdict {
        _ if property.kind == PropertyKind::Point => (Kind::Informational, Level::None),
        Verdict::Proved => (Kind::Pass, Level::None),
        Verdict::Violated => (Kind::Fail, Level::Error),
        Verdict::Unknown => (Kind::Open, Level::None),
    };
    let (rule_id, rule_index) = rules.of_property(property.kind);
    let (title, verdict) = (property.kind.title(&property.name), wording::verdict(property));
    let code_flows = match &property.trace {
        Some(Counterexample::Program(trace)) => flows::of_trace(place, trace, property),
        Some(Counterexample::System(_)) => flows::of_run(place, property),
        None => Vec::new(),
    };
    Result {
        rule_id,
        rule_index,
        kind,
        level,
        message: Message::literal(&format!("`{title}` {verdict}: {}.", wording::detail(file, property))),
        locations: [location(place, property)],
        related_locations: property.related.iter().map(|related| of_related(place, related)).collect(),
        partial_fingerprints: BTreeMap::from([("boolprogProperty/v1", fingerprint)]),
        code_flows,
        properties: Some(model::PropertyBag {
            property: property.id.clone(),
            verdict: property.verdict,
            engine: property.engine.as_deref().map(str::to_owned),
            evidence: wording::evidence(property),
            threads_needed: property.threads_needed,
            steps: property.steps,
            next: property.next.clone(),
        }),
    }
}

fn of_related(place: &Place, related: &RelatedDocument) -> Location {
    let region = Region { start_line: related.line, start_column: related.column, end_line: None, end_column: None };
    place.location(related.file.as_deref(), region, Some(Message::literal(&related.message)))
}

/// The place of a property. A target has none, but viewers need one: the beginning of the file.
fn location(place: &Place, property: &PropertyDocument) -> Location {
    if let Some(Counterexample::Program(trace)) = &property.trace {
        let range = &trace.property.range;
        return place.location(trace.file(range), Region::from(*range), None);
    }
    let (start_line, start_column) = (property.line.max(1), property.column.max(1));
    let region = Region { start_line, start_column, end_line: None, end_column: None };
    place.location(property.file.as_deref(), region, None)
}
