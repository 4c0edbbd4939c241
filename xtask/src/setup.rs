//! Installation of missing tools, with messages.

use anyhow::Result;
use xshell::Shell;

use crate::{apt, code_server, node, paths, python};

/// Installs the tools for building the extension.
pub(crate) fn for_extension(sh: &Shell) -> Result<()> {
    node::require(sh)?;
    node::install_packages(sh, &paths::extension())
}

/// Installs the tools for making packages.
pub(crate) fn for_packages(sh: &Shell) -> Result<()> {
    for_extension(sh)?;
    let packages = [apt::PYTHON, apt::PACKAGES];
    apt::install(sh, &packages.into_iter().flatten().collect::<Vec<_>>())
}

/// Installs the tools for a VS Code in the browser.
pub(crate) fn for_browser_editor(sh: &Shell) -> Result<()> {
    node::require(sh)?;
    let packages = [apt::CODE_SERVER, apt::PYTHON];
    apt::install(sh, &packages.into_iter().flatten().collect::<Vec<_>>())?;
    code_server::install(sh)
}

/// Installs the tools for the tests, the browser tests included.
pub(crate) fn for_tests(sh: &Shell) -> Result<()> {
    for_extension(sh)?;
    let packages = [apt::CODE_SERVER, apt::PYTHON, apt::BROWSER, apt::EDITORS, apt::EXPORTS, apt::C];
    apt::install(sh, &packages.into_iter().flatten().collect::<Vec<_>>())?;
    code_server::install(sh)?;
    python::install(sh)?;
    node::install_packages(sh, &paths::browser_tests())?;
    node::install_packages(sh, &paths::export_tests())
}
