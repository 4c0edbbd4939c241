//! A Python with the packages that know the protocols, which tests ask whether messages are valid, and with a Z3 that is
//! newer than those of most systems, as a program and as a library.

use std::path::PathBuf;

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

fn z3() -> String {
    format!("z3-solver=={Z3}.0")
}

/// The Python of the environment, in which these modules can be imported once these packages are installed.
fn with_packages(sh: &Shell, modules: &str, packages: &[&str]) -> Result<PathBuf> {
    let python = programs().join("python");
    let imports = format!("import {modules}");
    if cmd!(sh, "{python} -c {imports}").ignore_stderr().quiet().run().is_err() {
        apt::install(sh, &apt::PYTHON.iter().collect::<Vec<_>>())?;
        println!("Getting {} from the Python package index.", packages.join(", "));
        let environment = cache().join("python-protocols");
        cmd!(sh, "python3 -m venv --clear {environment}").run()?;
        cmd!(sh, "{python} -m pip install --quiet --disable-pip-version-check {packages...}").run()?;
    }
    Ok(python)
}

/// Puts the programs of this environment, `z3` among them, before those of the search path.
pub(crate) fn push_path(sh: &Shell) -> Result<PushEnv<'_>> {
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(programs()).chain(std::env::split_paths(&others)))?;
    Ok(sh.push_env("PATH", path))
}

fn programs() -> PathBuf {
    cache().join("python-protocols").join(if cfg!(windows) { "Scripts" } else { "bin" })
}
