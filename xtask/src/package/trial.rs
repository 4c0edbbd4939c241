//! Trying the packages: each is installed into an empty place, and checks a program whose proof needs a prover.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use super::{made, name, staging};
use crate::{code_server, node, paths, python, setup};

/// A program that has no proof without a prover.
const PROGRAM: &str = "examples/references.ip";

/// Reads a bill of materials with the library of those who define its format.
const VALIDATE: &str = "\
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read())
sys.exit(error and str(error))
";

/// Tries all packages that this machine has made.
pub(super) fn all(sh: &Shell) -> Result<()> {
    if let Some(wheel) = made(sh, ".whl")? {
        try_wheel(sh, &wheel)?;
    }
    if let Some(package) = made(sh, ".deb")? {
        try_debian(sh, &package)?;
    }
    if let Some(extension) = made(sh, ".vsix")? {
        try_extension(sh, &extension)?;
    }
    if let Some(bill) = made(sh, ".cdx.json")? {
        try_bill(sh, &bill)?;
    }
    Ok(())
}

/// Into a new environment, whose Z3 the programs find without a search path.
fn try_wheel(sh: &Shell, wheel: &Path) -> Result<()> {
    let programs = python::create(sh, &staging().join("try-wheel"), &[&wheel.display().to_string()])?;
    prove(sh, &programs, "/nonexistent").with_context(|| name(wheel))
}

/// Below a new root, without the packages that it depends on; then out of there again.
fn try_debian(sh: &Shell, package: &Path) -> Result<()> {
    cmd!(sh, "lintian --fail-on error {package}").run()?;
    let root = staging().join("try-debian");
    sh.write_file(root.join("var/lib/dpkg/status"), "")?;
    for folder in ["var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers"] {
        sh.create_dir(root.join(folder))?;
    }
    let options = ["--root".as_ref(), root.as_os_str(), "--force-depends".as_ref(), "--force-not-root".as_ref()];
    cmd!(sh, "dpkg {options...} --install {package}").run()?;
    python::install_z3(sh)?;
    let z3 = python::programs().display().to_string();
    prove(sh, &root.join("usr/bin"), &z3).with_context(|| name(package))?;
    cmd!(sh, "dpkg {options...} --purge boolprog").run()?;
    ensure!(!root.join("usr").exists(), "{} leaves files behind", name(package));
    Ok(())
}

/// Into a new code-server; its prover is beside the server.
fn try_extension(sh: &Shell, vsix: &Path) -> Result<()> {
    setup::for_browser_editor(sh)?;
    let home = staging().join("try-extension");
    let (program, config, extensions) = (code_server::program(), home.join("none.yaml"), home.join("extensions"));
    let _path = sh.push_env("PATH", node::private_path()?);
    cmd!(
        sh,
        "{program} --config {config} --user-data-dir {home} --extensions-dir {extensions} --install-extension {vsix}"
    )
    .run()?;
    let installed = sh.read_dir(&extensions)?.into_iter().find(|folder| name(folder).starts_with("boolprog"));
    let installed = installed.with_context(|| format!("{} is not installed", name(vsix)))?;
    prove(sh, &installed.join("bin"), "/nonexistent").with_context(|| name(vsix))
}

fn try_bill(sh: &Shell, bill: &Path) -> Result<()> {
    let environment = staging().join("try-bill");
    let python = python::create(sh, &environment, &["cyclonedx-python-lib[json-validation]==11.12.0"])?.join("python");
    cmd!(sh, "{python} -c {VALIDATE} {bill}").run().with_context(|| name(bill))
}

/// Proves a program with the `boolprog` of a folder and this search path, and with no other variable of the environment.
fn prove(sh: &Shell, programs: &Path, path: &str) -> Result<()> {
    let boolprog = programs.join(paths::program("boolprog"));
    cmd!(sh, "{boolprog} check {PROGRAM}").env_clear().env("PATH", path).run()?;
    let (certify, proofs) = (programs.join(paths::program("boolprog-certify")), staging().join("proofs.json"));
    if certify.exists() {
        cmd!(sh, "{boolprog} check --certificate {proofs} {PROGRAM}").env_clear().env("PATH", path).run()?;
        cmd!(sh, "{certify} {PROGRAM} {proofs}").env_clear().env("PATH", path).run()?;
    }
    Ok(())
}
