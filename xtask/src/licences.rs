//! `THIRD-PARTY.md`: the licences of third-party software inside the packages.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use xshell::Shell;

use crate::parts::{self, Part};
use crate::{paths, setup};

/// The beginnings of the names of files with terms, in capital letters.
const TERMS: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

const HEAD: &str = "\
# Third-party software

The packages of boolprog contain this software, under these licences. `cargo xtask licences` writes this list for all platforms
and packages; a package for one platform contains less, and only the extension for VS Code contains packages of npm and Z3.

| software | version | licence | source |
|---|---|---|---|
";

/// The list, which is in each package.
pub(crate) fn file() -> PathBuf {
    paths::root().join("THIRD-PARTY.md")
}

/// Writes the list again.
pub(crate) fn write(sh: &Shell) -> Result<()> {
    sh.write_file(file(), list(sh)?)?;
    Ok(())
}

/// Fails if the list is not that of today's dependences.
pub(crate) fn check(sh: &Shell) -> Result<()> {
    let is_current = sh.read_file(file())? == list(sh)?;
    ensure!(is_current, "THIRD-PARTY.md is not what the packages contain; run `cargo xtask licences`");
    Ok(())
}

/// A table of the parts, and below it each text once.
fn list(sh: &Shell) -> Result<String> {
    setup::for_extension(sh)?;
    let parts = parts::all(sh)?;
    let mut page = HEAD.to_owned();
    let mut names_of_texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in &parts {
        let Part { name, licence, repository, .. } = part;
        let version = part.version.as_deref().unwrap_or_default();
        writeln!(page, "| {name} | {version} | {licence} | <{repository}> |")?;
        for text in texts(part)? {
            names_of_texts.entry(text).or_default().push(format!("{name} {version}").trim_end().to_owned());
        }
    }
    let mut sections: Vec<_> = names_of_texts.iter().map(|(text, names)| (names.join(", "), text)).collect();
    sections.sort();
    for (names, text) in sections {
        writeln!(page, "\n## {names}\n\n```text\n{text}\n```")?;
    }
    Ok(page)
}

/// The texts of the licence of a part. Of several that one may choose from, MIT is chosen, which is the shortest.
fn texts(part: &Part) -> Result<Vec<String>> {
    let mut files = part.folder.as_deref().map_or_else(|| Ok(Vec::new()), files_with_terms)?;
    let may_be_mit = !part.licence.contains(" AND ") && part.licence.split(" OR ").any(|choice| choice.trim() == "MIT");
    let is = |file: &Path, kind: &str| name(file).starts_with(kind);
    if may_be_mit && files.iter().any(|file| is(file, "LICENSE-MIT")) {
        files.retain(|file| is(file, "LICENSE-MIT") || is(file, "NOTICE") || is_nested(part, file));
    }
    let mut texts = files.iter().map(|file| read(file)).collect::<Result<Vec<_>>>()?;
    if files.iter().all(|file| is(file, "NOTICE")) {
        ensure!(may_be_mit, "{} has no text of its licence, {}", part.name, part.licence);
        texts.push(mit(&part.authors)?);
    }
    Ok(texts)
}

/// Returns `true` if the terms are those of what a part itself has from others.
fn is_nested(part: &Part, file: &Path) -> bool {
    file.parent() != part.folder.as_deref()
}

/// The MIT licence of these people, in the words of this project's.
fn mit(authors: &str) -> Result<String> {
    let own = read(&paths::root().join("LICENSE-MIT"))?;
    let Some((_, terms)) = own.split_once("Permission is") else { bail!("LICENSE-MIT grants no permission") };
    let holder = if authors.is_empty() { "its authors" } else { authors };
    Ok(format!("MIT License\n\nCopyright (c) {holder}\n\nPermission is{terms}"))
}

/// The files with terms in a folder and the folders below, but for packages inside of an npm package, which are parts themselves.
fn files_with_terms(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = name(&path);
        if path.is_dir() && name != "NODE_MODULES" {
            found.extend(files_with_terms(&path)?);
        } else if path.is_file() && TERMS.iter().any(|terms| name.starts_with(terms)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The name of a file in capital letters.
fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().to_uppercase()
}

/// A text without differences that do not matter: ends of lines and blanks at them.
fn read(file: &Path) -> Result<String> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
    Ok(lines.join("\n").trim_matches('\n').to_owned())
}
