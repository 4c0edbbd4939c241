//! Programs that cargo installs, in a folder of their own.

use std::path::PathBuf;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::paths::{cache, program};

/// The tool that makes Debian packages of Rust programs.
const CARGO_DEB: &str = "cargo-deb@3.8.0";

/// The program `cargo-deb`; builds it if it is missing, which takes a few minutes.
pub(crate) fn cargo_deb(sh: &Shell) -> Result<PathBuf> {
    let root = cache().join("cargo-tools");
    let file = root.join("bin").join(program("cargo-deb"));
    if !file.exists() {
        println!("Building {CARGO_DEB}; this takes a few minutes.");
        let _flags = sh.push_env("CARGO_ENCODED_RUSTFLAGS", "");
        cmd!(sh, "cargo install --quiet --locked --root {root} {CARGO_DEB}").run()?;
    }
    Ok(file)
}
