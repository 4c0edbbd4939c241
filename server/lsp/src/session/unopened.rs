//! The programs in the folders of the workspace that are not open, with their diagnostics.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use boolprog_frontend::FrontEnd;
use tower_lsp::ls_types::{Diagnostic, SymbolInformation, Uri};

use super::document::Version;
use super::folders::{self, Folders};
use super::settings::Settings;
use super::view::View;

/// Knowledge about the programs that are not open.
#[derive(Default)]
pub(crate) struct Unopened {
    pub(crate) symbols: ByFile<SymbolInformation>,
    pub(crate) diagnostics: ByFile<Diagnostic>,
    listing: Mutex<Listing>,
}

/// The programs on disk, if the client reports their changes, and the number of its reports.
#[derive(Default)]
struct Listing {
    changes: u64,
    programs: Option<Arc<[PathBuf]>>,
}

impl Unopened {
    /// The programs in the folders of the workspace. Reads the disk, unless the client reports changes and has reported
    /// none; results about deleted programs are forgotten.
    pub(crate) fn programs(&self, folders: &Folders, is_told: bool) -> Arc<[PathBuf]> {
        let changes = {
            let listing = lock(&self.listing);
            if let Some(programs) = &listing.programs {
                return Arc::clone(programs);
            }
            listing.changes
        };
        let programs: Arc<[PathBuf]> = folders::programs(&folders.all()).into();
        self.symbols.keep(&programs);
        self.diagnostics.keep(&programs);
        let mut listing = lock(&self.listing);
        if is_told && listing.changes == changes {
            listing.programs = Some(Arc::clone(&programs));
        }
        programs
    }

    /// The folders are other ones, or there may be other programs in them.
    pub(crate) fn list_again(&self) {
        let mut listing = lock(&self.listing);
        listing.programs = None;
        listing.changes += 1;
    }

    /// A program has changed on disk.
    pub(crate) fn forget(&self, path: &Path) {
        self.list_again();
        lock(&self.symbols.0).remove(path);
        lock(&self.diagnostics.0).remove(path);
    }
}

/// Time of the last change of a file, its length and its settings: a file with another stamp is read again.
type Stamp = (Option<SystemTime>, u64, Arc<Settings>);

/// Findings in files, with the stamps of the files.
pub(crate) struct ByFile<T>(Mutex<HashMap<PathBuf, Found<T>>>);

type Found<T> = (Stamp, Arc<[T]>);

impl<T> Default for ByFile<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> ByFile<T> {
    /// The result of `find` in a program, computed unless it is known. Empty for a file that cannot be read or is
    /// longer than this. Reads the disk.
    pub(crate) fn of(
        &self,
        settings: impl FnOnce(&Uri) -> Arc<Settings>,
        path: &Path,
        longest: u64,
        find: impl FnOnce(&View) -> Vec<T>,
    ) -> Option<Arc<[T]>> {
        let facts = path.metadata().ok().filter(|facts| facts.len() <= longest)?;
        let uri = Uri::from_file_path(path)?;
        let settings = settings(&uri);
        let stamp = (facts.modified().ok(), facts.len(), Arc::clone(&settings));
        if let Some((known, found)) = lock(&self.0).get(path)
            && *known == stamp
        {
            return Some(Arc::clone(found));
        }
        let text = std::fs::read_to_string(path).ok()?;
        let front_end = FrontEnd::of_document("", path);
        let found: Arc<[T]> = find(&View::of(Version::open(uri, front_end, 0, &text, settings))).into();
        lock(&self.0).insert(path.to_owned(), (stamp, Arc::clone(&found)));
        Some(found)
    }

    fn keep(&self, programs: &[PathBuf]) {
        lock(&self.0).retain(|path, _| programs.binary_search(path).is_ok());
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}
