//! The prover Rocq, and the library in `proofs/` compiled with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use boolprog_base::Fnv;

use crate::{has_checker, root};

/// Returns `true` if there is Rocq, see [`has_checker`].
pub fn has_rocq() -> bool {
    has_checker("coqc")
}

fn version() -> Vec<u8> {
    let output = Command::new("coqc").arg("--version").output().expect("coqc starts");
    output.stdout
}

/// The files of the library, in the order in which they use one another.
pub fn sources() -> Vec<PathBuf> {
    let folder = root().join("proofs");
    let project = fs::read_to_string(folder.join("_CoqProject")).expect("the list of files");
    project.lines().filter(|line| !line.starts_with('-')).map(|name| folder.join(name)).collect()
}

/// Compiles a file that uses the library; the texts that the prover prints.
pub fn compile(file: &Path) -> Result<String, String> {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| library().expect("the library compiles"));
    coqc(library, file)
}

/// Compiles a file that needs no other.
pub fn compile_alone(file: &Path) -> Result<String, String> {
    let nothing = tempfile::tempdir().expect("a folder");
    coqc(nothing.path(), file)
}

/// The folder of the compiled library: that of an earlier compilation of the same texts, if there is one.
fn library() -> Result<PathBuf, String> {
    let texts = sources().iter().map(|source| fs::read(source).expect("readable")).collect::<Vec<_>>().concat();
    let content = Fnv::of(&[texts, version()].concat());
    let cache = std::env::var_os("BOOLPROG_CACHE").filter(|folder| !folder.is_empty());
    let cache = cache.map_or_else(|| root().join(".cache"), PathBuf::from);
    let folder = cache.join(format!("proofs-{content}"));
    if folder.is_dir() {
        return Ok(folder);
    }
    fs::create_dir_all(&cache).expect("writable");
    let new = tempfile::tempdir_in(&cache).expect("writable");
    for source in sources() {
        let copy = new.path().join(source.file_name().expect("a file"));
        fs::copy(&source, &copy).expect("writable");
        coqc(new.path(), &copy)?;
    }
    // Another process may have been faster.
    match fs::rename(new.path(), &folder) {
        Ok(()) => drop(new.keep()),
        Err(error) => assert!(folder.is_dir(), "{error}"),
    }
    Ok(folder)
}

fn coqc(library: &Path, file: &Path) -> Result<String, String> {
    let output = Command::new("coqc").arg("-Q").arg(library).arg("Boolprog").arg(file).output();
    let Output { status, stdout, stderr } = output.expect("coqc starts");
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    if status.success() { Ok(stdout) } else { Err(format!("{}: {stdout}{stderr}", file.display())) }
}
