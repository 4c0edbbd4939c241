//! The benchmarks, in a release build.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::python;

/// Builds `boolprog` and the runner side by side, and runs the latter.
pub(crate) fn run(sh: &Shell, command: &str, rest: &[&str]) -> Result<()> {
    cmd!(sh, "cargo build --release -p boolprog -p boolprog-bench").run()?;
    cmd!(sh, "cargo run --release --quiet -p boolprog-bench -- {command} {rest...}").quiet().run()?;
    Ok(())
}

/// Prints the published figures of abstract matching beside those of this repository.
pub(crate) fn paper_tables(sh: &Shell) -> Result<()> {
    python::install(sh)?;
    let _programs = python::push_path(sh)?;
    cmd!(sh, "cargo run --release --quiet -p boolprog-abstraction --example paper_tables").quiet().run()?;
    Ok(())
}
