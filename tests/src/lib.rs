//! Helpers of the tests that span crates.

pub mod checked;
pub mod corpus;
pub mod dap_client;
pub mod form;
pub mod generate;
pub mod lsp_client;
pub mod lsp_transcript;
pub mod mcp_client;
pub mod mutate;
pub mod programs;
pub mod rocq;
pub mod short_json;
pub mod wide;

use std::path::{Path, PathBuf};

/// The root of the checkout.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Settings for snapshots that are kept in a folder under the name of their case.
pub fn snapshots_in(folder: &Path) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

/// A command that the system ends after some seconds of processor time, which a busy machine does not change.
pub fn limited(program: &str, seconds: u32) -> std::process::Command {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &format!("ulimit -t {seconds}; exec \"$0\" \"$@\""), program]);
    command
}

/// Returns `true` if there is a prover. Without one a test that needs it fails, unless `BOOLPROG_NO_PROVER` says that there is none: then
/// it passes, and has shown nothing.
pub fn has_prover() -> bool {
    let has = std::process::Command::new("z3").arg("--version").output().is_ok();
    let is_meant = std::env::var_os("BOOLPROG_NO_PROVER").is_some();
    assert!(
        has || is_meant,
        "no z3 on the search path: `cargo xtask test` has one, `BOOLPROG_NO_PROVER=1` does without"
    );
    has
}

/// Returns `true` if there is this program, which checks proofs once more. Without it a test that needs it fails, unless
/// `BOOLPROG_NO_CHECKERS` says that there is none: then it passes, and has shown nothing.
pub fn has_checker(program: &str) -> bool {
    let has = std::process::Command::new(program).arg("--version").output().is_ok();
    let is_meant = std::env::var_os("BOOLPROG_NO_CHECKERS").is_some();
    assert!(
        has || is_meant,
        "no {program} on the search path: `cargo xtask test` installs it, `BOOLPROG_NO_CHECKERS=1` does without"
    );
    has
}
