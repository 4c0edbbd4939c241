//! One vocabulary: words that `tests/words/replaced.tsv` lists occur in no message, title, setting, page or comment; and sentences in
//! comments begin with their noun (`docs/style.md`).

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
    let others = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "vscode-extension/README.md",
        "vscode-extension/package.json",
    ];
    pages.extend(others.map(|page| root().join(page)));
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

/// A comment: its file, the number of its first line, and its lines without marks and without code.
type Comment = (PathBuf, usize, Vec<String>);

/// The comments of all sources.
fn comments() -> Vec<Comment> {
    let folders = [
        "server",
        "tests/src",
        "tests/bench",
        "tests/naive",
        "tests/tests/it",
        "tests/vscode",
        "xtask",
        "vscode-extension/src",
        "vscode-extension/webview",
        "vscode-extension/test",
    ];
    let sources = folders.iter().flat_map(|folder| {
        ["rs", "ts", "mjs", "css", "c", "h"]
            .into_iter()
            .flat_map(move |extension| files(&root().join(folder), extension))
    });
    // Programs of tests are data, and some are made by tools.
    let is_own = |path: &PathBuf| {
        let below = path.strip_prefix(root()).expect("it is inside");
        let is_made =
            below.components().any(|part| ["node_modules", "artefacts"].iter().any(|it| part.as_os_str() == *it));
        let is_c = path.extension().is_some_and(|extension| extension == "c" || extension == "h");
        !is_made
            && (!is_c || below.starts_with("server/c-syntax/library") || below.starts_with("server/c-syntax/include"))
    };
    sources.filter(is_own).flat_map(|path| comments_of(&path)).collect()
}

fn comments_of(path: &Path) -> Vec<Comment> {
    let (mut found, mut open, mut is_code, mut is_block): (Vec<Comment>, bool, bool, bool) = Default::default();
    for (number, line) in (1..).zip(read(path).lines()) {
        let line = line.trim_start();
        let begins_block = line.starts_with("/*");
        if !line.starts_with("//") && !begins_block && !is_block {
            (open, is_code) = (false, false);
            continue;
        }
        is_block = (is_block || begins_block) && !line.contains("*/");
        let text = line.split("*/").next().unwrap_or_default().trim_start_matches(['/', '!', '*']).trim();
        if !std::mem::replace(&mut open, true) || begins_block {
            found.push((path.to_owned(), number, Vec::new()));
        }
        let is_fence = text.starts_with("```");
        is_code ^= is_fence;
        let shown = if is_code || is_fence { String::new() } else { text.to_owned() };
        found.last_mut().expect("the comment that this line is in").2.push(shown);
    }
    found
}

#[test]
fn replaced_words_are_in_no_comment() {
    let replaced = replaced();
    let mut found = Vec::new();
    for (path, first, lines) in comments() {
        for (number, line) in (first..).zip(lines) {
            let line = line.to_lowercase();
            for (word, instead) in replaced.iter().filter(|(word, _)| contains(&line, word)) {
                found.push(format!("{}:{number}: `{word}`: {instead}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "replaced words are in comments:\n{}", found.join("\n"));
}

#[test]
fn sentences_in_comments_begin_with_their_noun() {
    let mut found = Vec::new();
    for (path, first, lines) in comments() {
        let text = lines.join(" ");
        let free = text.split(". ").filter(|sentence| is_free(sentence)).map(str::to_owned);
        found.extend(free.map(|sentence| format!("{}:{first}: {sentence}", path.display())));
    }
    assert!(found.is_empty(), "sentences begin with a free word:\n{}", found.join("\n"));
}

/// `true` for "What a step does", "Whether it ends" and "Where threads wait", and not for a question, nor for a clause before the subject:
/// "Where nothing waits, it ends".
fn is_free(sentence: &str) -> bool {
    let begins = |word: &str| sentence.strip_prefix(word).is_some_and(|rest| rest.starts_with(' '));
    let is_clause = begins("What") || begins("Whether") || begins("How");
    begins("Who") || is_clause && !sentence.ends_with('?') || begins("Where") && !sentence.contains(", ")
}
