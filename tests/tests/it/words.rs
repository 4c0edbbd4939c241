//! One vocabulary: words that `tests/words/replaced.tsv` lists occur in no message, title, setting or page.

use std::path::{Path, PathBuf};

use boolprog_tests::root;

fn replaced() -> Vec<(String, String)> {
    let table = read(&root().join("tests/words/replaced.tsv"));
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let pair = |row: &str| row.split_once('\t').map(|(word, instead)| (word.to_lowercase(), instead.to_owned()));
    rows.map(|row| pair(row).unwrap_or_else(|| panic!("{row} has no replacement"))).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// `true` if a word occurs in a text, not as a part of other words.
fn contains(text: &str, word: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let begins = !word.starts_with(char::is_alphanumeric) || !is_letter(before.chars().next_back());
        let ends = !word.ends_with(char::is_alphanumeric) || !is_letter(after.chars().next());
        begins && ends
    })
}

/// The string literals on a line of code, without quotes.
fn literals(line: &str) -> String {
    line.split('"').skip(1).step_by(2).collect::<Vec<_>>().join(" ")
}

/// The visible text of a source: its string literals and, of the command line's arguments, the doc comments, which clap
/// prints.
fn shown_by(source: &Path) -> Vec<String> {
    let is_help = source.to_string_lossy().contains("cli/arguments");
    let text = read(source);
    let product = text.split("#[cfg(test)]").next().unwrap_or_default();
    let line = |line: &str| match line.trim_start() {
        comment if comment.starts_with("//") => {
            if is_help {
                comment.to_owned()
            } else {
                String::new()
            }
        }
        code => literals(code),
    };
    product.lines().map(line).collect()
}

/// Everything that people read, line by line.
fn shown() -> Vec<(PathBuf, Vec<String>)> {
    let lines = |path: &PathBuf| read(path).lines().map(str::to_owned).collect::<Vec<_>>();
    let mut shown = Vec::new();
    for folder in std::fs::read_dir(root().join("server")).expect("server/ exists") {
        let sources = files(&folder.expect("readable").path().join("src"), "rs");
        let product = sources.into_iter().filter(|path| !path.to_string_lossy().contains("tests"));
        shown.extend(product.map(|path| (path.clone(), shown_by(&path))));
    }
    let mut pages = files(&root().join("docs"), "md");
    pages.retain(|page| !page.ends_with("glossary.md"));
    pages.extend(
        ["README.md", "vscode-extension/README.md", "vscode-extension/package.json"].map(|page| root().join(page)),
    );
    shown.extend(pages.iter().map(|page| (page.clone(), lines(page))));
    shown
}

#[test]
fn replaced_words_are_not_shown() {
    let replaced = replaced();
    let mut found = Vec::new();
    for (path, lines) in shown() {
        for (number, line) in (1..).zip(lines) {
            let line = line.to_lowercase();
            for (word, instead) in replaced.iter().filter(|(word, _)| contains(&line, word)) {
                found.push(format!("{}:{number}: `{word}`: {instead}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "replaced words are shown:\n{}", found.join("\n"));
}
