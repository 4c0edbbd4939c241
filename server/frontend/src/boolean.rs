//! Boolean programs (`.bp`).

use std::sync::Arc;

use boolprog_base::Severity;
use boolprog_check::Unit;
use boolprog_program::reading::ReadingOptions;

use crate::{Options, Reading, Text};

/// For a text that was not read in full, only the diagnostics about that.
pub(crate) fn read(text: &Text, options: &Options) -> Reading<Unit> {
    let (threads, error_labels) = (options.threads, options.error_labels.clone());
    let options = ReadingOptions { threads, error_labels, ..ReadingOptions::default() };
    let parsed = boolprog_syntax::parse(&text.text);
    let analysis = boolprog_program::analyse(&parsed.file, &options);
    let mut diagnostics = parsed.diagnostics;
    if diagnostics.iter().all(|diagnostic| !diagnostic.code.starts_with("file-too-")) {
        diagnostics.extend(analysis.diagnostics().iter().cloned());
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(diagnostics);
    }
    let (path, text) = (text.path.clone(), Arc::clone(&text.text));
    Ok((Unit { path, text, file: parsed.file, analysis: Arc::new(analysis) }, diagnostics))
}
