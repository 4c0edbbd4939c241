//! The folders of the workspace, and the programs in them.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use boolprog_frontend::{Editors, FrontEnd};
use tower_lsp::ls_types::{DidChangeWorkspaceFoldersParams, InitializeParams, Uri, WorkspaceFolder};

/// Limits on the entries of folders that are visited, and on the programs that are found. Larger workspaces are
/// searched in part.
const MOST_ENTRIES: usize = 20_000;
const MOST_PROGRAMS: usize = 1_000;

/// The folders of the workspace; several if the client has them, none if it has none.
#[derive(Default)]
pub(crate) struct Folders(Mutex<Vec<PathBuf>>);

impl Folders {
    /// Remembers the folders that `initialize` names.
    pub(crate) fn initialize(&self, params: &InitializeParams) {
        #[expect(deprecated, reason = "older clients say it so")]
        let root = params.root_uri.iter().filter_map(path);
        let folders = params.workspace_folders.as_ref();
        self.replace(|_| folders.map_or_else(|| root.collect(), |folders| paths(folders)));
    }

    pub(crate) fn changed(&self, params: &DidChangeWorkspaceFoldersParams) {
        let (added, removed) = (paths(&params.event.added), paths(&params.event.removed));
        self.replace(|folders| {
            let kept = folders.into_iter().filter(|folder| !removed.contains(folder) && !added.contains(folder));
            kept.chain(added.iter().cloned()).collect()
        });
    }

    pub(crate) fn all(&self) -> Vec<PathBuf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn replace(&self, change: impl FnOnce(Vec<PathBuf>) -> Vec<PathBuf>) {
        let mut folders = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *folders = change(std::mem::take(&mut *folders));
    }
}

fn paths(folders: &[WorkspaceFolder]) -> Vec<PathBuf> {
    folders.iter().filter_map(|folder| path(&folder.uri)).collect()
}

fn path(uri: &Uri) -> Option<PathBuf> {
    uri.as_str().starts_with("file:").then(|| uri.to_file_path().map(std::borrow::Cow::into_owned))?
}

/// The files in our languages in these folders, sorted, each once. Reads the disk; unreadable files are left
/// out. Hidden folders and those in which tools keep their output are not searched, links are not followed.
pub(crate) fn programs(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut waiting: Vec<PathBuf> = folders.iter().rev().cloned().collect();
    let mut programs = Vec::new();
    let mut entries = 0;
    while let Some(folder) = waiting.pop() {
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            entries += 1;
            if entries > MOST_ENTRIES || programs.len() >= MOST_PROGRAMS {
                waiting.clear();
                break;
            }
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if kind.is_dir() && is_searched(&path) {
                waiting.push(path);
            } else if kind.is_file() && FrontEnd::of(&path).is_some_and(|it| matches!(it.editors, Editors::Ours(_))) {
                programs.push(path);
            }
        }
    }
    programs.sort();
    programs.dedup();
    programs
}

fn is_searched(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    !name.starts_with('.') && !["target", "node_modules"].contains(&&*name)
}
