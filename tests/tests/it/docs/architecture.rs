//! ARCHITECTURE.md is true and can be read: its paths and names exist, and its lines are short.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use boolprog_tests::root;

use super::{blocks, read};

/// Characters of a line, but for rows of tables.
const LONGEST: usize = 120;

/// Endings of names of files.
const ENDINGS: [&str; 7] = ["rs", "c", "h", "js", "ts", "v", "md"];

fn page() -> String {
    read(&root().join("ARCHITECTURE.md"))
}

/// The parts of the page that name something, each with its line: code in prose, and the words of pictures.
fn named(page: &str) -> Vec<(String, &str)> {
    let (pictures, prose) = blocks(page);
    let words =
        pictures.iter().flat_map(|picture| picture.text.split(|c: char| c.is_whitespace() || "(),:─".contains(c)));
    let words = words.filter(|word| is_file(word)).map(|word| (word.to_owned(), ""));
    let code = page.lines().filter(|line| prose.contains(line));
    let code = code.flat_map(|line| line.split('`').skip(1).step_by(2).map(move |code| (code.to_owned(), line)));
    words.chain(code).collect()
}

fn is_file(name: &str) -> bool {
    !name.contains('*') && Path::new(name).extension().is_some_and(|ending| ENDINGS.iter().any(|it| ending == *it))
}

/// Returns `true` for the name of a module, a type, a function or a constant: `trace::run`, `System`, `SOURCES`.
fn is_item(name: &str) -> bool {
    let is_name = name.chars().all(|c| c.is_alphanumeric() || "_:".contains(c));
    is_name && (name.contains("::") || name.starts_with(|c: char| c.is_uppercase() || c == '_'))
}

/// Places of a path: it starts at the root or with the name of a crate, in the code map also at the folders of its row, and a file
/// of the library of C is named alone.
fn places(path: &str, line: &str) -> Vec<PathBuf> {
    let root = root();
    let mut places = vec![root.join(path), root.join("server/c-syntax/library").join(path)];
    if let Some((name, rest)) = path.split_once('/') {
        places.extend(["src", ""].map(|inner| root.join("server").join(name).join(inner).join(rest)));
    }
    if line.starts_with("| `") {
        let cell = line.split('|').nth(1).unwrap_or_default();
        let folders = cell.split('`').skip(1).step_by(2).map(|folder| root.join(folder));
        places.extend(folders.flat_map(|folder| ["src", ""].map(|inner| folder.join(inner).join(path))));
    }
    places
}

#[test]
fn paths_exist() {
    let (page, mut count) = (page(), 0);
    for (name, line) in named(&page).iter().filter(|(name, _)| is_file(name) || name.ends_with('/')) {
        assert!(places(name, line).iter().any(|place| place.exists()), "ARCHITECTURE.md: {name} does not exist");
        count += 1;
    }
    assert!(count > 100, "only {count} paths were found");
}

#[test]
fn items_exist() {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let texts: Vec<String> = sources(&root().join("server")).iter().map(|source| read(source)).collect();
    let crates: Vec<String> = std::fs::read_dir(root().join("server"))
        .expect("server/ exists")
        .map(|folder| folder.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    let mut words: BTreeSet<&str> = texts.iter().flat_map(|text| text.split(|c| !is_letter(c))).collect();
    words.extend(crates.iter().map(String::as_str));
    let page = page();
    let items: Vec<String> =
        named(&page).into_iter().map(|(name, _)| name).filter(|name| is_item(name) && !is_file(name)).collect();
    assert!(items.len() > 20, "only {items:?} were found");
    for part in items.iter().flat_map(|item| item.split("::")) {
        assert!(words.contains(part), "ARCHITECTURE.md: {part} does not exist");
    }
}

#[test]
fn lines_are_short() {
    for (number, line) in (1..).zip(page().lines()).filter(|(_, line)| !line.trim_start().starts_with('|')) {
        assert!(line.chars().count() <= LONGEST, "ARCHITECTURE.md:{number} has more than {LONGEST} characters");
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let inside = folders.iter().flat_map(|folder| sources(folder));
    let is_code =
        |path: &PathBuf| path.extension().is_some_and(|ending| ["rs", "h", "c"].iter().any(|it| ending == *it));
    inside.chain(files.into_iter().filter(is_code)).collect()
}
