//! The Debian package: programs, manual pages, completions for shells.

use anyhow::Result;
use xshell::{Shell, cmd};

use super::binaries::PROFILE;
use super::{folder, licences, version};
use crate::{paths, tools};

/// Makes the package of this architecture out of the programs that are built. The manifest of `boolprog` describes it.
pub(super) fn make(sh: &Shell) -> Result<()> {
    let beside = paths::target().join(PROFILE).join("debian");
    sh.remove_path(&beside)?;
    cmd!(sh, "cargo run --quiet --locked --profile {PROFILE} -p boolprog --example manuals -- {beside}").run()?;
    let doc = beside.join("doc");
    sh.write_file(doc.join("copyright"), copyright(sh)?)?;
    let changes = doc.join("changelog.Debian");
    sh.write_file(&changes, changelog(sh)?)?;
    cmd!(sh, "gzip --best --no-name {changes}").run()?;
    let (deb, folder) = (tools::cargo_deb(sh)?, folder());
    cmd!(sh, "{deb} --manifest-path server/boolprog/Cargo.toml --no-build --profile {PROFILE} --output {folder}")
        .run()?;
    Ok(())
}

/// The holders of rights and their terms, third parties below.
fn copyright(sh: &Shell) -> Result<String> {
    let own = sh.read_file(paths::root().join("LICENSE-MIT"))?;
    let others = sh.read_file(licences::file())?;
    Ok(format!(
        "boolprog, <https://github.com/boolprog/boolprog>\n\nLicence: MIT (below) or Apache 2.0\n\
         (/usr/share/common-licenses/Apache-2.0), at your option.\n\n{own}\n\n{others}"
    ))
}

/// The changes of the package, in the form that Debian wants.
fn changelog(sh: &Shell) -> Result<String> {
    let date = cmd!(sh, "git log -1 --format=%cD").quiet().read()?;
    let version = version();
    Ok(format!(
        "boolprog ({version}-1) unstable; urgency=medium\n\n  * See CHANGELOG.md of boolprog {version}.\n\n \
         -- The boolprog authors <boolprog@users.noreply.github.com>  {date}\n"
    ))
}
