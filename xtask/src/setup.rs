//! Installing what is missing, and saying so.

use anyhow::Result;
use xshell::Shell;

use crate::{apt, code_server, node, paths, python};

/// What building the extension needs.
pub(crate) fn for_extension(sh: &Shell) -> Result<()> {
    node::require(sh)?;
    node::install_packages(sh, &paths::extension())
}

/// What a VS Code in the browser needs.
pub(crate) fn for_browser_editor(sh: &Shell) -> Result<()> {
    node::require(sh)?;
    apt::install(sh, &apt::CODE_SERVER.iter().collect::<Vec<_>>())?;
    code_server::install(sh)
}

/// What the tests of abstractions ask.
pub(crate) fn for_proofs(sh: &Shell) -> Result<()> {
    apt::install(sh, &apt::PROVERS.iter().collect::<Vec<_>>())
}

/// What the tests need, the browser tests included.
pub(crate) fn for_tests(sh: &Shell) -> Result<()> {
    for_extension(sh)?;
    let packages = [apt::CODE_SERVER, apt::BROWSER, apt::EDITORS, apt::EXPORTS];
    apt::install(sh, &packages.into_iter().flatten().collect::<Vec<_>>())?;
    code_server::install(sh)?;
    for_proofs(sh)?;
    python::install(sh)?;
    node::install_packages(sh, &paths::browser_tests())?;
    node::install_packages(sh, &paths::export_tests())
}
