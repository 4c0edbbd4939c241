//! `boolprog-z3`: Z3 as a library, where the system has it.

use std::path::PathBuf;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{paths, setup};

/// Builds it for release and says where it is; none, with a sentence, if this system has no libz3 and none can be
/// installed. Nothing but proofs of integer programs needs it, and those are content with `z3`.
pub(crate) fn build(sh: &Shell) -> Option<PathBuf> {
    let built = install_and_build(sh, &["--release", "--package", "boolprog-z3"]);
    built.inspect_err(|error| eprintln!("boolprog-z3 is left out, and `z3` asked instead: {error:#}")).ok()?;
    Some(paths::target().join("release").join(program()))
}

/// The arguments with which `cargo test` tests it too: none where it cannot be built.
pub(crate) fn test_arguments(sh: &Shell) -> &'static [&'static str] {
    match install_and_build(sh, &["--profile", "test", "--workspace", "--bin", "boolprog-z3"]) {
        Ok(()) => &["--features", "boolprog-z3/libz3"],
        Err(error) => {
            eprintln!("Z3 as a library is not tested: {error:#}");
            &[]
        }
    }
}

pub(crate) fn program() -> String {
    format!("boolprog-z3{}", std::env::consts::EXE_SUFFIX)
}

fn install_and_build(sh: &Shell, selection: &[&str]) -> Result<()> {
    setup::for_proofs(sh)?;
    Ok(cmd!(sh, "cargo build {selection...} --features boolprog-z3/libz3").run()?)
}
