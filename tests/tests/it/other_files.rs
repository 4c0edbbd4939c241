//! A file of the wrong kind for a subcommand is refused for its kind, not for its syntax.

use std::fmt::Write as _;
use std::process::Command;

const ENDINGS: &[&str] = &["bp", "tts", "spec", "ip", "cfa", "system", "smt2", "json", "what"];

/// Every subcommand that reads files, with its arguments besides FILE.
const SUBCOMMANDS: [&[&str]; 15] = [
    &["check", "FILE"],
    &["reach", "FILE"],
    &["invariant", "FILE", "T"],
    &["cutoff", "FILE"],
    &["graph", "FILE"],
    &["abstract-graph", "FILE"],
    &["abstract", "FILE"],
    &["refine", "FILE"],
    &["coverage", "FILE"],
    &["slice", "FILE"],
    &["verify-certificate", "FILE", "proof.json"],
    &["convert", "FILE", "out.tts"],
    &["export", "--format", "svg", "FILE"],
    &["replay", "FILE"],
    &["fmt", "FILE"],
];

#[test]
fn unsupported_input_files_are_named_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut table = String::new();
    for arguments in SUBCOMMANDS {
        writeln!(table, "{}", arguments[0]).expect("strings take everything");
        for ending in ENDINGS {
            let file = format!("x.{ending}");
            std::fs::write(folder.path().join(&file), "# nonsense").expect("writable");
            let arguments = arguments.iter().map(|&argument| if argument == "FILE" { &file } else { argument });
            let mut boolprog = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
            let output = boolprog.args(arguments).current_dir(folder.path()).output().expect("the binary starts");
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said);
            let refusal = said.lines().find_map(|line| line.find("This is ").map(|start| &line[start..]));
            assert_eq!(output.status.code(), Some(3), "{file}: {said}");
            writeln!(table, "  .{ending}: {}", refusal.unwrap_or("read")).expect("strings take everything");
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../other_files");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("refusals", table));
}
