//! `boolprog-z3`: Z3 as a library, the one of the Python package index, which has it for Linux, macOS and Windows.

use std::path::{Path, PathBuf};

use anyhow::Result;
use xshell::{PushEnv, Shell, cmd};

use crate::{paths, python};

/// Builds the program with a profile, and says which files it consists of: none, with a sentence, where the library cannot
/// be installed. Nothing but proofs of integer programs needs it, and those are content with `z3`.
pub(crate) fn build(sh: &Shell, profile: &str) -> Vec<PathBuf> {
    let build = |library: &Path| -> Result<Vec<PathBuf>> {
        let _linked = link_with(sh, library);
        cmd!(sh, "cargo build --profile {profile} --package boolprog-z3 --features {FEATURE}").run()?;
        files(sh, profile, library)
    };
    library(sh).and_then(|library| build(&library)).unwrap_or_else(|error| {
        eprintln!("boolprog-z3 is left out, and `z3` asked instead: {error:#}");
        Vec::new()
    })
}

/// `cargo test` for all packages, with `boolprog-z3` if it can be built. Returns the files that this consists of.
pub(crate) fn cargo_test(sh: &Shell, options: &[&str]) -> Result<Vec<PathBuf>> {
    let library = library(sh).inspect_err(|error| eprintln!("Z3 as a library is not tested: {error:#}")).ok();
    let features = library.iter().flat_map(|_| ["--features", FEATURE]);
    let _linked = library.as_deref().map(|library| link_with(sh, library));
    cmd!(sh, "cargo test --workspace {options...} {features...}").run()?;
    library.map_or_else(|| Ok(Vec::new()), |library| files(sh, "debug", &library))
}

/// The program in this folder of the target, and the files of its library.
fn files(sh: &Shell, folder: &str, library: &Path) -> Result<Vec<PathBuf>> {
    let program = paths::target().join(folder).join(paths::program("boolprog-z3"));
    // The name without a version is for linking.
    let at_run_time = |file: &PathBuf| file.file_name().is_some_and(|name| name != "libz3.so");
    Ok(std::iter::once(program).chain(sh.read_dir(library)?.into_iter().filter(at_run_time)).collect())
}

const FEATURE: &str = "boolprog-z3/libz3";

/// The folder of the library.
fn library(sh: &Shell) -> Result<PathBuf> {
    let python = python::install_z3(sh)?;
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
