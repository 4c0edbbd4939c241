//! `boolprog export`: a saved counterexample in another format.

use std::sync::Arc;

use boolprog_export::export;
use boolprog_export::report::ReportDocument;
use boolprog_trace::document::TraceDocument;

use super::arguments::ExportArguments;
use super::load::read;

/// The text to be written. Fails with a sentence for people.
pub(super) fn run(arguments: &ExportArguments) -> Result<String, String> {
    let name = arguments.trace.display();
    let source = read(&arguments.trace).map_err(|why| format!("{name}: {why}"))?;
    let trace: TraceDocument =
        serde_json::from_str(source.text()).map_err(|error| format!("{name}: this is no saved trace: {error}"))?;
    trace.walk(|_, _| {}).map_err(|error| format!("{name}: this trace cannot be used: {error}"))?;
    Ok(export(&ReportDocument::of_trace(&Arc::new(trace)), arguments.format.into()))
}
