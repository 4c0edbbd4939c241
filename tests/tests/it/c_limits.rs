//! Limits of all that reads C programs: a hostile one costs each command and the language server little.

use std::fmt::Write as _;

use boolprog_tests::limited;
use boolprog_tests::lsp_client::{Client, FILE};
use serde_json::json;

/// Seconds of processor time, far more than any of them takes.
const MOST: u32 = 20;

/// A program that takes long to read: tests in a row, of which each doubles the paths.
fn tests(count: usize) -> String {
    let tests = "  if (a > b) a = b + 1; else b = a + b;\n".repeat(count);
    format!(
        "#include <assert.h>\nint nondet();\nint main() {{\n  int a = nondet(), b = nondet();\n{tests}  assert(a == b);\n}}\n"
    )
}

/// A program of 50,000 statements.
fn long() -> String {
    format!("int x;\nint main() {{\n{}}}\n", "x = x + 1;\n".repeat(50_000))
}

/// Macros of which each is twice the one before.
fn bomb() -> String {
    let mut text = "#define A0 1\n".to_owned();
    for number in 1..60 {
        let before = number - 1;
        let _ = writeln!(text, "#define A{number} A{before} + A{before}");
    }
    text + "int main() { int x = A59; }\n"
}

fn nested() -> String {
    format!("int main() {{ {}{} }}\n", "{".repeat(1000), "}".repeat(1000))
}

/// The code at the end of a command, none if it took too long, and its output.
fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let mut boolprog = limited(env!("CARGO_BIN_EXE_boolprog-under-test"), MOST);
    let output = boolprog.args(arguments).output().expect("the binary starts");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn each_command_keeps_its_limits_while_it_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, made) = (folder.path().join("hostile.c"), folder.path().join("made.ip"));
    let (path, target) = (program.to_str().expect("UTF-8"), made.to_str().expect("UTF-8"));
    let large = format!("/*{}*/\nint main() {{}}\n", "*".repeat(20 << 20));
    let cases = [(long(), "time limit"), (bomb(), "tokens"), (nested(), ""), (large, "")];
    for (text, why) in cases {
        std::fs::write(&program, text).expect("writable");
        for arguments in [
            &["convert", "--timeout", "0.2", path, target][..],
            &["coverage", "--timeout", "0.2", path],
            &["check", "--timeout", "0.2", path],
        ] {
            let (code, said) = run(arguments);
            let begin: String = said.chars().take(300).collect();
            let is_said = said.contains(why) || said.contains("time limit");
            assert!(code.is_some() && is_said, "{code:?}, {arguments:?}, {why}: {begin}");
        }
    }
}

#[test]
fn a_limit_while_a_program_is_converted_has_its_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, made) = (folder.path().join("long.c"), folder.path().join("made.ip"));
    std::fs::write(&program, long()).expect("writable");
    let (path, target) = (program.to_str().expect("UTF-8"), made.to_str().expect("UTF-8"));
    let (code, said) = run(&["convert", "--timeout", "0.2", path, target]);
    assert_eq!(code, Some(2), "{said}");
    assert!(!made.exists());
}

/// The controller of an event-driven program: tests in a row, each of a few variables with few values, so that most paths are alike.
fn controller(rules: usize) -> String {
    let rule = |rule: usize| {
        let (one, two, three) = (rule % 7, rule % 5, rule % 3);
        format!(
            "  if (a{one} == {two} && (a{two} == {three} || a{three} != {one}) && input == {three}) {{ a{two} = {one}; return; }}\n"
        )
    };
    let rules: String = (0..rules).map(rule).collect();
    format!(
        "#include <assert.h>\nint nondet();\nint a0, a1 = 1, a2, a3 = 3, a4, a5, a6;\nvoid react(int input) {{\n{rules}  \
         assert(a0 != 9);\n}}\nint main() {{\n  while (1) react(nondet());\n}}\n"
    )
}

/// Steps are short where paths are too many.
#[test]
fn a_program_of_many_tests_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, made) = (folder.path().join("controller.c"), folder.path().join("made.ip"));
    std::fs::write(&program, controller(60)).expect("writable");
    let (path, target) = (program.to_str().expect("UTF-8"), made.to_str().expect("UTF-8"));
    let (code, said) = run(&["convert", path, target]);
    assert!(code == Some(0) && made.exists(), "{code:?}: {said}");
}

fn open(client: &Client, text: &str) {
    let document = json!({ "uri": FILE, "languageId": "c", "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
}

/// A program beside it is checked at once, so the reading has ended.
async fn is_responsive(client: &mut Client) {
    let other = "file:///work/other.bp";
    client.open_as(other, "decl x := F;\nvoid main() begin\n  x := T;\n  assert x;\nend\n");
    client.notification("boolprog/status", |params| params["uri"] == other && params["state"] == "done").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_stays_responsive_while_programs_are_read_and_edited() {
    for text in [tests(1000), long(), bomb(), nested()] {
        // Longer than the client waits.
        let mut client = Client::start(json!({ "limits": { "time": { "onType": 600 } } })).await;
        let text = format!("// boolprog: check\n{text}");
        open(&client, &text);
        for (version, lines) in (2..8).zip(1..) {
            client.replace(version, &format!("{text}{}", "\n".repeat(lines)));
        }
        is_responsive(&mut client).await;
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": FILE } }));
        assert_eq!(client.shut_down().await, 0);
    }
}
