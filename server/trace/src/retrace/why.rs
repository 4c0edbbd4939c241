//! Why a trace leads no further, as clauses for people.

/// Another number of threads starts in `main`.
pub(super) fn starts_with(expected: u32, recorded: u32) -> String {
    format!("{} `main` now, and the trace starts with {recorded}", threads_start(expected))
}

fn threads_start(count: u32) -> String {
    if count == 1 { "1 thread starts in".to_owned() } else { format!("{count} threads start in") }
}

/// The thread with this recorded number was not started.
pub(super) fn never_started(recorded: u32) -> String {
    format!("T{recorded} was not started")
}

/// The thread with this number has ended too early.
pub(super) fn ended(number: u32, goal: &str) -> String {
    format!("T{number} has ended and did not get to `{goal}`")
}

/// The thread with this number goes on from a statement, but not to another one.
pub(super) fn elsewhere(number: u32, here: &str, goal: &str) -> String {
    format!("T{number} is at `{here}` and does not get to `{goal}`")
}
