//! The Python package: a wheel that holds the programs and depends on Z3.

use anyhow::Result;
use xshell::{Shell, cmd};

use super::binaries::{PROFILE, Programs};
use super::{folder, staging};
use crate::{licences, paths, python};

/// The description of the package for maturin, which reads the version from the manifest.
const PROJECT: &str = include_str!("wheel/pyproject.toml");

/// The page that the Python package index shows.
const README: &str = include_str!("wheel/README.md");

/// The folder whose files maturin puts where programs are.
const SCRIPTS: &str = "boolprog.data/scripts";

/// Makes the wheel of this platform, with the oldest platform tag that its program allows.
pub(super) fn make(sh: &Shell, programs: &Programs) -> Result<()> {
    let staging = staging().join("wheel");
    let manifest = paths::root().join("server").join("boolprog").join("Cargo.toml");
    let project = PROJECT.replace("MANIFEST", &manifest.display().to_string()).replace("Z3", python::Z3);
    sh.create_dir(staging.join(SCRIPTS))?;
    sh.write_file(staging.join("pyproject.toml"), project)?;
    sh.write_file(staging.join("README.md"), README)?;
    sh.copy_file(&programs.certify, staging.join(SCRIPTS))?;
    for licence in [paths::root().join("LICENSE-MIT"), paths::root().join("LICENSE-APACHE"), licences::file()] {
        sh.copy_file(licence, &staging)?;
    }
    let maturin = python::maturin(sh)?;
    let folder = folder();
    let _folder = sh.push_dir(staging);
    cmd!(sh, "{maturin} build --locked --profile {PROFILE} --out {folder}").run()?;
    Ok(())
}
