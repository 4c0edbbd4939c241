//! `boolprog fmt`: files, standard input, `--check`, and refusals.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const UGLY: &str = "void main() begin assert  T;end";
const NICE: &str = "void main() begin\n  assert T;\nend\n";

fn fmt(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .arg("fmt")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads or has ended");
    child.wait_with_output().expect("it ends")
}

/// Exit code, standard output and standard error.
fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[test]
fn files_are_formatted_in_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.bp");
    std::fs::write(&path, UGLY).expect("writable");
    let complaint = "boolprog: a.bp is not formatted.\n".to_owned();
    assert_eq!(told(&fmt(folder.path(), &["--check", "a.bp"], "")), (1, String::new(), complaint));
    assert_eq!(std::fs::read_to_string(&path).expect("readable"), UGLY);
    assert_eq!(told(&fmt(folder.path(), &["a.bp"], "")), (0, String::new(), String::new()));
    assert_eq!(std::fs::read_to_string(&path).expect("readable"), NICE);
    assert_eq!(told(&fmt(folder.path(), &["--check", "a.bp"], "")).0, 0);
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(told(&fmt(folder.path(), &["-"], UGLY)), (0, NICE.to_owned(), String::new()));
    let wide = NICE.replace("  ", "    ");
    assert_eq!(told(&fmt(folder.path(), &["--indent", "4", "-"], UGLY)), (0, wide, String::new()));
    assert_eq!(told(&fmt(folder.path(), &["--check", "-"], UGLY)).0, 1);
}

#[test]
fn what_cannot_be_formatted_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let files: [(&str, &[u8]); 4] = [
        ("error.bp", b"void main() begin  skip skip; end"),
        ("bytes.bp", b"void main() begin  end // \xff"),
        ("Android.bp", b"cc_binary { name: \"x\" }"),
        ("good.bp", UGLY.as_bytes()),
    ];
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).expect("writable");
    }
    let output = fmt(folder.path(), &["missing.bp", "error.bp", "bytes.bp", "Android.bp", "good.bp"], "");
    let (code, _, complaints) = told(&output);
    assert_eq!(code, 3, "{complaints}");
    assert_eq!(complaints.lines().count(), 4, "{complaints}");
    assert!(complaints.contains("error.bp: Line 1: "), "{complaints}");
    for (name, content) in &files[..3] {
        assert_eq!(std::fs::read(folder.path().join(name)).expect("readable"), *content, "{name}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("good.bp")).expect("readable"), NICE);
}
