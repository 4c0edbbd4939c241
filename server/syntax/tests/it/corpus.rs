//! Every third-party program parses without an error.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folder of third-party programs, which are not part of the repository.
fn corpus() -> Option<PathBuf> {
    let folder = env::var_os("BOOLPROG_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"), PathBuf::from);
    folder.is_dir().then_some(folder)
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "bp") {
            found.push(path);
        }
    }
}

#[test]
fn corpus_parses_without_errors() {
    let Some(folder) = corpus() else {
        eprintln!("skipped: no corpus; set BOOLPROG_CORPUS to the folder that holds it");
        return;
    };
    let mut found = Vec::new();
    programs(&folder, &mut found);
    found.sort();
    assert!(!found.is_empty(), "no .bp file under {}", folder.display());
    for path in found {
        let text = fs::read(&path).expect("a readable file");
        let text = String::from_utf8_lossy(&text);
        let parsed = boolprog_syntax::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{}: {:#?}", path.display(), parsed.diagnostics);
        assert!(!parsed.file.procedures.is_empty(), "{}", path.display());
    }
}
