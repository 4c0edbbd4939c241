//! The programs with one fault each: what the sanitizers of gcc find is at the line that the first line of the program says.
//! That the machine finds all of them is a test of its crate.

use std::time::Duration;

use boolprog_tests::{corpus, root};

use super::gcc::{self, Ran};

const LONGEST: Duration = Duration::from_secs(5);

/// It takes a minute.
#[test]
#[ignore = "takes a minute: `cargo test -p boolprog-tests --test it -- --ignored sanitizers::`"]
fn what_sanitizers_find_is_where_the_program_says() {
    if !gcc::is_installed("gcc", "sanitizers") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut found = 0;
    for path in corpus::files(&root().join("server/machine/tests/faults"), "c") {
        let text = std::fs::read_to_string(&path).expect("readable");
        let (program, name) = (folder.path().join("made"), path.file_name().unwrap_or_default().to_string_lossy());
        let options = ["-O0", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        gcc::compile(&path, &program, &options).unwrap_or_else(|why| panic!("{name}: {why}"));
        let Ran::Ended(_, _, errors) = gcc::run(&program, LONGEST) else { continue };
        let reported = errors.lines().find_map(|line| line.split_once(&format!("{name}:"))).map(|(_, rest)| rest);
        let line = reported.and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
        // For memory that was never written, they know the allocation only.
        let Some(line) = line.filter(|_| !text.starts_with("// fault: uninitialised")) else { continue };
        found += 1;
        let first = text.lines().next().unwrap_or_default();
        assert!(first.split(' ').any(|word| word == line), "{name}: line {line}, but {first}");
    }
    assert!(found > 30, "only {found} are found");
}
