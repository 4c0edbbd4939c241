//! `textDocument/diagnostic` and `workspace/diagnostic`: a client that can be told to ask again asks for diagnostics, and
//! nothing is published to it. To all others diagnostics are published.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use boolprog_ide::diagnostics;
use rustc_hash::{FxHashMap, FxHasher};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{
    Diagnostic, DocumentDiagnosticParams, DocumentDiagnosticReportKind, DocumentDiagnosticReportResult,
    FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport, Uri, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport,
    WorkspaceDiagnosticReportResult, WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};

use super::reply;
use super::state::{Shared, View};

/// The error `ServerCancelled` of the protocol.
const SERVER_CANCELLED: i64 = -32802;

/// All diagnostics of a view. Not for the protocol task.
pub(super) fn of(shared: &Shared, view: &View) -> Vec<Diagnostic> {
    let Some(snapshot) = view.snapshot() else { return Vec::new() };
    let property = |found: &boolprog_syntax::Diagnostic| diagnostics::property(&snapshot, found).map(str::to_owned);
    view.converter(shared).diagnostics(diagnostics::diagnostics(&snapshot), shared.features(), property)
}

/// The `resultId` of a list of diagnostics: equal lists have equal ones.
pub(super) fn result_id(diagnostics: &[Diagnostic]) -> String {
    let mut hasher = FxHasher::default();
    json!(diagnostics).to_string().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Answers `textDocument/diagnostic`. A file that is not open has no diagnostics.
pub(super) async fn of_document(
    shared: &Arc<Shared>,
    params: DocumentDiagnosticParams,
) -> Result<DocumentDiagnosticReportResult> {
    let uri = params.text_document.uri;
    shared.pulled(&uri);
    let this = Arc::clone(shared);
    let previous = params.previous_result_id;
    let answer = reply::about(shared, &uri, move |view| Some(report(of(&this, view), previous.as_deref()))).await;
    let answer = answer.map_err(ask_again)?.unwrap_or_else(|| report(Vec::new(), None));
    Ok(DocumentDiagnosticReportResult::Report(match answer {
        DocumentDiagnosticReportKind::Full(full_document_diagnostic_report) => {
            RelatedFullDocumentDiagnosticReport { related_documents: None, full_document_diagnostic_report }.into()
        }
        DocumentDiagnosticReportKind::Unchanged(unchanged_document_diagnostic_report) => {
            RelatedUnchangedDocumentDiagnosticReport { related_documents: None, unchanged_document_diagnostic_report }
                .into()
        }
    }))
}

/// Answers `workspace/diagnostic`: the open files. One that changes meanwhile is left out: the client asks for it by
/// itself.
pub(super) async fn of_workspace(
    shared: &Arc<Shared>,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let mut previous: FxHashMap<Uri, String> =
        params.previous_result_ids.into_iter().map(|known| (known.uri, known.value)).collect();
    let uris: Vec<Uri> = shared.documents().keys().cloned().collect();
    let mut items = Vec::new();
    for uri in uris {
        shared.pulled(&uri);
        let this = Arc::clone(shared);
        let known = previous.remove(&uri);
        let work = move |view: &View| Some((view.version.number, report(of(&this, view), known.as_deref())));
        match reply::about(shared, &uri, work).await {
            Ok(Some((version, report))) => items.push(in_workspace(uri, Some(version), report)),
            Ok(None) => {}
            Err(error) if error.code == ErrorCode::ContentModified => {}
            Err(error) => return Err(error),
        }
    }
    items.extend(previous.into_keys().map(|closed| in_workspace(closed, None, nothing())));
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items }))
}

fn report(items: Vec<Diagnostic>, previous: Option<&str>) -> DocumentDiagnosticReportKind {
    let result_id = result_id(&items);
    if previous == Some(result_id.as_str()) {
        UnchangedDocumentDiagnosticReport { result_id }.into()
    } else {
        FullDocumentDiagnosticReport { result_id: Some(result_id), items }.into()
    }
}

/// What becomes of a file that is no longer open.
fn nothing() -> DocumentDiagnosticReportKind {
    FullDocumentDiagnosticReport { result_id: None, items: Vec::new() }.into()
}

fn in_workspace(
    uri: Uri,
    version: Option<i32>,
    report: DocumentDiagnosticReportKind,
) -> WorkspaceDocumentDiagnosticReport {
    let version = version.map(i64::from);
    match report {
        DocumentDiagnosticReportKind::Full(full_document_diagnostic_report) => {
            WorkspaceFullDocumentDiagnosticReport { uri, version, full_document_diagnostic_report }.into()
        }
        DocumentDiagnosticReportKind::Unchanged(unchanged_document_diagnostic_report) => {
            WorkspaceUnchangedDocumentDiagnosticReport { uri, version, unchanged_document_diagnostic_report }.into()
        }
    }
}

/// A client takes "the content was modified" for "no diagnostics"; this is how it is told to ask again.
fn ask_again(error: Error) -> Error {
    if error.code != ErrorCode::ContentModified {
        return error;
    }
    Error {
        code: ErrorCode::ServerError(SERVER_CANCELLED),
        message: "the text has changed".into(),
        data: Some(json!({ "retriggerRequest": true })),
    }
}
