//! Checking everything.

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{apt, book, extension, licences, paths, python, setup, z3};

struct Step {
    name: &'static str,
    run: fn(&Shell) -> Result<()>,
}

const LINTS: &[Step] = &[
    Step { name: "formatting", run: |sh| Ok(cmd!(sh, "cargo fmt --all --check").run()?) },
    Step { name: "clippy", run: |sh| Ok(cmd!(sh, "cargo clippy --workspace --all-targets -- -D warnings").run()?) },
];

const TESTS: &[Step] = &[
    Step { name: "tests", run: run_tests },
    Step { name: "extension", run: extension::check },
    Step { name: "licences", run: licences::check },
    Step { name: "colours", run: extension::test_grammar },
];

const EDITORS: &[Step] = &[
    Step { name: "setup", run: setup::for_tests },
    Step { name: "editors", run: run_in_other_editors },
    Step { name: "exports", run: run_other_tools },
    Step { name: "package", run: extension::package_for_tests },
    Step { name: "editor", run: run_in_editor },
];

/// Checks that are seldom needed, since they take long.
const SELDOM: &[Step] = &[Step { name: "seldom", run: run_seldom }, Step { name: "book", run: book::build }];

/// The scenarios but for those that are seldom needed.
const USUAL: Step = Step { name: "browser", run: |sh| drive(sh, &["--usual".into()]) };

/// All scenarios.
const ALL: Step = Step { name: "browser", run: |sh| drive(sh, &[]) };

/// Runs all tests but for those that are seldom needed. A failure does not prevent the rest.
pub(crate) fn usual(sh: &Shell) -> ExitCode {
    summarise(&carry_out(sh, LINTS.iter().chain(TESTS).chain(EDITORS).chain([&USUAL])))
}

/// Runs all tests. A failure does not prevent the rest.
pub(crate) fn everything(sh: &Shell) -> ExitCode {
    summarise(&carry_out(sh, LINTS.iter().chain(TESTS).chain(SELDOM).chain(EDITORS).chain([&ALL])))
}

/// Everything that needs neither a browser nor code-server.
pub(crate) fn without_editors(sh: &Shell) -> ExitCode {
    summarise(&carry_out(sh, LINTS.iter().chain(TESTS)))
}

/// The tests in editors, with a browser for the scenarios.
pub(crate) fn in_editors(sh: &Shell) -> ExitCode {
    summarise(&carry_out(sh, EDITORS.iter().chain([&USUAL])))
}

/// Drives the extension, with the current server, in a browser: the scenarios whose names contain `only`.
pub(crate) fn browser(sh: &Shell, only: &str) -> Result<()> {
    setup::for_tests(sh)?;
    extension::package_for_tests(sh)?;
    drive(sh, &["--only".into(), only.into()])
}

/// Takes the picture of the README again.
pub(crate) fn picture(sh: &Shell) -> Result<()> {
    setup::for_tests(sh)?;
    extension::package(sh)?;
    let picture = paths::root().join("docs").join("images").join("replay.png");
    drive(sh, &["--only".into(), "c-file".into(), "--picture".into(), picture.into_os_string()])
}

/// The tests of the workspace, examples in the documentation included. Those that need a Python package for the
/// protocols skip themselves if it is missing; without a prover, those of proofs fail.
fn run_tests(sh: &Shell) -> Result<()> {
    let python = python::install(sh).inspect_err(|error| eprintln!("no packages for the protocols: {error:#}"));
    let _python = python.ok().map(|python| sh.push_env("BOOLPROG_PYTHON", python));
    if let Err(error) = apt::install(sh, &apt::CHECKERS.iter().collect::<Vec<_>>()) {
        eprintln!("no provers to check proofs once more: {error:#}");
    }
    // Its Z3 comes first: the one of the system may not know how to find invariants for any number of instances.
    let _programs = python::push_path(sh)?;
    z3::cargo_test(sh, &["--no-fail-fast"]).map(drop)
}

/// Short sessions in Neovim and in Emacs.
fn run_in_other_editors(sh: &Shell) -> Result<()> {
    Ok(cmd!(sh, "cargo test --workspace --test it -- --ignored editors::").run()?)
}

/// Tests that take long.
fn run_seldom(sh: &Shell) -> Result<()> {
    let _programs = python::push_path(sh)?;
    Ok(cmd!(sh, "cargo test --package boolprog-tests --test it -- --ignored sanitizers:: c_programs:: theorems::")
        .run()?)
}

/// Opens exported files with the tools that they are for.
fn run_other_tools(sh: &Shell) -> Result<()> {
    Ok(cmd!(sh, "cargo test --workspace --test it -- --ignored exports::").run()?)
}

/// Runs tests inside the editor, with the extension as it lies there.
fn run_in_editor(sh: &Shell) -> Result<()> {
    let extension = paths::extension();
    let _cache = sh.push_env("BOOLPROG_CACHE", paths::cache());
    let _folder = sh.push_dir(paths::browser_tests());
    cmd!(sh, "node run-host.mjs --extension {extension}").run()?;
    Ok(())
}

/// Drives the packed extension in a browser.
fn drive(sh: &Shell, options: &[OsString]) -> Result<()> {
    let vsix = paths::vsix();
    let _cache = sh.push_env("BOOLPROG_CACHE", paths::cache());
    let _folder = sh.push_dir(paths::browser_tests());
    cmd!(sh, "node run.mjs --vsix {vsix} {options...}").run()?;
    Ok(())
}

fn carry_out<'a>(sh: &Shell, steps: impl IntoIterator<Item = &'a Step>) -> Vec<Done> {
    steps.into_iter().map(|step| Done::of(step.name, || (step.run)(sh))).collect()
}

/// A step that was carried out.
struct Done {
    name: &'static str,
    passed: bool,
    time: Duration,
    /// The processor time of its programs, which a busy machine does not change.
    processor: Duration,
}

impl Done {
    /// Carries out a step.
    fn of(name: &'static str, step: impl FnOnce() -> Result<()>) -> Self {
        println!("\n=== {name}");
        let (started, used) = (Instant::now(), processor_time());
        let result = step();
        if let Err(error) = &result {
            eprintln!("error: {error:#}");
        }
        let processor = processor_time().saturating_sub(used);
        Self { name, passed: result.is_ok(), time: started.elapsed(), processor }
    }
}

fn summarise(results: &[Done]) -> ExitCode {
    println!("\n=== summary");
    for Done { name, passed, time, processor } in results {
        let outcome = if *passed { "passed" } else { "FAILED" };
        let (time, processor) = (time.as_secs_f64(), processor.as_secs_f64());
        println!("{outcome} {name:12} {time:6.1} s, {processor:6.1} s of processor time");
    }
    let failed = results.iter().filter(|result| !result.passed).count();
    println!("{} passed, {failed} failed", results.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The processor time of all programs that have ended; nothing on systems other than Linux.
fn processor_time() -> Duration {
    let statistics = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may hold blanks. The two times are fields 16 and 17, in hundredths of a second.
    let after_name = statistics.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(13).take(2).filter_map(|field| field.parse::<u64>().ok());
    Duration::from_millis(10 * ticks.sum::<u64>())
}
