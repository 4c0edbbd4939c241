//! Building the extension.

use std::path::Path;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{paths, setup, z3};

/// Builds the server for release and packs it with the extension, and with a `boolprog-z3` if one is given. That is
/// linked with the libz3 of one machine, whose version differs from system to system: a package for distribution must
/// not have it.
pub(crate) fn package(sh: &Shell, library: Option<&Path>) -> Result<()> {
    cmd!(sh, "cargo build --release --package boolprog").run()?;
    pack(sh, "release", library)
}

/// Packs the extension with the server that the tests were built with, which takes no second build of everything. Its
/// debug assertions hold in the editor as well.
pub(crate) fn package_for_tests(sh: &Shell) -> Result<()> {
    // Features of dependencies are those of the whole workspace, as for the tests.
    cmd!(sh, "cargo build --profile test --workspace --bin boolprog").run()?;
    pack(sh, "debug", None)
}

fn pack(sh: &Shell, profile: &str, library: Option<&Path>) -> Result<()> {
    setup::for_extension(sh)?;
    let server = format!("boolprog{}", std::env::consts::EXE_SUFFIX);
    bundle_program(sh, &server, Some(&paths::target().join(profile).join(&server)))?;
    bundle_program(sh, &z3::program(), library)?;
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

/// Puts a program into the folder that is packed, or takes it out.
fn bundle_program(sh: &Shell, name: &str, program: Option<&Path>) -> Result<()> {
    let folder = paths::extension().join("bin");
    sh.create_dir(&folder)?;
    let bundled = folder.join(name);
    // Not onto a program that may be running.
    sh.remove_path(&bundled)?;
    let Some(program) = program else { return Ok(()) };
    sh.copy_file(program, &bundled)?;
    if cfg!(unix) && paths::on_path("strip") {
        cmd!(sh, "strip {bundled}").quiet().run()?;
    }
    Ok(())
}
