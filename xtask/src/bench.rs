//! The benchmarks, in a release build.

use anyhow::Result;
use xshell::{Shell, cmd};

/// Builds `boolprog` and the runner side by side, and runs the latter.
pub(crate) fn run(sh: &Shell, rest: &[&str]) -> Result<()> {
    cmd!(sh, "cargo build --release -p boolprog -p boolprog-bench").run()?;
    cmd!(sh, "cargo run --release --quiet -p boolprog-bench -- bench {rest...}").quiet().run()?;
    Ok(())
}
