//! `boolprog-z3`: Z3 as a library, the one of the Python package index, which has it for Linux, macOS and Windows.

use std::path::{Path, PathBuf};

use anyhow::Result;
use xshell::{PushEnv, Shell, cmd};

use crate::{paths, python};

/// How programs are built.
#[derive(Clone, Copy)]
pub(crate) enum Profile {
    Release,
    /// With the features that all packages of the workspace need together, as for the tests.
    Test,
}

/// Builds the program, and says which files it consists of: none, with a sentence, where the library cannot be
/// installed. Nothing but proofs of integer programs needs it, and those are content with `z3`.
pub(crate) fn build(sh: &Shell, profile: Profile) -> Vec<PathBuf> {
    try_build(sh, profile).unwrap_or_else(|error| {
        eprintln!("boolprog-z3 is left out, and `z3` asked instead: {error:#}");
        Vec::new()
    })
}

fn try_build(sh: &Shell, profile: Profile) -> Result<Vec<PathBuf>> {
    let library = library(sh)?;
    let (selection, folder) = match profile {
        Profile::Release => (["--release", "--package", "boolprog-z3"].as_slice(), "release"),
        Profile::Test => (["--profile", "test", "--workspace", "--bin", "boolprog-z3"].as_slice(), "debug"),
    };
    let _linked = link_with(sh, &library);
    cmd!(sh, "cargo build {selection...} --features {FEATURE}").run()?;
    let program = paths::target().join(folder).join(format!("boolprog-z3{}", std::env::consts::EXE_SUFFIX));
    // The name without a version is for linking.
    let at_run_time = |file: &PathBuf| file.file_name().is_some_and(|name| name != "libz3.so");
    Ok(std::iter::once(program).chain(sh.read_dir(library)?.into_iter().filter(at_run_time)).collect())
}

/// Runs all tests, those of `boolprog-z3` included if it can be built.
pub(crate) fn test(sh: &Shell) -> Result<()> {
    let library = library(sh).inspect_err(|error| eprintln!("Z3 as a library is not tested: {error:#}")).ok();
    let features = library.iter().flat_map(|_| ["--features", FEATURE]);
    let _linked = library.as_deref().map(|library| link_with(sh, library));
    Ok(cmd!(sh, "cargo test --workspace --no-fail-fast {features...}").run()?)
}

const FEATURE: &str = "boolprog-z3/libz3";

/// The folder of the library.
fn library(sh: &Shell) -> Result<PathBuf> {
    let python = python::install(sh)?;
    let place = "import pathlib, z3; print(pathlib.Path(z3.__file__).parent / 'lib')";
    Ok(cmd!(sh, "{python} -c {place}").quiet().read()?.into())
}

/// Tells crate `z3-sys` to link the library of this folder, and no other one that the system may have.
fn link_with<'a>(sh: &'a Shell, library: &Path) -> [PushEnv<'a>; 3] {
    [
        sh.push_env("Z3_NO_PKG_CONFIG", "1"),
        sh.push_env("Z3_LIBRARY_PATH_OVERRIDE", library),
        sh.push_env("Z3_SYS_Z3_VERSION", python::Z3),
    ]
}
