//! The memory of a check stays within its limit, also while tables grow.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use boolprog_tests::wide;

/// The limit, in MiB.
const LIMIT: u64 = 100;

/// The most memory that a process has held so far, in MiB; 0 once it has ended.
fn peak(process: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kilobytes = line.trim().trim_end_matches(" kB").parse::<u64>();
    kilobytes.map_or(0, |kilobytes| kilobytes >> 10)
}

/// The most memory that a check with the limit held at a time, in MiB. The system's figure of a process that has ended
/// counts the memory of the one that started it.
fn most_memory(program: &Path, options: &str) -> u64 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .args(["check", "--memory", &LIMIT.to_string(), "--timeout", "60", "--format", "short"])
        .args(options.split_whitespace())
        .arg(program)
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let mut most = 0;
    while child.try_wait().expect("its state").is_none() {
        most = peak(&child).max(most);
        thread::sleep(Duration::from_millis(2));
    }
    most
}

fn stays_within_the_limit(name: &str, text: &str, options: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join(name);
    std::fs::write(&program, text).expect("writable");
    for options in options {
        let most = most_memory(&program, options);
        assert!(most > LIMIT / 2, "{options}: only {most} MiB, so the limit was not reached");
        assert!(most <= LIMIT * 105 / 100, "{options}: {most} MiB");
    }
}

/// A lock protects flags that are changed at random: too many states for any engine that lists them. All variables but the
/// first flag start with this initialiser.
fn flags(number: usize, initial: &str) -> String {
    let mut text = format!("decl lock{initial}, inside{initial};\ndecl f0;\n");
    for flag in 1..number {
        writeln!(text, "decl f{flag}{initial};").expect("a string takes all");
    }
    text += "void main() begin\n  while * do\n    lock := T constrain !lock;\n    assert !inside;\n";
    for flag in 0..number {
        let next = (flag + 1) % number;
        writeln!(text, "    if f{flag} then f{next} := *; else f{flag} := f{next}; fi;").expect("a string takes all");
    }
    text + "    lock := F;\n  od;\nend\n"
}

#[test]
fn of_states_of_threads() {
    stays_within_the_limit("flags.bp", &flags(20, ""), &["--engine mcs", "--engine bounded"]);
}

/// The list of thread states takes room for all variables.
#[test]
fn of_states_with_very_many_variables() {
    stays_within_the_limit("flags.bp", &flags(1000, " := F"), &["--engine bounded"]);
}

/// Counters that grow without end.
#[test]
fn of_states_of_integer_programs() {
    let text = "decl x: int, y: int;
process P { loc on; on -> on do x := x + 1; }
process Q { loc on; on -> on do y := y + 1; }
error e: x < 0;
";
    stays_within_the_limit("counters.ip", text, &["--engine explicit", "--engine random"]);
}

/// Philosophers who take two forks each: any engine that tells the forks apart lists too many states of them.
fn philosophers(number: usize) -> String {
    let mut text = String::new();
    for one in 0..number {
        writeln!(text, "decl f{one}: bool;").expect("a string takes all");
    }
    for one in 0..number {
        let next = (one + 1) % number;
        let take = format!("a -> b when !f{one} do f{one} := true; b -> c when !f{next} do f{next} := true;");
        let give = format!("c -> a do f{one} := false, f{next} := false;");
        writeln!(text, "process P{one} {{ loc a, b, c; {take} {give} }}").expect("a string takes all");
    }
    text + "error e: P0 @ c && P1 @ c;\n"
}

/// A graph that is not finished is not copied for anybody to see it.
#[test]
fn of_abstract_graphs() {
    let engines = ["--engine expl", "--engine pred", "--engine prod", "--engine local"];
    stays_within_the_limit("philosophers.ip", &philosophers(16), &engines);
}

/// Procedures with 3^10 activations are decided as they are, and no location of them all is made in vain.
#[test]
fn of_procedures_whose_calls_are_not_inlined() {
    let tree = wide::FAMILIES.iter().find(|family| family.name == "tree").expect("it is one of them");
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("tree.bp");
    std::fs::write(&program, (tree.program)(10, 1)).expect("writable");
    let most = most_memory(&program, "");
    assert!(most < LIMIT * 3 / 5, "{most} MiB");
}
