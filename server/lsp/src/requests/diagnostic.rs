//! `textDocument/diagnostic` and `workspace/diagnostic`: a client that supports a refresh requests diagnostics, and
//! receives no published ones. All other clients receive published diagnostics, and all clients those of programs in
//! languages of other tools.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde_json::json;
use tokio_util::sync::CancellationToken;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{
    Diagnostic, DiagnosticSeverity, DocumentDiagnosticParams, DocumentDiagnosticReportKind,
    DocumentDiagnosticReportResult, FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, Uri, WorkspaceDiagnosticParams,
    WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};

use super::reply;
use crate::panics::contained;
use crate::publish::{diagnostics, result_id};
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::View;

/// The error `ServerCancelled` of the protocol.
const SERVER_CANCELLED: i64 = -32802;

/// The maximal number of programs that are not open but analysed, and their maximal length.
const MOST_UNOPENED: usize = 200;
const MOST_BYTES: u64 = 200_000;

/// Answers `textDocument/diagnostic`. A file that is not open has no diagnostics.
pub(crate) async fn of_document(
    shared: &Arc<Shared>,
    params: DocumentDiagnosticParams,
) -> Result<DocumentDiagnosticReportResult> {
    let uri = params.text_document.uri;
    let this = Arc::clone(shared);
    let previous = params.previous_result_id;
    let work = move |view: &View, _: &Converter<'_>| {
        // Those of a language of other tools are published.
        let found = if view.version.front_end.is_shared() { Vec::new() } else { diagnostics(&this, view) };
        Some(report(found, previous.as_deref()))
    };
    let answer = reply::about(shared, &uri, work).await;
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

/// Answers `workspace/diagnostic`: the diagnostics of open files, and of programs that are not open. A file that
/// changes in the meantime is left out: the client requests it separately.
pub(crate) async fn of_workspace(
    shared: &Arc<Shared>,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let mut previous: FxHashMap<Uri, String> =
        params.previous_result_ids.into_iter().map(|known| (known.uri, known.value)).collect();
    let uris: Vec<Uri> = shared.documents().keys().cloned().collect();
    let mut items = Vec::new();
    for uri in uris {
        let this = Arc::clone(shared);
        let known = previous.remove(&uri);
        let work = move |view: &View, _: &Converter<'_>| {
            if view.version.front_end.is_shared() {
                return None;
            }
            Some((view.version.number, report(diagnostics(&this, view), known.as_deref())))
        };
        match reply::about(shared, &uri, work).await {
            Ok(Some((version, report))) => items.push(in_workspace(uri, Some(version), report)),
            Ok(None) => {}
            Err(error) if error.code == ErrorCode::ContentModified => {}
            Err(error) => return Err(error),
        }
    }
    let this = Arc::clone(shared);
    items.extend(reply::apart(shared, move |cancelled| of_unopened(&this, previous, cancelled)).await?);
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items }))
}

/// The diagnostics of programs that are not open, and empty ones for files that have none any more but had some at the
/// client.
fn of_unopened(
    shared: &Shared,
    previous: FxHashMap<Uri, String>,
    cancelled: &CancellationToken,
) -> Vec<WorkspaceDocumentDiagnosticReport> {
    // The client may write a URI otherwise than the server does.
    let mut previous: Vec<(Option<PathBuf>, Uri, String)> =
        previous.into_iter().map(|(uri, id)| (uri.to_file_path().map(std::borrow::Cow::into_owned), uri, id)).collect();
    let mut items = Vec::new();
    for path in shared.unopened_programs().into_iter().take(MOST_UNOPENED) {
        if cancelled.is_cancelled() {
            break;
        }
        let known = previous.iter().position(|(known, ..)| known.as_ref() == Some(&path));
        let known = known.map(|index| previous.swap_remove(index));
        let found = unopened(shared, &path);
        match (known, Uri::from_file_path(&path)) {
            (Some((_, uri, id)), _) => items.push(in_workspace(uri, None, report(found.to_vec(), Some(&id)))),
            (None, Some(uri)) if !found.is_empty() => {
                items.push(in_workspace(uri, None, report(found.to_vec(), None)));
            }
            (None, _) => {}
        }
    }
    items.extend(previous.into_iter().map(|(_, gone, _)| in_workspace(gone, None, nothing())));
    items
}

/// The errors and warnings of a program that is not open, without any check.
fn unopened(shared: &Shared, path: &Path) -> Arc<[Diagnostic]> {
    let found = shared.unopened.diagnostics.of(
        |uri| shared.settings_of(uri),
        path,
        MOST_BYTES,
        |view| {
            if !view.version.settings.diagnoses_workspace {
                return Vec::new();
            }
            let mut found = contained(|| diagnostics(shared, view)).unwrap_or_default();
            found.retain(|it| matches!(it.severity, Some(DiagnosticSeverity::ERROR | DiagnosticSeverity::WARNING)));
            found
        },
    );
    found.unwrap_or_default()
}

fn report(items: Vec<Diagnostic>, previous: Option<&str>) -> DocumentDiagnosticReportKind {
    let result_id = result_id(&items);
    if previous == Some(result_id.as_str()) {
        UnchangedDocumentDiagnosticReport { result_id }.into()
    } else {
        FullDocumentDiagnosticReport { result_id: Some(result_id), items }.into()
    }
}

/// The report on a file that is no longer open.
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

/// A client takes "the content was modified" for "no diagnostics"; this error makes it request them again.
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
