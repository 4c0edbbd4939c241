//! `$/progress` of a check or another piece of long work, in a task of its own that may wait for the client.

use std::sync::Arc;
use std::time::Duration;

use boolprog_base::words::grouped;
use tokio_util::sync::{CancellationToken, DropGuard};
use tower_lsp::ls_types::request::WorkDoneProgressCreate;
use tower_lsp::ls_types::{NumberOrString, ProgressToken, WorkDoneProgressCreateParams};

use crate::session::state::Shared;
use boolprog_host::limits::Limits;

/// Work shorter than this shows no progress: it would only flicker.
const PATIENCE: Duration = Duration::from_millis(500);
const INTERVAL: Duration = Duration::from_millis(500);

/// The token of a check or another piece of work.
pub(crate) fn token(id: u64) -> ProgressToken {
    NumberOrString::String(format!("boolprog/check/{id}"))
}

/// Shows the progress of a piece of work until the guard is dropped, if the client can show it.
pub(crate) fn start(shared: &Arc<Shared>, id: u64, title: String, limits: &Arc<Limits>) -> DropGuard {
    let done = CancellationToken::new();
    if shared.features().progress {
        tokio::spawn(show(Arc::clone(shared), id, title, Arc::clone(limits), done.clone()));
    }
    done.drop_guard()
}

async fn show(shared: Arc<Shared>, id: u64, title: String, limits: Arc<Limits>, done: CancellationToken) {
    let ends = |time| tokio::time::timeout(time, done.cancelled());
    if ends(PATIENCE).await.is_ok() {
        return;
    }
    let create = WorkDoneProgressCreateParams { token: token(id) };
    if shared.client.send_request::<WorkDoneProgressCreate>(create).await.is_err() || done.is_cancelled() {
        return;
    }
    let progress = shared.client.progress(token(id), title).with_cancel_button();
    let progress = progress.with_message(message(&limits)).begin().await;
    while ends(INTERVAL).await.is_err() {
        progress.report_with_message(message(&limits), None).await;
    }
    progress.finish().await;
}

/// Counters and elapsed time; a percentage is not known.
fn message(limits: &Limits) -> String {
    let progress = limits.progress();
    let states = match progress.states {
        0 => String::new(),
        1 => ", 1 state".to_owned(),
        states => format!(", {} states", grouped(states)),
    };
    let iteration = match (limits.iterations(), limits.rounds()) {
        (0, 0) => String::new(),
        (0, over) => format!(", round {}", over + 1),
        (over, _) => format!(", iteration {}", over + 1),
    };
    format!("{}{iteration}{states}, {} s", in_words(progress.phase), limits.elapsed().as_secs())
}

/// The work of a phase, in words for the person who waits. Phases that mean something to them have their own names.
fn in_words(phase: &'static str) -> &'static str {
    match phase {
        "" => "starting",
        "pairs" | "explicit search" | "execution" | "mcs" | "bounded search" | "random search" => {
            "searching executions"
        }
        "prover" | "facts" | "boxes" => "looking for a proof",
        "search for a crowd" => "trying more threads",
        other => other,
    }
}
