//! Building the extension.

use std::path::{Path, PathBuf};

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{paths, setup, z3};

/// Builds the server for release and packs it with the extension, and with Z3.
pub(crate) fn package(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo build --release --package boolprog").run()?;
    let server = paths::target().join("release").join(server());
    pack(sh, &server, &z3::build(sh))
}

/// Packs the extension with the server that the tests were built with, which takes no second build of everything. Its
/// debug assertions hold in the editor as well.
pub(crate) fn package_for_tests(sh: &Shell) -> Result<()> {
    let prover = z3::cargo_test(sh, &["--no-run"])?;
    let server = paths::target().join("debug").join(format!("boolprog-under-test{}", std::env::consts::EXE_SUFFIX));
    pack(sh, &server, &prover)
}

fn server() -> String {
    format!("boolprog{}", std::env::consts::EXE_SUFFIX)
}

/// Packs a server, and these files, the first of which is a program.
fn pack(sh: &Shell, server: &Path, prover: &[PathBuf]) -> Result<()> {
    setup::for_extension(sh)?;
    let bundled = paths::extension().join("bin");
    // A program that may be running is not written onto.
    sh.remove_path(&bundled)?;
    sh.create_dir(&bundled)?;
    let bundled_server = bundled.join(self::server());
    sh.copy_file(server, &bundled_server)?;
    for file in prover {
        sh.copy_file(file, &bundled)?;
    }
    let bundled_prover = prover.first().and_then(|program| program.file_name()).map(|program| bundled.join(program));
    if cfg!(unix) && paths::on_path("strip") {
        for program in std::iter::once(bundled_server).chain(bundled_prover) {
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
