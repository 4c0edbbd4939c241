//! The sessions of the documentation, and its programs.
//!
//! A block `console` holds commands after `$ ` with their output; a line `...` stands for any lines. They run in a folder
//! with the examples and with the files that blocks with `file=...` have written so far on that page.

use std::path::Path;
use std::process::Command;

use boolprog_base::Severity;
use boolprog_program::reading::ReadingOptions;
use boolprog_tests::root;

use super::{blocks, doc, pages, read};

/// The words of a command line; double quotes keep blanks and `|` inside a word.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in command.chars() {
        match character {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            other => words.last_mut().expect("there is a word").push(other),
        }
    }
    words
}

/// Runs a command; returns its output and stores its status.
fn run(command: &str, folder: &Path, status: &mut i32) -> String {
    let words = words(command);
    match words[0].as_str() {
        "echo" if words[1] == "$?" => format!("{status}\n"),
        "boolprog" | "boolprog-certify" => {
            let binary = match words[0].as_str() {
                "boolprog" => env!("CARGO_BIN_EXE_boolprog-under-test"),
                _ => env!("CARGO_BIN_EXE_boolprog-certify-under-test"),
            };
            let output = Command::new(binary)
                .args(&words[1..])
                .current_dir(folder)
                .env_remove("COLUMNS")
                .output()
                .expect("the binary starts");
            *status = output.status.code().unwrap_or(-1);
            let text = [output.stdout, output.stderr].concat();
            String::from_utf8_lossy(&text).replace("boolprog-under-test", "boolprog")
        }
        _ => panic!("`{command}` is no command that a session can have"),
    }
}

/// A line without the parts that differ from run to run.
fn normalised(line: &str) -> String {
    let line = line.trim_end();
    let varies = ["\"seconds\": ", "\"peak_bytes\": "].into_iter().find(|key| line.trim_start().starts_with(key));
    varies.map_or_else(|| line.to_owned(), |key| format!("{key}0"))
}

fn is_printed(expected: &[String], actual: &[String]) -> bool {
    match (expected.split_first(), actual.split_first()) {
        (None, _) => actual.is_empty(),
        (Some((any, rest)), _) if any == "..." => (0..=actual.len()).any(|skip| is_printed(rest, &actual[skip..])),
        (Some((wanted, expected)), Some((got, actual))) => wanted == got && is_printed(expected, actual),
        (Some(_), None) => false,
    }
}

fn folder_with_examples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(folder.path().join("examples")).expect("a folder");
    for entry in std::fs::read_dir(root().join("examples")).expect("examples/ exists") {
        let entry = entry.expect("readable");
        std::fs::copy(entry.path(), folder.path().join("examples").join(entry.file_name())).expect("copied");
    }
    folder
}

#[test]
fn sessions_print_what_they_show() {
    // Those that need a prover are tried if there is one.
    let has_z3 = Command::new("z3").arg("-version").output().is_ok();
    let mut commands = 0;
    for page in pages() {
        let folder = folder_with_examples();
        let mut status = 0;
        for block in blocks(&read(&page)).0 {
            if let Some((_, file)) = block.info.split_once(" file=") {
                std::fs::write(folder.path().join(file), &block.text).expect("written");
            }
            if block.info != "console" && (block.info != "console z3" || !has_z3) {
                continue;
            }
            for session in format!("\n{}", block.text).split("\n$ ").skip(1) {
                let (command, shown) = session.split_once('\n').unwrap_or((session, ""));
                let printed = run(command, folder.path(), &mut status);
                let lines = |text: &str| text.trim_end().lines().map(normalised).collect::<Vec<_>>();
                let place = format!("{}:{}: $ {command}", page.display(), block.line);
                assert!(is_printed(&lines(shown), &lines(&printed)), "{place}\nprints\n{printed}");
                commands += 1;
            }
        }
    }
    assert!(commands > 15, "only {commands} commands were found");
}

#[test]
fn programs_in_the_documentation_have_no_errors_unless_the_next_session_shows_them() {
    for page in pages() {
        let blocks = blocks(&read(&page)).0;
        for (index, block) in blocks.iter().enumerate().filter(|(_, block)| block.info.starts_with("boolprog")) {
            let shows_errors = blocks.get(index + 1).is_some_and(|next| next.text.contains("\nerror["));
            assert_eq!(!errors(&block.text).is_empty(), shows_errors, "{}:{}", page.display(), block.line);
        }
    }
    let language = blocks(&doc("language.md")).0;
    assert_eq!(errors(&language[0].text), Vec::<String>::new());
}

fn errors(text: &str) -> Vec<String> {
    let parsed = boolprog_syntax::parse(text);
    let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions::default());
    let all = parsed.diagnostics.iter().chain(analysis.diagnostics());
    all.filter(|found| found.severity == Severity::Error).map(|found| found.message.clone()).collect()
}
