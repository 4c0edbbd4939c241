//! code-server: VS Code in the browser, from npm.

use std::path::PathBuf;

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::node;
use crate::paths::cache;

const VERSION: &str = "4.139.1";

/// The program. It needs [`node::private_path`].
pub(crate) fn program() -> PathBuf {
    cache().join("code-server").join("node_modules").join(".bin").join("code-server")
}

/// Installs code-server and its Node, unless they are there. Takes two to three minutes.
pub(crate) fn install(sh: &Shell) -> Result<()> {
    sh.create_dir(cache())?;
    let headers = node::install_private(sh)?;
    let _path = sh.push_env("PATH", node::private_path()?);
    if is_installed(sh) {
        return Ok(());
    }
    let folder = cache().join("code-server");
    println!("Installing code-server {VERSION} into {}; this takes a few minutes.", folder.display());
    sh.remove_path(&folder)?;
    sh.create_dir(&folder)?;
    sh.write_file(folder.join("package.json"), "{ \"private\": true }\n")?;
    let _folder = sh.push_dir(&folder);
    // The headers of another Node would be taken otherwise, if npm is configured so.
    let _headers = sh.push_env("npm_config_nodedir", headers);
    let package = format!("code-server@{VERSION}");
    cmd!(sh, "npm install --no-audit --no-fund --loglevel=error {package}").run()?;
    is_installed(sh).then_some(()).context("code-server was installed and does not run")
}

fn is_installed(sh: &Shell) -> bool {
    let program = program();
    // Otherwise it looks for its configuration in the user's home, and writes one there if there is none.
    let config = cache().join("code-server.yaml");
    let output = cmd!(sh, "{program} --config {config} --version").ignore_stderr().quiet().read();
    // The version is on a line of its own, after the messages of the first run.
    let is_version = |line: &str| line.split_whitespace().next() == Some(VERSION);
    program.exists() && output.is_ok_and(|output| output.lines().any(is_version))
}
