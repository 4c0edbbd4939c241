//! The Debian package: programs, manual pages, completions for shells.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use super::binaries::{PROFILE, Programs};
use super::{folder, staging, version};
use crate::{licences, paths};

const MAINTAINER: &str = "The boolprog authors <boolprog@users.noreply.github.com>";

/// Makes the package of this architecture.
pub(super) fn make(sh: &Shell, programs: &Programs) -> Result<()> {
    let root = staging().join("debian");
    let programs = [&programs.boolprog, &programs.certify];
    for program in programs {
        sh.create_dir(root.join("usr/bin"))?;
        sh.copy_file(program, root.join("usr/bin"))?;
    }
    let manuals = staging().join("manuals");
    cmd!(sh, "cargo run --quiet --locked --profile {PROFILE} -p boolprog --example manuals -- {manuals}").run()?;
    for (kind, place) in [
        ("man", "usr/share/man/man1"),
        ("bash", "usr/share/bash-completion/completions"),
        ("fish", "usr/share/fish/vendor_completions.d"),
        ("zsh", "usr/share/zsh/vendor-completions"),
    ] {
        copy_all(sh, &manuals.join(kind), &root.join(place))?;
    }
    let doc = root.join("usr/share/doc/boolprog");
    sh.write_file(doc.join("copyright"), copyright(sh)?)?;
    sh.write_file(doc.join("changelog.Debian"), changelog(sh)?)?;
    sh.copy_file(licences::file(), doc.join("THIRD-PARTY.md"))?;
    let pages = sh.read_dir(root.join("usr/share/man/man1"))?;
    let compressed = pages.into_iter().chain([doc.join("changelog.Debian"), doc.join("THIRD-PARTY.md")]);
    cmd!(sh, "gzip --best --no-name").args(compressed).quiet().run()?;
    describe(sh, &root)?;
    let folder = folder();
    cmd!(sh, "chmod -R u=rwX,go=rX {root}").run()?;
    cmd!(sh, "dpkg-deb --root-owner-group --build {root} {folder}").run()?;
    Ok(())
}

fn copy_all(sh: &Shell, from: &Path, to: &Path) -> Result<()> {
    sh.create_dir(to)?;
    for file in sh.read_dir(from)? {
        sh.copy_file(file, to)?;
    }
    Ok(())
}

/// Writes what the package manager reads: names and dependences, and sums of all files.
fn describe(sh: &Shell, root: &Path) -> Result<()> {
    let files = files(sh, &root.join("usr"))?;
    let bytes = files.iter().map(|file| Ok(file.metadata()?.len())).sum::<std::io::Result<u64>>()?;
    let architecture = cmd!(sh, "dpkg --print-architecture").quiet().read()?;
    let control = format!(
        "\
Package: boolprog
Version: {}-1
Architecture: {architecture}
Maintainer: {MAINTAINER}
Installed-Size: {}
Depends: {}
Suggests: z3
Section: devel
Priority: optional
Homepage: https://github.com/boolprog/boolprog
Description: model checker for C programs with threads
 Proves the assertions of C programs with threads, of concurrent Boolean
 programs and of integer programs for any number of threads, or shows how they
 fail by an interleaving with the fewest threads. The program is a language
 server, a debug adapter and a command-line tool. With Z3, it also proves
 integer programs with infinitely many states.
 .
 boolprog-certify checks proofs without any engine.
",
        version(),
        bytes.div_ceil(1024),
        libraries(sh, root)?
    );
    let _folder = sh.push_dir(root);
    let names = files.iter().map(|file| file.strip_prefix(root)).collect::<Result<Vec<_>, _>>()?;
    let sums = cmd!(sh, "md5sum {names...}").quiet().read()?;
    sh.write_file("DEBIAN/control", control)?;
    sh.write_file("DEBIAN/md5sums", sums + "\n")?;
    Ok(())
}

/// The packages of the libraries that the programs need.
fn libraries(sh: &Shell, root: &Path) -> Result<String> {
    // The tool wants the description of a source package around it.
    let source = staging().join("source");
    sh.write_file(source.join("debian/control"), "Source: boolprog\n\nPackage: boolprog\nArchitecture: any\n")?;
    let _folder = sh.push_dir(source);
    let programs = sh.read_dir(root.join("usr/bin"))?;
    let variables = cmd!(sh, "dpkg-shlibdeps --warnings=0 -O {programs...}").quiet().read()?;
    let (_, packages) = variables.split_once('=').context("dpkg-shlibdeps names packages")?;
    Ok(packages.to_owned())
}

/// The files in a folder and the folders below.
fn files(sh: &Shell, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in sh.read_dir(folder)? {
        if path.is_dir() {
            found.extend(files(sh, &path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

/// The holders of rights and their terms. Those of third parties are in a file of their own: terms that every Debian system has are
/// not repeated here.
fn copyright(sh: &Shell) -> Result<String> {
    let own = sh.read_file(paths::root().join("LICENSE-MIT"))?;
    Ok(format!(
        "boolprog, <https://github.com/boolprog/boolprog>\n\nLicence: MIT (below) or Apache 2.0\n\
         (/usr/share/common-licenses/Apache-2.0), at your option.\n\
         The parts by others have the licences in THIRD-PARTY.md.gz.\n\n{own}"
    ))
}

/// The changes of the package, in the form that Debian wants.
fn changelog(sh: &Shell) -> Result<String> {
    let date = cmd!(sh, "git log -1 --format=%cD").quiet().read()?;
    let version = version();
    Ok(format!(
        "boolprog ({version}-1) unstable; urgency=medium\n\n  * See CHANGELOG.md of boolprog {version}.\n\n \
         -- {MAINTAINER}  {date}\n"
    ))
}
