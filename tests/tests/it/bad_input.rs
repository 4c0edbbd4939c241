//! Input that no person writes: a clear answer, no crash, no hang.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use boolprog_tests::root;
use serde_json::Value;

/// Checks a file with this content; gives the exit code and the diagnostics.
fn check(name: &str, content: &[u8], arguments: &[&str]) -> (i32, Vec<Value>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("writable");
    let output = run(&path, arguments);
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{name}: {error}: {}", String::from_utf8_lossy(&output.stderr)));
    let diagnostics = report["files"][0]["diagnostics"].as_array().expect("diagnostics").clone();
    (output.status.code().expect("an exit code, not a signal"), diagnostics)
}

fn run(path: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .args(["check", "--format", "json", "--timeout", "5", "--memory", "256"])
        .args(arguments)
        .arg(path)
        .output()
        .expect("the binary starts")
}

/// Expects bad input with this code among the diagnostics.
fn refused(name: &str, content: &[u8], code: &str) {
    let (exit, diagnostics) = check(name, content, &[]);
    assert_eq!(exit, 3, "{name}: {diagnostics:?}");
    assert!(diagnostics.iter().any(|diagnostic| diagnostic["code"] == code), "{name}: {diagnostics:?}");
    assert!(diagnostics.len() <= 300, "{name}: {} diagnostics", diagnostics.len());
}

#[test]
fn an_empty_file_has_no_main() {
    refused("empty.bp", b"", "no-main");
}

#[test]
fn a_binary_file_is_no_program() {
    let noise: Vec<u8> = (0..200_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    refused("noise.bp", &noise, "unknown-character");
}

#[test]
fn a_line_of_ten_megabytes_is_refused() {
    let line = format!("decl x; void main() begin x := {}x; end", "!".repeat(10 << 20));
    let (exit, diagnostics) = check("line.bp", line.as_bytes(), &[]);
    assert_eq!(exit, 3, "{diagnostics:?}");
    assert!(diagnostics.iter().all(|d| d["message"].as_str().is_some_and(|m| m.len() < 1000)));
}

#[test]
fn absurd_numbers_of_threads_are_refused() {
    let text = b"// boolprog: threads = 4294967295\nvoid main() begin assert F; end";
    let (exit, diagnostics) = check("threads.bp", text, &[]);
    assert_eq!(exit, 1, "{diagnostics:?}");
    assert_eq!(diagnostics[0]["code"], "pragma-value");
    let output = run(&root().join("examples/barrier.bp"), &["--threads", "4294967295"]);
    assert_eq!(output.status.code(), Some(64));
}

#[test]
fn a_thousand_parentheses_are_too_deep() {
    let text = format!("decl x; void main() begin x := {}x{}; end", "(".repeat(1000), ")".repeat(1000));
    refused("parens.bp", text.as_bytes(), "nesting-too-deep");
}

#[test]
fn a_program_of_another_tool_is_refused_with_its_place() {
    refused("x.system", b"specification s {\n  var x }", "not-converted");
    let (_, diagnostics) = check("x.cfa", b"main process P {\n  init loc a\n  a -> b {}\n}", &[]);
    assert_eq!((&diagnostics[0]["line"], &diagnostics[0]["column"]), (&3.into(), &8.into()), "{diagnostics:?}");
}

#[test]
fn a_missing_file_and_a_folder_are_said_to_be_unreadable() {
    for path in [root().join("examples/there-is-no-such-file.bp"), root().join("examples")] {
        let output = run(&path, &[]);
        assert_eq!(output.status.code(), Some(3));
        assert!(String::from_utf8_lossy(&output.stdout).contains("unreadable"));
    }
}

#[test]
fn wrong_usage_has_its_own_exit_code() {
    for arguments in [vec!["check"], vec!["check", "--threads", "0", "x.bp"], vec!["nonsense"], vec![]] {
        let status = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test")).args(&arguments).output();
        assert_eq!(status.expect("the binary starts").status.code(), Some(64), "{arguments:?}");
    }
}

#[test]
fn broken_transition_systems_are_refused() {
    let cases: [(&[u8], &[&str]); 8] = [
        (b"", &["--target", "0|0"]),
        (b"2 2\n0 0 -> 5 5\n", &["--target", "0|0"]),
        (b"2 2\n0 0 -> 1 1\n", &["--target", "7|0"]),
        (b"2 2\n0 0 -> 1 1\n", &["--target", "words"]),
        (b"2 2\n0 0 -> 1 1\n", &["--target", "0|0", "--init", "0BU0"]),
        (b"99999999999999999999 2\n", &["--target", "0|0"]),
        (b"2 2\n0 0 -> -1 1\n", &["--target", "0|0"]),
        (b"2 2\n0 0 -> 1 1\n", &[]),
    ];
    for (content, arguments) in cases {
        let (exit, diagnostics) = check("net.tts", content, arguments);
        assert_eq!((exit, diagnostics.len()), (3, 1), "{arguments:?}: {diagnostics:?}");
    }
}

#[test]
fn many_free_variables_are_unknown_and_not_a_crash() {
    let names: Vec<String> = (0..40).map(|i| format!("x{i}")).collect();
    let stars = vec!["*"; 40].join(", ");
    let arbitrary = format!("decl {};\nvoid main() begin assert x0; end", names.join(", "));
    let initialised = format!("decl {} := F;\n", names.join(" := F, "));
    let assignment = format!("{} := {stars}; assert x0 | x1; end", names.join(", "));
    for text in [arbitrary, format!("{initialised}void main() begin {assignment}")] {
        let (exit, diagnostics) = check("stars.bp", text.as_bytes(), &[]);
        assert!(matches!(exit, 1 | 2), "exit {exit}: {diagnostics:?}");
    }
}

#[test]
fn a_program_cut_off_anywhere_is_answered() {
    let text = std::fs::read_to_string(root().join("examples/procedures.bp")).expect("readable");
    for (end, _) in text.trim_end().char_indices() {
        let cut = &text[..end];
        let parsed = boolprog_syntax::parse(cut);
        let analysis = boolprog_program::analyse(&parsed.file, &boolprog_program::reading::ReadingOptions::default());
        let said = parsed.diagnostics.len() + analysis.diagnostics().len();
        assert!(said > 0, "nothing is said about {cut:?}");
        let spans = parsed.diagnostics.iter().chain(analysis.diagnostics()).map(|d| d.span);
        assert!(spans.into_iter().all(|span| cut.get(span.range()).is_some()), "a range outside {cut:?}");
    }
}

#[test]
fn a_deep_chain_of_calls_is_too_large_and_not_a_crash() {
    let mut text = String::from("decl g := F;\nvoid p0() begin assert !g; end\n");
    for level in 1..40 {
        let below = level - 1;
        writeln!(text, "void p{level}() begin p{below}(); p{below}(); end").expect("strings take everything");
    }
    text.push_str("void main() begin p39(); end\n");
    let (exit, diagnostics) = check("calls.bp", text.as_bytes(), &[]);
    assert_eq!(exit, 2, "{diagnostics:?}");
}
