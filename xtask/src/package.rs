//! The packages that this machine can make, in one folder: `cargo xtask package`.

mod binaries;
mod bom;
mod debian;
mod trial;
mod wheel;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use xshell::{Shell, cmd};

use crate::extension::{self, Contents};
use crate::{licences, paths, setup};

/// The file with the hash of each of the others, as `sha256sum --check` reads it.
const SUMS: &str = "SHA256SUMS";

/// The folder of the packages.
fn folder() -> PathBuf {
    paths::target().join("packages")
}

/// The folder for what packages are made of.
fn staging() -> PathBuf {
    paths::target().join("staging")
}

/// The version of this project.
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Makes all packages of this platform.
pub(crate) fn make(sh: &Shell) -> Result<()> {
    setup::for_packages(sh)?;
    licences::check(sh)?;
    for folder in [folder(), staging()] {
        sh.remove_path(&folder)?;
        sh.create_dir(&folder)?;
    }
    // Times in packages are that of the sources.
    let time = cmd!(sh, "git log -1 --format=%ct").quiet().read().context("the time of the last commit")?;
    let _time = sh.push_env("SOURCE_DATE_EPOCH", time);
    let _flags = binaries::push_flags(sh);
    let programs = binaries::build(sh)?;
    wheel::make(sh, &programs)?;
    if paths::on_path("dpkg-deb") {
        debian::make(sh, &programs)?;
    }
    let contents = Contents { server: &programs.boolprog, prover: &programs.prover };
    extension::package_for_platform(sh, &contents, &folder())?;
    sh.write_file(folder().join(format!("boolprog-{}.cdx.json", version())), bom::text(sh, version())?)?;
    write_sums(sh)
}

/// Makes them, installs each in an empty place, and checks a program there whose proof needs a prover.
pub(crate) fn make_and_try(sh: &Shell) -> Result<()> {
    make(sh)?;
    trial::all(sh)
}

/// Writes the hashes of all packages in the folder, which may come from several machines.
pub(crate) fn write_sums(sh: &Shell) -> Result<()> {
    let mut lines = String::new();
    for file in sh.read_dir(folder())?.iter().filter(|file| name(file) != SUMS) {
        let content = std::fs::read(file)?;
        for byte in Sha256::digest(&content) {
            write!(lines, "{byte:02x}")?;
        }
        writeln!(lines, "  {}", name(file))?;
        let tenths = content.len() / 100_000;
        println!("{:6}.{} MB  {}", tenths / 10, tenths % 10, file.display());
    }
    sh.write_file(folder().join(SUMS), lines)?;
    Ok(())
}

/// The name of a file.
fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The package whose name ends so, if this machine has made one.
fn made(sh: &Shell, ending: &str) -> Result<Option<PathBuf>> {
    Ok(sh.read_dir(folder())?.into_iter().find(|file| name(file).ends_with(ending)))
}
