//! The server for agents and hostile clients: they get an error, and nothing else.

use std::path::Path;
use std::time::{Duration, Instant};

use boolprog_tests::mcp_client::{Client, introduction};
use boolprog_tests::programs::endless;
use serde_json::{Value, json};

use crate::mcp::{BINARY, client};

const LOCK: &str = "decl lock;\nvoid main() begin\n  lock := T;\n  assert lock;\nend\n";

/// The process still answers.
fn assert_alive(client: &mut Client) {
    assert!(client.ask("ping", &json!({}))["result"].is_object());
}

fn call(file: &str) -> Value {
    json!({ "name": "check", "arguments": { "file": file } })
}

#[test]
fn nonsense_costs_the_answer_only() {
    let (_folder, mut client) = client(&[("lock.bp", LOCK)]);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for line in [
        "",
        "nonsense",
        "{",
        "[]",
        "null",
        "{}",
        "\u{0}\u{1}",
        "{\"jsonrpc\":\"2.0\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":99}}",
        "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":99,\"error\":{\"code\":1,\"message\":\"x\"}}",
        &deep,
        &"x".repeat(9 << 20),
    ] {
        client.send_text(line);
    }
    assert_alive(&mut client);
    for (params, code) in [(format!("{{\"x\":{deep}}}"), -32600), ("7".to_owned(), -32602)] {
        client.send_text(&format!("{{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"tools/call\",\"params\":{params}}}"));
        assert_eq!(client.answer(77)["error"]["code"], code);
    }
    assert_eq!(client.ask("no/such", &json!({}))["error"]["code"], -32601);
    for params in [
        json!({}),
        json!([]),
        json!({ "name": 7 }),
        json!({ "name": "no-such" }),
        json!({ "name": "check", "arguments": [] }),
    ] {
        let answer = client.ask("tools/call", &params);
        assert!(answer["error"]["code"].is_i64(), "{params}: {answer}");
    }
    for arguments in [
        json!({}),
        json!({ "file": 1 }),
        json!({ "file": "lock.bp", "stranger": 1 }),
        json!({ "file": "lock.bp", "options": "x" }),
        json!({ "file": "lock.bp", "options": ["--no-such"] }),
        json!({ "file": "lock.bp", "options": ["--help"] }),
        json!({ "file": "lock.bp", "options": ["lock.bp"] }),
        json!({ "file": "lock.bp", "options": ["--timeout"] }),
        json!({ "file": "lock.bp", "options": ["--"] }),
    ] {
        assert!(client.call("check", &arguments).is_err(), "{arguments}");
    }
    for (tool, arguments) in [
        ("replay", json!({ "file": "lock.bp", "from": -1 })),
        ("replay", json!({ "file": "lock.bp", "id": "stranger" })),
        ("replay", json!({ "file": "lock.bp" })),
        ("what_if", json!({ "file": "lock.bp", "after": 18_446_744_073_709_551_615_u64 })),
    ] {
        assert!(client.call(tool, &arguments).is_err(), "{arguments}");
    }
    assert_eq!(client.call("check", &json!({ "file": "lock.bp" })).expect("an answer")["verdict"], "proved");
}

#[test]
fn who_is_not_introduced_is_told_so() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("lock.bp"), LOCK).expect("writable");
    let mut client = Client::start(BINARY, folder.path(), &[]);
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    client.send(&json!({ "jsonrpc": "2.0", "id": 5, "result": {} }));
    assert!(client.ask("tools/call", &call("lock.bp"))["error"]["code"].is_i64());
    assert!(client.ask("tools/list", &json!({}))["error"]["code"].is_i64());
    let answer = client.ask("initialize", &introduction(&json!({})));
    assert!(answer["result"]["instructions"].is_string(), "{answer}");
    // Without roots the current folder is one.
    assert_eq!(client.call("check", &json!({ "file": "lock.bp" })).expect("an answer")["verdict"], "proved");
}

/// Folder `in` is the only root; beside it lie a program and a header.
fn two_folders() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(path("in/deep")).expect("writable");
    let including = |header: &str| format!("#include {header}\nint main(void) {{ return SECRET; }}\n");
    for (name, text) in [
        ("in/lock.bp", LOCK.to_owned()),
        ("outside.bp", LOCK.to_owned()),
        ("secret.h", "#define SECRET 0\n".to_owned()),
        ("in/own.h", "#define SECRET 0\n".to_owned()),
        ("in/up.c", including("\"../secret.h\"")),
        ("in/down.c", including("\"own.h\"")),
        ("in/whole.c", including(&format!("\"{}\"", path("secret.h").display()))),
        ("in/angle.c", including("<../secret.h>")),
        ("compile_commands.json", "broken".to_owned()),
    ] {
        std::fs::write(path(name), text).expect("writable");
    }
    #[cfg(unix)]
    for (target, name) in [("../outside.bp", "in/link.bp"), ("..", "in/up"), ("../secret.h", "in/linked.h")] {
        std::os::unix::fs::symlink(target, path(name)).expect("a link");
    }
    std::fs::write(path("in/link.c"), including("\"linked.h\"")).expect("writable");
    folder
}

fn assert_confined(client: &mut Client, folder: &Path) {
    let whole = |name: &str| folder.join(name).display().to_string();
    let inside = [whole("in/lock.bp"), format!("file://{}", whole("in/lock.bp")), "deep/../lock.bp".to_owned()];
    for file in inside {
        assert_eq!(client.call("check", &json!({ "file": file })).expect("an answer")["verdict"], "proved", "{file}");
    }
    let outside = [
        whole("outside.bp"),
        whole("in/../outside.bp"),
        format!("file://{}", whole("outside.bp")),
        "/etc/passwd".to_owned(),
        "/dev/zero".to_owned(),
        "../outside.bp".to_owned(),
        "link.bp".to_owned(),
        "up/outside.bp".to_owned(),
        "deep".to_owned(),
        String::new(),
        "gone.bp".to_owned(),
        "a\u{0}b".to_owned(),
    ];
    for file in outside {
        for tool in ["check", "explain", "replay", "invariants"] {
            let why = client.call(tool, &json!({ "file": file })).expect_err("nothing is read");
            assert!(why.starts_with("The roots of the client have no file"), "{file}: {why}");
        }
    }
    for (file, verdict) in [
        ("down.c", "proved"),
        ("up.c", "not checked"),
        ("whole.c", "not checked"),
        ("link.c", "not checked"),
        ("angle.c", "not checked"),
    ] {
        let answer = client.call("check", &json!({ "file": file })).expect("an answer");
        assert_eq!(answer["verdict"], verdict, "{answer}");
    }
}

#[test]
fn nothing_outside_of_the_roots_is_read() {
    let folder = two_folders();
    let inside = folder.path().join("in");
    let mut client = Client::introduced(BINARY, folder.path(), &[], &[&inside]);
    assert_confined(&mut client, folder.path());
    // Roots that change are asked for again.
    client.roots = vec![format!("file://{}", inside.join("deep").display())];
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" }));
    assert!(client.call("check", &json!({ "file": "lock.bp" })).is_err());
}

#[test]
fn a_client_that_calls_everything_its_root_gets_what_the_person_gave() {
    let folder = two_folders();
    let mut client =
        Client::introduced(BINARY, &folder.path().join("in"), &["."], &[Path::new("/"), &folder.path().join("in")]);
    assert_confined(&mut client, folder.path());
    let mut client = Client::introduced(BINARY, &folder.path().join("in"), &["."], &[Path::new("/")]);
    let why = client.call("check", &json!({ "file": "lock.bp" })).expect_err("no root is inside");
    assert!(why.starts_with("There is no folder to read in"), "{why}");
}

#[test]
fn options_that_name_files_or_programs_are_refused() {
    let (folder, mut client) = client(&[("lock.bp", LOCK), ("a.tts", "1 1\n")]);
    for options in [
        ["--prover", "touch made"],
        ["--output", "made"],
        ["--certificate", "made"],
        ["--witness", "made"],
        ["--baseline", "lock.bp"],
        ["--files-from", "lock.bp"],
        ["-I", "/"],
        ["--link", "/etc/passwd"],
        ["--compile-commands", "/"],
        ["--target", "/etc/passwd"],
        ["--format", "json"],
    ] {
        for tool in ["check", "explain", "replay", "invariants"] {
            let why = client.call(tool, &json!({ "file": "lock.bp", "options": options })).expect_err("refused");
            assert!(why.contains("cannot be given here") || why.contains("cannot be used"), "{options:?}: {why}");
        }
    }
    let mut names: Vec<String> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["a.tts", "lock.bp"], "no file is written");
}

#[test]
fn a_question_that_is_cancelled_ends() {
    let (_folder, mut client) = client(&[("endless.bp", &endless()), ("lock.bp", LOCK)]);
    let arguments = json!({ "file": "endless.bp", "options": ["--timeout", "3000", "--no-reduce", "all"] });
    let id = client.request("tools/call", &json!({ "name": "check", "arguments": arguments }));
    // The next question waits for its turn.
    let next = client.request("tools/call", &call("lock.bp"));
    assert_alive(&mut client);
    let started = Instant::now();
    let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } });
    client.send(&cancelled);
    assert_eq!(client.answer(next)["result"]["structuredContent"]["verdict"], "proved");
    assert!(started.elapsed() < Duration::from_mins(1));
}

#[test]
fn a_client_that_is_gone_keeps_no_server() {
    let (_folder, mut client) = client(&[("endless.bp", &endless())]);
    let arguments = json!({ "file": "endless.bp", "options": ["--timeout", "3000", "--no-reduce", "all"] });
    client.request("tools/call", &json!({ "name": "check", "arguments": arguments }));
    client.hang_up();
    let ended = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        client.server.try_wait().expect("a process").is_some()
    });
    assert!(ended, "the server has ended");
}

#[test]
fn many_questions_wait_or_are_refused() {
    let (_folder, mut client) = client(&[("lock.bp", LOCK)]);
    let ids: Vec<i64> = (0..100).map(|_| client.request("tools/call", &call("lock.bp"))).collect();
    let last = *ids.last().expect("some");
    client.answer(last);
    assert_alive(&mut client);
}
