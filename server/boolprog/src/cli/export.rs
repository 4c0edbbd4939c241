//! `boolprog export`: a saved counterexample, or a report, in another format.

use boolprog_export::export;
use boolprog_export::report::ReportDocument;

use super::arguments::ExportArguments;
use super::load::read;

/// The text to be written. Fails with a sentence for the user.
pub(super) fn run(arguments: &ExportArguments) -> Result<String, String> {
    let named = |why: String| format!("{}: {why}", arguments.file.display());
    let source = read(&arguments.file).map_err(named)?;
    let report = ReportDocument::read(source.text()).map_err(named)?;
    Ok(export(&report, arguments.format.into()))
}
