//! System packages.

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::paths::on_path;

pub(crate) struct Package {
    name: &'static str,
    purpose: &'static str,
}

pub(crate) const CODE_SERVER: &[Package] = &[
    Package { name: "make", purpose: "builds code-server's native modules" },
    Package { name: "g++", purpose: "builds code-server's native modules" },
    Package { name: "pkg-config", purpose: "builds code-server's native modules" },
    Package { name: "libkrb5-dev", purpose: "one of code-server's native modules is built against it" },
];

/// Packages for the browser tests in addition to code-server.
pub(crate) const BROWSER: &[Package] = &[Package { name: "chromium", purpose: "the browser that the tests drive" }];

pub(crate) const EXPORTS: &[Package] =
    &[Package { name: "graphviz", purpose: "draws the graphs that are written for it" }];

/// The editors besides VS Code that the tests start, and a terminal.
pub(crate) const EDITORS: &[Package] = &[
    Package { name: "neovim", purpose: "an editor that the tests start without a window" },
    Package { name: "emacs-nox", purpose: "another one" },
    Package { name: "elpa-eglot", purpose: "speaks the language server protocol for Emacs 28" },
    Package { name: "elpa-dap-mode", purpose: "speaks the debug adapter protocol for Emacs" },
];

/// Makers of C programs with which the machine of C is compared, and the compiler that it is compared with.
pub(crate) const C: &[Package] = &[
    Package { name: "gcc", purpose: "compiles C programs whose output the machine of C must have, too" },
    Package { name: "csmith", purpose: "makes random C programs without undefined behaviour" },
    Package { name: "libcsmith-dev", purpose: "the headers that these programs include" },
];

/// Provers that check proofs once more.
pub(crate) const CHECKERS: &[Package] = &[
    Package { name: "coq", purpose: "checks proofs as theorems" },
    Package { name: "cvc5", purpose: "answers the questions of proofs about integer programs" },
];

pub(crate) const PACKAGES: &[Package] = &[
    Package { name: "dpkg-dev", purpose: "finds the libraries that a Debian package depends on" },
    Package { name: "lintian", purpose: "checks Debian packages" },
];

pub(crate) const PYTHON: &[Package] =
    &[Package { name: "python3-venv", purpose: "gets packages of the Python index: Node, Z3, those of the protocols" }];

/// Installs the packages that are missing, and says so. On other systems than Debian it only lists them.
pub(crate) fn install(sh: &Shell, packages: &[&Package]) -> Result<()> {
    if !on_path("dpkg-query") || !on_path("apt-get") {
        let names: Vec<_> = packages.iter().map(|package| package.name).collect();
        println!("This is not Debian. What these Debian packages hold must be there: {}", names.join(", "));
        return Ok(());
    }
    let missing: Vec<_> = packages.iter().filter(|package| !is_installed(sh, package.name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("Installing system packages:");
    for package in &missing {
        println!("  {:14} {}", package.name, package.purpose);
    }
    let names: Vec<_> = missing.iter().map(|package| package.name).collect();
    let update = ["update", "-q"].as_slice();
    let install = [&["install", "-q", "-y", "--no-install-recommends"], names.as_slice()].concat();
    let _no_questions = sh.push_env("DEBIAN_FRONTEND", "noninteractive");
    if is_root(sh) {
        cmd!(sh, "apt-get {update...}").run()?;
        cmd!(sh, "apt-get {install...}").run()?;
    } else if may_become_root(sh) {
        cmd!(sh, "sudo -n apt-get {update...}").run()?;
        cmd!(sh, "sudo -n --preserve-env=DEBIAN_FRONTEND apt-get {install...}").run()?;
    } else {
        bail!(
            "this takes root's rights. Please run:\n  sudo apt-get update && sudo apt-get install {}",
            names.join(" ")
        );
    }
    Ok(())
}

fn is_installed(sh: &Shell, package: &str) -> bool {
    let format = "--showformat=${Status}";
    let status = cmd!(sh, "dpkg-query --show {format} {package}").ignore_stderr().quiet().read();
    status.is_ok_and(|status| status == "install ok installed")
}

fn is_root(sh: &Shell) -> bool {
    cmd!(sh, "id -u").quiet().read().is_ok_and(|user| user == "0")
}

fn may_become_root(sh: &Shell) -> bool {
    cmd!(sh, "sudo -n true").ignore_stderr().quiet().run().is_ok()
}
