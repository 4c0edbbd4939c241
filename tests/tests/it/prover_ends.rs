//! A prover does not outlive the process that asks it, however that ends.
#![cfg(target_os = "linux")]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use boolprog_tests::root;

/// No end takes longer, also on a slow and busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A prover that never answers, and names what it has started.
const WAITING: &str = "#!/bin/sh\nsleep 600 &\necho $$ $! > begun\nmv begun ids\nwait\n";

fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns `true` if the process runs; one that has ended may still be listed.
fn is_running(id: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/stat"));
    status.is_ok_and(|status| !status.contains(") Z ") && !status.contains(") X "))
}

/// Ends a check by a signal while its prover works.
fn ended_by(signal: &str, folder: &Path) {
    let ids = folder.join("ids");
    let mut check = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .args(["check", "--prover", "./prover.sh", "--engine", "modular"])
        .arg(root().join("examples/tickets.ip"))
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let started = eventually("the prover starts", || std::fs::read_to_string(&ids).ok());
    std::fs::remove_file(&ids).expect("there");
    let sent =
        Command::new("kill").args(["-s", signal, &check.id().to_string()]).status().expect("a tool of each system");
    assert!(sent.success() && !check.wait().expect("it ends").success(), "{signal}");
    for id in started.split_whitespace() {
        eventually(&format!("{signal}: {id} ends"), || (!is_running(id)).then_some(()));
    }
}

#[test]
fn no_signal_leaves_a_prover_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let prover = folder.path().join("prover.sh");
    std::fs::write(&prover, WAITING).expect("writable");
    std::fs::set_permissions(&prover, std::fs::Permissions::from_mode(0o755)).expect("our file");
    for signal in ["INT", "TERM", "HUP", "KILL"] {
        ended_by(signal, folder.path());
    }
}
