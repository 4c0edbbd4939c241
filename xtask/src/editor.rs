//! Opening the examples in an editor with the extension.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::{code_server, extension, node, paths, setup};

/// Preferred port, so that the address stays the same from run to run.
const USUAL_PORT: u16 = 8080;

/// Nothing is saved unasked, since the folder that is shown is the checkout. An empty window is left to the
/// walkthrough of the extension.
const SETTINGS: &str = r#"{
  "workbench.startupEditor": "welcomePageInEmptyWorkbench",
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "files.autoSave": "off",
  "testing.saveBeforeTest": false,
  "git.openRepositoryInParentFolders": "never"
}
"#;

/// Installs the extension into VS Code if there is one, and otherwise runs one for the browser until interrupted.
pub(crate) fn open(sh: &Shell) -> Result<()> {
    let installed = paths::on_path("code");
    if !installed {
        setup::for_browser_editor(sh)?;
    }
    extension::package(sh)?;
    let examples = paths::root().join("examples");
    if installed { open_installed(sh, &examples) } else { serve(sh, &examples) }
}

fn open_installed(sh: &Shell, examples: &Path) -> Result<()> {
    let vsix = paths::vsix();
    cmd!(sh, "code --install-extension {vsix} --force").run()?;
    cmd!(sh, "code {examples}").run()?;
    println!("The extension is installed. Open broken-mutex.bp in the window that shows the examples.");
    Ok(())
}

fn serve(sh: &Shell, examples: &Path) -> Result<()> {
    let home = paths::cache().join("vscode-home");
    let (user, extensions, config) = (home.join("user"), home.join("extensions"), home.join("none.yaml"));
    let settings = user.join("User").join("settings.json");
    if !settings.exists() {
        sh.write_file(&settings, SETTINGS)?;
    }
    let (program, vsix) = (code_server::program(), paths::vsix());
    let _path = sh.push_env("PATH", node::private_path()?);
    let places = cmd!(sh, "{program} --config {config} --user-data-dir {user} --extensions-dir {extensions}");
    places.args(["--install-extension"]).arg(vsix).arg("--force").run()?;

    let port = free_port()?;
    println!("\nVS Code is about to listen on http://127.0.0.1:{port}/ with examples/ open. Ctrl+C stops it.\n");
    let mut command = Command::new(program);
    command.env("PATH", node::private_path()?);
    command.arg("--config").arg(config);
    command.arg("--user-data-dir").arg(user);
    command.arg("--extensions-dir").arg(extensions);
    command.args(["--auth", "none", "--bind-addr", &format!("127.0.0.1:{port}")]);
    command.args(["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"]);
    command.arg("--disable-getting-started-override").arg(examples);
    become_program(command)
}

/// Replaces this process by a program, so that both are stopped together.
#[cfg(unix)]
fn become_program(mut command: Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec()).context("code-server cannot be started")
}

#[cfg(not(unix))]
fn become_program(mut command: Command) -> Result<()> {
    command.status().map(|_| ()).context("code-server cannot be started")
}

fn free_port() -> Result<u16> {
    let usual = TcpListener::bind((Ipv4Addr::LOCALHOST, USUAL_PORT));
    let listener = usual.or_else(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))?;
    Ok(listener.local_addr()?.port())
}
