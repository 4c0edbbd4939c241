//! The single-file programs of a public test suite for C compilers, each with its output. They are third-party data beside
//! the checkout.

use boolprog_tests::corpus;

use super::executed::{self, Options, Outcome};

/// Programs that the machine does not execute as expected, with the reason.
const KNOWN: &[(&str, &str)] = &[];

#[test]
fn programs_for_compilers_print_what_is_expected() {
    let Some(folder) = corpus::folder().map(|folder| folder.join("compiler-suite")).filter(|folder| folder.is_dir()) else {
        eprintln!("programs for compilers: skipped, since the corpus is not there");
        return;
    };
    let mut wrong = Vec::new();
    for path in corpus::files(&folder, "c") {
        let wanted = std::fs::read(path.with_extension("c.expected")).expect("readable");
        let wanted = String::from_utf8_lossy(&wanted).into_owned();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let outcome = executed::file(&path, &Options::default());
        let is_right = outcome == Outcome::Exit(0, wanted.clone());
        let is_known = KNOWN.iter().any(|(known, _)| *known == name);
        if is_right == is_known {
            wrong.push(format!("{name}: {outcome:?}"));
        }
    }
    assert!(wrong.is_empty(), "these differ from what is expected or known:\n{}", wrong.join("\n"));
}
