//! Errors and warnings: the files in `tests/diagnostics`.
//!
//! Each file lists its expected diagnostics, in comments `//~ line:column code: message`, in textual order.

use std::path::Path;

use boolprog_base::position::{Encoding, position};
use boolprog_integer::syntax::parse;
use boolprog_integer::{check, model::CODES};
use ropey::Rope;

/// `line:column code: message` of everything that is found in a text.
fn found(text: &str) -> Vec<String> {
    let parsed = parse(text);
    let mut diagnostics = parsed.diagnostics;
    if diagnostics.is_empty() {
        diagnostics = check(&parsed.file);
    }
    let rope = Rope::from_str(text);
    let line = |diagnostic: &boolprog_base::Diagnostic| {
        let place = position(&rope, diagnostic.span.start as usize, Encoding::Utf32);
        format!("{}:{} {}: {}", place.line + 1, place.column + 1, diagnostic.code, diagnostic.message)
    };
    diagnostics.iter().map(line).collect()
}

fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let read = |path: &Path| std::fs::read_to_string(path).expect("readable");
    let mut files: Vec<_> = paths.map(|path| (path.display().to_string(), read(&path))).collect();
    files.sort();
    assert!(files.len() > 3, "there are no files");
    files
}

#[test]
fn every_file_gets_the_diagnostics_that_it_names() {
    let mut wrong = Vec::new();
    for (name, text) in files() {
        let expected: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("//~ ")).collect();
        let found = found(&text);
        if found != expected {
            wrong.push(format!("{name}\n//~ {}\n", found.join("\n//~ ")));
        }
    }
    assert!(wrong.is_empty(), "these files get other diagnostics:\n{}", wrong.concat());
}

#[test]
fn every_code_has_a_case() {
    let texts: String = files().into_iter().map(|(_, text)| text).collect();
    for code in CODES {
        // Codes that need an option of the instantiation are tested there.
        assert!(texts.contains(code.name) || code.name == "input-blocks", "no file expects `{}`", code.name);
    }
}

#[test]
fn every_code_is_documented_with_its_meaning() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/integer-programs.md");
    let page = std::fs::read_to_string(page).expect("readable");
    let row = |line: &str| {
        Some(line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | ")?)
            .map(|(n, m)| (n.to_owned(), m.to_owned()))
    };
    let checks = page.split("## Checks").nth(1).and_then(|rest| rest.split("| verdict |").next()).expect("the tables");
    let documented: Vec<_> = checks.lines().filter_map(row).collect();
    let known: Vec<_> = CODES.iter().map(|code| (code.name.to_owned(), code.meaning.to_owned())).collect();
    assert_eq!(documented, known);
}
