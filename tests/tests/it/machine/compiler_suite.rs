//! The single-file programs of a public test suite for C compilers, each with its output. They are third-party data beside
//! the checkout.

use boolprog_machine::fault::{Kind, Kinds};
use boolprog_tests::corpus;

use super::executed::{self, Options, Outcome};

/// Programs that break a rule of C, which the machine says; without this kind of faults, they print what is expected.
const BROKEN: [(&str, Kind, &str); 1] =
    [("00032.c", Kind::Pointer, "it computes a pointer before the first element of an array")];

/// Programs that are not executed.
const LEFT_OUT: [(&str, &str); 1] =
    [("00040.c", "it executes some 60 million statements, half a minute of a release build")];

/// The difference of a program from its expectation, if there is one.
fn check(name: &str, path: &std::path::Path, wanted: &Outcome) -> Option<String> {
    let with = |kinds| executed::file(path, &Options { kinds, ..Options::default() });
    let usual = with(Kinds::default());
    let Some((_, broken, why)) = BROKEN.iter().find(|(broken, ..)| *broken == name) else {
        return (usual != *wanted).then(|| format!("{name} {usual}"));
    };
    if !matches!(usual, Outcome::Fault(kind, ..) if kind == *broken) {
        return Some(format!("{name} {usual}, but {why}"));
    }
    let tolerated = with(Kinds::default().without(*broken));
    (tolerated != *wanted).then(|| format!("{name} {tolerated} where {broken} is not looked for"))
}

#[test]
fn programs_for_compilers_print_what_is_expected() {
    let Some(folder) = corpus::folder().map(|folder| folder.join("compiler-suite")).filter(|folder| folder.is_dir())
    else {
        eprintln!("programs for compilers: skipped, since the corpus is not there");
        return;
    };
    let mut wrong = Vec::new();
    for path in corpus::files(&folder, "c") {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if LEFT_OUT.iter().any(|(left_out, _)| *left_out == name) {
            continue;
        }
        let wanted = std::fs::read(path.with_extension("c.expected")).expect("readable");
        let wanted = Outcome::Exit(0, String::from_utf8_lossy(&wanted).into_owned());
        wrong.extend(check(&name, &path, &wanted));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
