//! `workspace/symbol`

use std::path::Path;
use std::sync::Arc;

use boolprog_ide::symbols::{is_match, visit};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Location, SymbolInformation, WorkspaceSymbolParams, WorkspaceSymbolResponse};

use super::{document_symbol, reply};
use crate::session::convert::Converter;
use crate::session::document::Version;
use crate::session::state::Shared;
use crate::session::view::View;

/// Largest number of symbols in an answer; a longer query finds the others.
const MOST_SYMBOLS: usize = 500;
/// Largest size of a file that is read.
const MOST_BYTES: u64 = 1_000_000;

/// Answers the request: symbols of open files as they are in the editor, then those of the other programs in the folders
/// of the workspace.
pub(crate) async fn answer(
    shared: &Arc<Shared>,
    params: WorkspaceSymbolParams,
) -> Result<Option<WorkspaceSymbolResponse>> {
    let open = shared.views();
    let this = Arc::clone(shared);
    reply::apart(shared, move |cancelled| {
        let mut found = Vec::new();
        let mut add = |symbols: &[SymbolInformation]| {
            let wanted = symbols.iter().filter(|symbol| is_match(&params.query, &symbol.name));
            found.extend(wanted.take(MOST_SYMBOLS - found.len()).cloned());
            found.len() < MOST_SYMBOLS && !cancelled.is_cancelled()
        };
        if open.iter().all(|view| add(&in_editor(&this, view))) {
            this.unopened_programs().iter().all(|path| add(&on_disk(&this, path).unwrap_or_default()));
        }
        Some(WorkspaceSymbolResponse::Flat(found))
    })
    .await
}

fn in_editor(shared: &Shared, view: &View) -> Vec<SymbolInformation> {
    all_symbols(&view.version, &view.converter(shared.features()))
}

/// The symbols of a program that is not open; `None` if it cannot be read.
fn on_disk(shared: &Shared, path: &Path) -> Option<Arc<[SymbolInformation]>> {
    shared.unopened.symbols.of(
        |uri| shared.settings_of(uri),
        path,
        MOST_BYTES,
        |View { version, .. }| all_symbols(version, &version.converter(shared.features().encoding)),
    )
}

fn all_symbols(version: &Version, convert: &Converter) -> Vec<SymbolInformation> {
    let mut all = Vec::new();
    visit(&version.symbols(), &mut |symbol, container| {
        let location = Location::new(version.uri.clone(), convert.range(symbol.name_span));
        all.push(document_symbol::information(symbol, container, location));
    });
    all
}
