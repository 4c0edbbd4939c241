//! The run of an integer program that somebody wants to replay.

use std::sync::Arc;

use boolprog_integer::explicit::{self, Verdict};
use boolprog_integer::{InputBound, Instantiation, Property, syntax};
use boolprog_syntax::Severity;
use boolprog_trace::document::TraceDocument;
use boolprog_trace::integer::{IntegerSubject, document};

use super::super::arguments::INPUT_BOUND;
use super::super::load::Source;
use super::{id, read, worded};
use crate::limits::Limits;

/// A shortest run that violates a property, or any of them; a run on which a value does not exist has no last state and
/// cannot be replayed. Fails with a sentence for people.
pub(in crate::cli) fn counterexample(
    path: &str,
    source: &Source,
    asked: Option<&str>,
    threads: Option<u16>,
    limits: &Limits,
) -> Result<Arc<TraceDocument>, String> {
    let options = Instantiation { threads, ..Instantiation::default() };
    let (system, _) = read(source, options).map_err(|diagnostics| {
        let error = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        let (line, column) = source.line_and_column(error.map_or(0, |error| error.span.start));
        let message = error.map_or("", |error| error.message.as_str());
        format!("The program has errors, the first in line {line}, column {column}: {message}")
    })?;
    let is_asked = |property: &Property| asked.is_none_or(|wanted| wanted == id(property));
    if !system.properties.iter().any(is_asked) {
        return Err(match asked {
            Some(wanted) => format!("The program has no property `{wanted}`."),
            None => "The program states no error and no invariant.".to_owned(),
        });
    }
    let search = explicit::Options { inputs: InputBound(INPUT_BOUND), ..explicit::Options::default() };
    let findings = explicit::search(&system, search, limits);
    let mut undecided = None;
    let found = system.properties.iter().zip(findings.verdicts).enumerate();
    for (index, (property, verdict)) in found.filter(|(_, (property, _))| is_asked(property)) {
        match verdict {
            Verdict::Violated(run) => {
                explicit::replay(&system, &run, index).map_err(|problem| problem.to_string())?;
                let comments = syntax::parse(source.text()).file.comments;
                let subject = IntegerSubject {
                    text: source.text(),
                    comments: &comments,
                    path,
                    property_id: &id(property),
                    guarantee: "fewest steps",
                };
                return Ok(Arc::new(document(&system, &run, property, &subject)));
            }
            Verdict::Unknown(reason) => undecided = Some(worded(reason)),
            Verdict::Proved => {}
        }
    }
    Err(match undecided {
        Some(reason) => format!("There is no counterexample to replay. Not everything is decided: {reason}."),
        None => "There is no counterexample to replay: the program is correct.".to_owned(),
    })
}
