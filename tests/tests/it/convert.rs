//! `boolprog convert`: the result has the verdict of the original.

use std::path::Path;
use std::process::{Command, Output};

use boolprog_tests::{corpus, root};
use serde_json::Value;

fn boolprog(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_boolprog-under-test")).args(arguments).output().expect("the binary starts")
}

/// The success of the conversion, and its messages.
fn convert(from: &Path, to: &Path, options: &[&str]) -> Result<String, String> {
    let (from, to) = (from.display().to_string(), to.display().to_string());
    let output = boolprog(&[&["convert", &from, &to], options].concat());
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(said(&output.stdout)) } else { Err(said(&output.stderr)) }
}

/// `true` if something is violated, and the number of maximal markings.
fn check(file: &Path, options: &[&str]) -> (bool, Option<u64>) {
    let file = file.display().to_string();
    let output = boolprog(&[&["check", "--format", "json", "--timeout", "20", &file], options].concat());
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let violated = match output.status.code() {
        Some(0) => false,
        Some(1) => true,
        other => panic!("{file}: {other:?}: {report}"),
    };
    (violated, report["files"][0]["statistics"]["maximal_markings"].as_u64())
}

/// The initial configuration of a written .tts file.
fn start(said: &str) -> &str {
    said.lines().find_map(|line| line.split("to start as ").nth(1)).expect("a start")
}

#[test]
fn examples_keep_their_verdicts() {
    let folder = tempfile::tempdir().expect("a folder");
    let (net, system, numeric) = ("a.spec", "a.tts", "a.bp");
    let [net, system, numeric] = [net, system, numeric].map(|name| folder.path().join(name));
    let mut converted = 0;
    for entry in std::fs::read_dir(root().join("examples")).expect("examples/ exists") {
        let program = entry.expect("readable").path();
        if program.extension().is_none_or(|extension| extension != "bp") {
            continue;
        }
        let expected = check(&program, &[]).0;
        let text = std::fs::read_to_string(&program).expect("readable");
        let waits = ["wait;", "signal;", "broadcast;", "$"].iter().any(|word| text.contains(word));
        for target in [&net, &system, &numeric] {
            match convert(&program, target, &[]) {
                Err(why) => assert!(waits || why.contains("recursive program"), "{why}"),
                Ok(said) => {
                    let options = if target == &system { vec!["--init", start(&said)] } else { Vec::new() };
                    assert_eq!(check(target, &options).0, expected, "{}: {}", program.display(), target.display());
                    converted += 1;
                }
            }
        }
    }
    assert!(converted >= 30, "only {converted} conversions");
}

#[test]
fn nets_keep_their_verdicts_and_their_markings() {
    let folder = tempfile::tempdir().expect("a folder");
    let (net, system) = (folder.path().join("a.spec"), folder.path().join("b.tts"));
    let lock = folder.path().join("lock.tts");
    std::fs::write(&lock, "2 3\n0 0 -> 1 1\n1 1 -> 0 0\n1 1 +> 1 2\n").expect("written");
    for (options, target) in [(["--init", "0/0"], "1|1,1"), (["--init", "0|0"], "1|2"), (["--init", "0|0,0/0"], "0|1")]
    {
        let options = [&options[..], &["--target", target]].concat();
        let expected = check(&lock, &options);
        convert(&lock, &net, &options).expect("a plain system");
        assert_eq!(check(&net, &[]), expected, "{options:?}");
        let said = convert(&net, &system, &[]).expect("a net of threads");
        assert_eq!(check(&system, &["--init", start(&said)]), expected, "{options:?}");
    }
}

/// The nets of the corpus, and the same nets as other tools have written them.
#[test]
fn public_nets_are_read_and_written() {
    let Some((folder, rows)) = corpus::expected("nets/") else { return };
    let scratch = tempfile::tempdir().expect("a folder");
    let (net, system) = (scratch.path().join("a.spec"), scratch.path().join("b.tts"));
    for row in rows {
        let original = folder.join(&row.instance);
        let expected = (row.verdict == "unsafe", row.maximal_markings);
        convert(&original, &net, &[]).expect("a plain system");
        convert(&net, &system, &[]).expect("a net of threads");
        for file in [&original.with_extension("spec"), &net, &system] {
            let (violated, markings) = check(file, &[]);
            assert_eq!((violated, markings.and(expected.1)), (expected.0, markings), "{}", file.display());
        }
    }
}

#[test]
fn what_cannot_be_converted_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let sleeper = file("sleeper.bp", "void main() begin wait; assert F; end");
    let broken = file("broken.bp", "void main() begin x := T; end");
    let system = file("system.tts", "1 1\n");
    let to = |name: &str| folder.path().join(name);
    let link = to("link.spec");
    std::fs::hard_link(&system, &link).expect("a second name");
    for (from, to, reason) in [
        (&sleeper, to("out.bp"), "`wait`"),
        (&broken, to("out.tts"), "There is no variable `x`"),
        (&system, to("out.bp"), "only a program"),
        (&system, to("out.txt"), "ends in .bp, .tts or .spec"),
        (&system, system.clone(), "is an input"),
        (&system, link.clone(), "is an input"),
        (&to("nowhere.tts"), to("out.spec"), "cannot be read"),
    ] {
        let why = convert(from, &to, &[]).expect_err("refused");
        assert!(why.starts_with("boolprog: ") && why.contains(reason), "{why}");
        assert!(reason == "is an input" || !to.exists());
    }
    assert_eq!(std::fs::read_to_string(&system).expect("readable"), "1 1\n");
}

#[test]
fn the_output_may_be_an_option() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = root().join("examples/spin-lock.c").display().to_string();
    let made = |name: &str| folder.path().join(name).display().to_string();
    for arguments in [["convert", &program, "-o", &made("a.ip")], ["convert", "--output", &made("b.ip"), &program]] {
        assert!(boolprog(&arguments).status.success(), "{arguments:?}");
    }
    let [first, second] = ["a.ip", "b.ip"].map(|name| std::fs::read_to_string(made(name)).expect("it was written"));
    assert_eq!(first, second);
    for wrong in [&["convert", &program][..], &["convert", &program, &made("c.ip"), "-o", &made("d.ip")]] {
        assert_eq!(boolprog(wrong).status.code(), Some(64), "{wrong:?}");
    }
}

/// Programs of other tools, and for them; that these mean the same, the tests of the crate say.
#[test]
fn integer_programs_come_from_other_tools_and_go_to_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let fixtures = root().join("server/import/tests");
    let to = |name: &str| folder.path().join(name);
    for (from, made, violated) in [
        ("cfa/between.cfa", "between.ip", true),
        ("system/counter.system", "counter.ip", true),
        ("system/blocked.system", "blocked.ip", false),
    ] {
        convert(&fixtures.join(from), &to(made), &[]).expect("a program");
        assert_eq!(check(&to(made), &["--engine", "explicit"]).0, violated, "{from}");
        assert_eq!(check(&fixtures.join(from), &["--engine", "explicit"]).0, violated, "{from} itself");
        convert(&to(made), &to("out.smt2"), &[]).expect("clauses");
    }
    let unused = to("unused.cfa");
    std::fs::write(&unused, "main process p { init loc a } process q { init loc a }").expect("written");
    let notes = convert(&unused, &to("unused.ip"), &[]).expect("a program");
    assert!(notes.contains("note: Process q is left out"), "{notes}");

    let open = to("open.ip");
    std::fs::write(&open, "decl x: int;\nprocess P { loc a; a -> a do x := input; }").expect("written");
    for (from, to, options, reason) in [
        (&open, to("a.ip"), &[][..], "is an input"),
        (&open, to("a.tts"), &[], "only be converted to .smt2"),
        (&open, to("a.smt2"), &["--property", "e"], "no error or invariant `e`"),
        (&fixtures.join("cfa/locks.cfa"), to("a.tts"), &[], "only be converted to .ip"),
        (&fixtures.join("cfa/locks.cfa"), to("a.ip"), &["--property", "e"], "--property selects"),
        (&root().join("examples/spin-lock.bp"), to("a.tts"), &["--property", "e"], "--property selects"),
    ] {
        let to = if to.ends_with("a.ip") && from == &open { open.clone() } else { to };
        let why = convert(from, &to, options).expect_err("refused");
        assert!(why.starts_with("boolprog: ") && why.contains(reason), "{why}");
    }
}

#[test]
fn limits_and_files_that_cannot_be_written_have_their_exit_codes() {
    let folder = tempfile::tempdir().expect("a folder");
    let large = folder.path().join("large.bp");
    let names: Vec<String> = (0..20).map(|number| format!("x{number}")).collect();
    std::fs::write(&large, format!("decl {}; void main() begin assert x0; end", names.join(", "))).expect("written");
    let net = folder.path().join("a.spec").display().to_string();
    let output = boolprog(&["convert", "--memory", "1", &large.display().to_string(), &net]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let example = root().join("examples/spin-lock.bp").display().to_string();
    let nowhere = folder.path().join("nowhere/a.spec").display().to_string();
    assert_eq!(boolprog(&["convert", &example, &nowhere]).status.code(), Some(74));
}
