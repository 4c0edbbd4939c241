//! The server for agents: the answers of its tools.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use boolprog_tests::mcp_client::Client;
use boolprog_tests::root;
use serde_json::{Value, json};

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_boolprog-under-test");

/// A client of a folder that is its root, with these files.
pub(crate) fn client(files: &[(&str, &str)]) -> (tempfile::TempDir, Client) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("writable");
    }
    let client = Client::introduced(BINARY, folder.path(), &[], &[folder.path()]);
    (folder, client)
}

fn example(name: &str) -> String {
    std::fs::read_to_string(root().join("examples").join(name)).expect("an example")
}

/// An answer without the path of the folder, which is another one each time.
fn plain(answer: &Value, folder: &Path) -> String {
    let path = folder.canonicalize().expect("a path").display().to_string();
    serde_json::to_string_pretty(answer).expect("JSON").replace(&format!("{path}/"), "")
}

#[test]
fn an_agent_repairs_a_lock_in_three_calls() {
    const NAME: &str = "spin-lock-broken.c";
    let (folder, mut client) = client(&[(NAME, &example(NAME))]);
    let mut transcript = String::new();
    let mut call = |tool: &str| {
        let arguments = json!({ "file": NAME });
        let answer = client.call(tool, &arguments).expect("an answer");
        _ = write!(transcript, "> {tool} {arguments}\n{}\n\n", plain(&answer, folder.path()));
        answer
    };
    assert_eq!(call("check")["verdict"], "violated");
    call("explain");
    let repaired = example(NAME)
        .replace("  while (lock)\n    ;\n  lock = 1;\n", "  while (__sync_lock_test_and_set(&lock, 1))\n    ;\n");
    std::fs::write(folder.path().join(NAME), repaired).expect("writable");
    assert_eq!(call("check")["verdict"], "proved");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../mcp_transcripts");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("repair", transcript));
}

#[test]
fn a_counterexample_is_replayed_and_left() {
    let name = "broken-mutex.bp";
    let (_folder, mut client) = client(&[(name, &example(name))]);
    let steps = client.call("replay", &json!({ "file": name, "from": 5, "count": 2, "watch": ["lock", "?"] }));
    let steps = steps.expect("steps");
    assert_eq!(steps["of"], 9, "{steps}");
    assert_eq!(steps["steps"][0]["step"], 5);
    assert_eq!(steps["steps"][0]["effects"], json!(["lock F -> T"]), "{steps}");
    assert_eq!(steps["watch"][0], "lock: F", "{steps}");
    assert_eq!(steps["steps"].as_array().map(Vec::len), Some(2));

    let there = client.call("what_if", &json!({ "file": name, "after": 4 })).expect("alternatives");
    let alternatives = there["alternatives"].as_array().expect("a list");
    assert!(alternatives.iter().any(|it| it["recorded"] == true && it["thread"] == "T2"), "{there}");
    let other = alternatives.iter().find(|it| it["thread"] == "T1").expect("another way");
    let arguments = json!({ "file": name, "after": 4, "choose": [other["choose"]] });
    let left = client.call("what_if", &arguments).expect("a step");
    assert_eq!(left["left_the_counterexample"], true, "{left}");
    assert_eq!((&left["taken"], &left["steps"][0]["thread"]), (&json!(5), &json!("T1 main")), "{left}");
    let arguments = json!({ "file": name, "after": 4, "choose": [99] });
    assert_eq!(client.call("what_if", &arguments), Err("there is no alternative 99: there are 1 to 2".to_owned()));
    let whole = client.call("what_if", &json!({ "file": name, "after": 8, "run": true })).expect("the end");
    assert!(whole["violated"].as_str().is_some_and(|end| end.contains("!inside")), "{whole}");
}

#[test]
fn an_unknown_verdict_says_what_would_help() {
    let (_folder, mut client) = client(&[("spin-lock.bp", &example("spin-lock.bp"))]);
    let arguments = json!({ "file": "spin-lock.bp", "options": ["--timeout", "0"] });
    let unknown = client.call("explain", &arguments).expect("an answer");
    assert_eq!(unknown["reason"], "time limit reached", "{unknown}");
    let next = unknown["next"][0].clone();
    assert_eq!(next["arguments"]["options"], json!(["--timeout", "10"]), "{unknown}");
    let decided = client.call(next["tool"].as_str().expect("a tool"), &next["arguments"]).expect("an answer");
    assert_eq!(decided["verdict"], "proved", "{decided}");
}

#[test]
fn what_always_holds_is_told_of_each_language() {
    let names = ["spin-lock.bp", "spin-lock.c", "tickets.ip"];
    let texts = names.map(example);
    let files: Vec<(&str, &str)> = names.into_iter().zip(texts.iter().map(String::as_str)).collect();
    let (_folder, mut client) = client(&files);
    let known = client.call("invariants", &json!({ "file": "spin-lock.bp", "lines": [14] })).expect("facts");
    assert_eq!(known["lines"][0]["line"], 14, "{known}");
    let always = known["lines"][0]["always"].to_string();
    assert!(always.contains("lock = T") && always.contains("inside = F"), "{known}");
    let known = client.call("invariants", &json!({ "file": "spin-lock.c", "lines": [13] })).expect("facts");
    assert_eq!(known["lines"][0]["line"], 13, "{known}");
    let known = client.call("invariants", &json!({ "file": "tickets.ip" })).expect("facts");
    assert!(known["lines"].as_array().is_some_and(|lines| !lines.is_empty()), "{known}");
}

#[test]
fn the_documentation_is_there() {
    let (_folder, mut client) = client(&[]);
    let tools = client.ask("tools/list", &json!({}));
    let names: Vec<&str> =
        tools["result"]["tools"].as_array().into_iter().flatten().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["check", "explain", "replay", "what_if", "invariants"]);
    let pages = client.ask("resources/list", &json!({}));
    let pages = pages["result"]["resources"].as_array().expect("a list").clone();
    assert!(pages.len() > 10);
    for page in pages {
        let read = client.ask("resources/read", &json!({ "uri": page["uri"] }));
        let text = read["result"]["contents"][0]["text"].as_str().expect("a page");
        assert!(text.starts_with(&format!("# {}", page["title"].as_str().expect("a title"))), "{page}");
    }
    let missing = client.ask("resources/read", &json!({ "uri": "boolprog://docs/../Cargo" }));
    assert!(missing["error"]["message"].as_str().is_some_and(|why| why.starts_with("There is no page")), "{missing}");
}

/// The official client library of Python has the same conversation. Needs Python with the package `mcp`: `python3`, or the one that
/// `BOOLPROG_PYTHON` names.
#[test]
fn the_official_client_is_answered() {
    let python = std::env::var_os("BOOLPROG_PYTHON").unwrap_or_else(|| "python3".into());
    let script = root().join("tests/tests/mcp_transcripts/client.py");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("lock.bp"), example("broken-mutex.bp")).expect("writable");
    let ran = Command::new(python).arg(script).arg(BINARY).arg(folder.path()).status();
    let Ok(ran) = ran else {
        eprintln!("skipped: there is no Python");
        return;
    };
    assert!(matches!(ran.code(), Some(0 | 77)), "{ran}; 77 stands for skipped");
}
