//! Programs and their diagnostics: adding a case is adding a `.bp` file to `checks/`, `lower/` or `reduce/`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use boolprog_base::control::Unlimited;
use boolprog_base::{Diagnostic, Edit, Fix, Span};
use boolprog_program::checks::CODES;
use boolprog_program::lower::{NotLowered, lower_modular, lower_unrolled};
use boolprog_program::program::Program;
use boolprog_program::reading::ReadingOptions;
use boolprog_program::reduce::{Reduction, Reductions, Size, reduce};
use boolprog_program::{Analysis, analyse};
use boolprog_syntax::parse;

/// The programs of a folder of `tests/`, by name.
fn programs(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut paths: Vec<PathBuf> =
        folder.read_dir().expect("the folder exists").map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bp"));
    paths.sort();
    let name = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).expect("readable"))).collect()
}

fn snapshot(folder: &str, name: &str, content: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, content));
}

fn analysis(text: &str) -> Analysis {
    analyse(&parse(text).file, &ReadingOptions { portability: true, ..ReadingOptions::default() })
}

fn position(text: &str, offset: u32) -> String {
    let before = &text[..offset as usize];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    format!("{}:{}", before.matches('\n').count() + 1, before.len() - line_start + 1)
}

fn place(text: &str, span: Span) -> String {
    format!("{} `{}`", position(text, span.start), text[span.range()].replace('\n', " "))
}

fn rendered(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let Diagnostic { code, severity, span, message, related, fixes, .. } = diagnostic;
        let _ = writeln!(out, "{} {severity:?} {code}\n  {message}", place(text, *span));
        for (span, message) in related {
            let _ = writeln!(out, "  see {}: {message}", place(text, *span));
        }
        for fix in fixes {
            let _ = writeln!(out, "  fix: {}", fix.title);
        }
    }
    out
}

fn applied(text: &str, fix: &Fix) -> String {
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|edit| edit.span);
    Edit::apply(text, &edits)
}

#[test]
fn checks_say_what_is_wrong() {
    for (name, text) in programs("checks") {
        let parsed = parse(&text);
        let found = analysis(&text).diagnostics().to_vec();
        let syntax =
            if parsed.diagnostics.is_empty() { String::new() } else { rendered(&text, &parsed.diagnostics) + "---\n" };
        snapshot("checks", &name, &(syntax + &rendered(&text, &found)));
    }
}

#[test]
fn every_code_has_a_fixture() {
    let texts = programs("checks");
    let found: BTreeSet<&str> = texts
        .iter()
        .flat_map(|(_, text)| analysis(text).diagnostics().to_vec())
        .map(|diagnostic| diagnostic.code)
        .collect();
    for code in CODES {
        assert!(found.contains(code.name), "no program in tests/checks shows `{}`", code.name);
    }
    for code in found {
        assert!(CODES.iter().any(|known| known.name == code), "`{code}` is not in the table");
    }
}

#[test]
fn every_fix_removes_its_finding() {
    for (name, text) in programs("checks") {
        let count =
            |text: &str, code: &str| analysis(text).diagnostics().iter().filter(|found| found.code == code).count();
        let broken = parse(&text).diagnostics.len();
        for diagnostic in analysis(&text).diagnostics().to_vec() {
            for fix in &diagnostic.fixes {
                let mended = applied(&text, fix);
                assert!(
                    count(&mended, diagnostic.code) < count(&text, diagnostic.code),
                    "{name}: `{}` leaves `{}`:\n{mended}",
                    fix.title,
                    diagnostic.message
                );
                assert!(
                    parse(&mended).diagnostics.len() <= broken,
                    "{name}: `{}` breaks the syntax:\n{mended}",
                    fix.title
                );
            }
        }
    }
}

#[test]
fn lowering_gives_these_edges() {
    for (name, text) in programs("lower") {
        assert_eq!(rendered(&text, &parse(&text).diagnostics), "", "{name}");
        let analysis = analysis(&text);
        let content = match analysis.program() {
            Ok(program) => program.describe(&analysis.names),
            Err(NotLowered::Recursion { cycle }) => {
                let name = |id: &boolprog_program::names::ProcedureId| {
                    analysis.names.procedures[id.0 as usize].name.to_string()
                };
                let form = |program: Result<Program, NotLowered>| match program {
                    Ok(program) => program.describe(&analysis.names),
                    Err(error) => format!("{error:?}\n"),
                };
                let (file, names, reading) = (parse(&text).file, &analysis.names, &analysis.reading);
                format!(
                    "recursion: {}\n\nmodular\n{}\nunrolled to depth 2\n{}",
                    cycle.iter().map(name).collect::<Vec<_>>().join(" > "),
                    form(lower_modular(&file, names, reading)),
                    form(lower_unrolled(&file, names, reading, 2)),
                )
            }
            Err(error) => format!("{error:?}\n{}", rendered(&text, analysis.diagnostics())),
        };
        snapshot("lower", &name, &content);
    }
}

fn size(Size { locations, shared_bits, local_bits }: Size) -> String {
    format!("{locations} locations, {shared_bits} shared and {local_bits} local bits")
}

#[test]
fn reductions_leave_this() {
    for (name, text) in programs("reduce") {
        let analysis = analysis(&text);
        let program = analysis.program().unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let mut content = String::new();
        for reduction in Reduction::ALL {
            let left = reduce(program, Reductions::NONE.with(reduction), &Unlimited);
            let left = left.map_or("all".to_owned(), |reduced| size(reduced.after));
            let _ = writeln!(content, "{}: {left}", reduction.name());
        }
        let reduced =
            reduce(program, Reductions::ALL, &Unlimited).unwrap_or_else(|| panic!("{name}: nothing is forgotten"));
        let _ = writeln!(content, "together: {} of {}\n", size(reduced.after), size(reduced.before));
        snapshot("reduce", &name, &(content + &reduced.program.describe(&analysis.names)));
    }
}

#[test]
fn comments_and_layout_do_not_change_the_fingerprint() {
    for (name, text) in programs("lower") {
        let Ok(program) = analysis(&text).program().cloned() else { continue };
        let other = text.replace('\n', "\r\n  /* moved */ ");
        let moved = analysis(&other).program().expect("the same program").clone();
        assert_eq!(program.fingerprint(), moved.fingerprint(), "{name}");
    }
}

#[test]
fn fingerprints_differ() {
    let programs: Vec<u64> = programs("lower")
        .iter()
        .filter_map(|(_, text)| analysis(text).program().cloned().ok())
        .map(|program| program.fingerprint())
        .collect();
    let distinct: BTreeSet<u64> = programs.iter().copied().collect();
    assert_eq!(distinct.len(), programs.len());
}
