//! Public programs that other tools generated: nothing in them is an error.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use boolprog_base::Severity;
use boolprog_program::analyse;
use boolprog_program::lower::NotLowered;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::parse;

/// The corpus next to the repository, or where `BOOLPROG_CORPUS` says.
fn corpus() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let folder = std::env::var_os("BOOLPROG_CORPUS").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("no corpus at {}: set BOOLPROG_CORPUS to run this test", folder.display());
    None
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "bp") {
            found.push(path);
        }
    }
}

#[test]
fn generated_programs_have_no_errors() {
    let Some(folder) = corpus() else { return };
    let mut paths = Vec::new();
    programs(&folder, &mut paths);
    paths.sort();
    assert!(!paths.is_empty(), "no program in {}", folder.display());
    let mut errors = String::new();
    for path in paths {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a readable file")).into_owned();
        let parsed = parse(&text);
        let analysis = analyse(&parsed.file, &ReadingOptions::default());
        for diagnostic in parsed.diagnostics.iter().chain(analysis.diagnostics()) {
            if diagnostic.severity == Severity::Error {
                let line = text[..diagnostic.span.start as usize].matches('\n').count() + 1;
                let _ = writeln!(errors, "{}:{line}: {} {}", path.display(), diagnostic.code, diagnostic.message);
            }
        }
        match analysis.program() {
            Ok(program) => assert!(!program.locations.is_empty()),
            Err(NotLowered::Recursion { .. }) => {
                assert!(path.starts_with(folder.join("sequential")), "{}", path.display());
            }
            Err(error) => {
                let _ = writeln!(errors, "{}: {error:?}", path.display());
            }
        }
    }
    assert!(errors.is_empty(), "{errors}");
}
