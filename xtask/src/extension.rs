//! Building the extension.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{licences, paths, setup, z3};

/// Builds the server for release and packs it with the extension, and with Z3.
pub(crate) fn package(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo build --release --package boolprog").run()?;
    let server = paths::target().join("release").join(paths::program("boolprog"));
    pack(sh, &Contents { server: &server, prover: &z3::build(sh, "release") }, &["--out", "boolprog.vsix"])
}

/// Packs the extension with the server that the tests were built with, which takes no second build of everything. Its
/// debug assertions hold in the editor as well.
pub(crate) fn package_for_tests(sh: &Shell) -> Result<()> {
    let prover = z3::cargo_test(sh, &["--no-run"])?;
    let server = paths::target().join("debug").join(paths::program("boolprog-under-test"));
    pack(sh, &Contents { server: &server, prover: &prover }, &["--out", "boolprog.vsix"])
}

/// Packs the extension for this platform alone, into a folder, as the marketplace wants it.
pub(crate) fn package_for_platform(sh: &Shell, contents: &Contents, folder: &Path) -> Result<()> {
    let platform = platform();
    let file = folder.join(format!("boolprog-{}-{platform}.vsix", env!("CARGO_PKG_VERSION")));
    pack(sh, contents, &["--target", &platform, "--out", &file.display().to_string()])
}

/// This platform in the words of the marketplace.
fn platform() -> String {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    format!("{system}-{processor}")
}

/// Programs in the extension.
pub(crate) struct Contents<'a> {
    pub(crate) server: &'a Path,
    /// The files of the prover, if there is one.
    pub(crate) prover: &'a [PathBuf],
}

fn pack(sh: &Shell, contents: &Contents, options: &[&str]) -> Result<()> {
    setup::for_extension(sh)?;
    let bundled = paths::extension().join("bin");
    // A program that may be running is not written onto.
    sh.remove_path(&bundled)?;
    sh.create_dir(&bundled)?;
    sh.copy_file(contents.server, bundled.join(paths::program("boolprog")))?;
    for file in contents.prover {
        sh.copy_file(file, &bundled)?;
    }
    strip(sh, sh.read_dir(&bundled)?)?;
    sh.copy_file(licences::file(), paths::extension())?;
    let _folder = sh.push_dir(paths::extension());
    // vsce runs the bundler.
    let vsce = Path::new("node_modules").join(".bin").join("vsce");
    cmd!(sh, "{vsce} package --no-dependencies {options...}").run()?;
    Ok(())
}

/// Takes the names of symbols out of programs, which the compiler leaves in some.
pub(crate) fn strip(sh: &Shell, programs: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<()> {
    // Elsewhere, programs carry a signature of what they contain.
    if cfg!(target_os = "linux") && paths::on_path("strip") {
        for program in programs {
            cmd!(sh, "strip {program}").quiet().run()?;
        }
    }
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
