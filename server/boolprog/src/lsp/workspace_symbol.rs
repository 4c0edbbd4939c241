//! `workspace/symbol`

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use boolprog_ide::scale;
use boolprog_ide::symbols::{is_match, symbols, visit};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Location, SymbolInformation, Uri, WorkspaceSymbolParams, WorkspaceSymbolResponse};

use super::convert::Converter;
use super::document::Version;
use super::state::{Shared, View};
use super::{document_symbol, folders, reply};

/// An answer has no more symbols; who wants others types more.
const MOST_SYMBOLS: usize = 500;
/// Larger files are not read.
const MOST_BYTES: u64 = 1_000_000;

/// The symbols of files that are not open, as they were when they were read.
#[derive(Default)]
pub(super) struct Known(Mutex<HashMap<PathBuf, Entry>>);

/// The symbols of a file, and which text they are of.
type Entry = (Stamp, Arc<[SymbolInformation]>);

/// When a file was changed, and how long it is: another stamp, another text.
type Stamp = (Option<SystemTime>, u64);

/// Answers the request: symbols of open files as they are in the editor, then those of the other programs in the folders
/// of the workspace.
pub(super) async fn answer(
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
            let is_open =
                |path: &Path| open.iter().any(|view| view.version.uri.to_file_path().as_deref() == Some(path));
            let programs = folders::programs(&this.folders.all());
            programs.iter().filter(|path| !is_open(path)).all(|path| add(&on_disk(&this, path).unwrap_or_default()));
        }
        Some(WorkspaceSymbolResponse::Flat(found))
    })
    .await
}

fn in_editor(shared: &Shared, view: &View) -> Vec<SymbolInformation> {
    let is_program = view.version.analysed().is_some();
    if is_program { all_symbols(&view.version, &view.converter(shared)) } else { Vec::new() }
}

/// The symbols of a file; `None` if it cannot be read or is no program.
fn on_disk(shared: &Shared, path: &Path) -> Option<Arc<[SymbolInformation]>> {
    let facts = path.metadata().ok().filter(|facts| facts.len() <= MOST_BYTES)?;
    let stamp = (facts.modified().ok(), facts.len());
    if let Some((_, symbols)) = shared.known_symbols.get(path).filter(|(known, _)| *known == stamp) {
        return Some(symbols);
    }
    let text = std::fs::read_to_string(path).ok()?;
    let version = Version::open(Uri::from_file_path(path)?, 0, &text, shared.settings());
    let is_program = !scale::is_blueprint(version.file_name(), &text);
    let convert = Converter::new(&version, shared.features().encoding);
    let symbols: Arc<[_]> = if is_program { all_symbols(&version, &convert).into() } else { Arc::default() };
    shared.known_symbols.insert(path, (stamp, Arc::clone(&symbols)));
    Some(symbols)
}

fn all_symbols(version: &Version, convert: &Converter) -> Vec<SymbolInformation> {
    let mut all = Vec::new();
    visit(&symbols(&version.document.source_file()), &mut |symbol, container| {
        let location = Location::new(version.uri.clone(), convert.range(symbol.name_span));
        all.push(document_symbol::information(symbol, container, location));
    });
    all
}

impl Known {
    fn get(&self, path: &Path) -> Option<Entry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    fn insert(&self, path: &Path, entry: Entry) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), entry);
    }
}
