//! A Python with the packages that know the protocols, which tests ask whether messages are valid, and with a Z3 that is
//! newer than those of most systems.

use std::path::PathBuf;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::paths::cache;

/// `debugpy` brings the schema of the debug adapter protocol along, `lsprotocol` is the language server protocol, and
/// `z3-solver` has the program `z3`.
const PACKAGES: [&str; 4] = ["debugpy==1.8.22", "jsonschema==4.26.0", "lsprotocol==2025.0.0", "z3-solver==5.4.1.0"];

/// The Python of an environment with these packages; installs them unless they are there.
pub(crate) fn install(sh: &Shell) -> Result<PathBuf> {
    let environment = cache().join("python-protocols");
    let python = environment.join("bin").join("python");
    let imports = "import debugpy, jsonschema, lsprotocol, z3";
    if cmd!(sh, "{python} -c {imports}").ignore_stderr().quiet().run().is_err() {
        println!("Getting the packages for the protocols, and Z3, from the Python package index.");
        sh.remove_path(&environment)?;
        cmd!(sh, "python3 -m venv {environment}").run()?;
        cmd!(sh, "{python} -m pip install --quiet --disable-pip-version-check {PACKAGES...}").run()?;
    }
    Ok(python)
}
