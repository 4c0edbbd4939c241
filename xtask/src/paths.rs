//! Paths of this repository.

use std::path::{Path, PathBuf};

pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Folder of downloads, kept between runs and, if the environment says so, between checkouts.
pub(crate) fn cache() -> PathBuf {
    match std::env::var_os("BOOLPROG_CACHE").filter(|folder| !folder.is_empty()) {
        Some(folder) => std::path::absolute(&folder).unwrap_or_else(|_| folder.into()),
        None => root().join(".cache"),
    }
}

pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}

pub(crate) fn extension() -> PathBuf {
    root().join("vscode-extension")
}

pub(crate) fn vsix() -> PathBuf {
    extension().join("boolprog.vsix")
}

pub(crate) fn browser_tests() -> PathBuf {
    root().join("tests").join("vscode")
}

pub(crate) fn export_tests() -> PathBuf {
    root().join("tests").join("exports")
}

/// The name of the file of a program.
pub(crate) fn program(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}

/// `true` if a program is on the PATH.
pub(crate) fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| {
        let file = folder.join(program);
        file.is_file() || file.with_extension("exe").is_file() || file.with_extension("cmd").is_file()
    })
}
