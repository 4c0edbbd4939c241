//! `boolprog export`: a saved counterexample, or a report, in another format.

use std::sync::Arc;

use boolprog_export::export;
use boolprog_export::report::{REPORT_SCHEMA, ReportDocument};
use boolprog_trace::document::TraceDocument;
use serde::Deserialize;

use super::arguments::ExportArguments;
use super::load::read;

#[derive(Deserialize)]
struct Head {
    schema: String,
}

/// The text to be written. Fails with a sentence for the user.
pub(super) fn run(arguments: &ExportArguments) -> Result<String, String> {
    let named = |why: String| format!("{}: {why}", arguments.file.display());
    let source = read(&arguments.file).map_err(named)?;
    let report = document(source.text()).map_err(named)?;
    Ok(export(&report, arguments.format.into()))
}

fn document(text: &str) -> Result<ReportDocument, String> {
    if serde_json::from_str::<Head>(text).is_ok_and(|head| head.schema == REPORT_SCHEMA) {
        return ReportDocument::read(text);
    }
    let trace: TraceDocument =
        serde_json::from_str(text).map_err(|error| format!("this is neither a saved trace nor a report: {error}"))?;
    trace.walk(|_, _| {}).map_err(|error| format!("this trace cannot be used: {error}"))?;
    Ok(ReportDocument::of_trace(&Arc::new(trace)))
}
