//! C programs of several files: a case is a folder with a file `main.c`, which begins with what is expected.

use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_tests::root;

/// The output of a check of `main.c` in a folder, and of an execution of it.
fn printed(folder: &Path, subcommand: &str, options: &[&str]) -> String {
    let mut boolprog = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    let output = boolprog.current_dir(folder).arg(subcommand).args(options).arg("main.c").output();
    let output = output.expect("the binary starts");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).expect("UTF-8")
}

/// The first line of a verdict.
fn verdict(text: &str) -> &'static str {
    let has = |word: &str| text.lines().any(|line| line.starts_with(&format!("  {word} ")));
    match [has("violated"), has("unknown"), has("proved")] {
        [true, ..] => "unsafe",
        [false, false, true] => "safe",
        _ if text.contains("not checked because of") => "refused",
        _ => "unknown",
    }
}

fn folders() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("tests/tests/several_files")).expect("a folder");
    let mut folders: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    folders.sort();
    folders
}

#[test]
fn programs_are_linked_as_their_first_line_says() {
    let mut wrong = Vec::new();
    for folder in folders() {
        let text = std::fs::read_to_string(folder.join("main.c")).expect("readable");
        let line = text.lines().next().and_then(|line| line.strip_prefix("// expect: ")).expect("what is expected");
        let words: Vec<&str> = line.split(' ').collect();
        let found = printed(&folder, "check", &words[1..]);
        if verdict(&found) != words[0] {
            wrong.push(format!("{}: not {}:\n{found}", folder.display(), words[0]));
        }
        let said = text.lines().filter_map(|line| line.strip_prefix("// says: "));
        let missing = said.filter(|said| !found.contains(said));
        wrong.extend(missing.map(|said| format!("{}: it does not say `{said}`:\n{found}", folder.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn documents_name_the_file_of_each_place() {
    let folder = root().join("tests/tests/several_files/race-between");
    let options = ["--property", "race", "--link", "counter.c", "--format"];
    let json = printed(&folder, "check", &[&options[..], &["json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let property = &report["files"][0]["properties"][0];
    let files = [&property["file"], &property["related"][0]["file"]];
    assert!(files.contains(&&"counter.c".into()) && files.contains(&&serde_json::Value::Null), "{property}");
    let sarif = printed(&folder, "check", &[&options[..], &["sarif"]].concat());
    let sarif: serde_json::Value = serde_json::from_str(&sarif).expect("JSON");
    let result = sarif["runs"][0]["results"][0].to_string();
    assert!(result.contains(r#""uri":"counter.c""#) && result.contains(r#""uri":"main.c""#), "{result}");
}

#[test]
fn an_execution_has_all_files() {
    let folder = root().join("tests/tests/several_files/static-names");
    assert_eq!(printed(&folder, "run", &["--link", "other.c"]), "");
    let folder = root().join("tests/tests/several_files/leak-of-other");
    let said = printed(&folder, "run", &["--link", "store.c", "--property", "leak"]);
    assert!(said.contains("store.c:4:"), "{said}");
}

#[test]
fn stages_have_all_files() {
    let folder = root().join("tests/tests/several_files/static-names");
    let linked = printed(&folder, "convert", &["--link", "other.c", "--stage", "linked"]);
    assert!(linked.contains("of_other"), "{linked}");
}
