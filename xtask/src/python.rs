//! A Python with the packages that know the protocols, which tests ask whether messages are valid, and with a Z3 that is
//! newer than those of most systems, as a program and as a library.

use std::path::{Path, PathBuf};

use anyhow::Result;
use xshell::{PushEnv, Shell, cmd};

use crate::apt;
use crate::paths::cache;

/// The version of Z3.
pub(crate) const Z3: &str = "5.4.1";

/// `debugpy` brings the schema of the debug adapter protocol along, and `lsprotocol` is the language server protocol; `mcp` is a client of the Model
/// Context Protocol.
const PROTOCOLS: [&str; 4] = ["debugpy==1.8.22", "jsonschema==4.26.0", "lsprotocol==2025.0.0", "mcp==2.3.0"];

/// The Python of an environment with all of these packages; installs those that are missing.
pub(crate) fn install(sh: &Shell) -> Result<PathBuf> {
    with_packages(sh, "debugpy, jsonschema, lsprotocol, mcp, z3", &[&PROTOCOLS[..], &[&z3()]].concat())
}

/// The same with Z3 alone, which is all that the extension needs.
pub(crate) fn install_z3(sh: &Shell) -> Result<PathBuf> {
    with_packages(sh, "z3", &[&z3()])
}

/// The tool that makes Python packages of Rust programs.
const MATURIN: &str = "maturin==1.16.0";

/// The program `maturin`; installs it if it is missing.
pub(crate) fn maturin(sh: &Shell) -> Result<PathBuf> {
    let environment = cache().join("python-packages");
    let program = programs_of(&environment).join("maturin");
    if cmd!(sh, "{program} --version").ignore_stderr().ignore_stdout().quiet().run().is_err() {
        create(sh, &environment, &[MATURIN])?;
    }
    Ok(program)
}

/// A new environment with these packages. Returns the folder of its programs.
pub(crate) fn create(sh: &Shell, environment: &Path, packages: &[&str]) -> Result<PathBuf> {
    apt::install(sh, &apt::PYTHON.iter().collect::<Vec<_>>())?;
    println!("Getting {} from the Python package index.", packages.join(", "));
    cmd!(sh, "python3 -m venv --clear {environment}").run()?;
    let programs = programs_of(environment);
    let python = programs.join("python");
    cmd!(sh, "{python} -m pip install --quiet --disable-pip-version-check {packages...}").run()?;
    Ok(programs)
}

fn z3() -> String {
    format!("z3-solver=={Z3}.0")
}

/// The Python of the environment, in which these modules can be imported once these packages are installed.
fn with_packages(sh: &Shell, modules: &str, packages: &[&str]) -> Result<PathBuf> {
    let python = programs().join("python");
    let imports = format!("import {modules}");
    if cmd!(sh, "{python} -c {imports}").ignore_stderr().quiet().run().is_err() {
        let packages: Vec<&str> = packages.iter().map(AsRef::as_ref).collect();
        create(sh, &environment(), &packages)?;
    }
    Ok(python)
}

/// Puts the programs of this environment, `z3` among them, before those of the search path.
pub(crate) fn push_path(sh: &Shell) -> Result<PushEnv<'_>> {
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(programs()).chain(std::env::split_paths(&others)))?;
    Ok(sh.push_env("PATH", path))
}

fn environment() -> PathBuf {
    cache().join("python-protocols")
}

/// The folder of the programs of the environment of the tests, `z3` among them.
pub(crate) fn programs() -> PathBuf {
    programs_of(&environment())
}

fn programs_of(environment: &Path) -> PathBuf {
    environment.join(if cfg!(windows) { "Scripts" } else { "bin" })
}
