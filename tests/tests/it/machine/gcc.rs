//! Other implementations of C: programs that gcc compiles, and those that csmith makes.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The behaviour of a compiled program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ran {
    /// It ended with this status, which is none after a signal, and wrote this to its standard output and standard error.
    Ended(Option<i32>, String, String),
    /// It ran for longer than it may.
    TooLong,
}

/// Returns `true` if a program is installed; otherwise says which test is skipped.
pub(super) fn is_installed(program: &str, test: &str) -> bool {
    // Even then, csmith writes a file about the platform into its folder.
    let mut command = Command::new(program);
    command.arg("--version").current_dir(std::env::temp_dir()).stdout(Stdio::null());
    let found = command.status().is_ok_and(|status| status.success());
    if !found {
        eprintln!("{test}: skipped, since `{program}` is not installed");
    }
    found
}

/// Compiles a file with these options. Fails with what gcc says.
pub(super) fn compile(file: &Path, to: &Path, options: &[&str]) -> Result<(), String> {
    let output = Command::new("gcc").arg("-w").args(options).arg("-o").arg(to).arg(file).arg("-lm").output();
    let output = output.map_err(|error| error.to_string())?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Runs a compiled program, for this time at most.
pub(super) fn run(program: &Path, longest: Duration) -> Ran {
    let mut command = Command::new(program);
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let until = Instant::now() + longest;
    // The output of these programs fits into a pipe.
    while child.try_wait().expect("a child").is_none() {
        if Instant::now() > until {
            child.kill().expect("it can be ended");
            child.wait().expect("a child");
            return Ran::TooLong;
        }
        sleep(Duration::from_millis(2));
    }
    let status = child.wait().expect("a child");
    let [mut output, mut errors] = [Vec::new(), Vec::new()];
    child.stdout.take().expect("a pipe").read_to_end(&mut output).expect("readable");
    child.stderr.take().expect("a pipe").read_to_end(&mut errors).expect("readable");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran::Ended(status.code(), text(output), text(errors))
}

/// The folder of the headers of csmith's programs.
pub(super) const CSMITH_HEADERS: &str = "/usr/include/csmith";

/// Writes a program that csmith makes of a seed.
pub(super) fn csmith(seed: u64, file: &Path) -> PathBuf {
    let mut csmith = Command::new("csmith");
    csmith.current_dir(file.parent().expect("a folder"));
    csmith.args(["--no-packed-struct", "--no-volatile-pointers", "--seed", &seed.to_string(), "--output"]).arg(file);
    assert!(csmith.status().is_ok_and(|status| status.success()), "csmith fails with seed {seed}");
    file.to_owned()
}
