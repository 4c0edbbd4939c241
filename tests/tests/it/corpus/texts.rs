//! Public programs that other tools generated: nothing in them is an error.

use std::fmt::Write;

use boolprog_base::Severity;
use boolprog_program::analyse;
use boolprog_program::lower::NotLowered;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::parse;
use boolprog_tests::corpus;

#[test]
fn generated_programs_have_no_errors() {
    let Some(folder) = corpus::folder() else { return };
    let paths = corpus::files(&folder, "bp");
    assert!(!paths.is_empty(), "no program in {}", folder.display());
    let mut errors = String::new();
    for path in paths {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a readable file")).into_owned();
        let parsed = parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{}: {:#?}", path.display(), parsed.diagnostics);
        assert!(!parsed.file.procedures.is_empty(), "{}", path.display());
        let analysis = analyse(&parsed.file, &ReadingOptions::default());
        for diagnostic in analysis.diagnostics() {
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
