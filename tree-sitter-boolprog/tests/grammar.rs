//! The queries fit the grammar, and the committed parser is the one the grammar describes.

use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

use tree_sitter::{Language, Query};
use tree_sitter_boolprog as grammar;

#[test]
fn queries_compile() {
    let boolean = Language::from(grammar::LANGUAGE);
    let integer = Language::from(grammar::integer::LANGUAGE);
    let queries = [
        (&boolean, "highlights", grammar::HIGHLIGHTS_QUERY),
        (&boolean, "locals", grammar::LOCALS_QUERY),
        (&boolean, "folds", grammar::FOLDS_QUERY),
        (&boolean, "indents", grammar::INDENTS_QUERY),
        (&boolean, "tags", grammar::TAGS_QUERY),
        (&integer, "integer/highlights", grammar::integer::HIGHLIGHTS_QUERY),
        (&integer, "integer/locals", grammar::integer::LOCALS_QUERY),
        (&integer, "integer/folds", grammar::integer::FOLDS_QUERY),
    ];
    for (language, name, source) in queries {
        let query = Query::new(language, source).unwrap_or_else(|error| panic!("{name}.scm: {error}"));
        assert!(query.pattern_count() > 0, "{name}.scm is empty");
    }
}

/// Runs the tree-sitter command line in `folder`; `None` if it is not installed.
fn tree_sitter(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = match Command::new("tree-sitter").args(arguments).current_dir(folder).output() {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            eprintln!("skipped: `tree-sitter` is not on the PATH (cargo install tree-sitter-cli)");
            return None;
        }
        Err(error) => panic!("tree-sitter: {error}"),
    };
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(output.status.success(), "tree-sitter {arguments:?}:\n{text}");
    Some(text)
}

#[test]
fn generated_files_are_up_to_date() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("regenerated");
    fs::create_dir_all(scratch.join("integer")).expect("scratch folder");
    for file in ["grammar.js", "integer/grammar.js", "tree-sitter.json"] {
        fs::copy(here.join(file), scratch.join(file)).expect(file);
    }
    for folder in ["", "integer"] {
        is_up_to_date(&here.join(folder), &scratch.join(folder));
    }
}

/// Generates the parser anew in a scratch folder and compares.
fn is_up_to_date(here: &Path, scratch: &Path) {
    if tree_sitter(scratch, &["generate", "--js-runtime", "native"]).is_none() {
        return;
    }
    for file in ["parser.c", "grammar.json", "node-types.json"] {
        let committed = fs::read_to_string(here.join("src").join(file)).expect(file);
        let generated = fs::read_to_string(scratch.join("src").join(file)).expect(file);
        assert!(committed == generated, "src/{file} is stale: run `tree-sitter generate --js-runtime native`");
    }
}

/// Number of lines of the files in `folder` satisfy `counts`; no file may be without one.
fn lines_in(folder: &Path, counts: impl Fn(&str) -> bool) -> usize {
    let lines_of = |path: &Path| {
        let text = fs::read_to_string(path).expect("a readable file");
        let lines = text.lines().filter(|line| counts(line)).count();
        assert!(lines > 0, "{} tests nothing", path.display());
        lines
    };
    let files = fs::read_dir(folder).expect("a readable folder");
    files.map(|file| lines_of(&file.expect("a readable entry").path())).sum()
}

/// The trees in `test/corpus` and the colours in `test/highlight`. The command line is content with empty folders.
#[test]
fn corpus_and_highlights() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = lines_in(&here.join("test/corpus"), |line| line == "---");
    assert!(cases > 0, "there is no case in test/corpus");
    let colours = lines_in(&here.join("test/highlight"), |line| line.contains('^') || line.contains("<-"));
    assert!(colours > 0, "there is no assertion in test/highlight");
    if let Some(output) = tree_sitter(here, &["test"]) {
        assert!(output.contains(&format!("Total parses: {cases};")), "not every case was run:\n{output}");
    }
}

/// A case of a corpus file: its name, a text, and the tree as it should be.
fn cases(file: &str) -> Vec<(String, String, String)> {
    let mut cases = Vec::new();
    let mut parts = file.split("===\n").map(|part| part.trim_end_matches('=').trim());
    parts.next();
    while let (Some(name), Some(case)) = (parts.next(), parts.next()) {
        let (text, tree) = case.split_once("\n---\n").expect("a line `---`");
        cases.push((name.to_owned(), text.trim().to_owned(), tree.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    cases
}

/// The corpus of integer programs; its trees are compared here, so that no command line is needed.
#[test]
fn integer_corpus() {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&grammar::integer::LANGUAGE.into()).expect("this version of tree-sitter");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("integer/test/corpus");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let file = fs::read_to_string(entry.expect("a readable entry").path()).expect("a readable file");
        for (name, text, expected) in cases(&file) {
            let tree = parser.parse(&text, None).expect("no time limit");
            let found = tree.root_node().to_sexp();
            assert_eq!(found, expected, "{name}");
            count += 1;
        }
    }
    assert!(count > 8, "only {count} cases");
}
