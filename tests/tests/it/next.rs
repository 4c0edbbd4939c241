//! Commands to try next, which are in reports, can be run and say more; and reports on many files, a line each.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use boolprog_tests::root;
use serde_json::Value;

fn boolprog(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the binary starts")
}

/// The report on one file of a folder.
fn report(folder: &Path, options: &[&str], name: &str) -> Value {
    let output = boolprog(folder, &[&["check", "--format", "json"], options, &[name]].concat());
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    report["files"][0].clone()
}

const REFUSED: &str = "decl inside := F;\nvoid main() begin\n  decl mine := F;\n  while T do\n    mine, mine$ := T, F constrain \
    !mine$;\n    assert !inside;\n    inside := T;\n    inside := F;\n    mine := F;\n  od;\nend\n";

const RETRY: &str = "decl lock := F;\nvoid attempt() begin\n  if * then\n    attempt();\n  else\n    lock := T constrain !lock;\n    \
    assert lock;\n    lock := F;\n  fi;\nend\nvoid main() begin\n  attempt();\nend\n";

const INPUT: &str = "decl x: int; process P { loc a, b; a -> b do x := input; } error big: P @ b && x > 100;";

#[test]
fn the_next_command_is_chosen_by_what_was_tried_and_says_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let lock = std::fs::read_to_string(root().join("examples/spin-lock.bp")).expect("an example");
    let files = [("refused.bp", REFUSED), ("retry.bp", RETRY), ("spin lock.bp", &lock), ("input.ip", INPUT)];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("writable");
    }
    for (options, name, expected) in [
        (&[][..], "refused.bp", &["--threads 3 refused.bp"][..]),
        (&[], "retry.bp", &["--threads 1 retry.bp", "--depth 8 retry.bp"]),
        (&["--timeout", "0"], "spin lock.bp", &["--timeout 10 'spin lock.bp'"]),
        (
            &["--engine", "explicit"],
            "input.ip",
            &["--engine alpha input.ip", "--engine explicit --input-bound 32 input.ip"],
        ),
        (
            &["--engine", "explicit", "--input-bound", "50"],
            "input.ip",
            &["--input-bound 50 --engine alpha input.ip", "--engine explicit --input-bound 200 input.ip"],
        ),
        (&[], "spin lock.bp", &[]),
    ] {
        let report = report(folder.path(), options, name);
        let next = &report["properties"][0]["next"];
        let commands: Vec<&str> = next.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let words = |command: &str| command.replace("boolprog check ", "");
        assert_eq!(commands.iter().map(|command| words(command)).collect::<Vec<_>>(), expected, "{report}");
        assert_eq!(report.get("next"), report["properties"][0].get("next"), "the file has those of its properties");
        let is_known = commands.iter().any(|command| {
            let words = shell_words(command);
            assert_eq!((&*words[0], &*words[1]), ("boolprog", "check"));
            let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            matches!(boolprog(folder.path(), &words).status.code(), Some(0 | 1))
        });
        assert_eq!(is_known, !commands.is_empty(), "one of them decides: {report}");
    }
}

/// The words of a command, some of them in single quotes.
fn shell_words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in command.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            other => words.last_mut().expect("there is a word").push(other),
        }
    }
    words
}

#[test]
fn what_was_not_asked_of_a_c_program_is_offered_by_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "#include <pthread.h>\n#include <assert.h>\nvoid *f(void *p) { return p; }\nint main(void) {\n  pthread_t t;\n  \
        pthread_create(&t, 0, f, 0);\n  assert(1);\n  return pthread_join(t, 0);\n}\n";
    std::fs::write(folder.path().join("a.c"), text).expect("writable");
    let report = report(folder.path(), &["--timeout", "30"], "a.c");
    let command = |kind: &str| format!("boolprog check --timeout 30 --property {kind} a.c");
    assert_eq!(report["next"], serde_json::json!([command("race"), command("deadlock")]), "{report}");
    assert!(report["properties"].as_array().expect("a list").iter().all(|property| property["next"].is_null()));
    let sarif = boolprog(folder.path(), &["check", "--format", "sarif", "--timeout", "0", "a.c"]);
    let sarif = String::from_utf8(sarif.stdout).expect("UTF-8");
    assert!(!sarif.contains("\"next\": []"), "{sarif}");
}

#[test]
fn each_file_of_a_list_is_reported_on_a_line() {
    let folder = root().join("examples");
    let list = "spin-lock.bp\n\nno-such.bp\nbroken-mutex.bp\n";
    let mut process = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .args(["check", "--files-from", "-", "--format", "json-lines"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    process.stdin.take().expect("piped").write_all(list.as_bytes()).expect("read");
    let output = process.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3), "the worst of all");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let reports: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a report")).collect();
    let names: Vec<_> = reports.iter().map(|report| report["files"][0]["file"].as_str()).collect();
    assert_eq!(names, [Some("spin-lock.bp"), Some("no-such.bp"), Some("broken-mutex.bp")]);
    assert!(reports.iter().all(|report| report["schema"] == "boolprog-report/2"));
    assert_eq!(reports[2]["files"][0]["properties"][0]["verdict"], "violated");

    let folder = tempfile::tempdir().expect("a folder");
    let missing = boolprog(folder.path(), &["check", "--files-from", "no-such"]);
    assert_eq!(missing.status.code(), Some(3));
    std::fs::write(folder.path().join("list"), "list\n").expect("writable");
    let replaced = boolprog(folder.path(), &["check", "--files-from", "list", "--output", "list"]);
    assert_eq!(replaced.status.code(), Some(64), "a list is an input");
    std::fs::write(folder.path().join("list"), "").expect("writable");
    let nothing = boolprog(folder.path(), &["check", "--files-from", "list"]);
    assert_eq!((nothing.status.code(), nothing.stdout.len()), (Some(0), 0));
}
