//! Building the extension.

use std::path::PathBuf;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::z3::Profile;
use crate::{paths, setup, z3};

/// Builds the server for release and packs it with the extension, and with Z3.
pub(crate) fn package(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo build --release --package boolprog").run()?;
    pack(sh, "release", &z3::build(sh, Profile::Release))
}

/// Packs the extension with the server that the tests were built with, which takes no second build of everything. Its
/// debug assertions hold in the editor as well.
pub(crate) fn package_for_tests(sh: &Shell) -> Result<()> {
    // Features of dependencies are those of the whole workspace, as for the tests.
    cmd!(sh, "cargo build --profile test --workspace --bin boolprog").run()?;
    pack(sh, "debug", &z3::build(sh, Profile::Test))
}

/// Packs the server that was built in this folder of the target, and these files, the first of which is a program.
fn pack(sh: &Shell, profile: &str, prover: &[PathBuf]) -> Result<()> {
    setup::for_extension(sh)?;
    let bundled = paths::extension().join("bin");
    // A program that may be running is not written onto.
    sh.remove_path(&bundled)?;
    sh.create_dir(&bundled)?;
    let server = paths::target().join(profile).join(format!("boolprog{}", std::env::consts::EXE_SUFFIX));
    for file in std::iter::once(&server).chain(prover) {
        sh.copy_file(file, &bundled)?;
    }
    for program in std::iter::once(&server).chain(prover.first()).filter_map(|program| program.file_name()) {
        if cfg!(unix) && paths::on_path("strip") {
            let program = bundled.join(program);
            cmd!(sh, "strip {program}").quiet().run()?;
        }
    }
    let _folder = sh.push_dir(paths::extension());
    // vsce runs the bundler.
    cmd!(sh, "npm run --silent package").run()?;
    println!("packed {}", paths::vsix().display());
    Ok(())
}

/// Type errors, lints of the extension and of its tests, unit tests, and whether it can be bundled.
pub(crate) fn check(sh: &Shell) -> Result<()> {
    setup::for_extension(sh)?;
    let biome = paths::extension().join("node_modules").join(".bin").join("biome");
    {
        let _folder = sh.push_dir(paths::extension());
        cmd!(sh, "npm run --silent typecheck").run()?;
        cmd!(sh, "npm run --silent lint").run()?;
        cmd!(sh, "npm run --silent test:units").run()?;
        cmd!(sh, "npm run --silent bundle").run()?;
    }
    for folder in [paths::browser_tests(), paths::export_tests()] {
        let _folder = sh.push_dir(folder);
        cmd!(sh, "{biome} check --error-on-warnings").run()?;
    }
    Ok(())
}

pub(crate) fn test_grammar(sh: &Shell) -> Result<()> {
    setup::for_extension(sh)?;
    let _folder = sh.push_dir(paths::extension());
    cmd!(sh, "npm run --silent test:grammar").run()?;
    Ok(())
}
