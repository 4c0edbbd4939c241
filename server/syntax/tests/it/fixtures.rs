//! The typed trees of `programs/*.bp` and the messages about `mistakes/*.bp`, with snapshots next to them.
//!
//! A case is added by adding a file. `INSTA_UPDATE=always` rewrites the snapshots; read them before they are committed.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use boolprog_base::{Diagnostic, Edit};
use boolprog_syntax::{Parsed, parse};

use crate::dump;

fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bp"));
    paths.sort();
    assert!(!paths.is_empty(), "there is no case");
    paths
}

/// Compares the description of every program in `folder` with its snapshot.
fn check(folder: &str, describe: impl Fn(&Parsed, &str) -> String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_path(&folder);
    for path in programs(&folder) {
        let text = fs::read_to_string(&path).expect("a readable program");
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        settings.bind(|| insta::assert_snapshot!(name.as_ref(), describe(&parse(&text), &text)));
    }
}

#[test]
fn trees_of_programs() {
    check("programs", |parsed, text| dump::dump(&parsed.file, text) + &messages(&parsed.diagnostics, text));
}

#[test]
fn messages_about_mistakes() {
    check("mistakes", |parsed, text| {
        assert!(!parsed.diagnostics.is_empty(), "no mistake was found in\n{text}");
        messages(&parsed.diagnostics, text)
    });
}

/// Each diagnostic under its line, with the line after its first fix.
fn messages(diagnostics: &[Diagnostic], text: &str) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let start = diagnostic.span.start as usize;
        let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let line = text[line_start..].lines().next().unwrap_or_default();
        let width = text[diagnostic.span.range()].chars().count().clamp(1, line.len().max(1));
        let column = text[line_start..start].chars().count();
        let carets = "^".repeat(width);
        writeln!(out, "{line}\n{:column$}{carets} {}: {}", "", diagnostic.code, diagnostic.message).expect("a string");
        for (span, note) in &diagnostic.related {
            let row = text[..span.start as usize].matches('\n').count() + 1;
            writeln!(out, "  line {row}, {}: {note}", &text[span.range()]).expect("a string");
        }
        for fix in &diagnostic.fixes {
            let mended = mend(text, &fix.edits);
            let changed: Vec<&str> = mended.lines().filter(|line| !text.lines().any(|old| old == *line)).collect();
            writeln!(out, "  {}: {}", fix.title, changed.join(" ⏎ ")).expect("a string");
        }
    }
    out
}

fn mend(text: &str, edits: &[Edit]) -> String {
    let mut edits = edits.to_vec();
    edits.sort_by_key(|edit| edit.span);
    Edit::apply(text, &edits)
}
