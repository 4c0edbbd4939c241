//! Outputs of the command line: an input is never replaced, and what cannot be written has an exit code of its own.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use boolprog_tests::root;

const LOCK: &str = "decl lock;\nvoid main() begin\n  lock := T;\n  assert lock;\nend\n";

fn boolprog(folder: &Path, arguments: &[&str], out: impl Into<Stdio>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .args(arguments)
        .current_dir(folder)
        .stdout(out)
        .output()
        .expect("the binary starts")
}

/// Exit code and standard error.
fn refusal(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn no_output_replaces_an_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let old: [(&str, &str); 4] =
        [("a.bp", LOCK), ("b.tts", "1 1\n"), ("b.prop", "0|0\n"), ("r.json", "{ \"schema\": \"x\" }")];
    let path = |name: &str| folder.path().join(name);
    for (name, content) in old {
        std::fs::write(path(name), content).expect("writable");
    }
    std::fs::hard_link(path("a.bp"), path("same.bp")).expect("a second name");
    std::fs::copy(root().join("examples/ticket-lock.ip"), path("t.ip")).expect("an example");
    let read_all =
        || ["a.bp", "b.tts", "b.prop", "r.json", "t.ip"].map(|name| std::fs::read(path(name)).expect("there"));
    let before = read_all();
    for line in [
        "check --format json --output a.bp a.bp",
        "check --output ./a.bp a.bp",
        "check --output same.bp a.bp",
        "check --certificate a.bp a.bp",
        "check --certificate b.prop b.tts",
        "check --baseline r.json --output r.json a.bp",
        "check --output new.json --certificate new.json a.bp",
        "graph --output a.bp a.bp",
        "abstract-graph --output t.ip t.ip",
        "abstract --output t.ip t.ip",
        "refine --output t.ip t.ip",
        "export --format html --output r.json r.json",
        "convert a.bp same.bp",
        "convert --target b.prop b.tts b.tts",
    ] {
        let output = boolprog(folder.path(), &line.split(' ').collect::<Vec<_>>(), Stdio::piped());
        let (code, why) = refusal(&output);
        assert_eq!(code, Some(64), "{line}: {why}");
        assert!(why.contains("not replaced by an output") || why.contains("same file"), "{line}: {why}");
        assert!(output.stdout.is_empty() && !path("new.json").exists(), "{line}");
    }
    assert_eq!(read_all(), before);
}

#[test]
fn no_output_replaces_a_file_that_the_program_includes_or_links() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let files = [
        ("a.c", "#include \"a.h\"\nint main(void) { return f(); }\n"),
        ("a.h", "#include \"b.h\"\nint f(void);\n"),
        ("b.h", "int g;\n"),
        ("f.c", "#include \"c.h\"\nint f(void) { return 0; }\n"),
        ("c.h", "int h;\n"),
        ("wrong.c", "#include \"b.h\"\nint main(void) { return 0 }\n"),
        ("compile_commands.json", "[]"),
    ];
    for (name, content) in files {
        std::fs::write(path(name), content).expect("writable");
    }
    std::os::unix::fs::symlink(path("b.h"), path("link.h")).expect("a link");
    for line in [
        "check --output a.h a.c --link f.c",
        "check --witness b.h a.c --link f.c",
        "check --certificate link.h a.c",
        "check --output f.c a.c --link f.c",
        "check --output c.h a.c --link f.c",
        "check --output b.h wrong.c",
        "check --output b.h f.c wrong.c",
        "check --output compile_commands.json --compile-commands compile_commands.json a.c",
        "convert a.c b.h --link f.c --stage program",
    ] {
        let output = boolprog(folder.path(), &line.split(' ').collect::<Vec<_>>(), Stdio::piped());
        let (code, why) = refusal(&output);
        assert_eq!(code, Some(64), "{line}: {why}");
        assert!(why.contains("is an input and is not replaced"), "{line}: {why}");
    }
    for (name, content) in files {
        assert_eq!(std::fs::read_to_string(path(name)).expect("there"), content, "{name}");
    }
}

#[test]
fn an_old_report_stays_if_the_check_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.json");
    std::fs::write(folder.path().join("a.bp"), LOCK).expect("writable");
    std::fs::write(&report, "old").expect("writable");
    let run = |arguments: &[&str]| boolprog(folder.path(), arguments, Stdio::piped()).status.code();
    let json = ["check", "--format", "json", "--output", "report.json", "a.bp"];
    assert_eq!(run(&[&json[..], &["--property", "nothing"]].concat()), Some(64));
    assert_eq!(std::fs::read_to_string(&report).expect("readable"), "old");
    assert_eq!(run(&json), Some(0));
    let baseline = ["check", "--baseline", "report.json", "--output", "changes.txt", "a.bp"];
    assert_eq!(run(&baseline), Some(0));
    let changes = std::fs::read_to_string(folder.path().join("changes.txt")).expect("readable");
    assert_eq!(changes, "No verdict has changed.\n");
}

#[test]
fn a_full_disk_is_no_internal_error() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.bp"), LOCK).expect("writable");
    let full = || File::options().write(true).open("/dev/full").expect("a device");
    for line in ["check a.bp", "reach a.bp", "graph a.bp", "replay --help", "--version", "check --format json a.bp"] {
        let output = boolprog(folder.path(), &line.split(' ').collect::<Vec<_>>(), full());
        let (code, why) = refusal(&output);
        assert_eq!(code, Some(74), "{line}: {why}");
        assert!(why.starts_with("boolprog: cannot write standard output: "), "{line}: {why}");
    }
    for line in ["check --output /dev/full a.bp", "check --certificate /dev/full a.bp", "graph --output /dev/full a.bp"]
    {
        let output = boolprog(folder.path(), &line.split(' ').collect::<Vec<_>>(), Stdio::piped());
        let (code, why) = refusal(&output);
        assert_eq!(code, Some(74), "{line}: {why}");
        assert!(why.starts_with("boolprog: cannot write /dev/full: "), "{line}: {why}");
    }
}

#[test]
fn a_reader_that_has_gone_away_is_told_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    // More than a pipe holds.
    let asserts = "  assert lock;\n".repeat(3_000);
    std::fs::write(folder.path().join("a.bp"), LOCK.replace("  assert lock;\n", &asserts)).expect("writable");
    let mut child = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .args(["check", "a.bp"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut out = child.stdout.take().expect("piped");
    out.read_exact(&mut [0; 10]).expect("it says something");
    drop(out);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(refusal(&output), (Some(141), String::new()));
}

#[test]
fn a_hidden_global_has_a_column_of_its_own_name() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.bp"), "decl x; void main() begin decl x; x := T; end").expect("writable");
    let output = boolprog(folder.path(), &["reach", "--threads", "1", "a.bp"], Stdio::piped());
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(table.contains("  x (global)  x\n"), "{table}");
}

#[test]
fn a_terminal_obeys_no_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "{red\u{1b}[31m \u{202e}bell\u{7}}";
    let text = format!("decl {name} := F;\nvoid main() begin\n  {name} := T;\n  assert !{name};\nend\n");
    for file in ["a.bp", "\u{1b}[2J.bp"] {
        std::fs::write(folder.path().join(file), &text).expect("writable");
        for line in ["check", "check --format short", "reach", "coverage", "replay", "check --property x"] {
            let arguments = line.split(' ').chain([file]);
            let output = boolprog(folder.path(), &arguments.collect::<Vec<_>>(), Stdio::piped());
            let said = String::from_utf8(output.stdout).expect("UTF-8");
            let obeyed = |character: char| character != '\n' && (character.is_control() || character == '\u{202e}');
            assert!(!said.contains(obeyed), "{line} {file}: {said:?}");
        }
    }
}

#[test]
fn a_name_stays_in_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let forged = "forged.bp:1:1: error: forged";
    let name = |extension: &str| format!("two\n{forged}\nvoid main() begin assert F; end\u{1b}[31m{extension}");
    let texts = [
        (".bp", LOCK),
        (".c", "int x;\nint main(void) { return y; }\n"),
        (".ip", "decl x: 0..2;\nprocess P[*] {\n  loc a;\n  a -> a { x := 2; }\n}\nerror e: x == 1;\n"),
    ];
    for (extension, text) in texts {
        std::fs::write(folder.path().join(name(extension)), text).expect("writable");
    }
    let stays = |line: &str, file: &str| {
        let arguments: Vec<&str> = line.split(' ').chain([file]).collect();
        let output = boolprog(folder.path(), &arguments, Stdio::piped());
        let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
        assert!(!said.contains('\u{1b}'), "{line}: {said:?}");
        let is_forged = |line: &str| line.starts_with("forged") || line.starts_with("void main() begin assert");
        assert!(!said.lines().any(is_forged), "{line}: {said:?}");
    };
    for (extension, _) in texts {
        for line in
            ["check", "check --format short", "check --engine km", "coverage", "slice", "fmt --check", "convert"]
        {
            stays(line, &name(extension));
        }
    }
    stays("abstract", &name(".ip"));
    stays("run", &name(".c"));
}

#[test]
fn an_excerpt_of_a_line_that_ends_with_a_carriage_return_is_the_line() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.bp"), "void main() begin\r\n  x := T;\r\nend\r\n").expect("writable");
    let output = boolprog(folder.path(), &["check", "a.bp"], Stdio::piped());
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.contains("  x := T;\n"), "{said:?}");
}
