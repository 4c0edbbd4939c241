//! The programs inside the packages.

use std::path::{Path, PathBuf};

use anyhow::Result;
use xshell::{PushEnv, Shell, cmd};

use crate::{extension, paths, z3};

/// The profile that they are built with.
pub(super) const PROFILE: &str = "dist";

/// The programs, as they were built.
pub(super) struct Programs {
    pub(super) boolprog: PathBuf,
    pub(super) certify: PathBuf,
    /// `boolprog-z3` and its library; nothing where there is none.
    pub(super) prover: Vec<PathBuf>,
}

/// Builds the programs.
pub(super) fn build(sh: &Shell) -> Result<Programs> {
    cmd!(sh, "cargo build --locked --profile {PROFILE} -p boolprog -p boolprog-certify").run()?;
    let program = |name: &str| paths::target().join(PROFILE).join(paths::program(name));
    let (boolprog, certify) = (program("boolprog"), program("boolprog-certify"));
    extension::strip(sh, [&boolprog, &certify])?;
    Ok(Programs { boolprog, certify, prover: z3::build(sh, PROFILE) })
}

/// Flags of the compiler that keep the folders of this machine out of the programs, so that they are the same wherever they are
/// built.
pub(super) fn push_flags(sh: &Shell) -> PushEnv<'_> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let renamed = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
    let flags: Vec<String> =
        home.iter().map(|home| renamed(home, "/cargo")).chain([renamed(&paths::root(), "/boolprog")]).collect();
    sh.push_env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
}
