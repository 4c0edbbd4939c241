//! The book: the pages of `docs/`, with search, in `target/book`.

use std::path::PathBuf;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::paths;

/// The version of mdBook.
const MDBOOK: &str = "0.5.4";

/// Makes the book, with the mdBook on the search path or else one of its own, which is compiled once.
pub(crate) fn build(sh: &Shell) -> Result<()> {
    let (mdbook, book) = (mdbook(sh)?, paths::target().join("book"));
    cmd!(sh, "{mdbook} build docs --dest-dir {book}").run()?;
    println!("{}", book.join("index.html").display());
    Ok(())
}

fn mdbook(sh: &Shell) -> Result<PathBuf> {
    if paths::on_path("mdbook") {
        return Ok("mdbook".into());
    }
    let folder = paths::cache().join(format!("mdbook-{MDBOOK}"));
    let mdbook = folder.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    if !mdbook.exists() {
        println!("Compiling mdBook {MDBOOK}, which takes a few minutes once.");
        cmd!(sh, "cargo install --quiet --locked --root {folder} --version {MDBOOK} --no-default-features --features search mdbook").run()?;
    }
    Ok(mdbook)
}
