//! `$/progress` of a check, in a task of its own that may wait for the client as long as it likes.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tower_lsp::ls_types::request::WorkDoneProgressCreate;
use tower_lsp::ls_types::{NumberOrString, ProgressToken, WorkDoneProgressCreateParams};

use super::state::Shared;
use crate::limits::Limits;

/// A check shorter than this shows no progress: it would only flicker.
const PATIENCE: Duration = Duration::from_millis(500);
/// Time between two reports.
const INTERVAL: Duration = Duration::from_millis(500);

/// The token of a check.
pub(super) fn token(check: u64) -> ProgressToken {
    NumberOrString::String(format!("boolprog/check/{check}"))
}

/// Shows how far a check has come until `done`.
pub(super) async fn show(shared: Arc<Shared>, check: u64, name: String, limits: Arc<Limits>, done: CancellationToken) {
    let ends = |time| tokio::time::timeout(time, done.cancelled());
    if ends(PATIENCE).await.is_ok() {
        return;
    }
    let create = WorkDoneProgressCreateParams { token: token(check) };
    if shared.client.send_request::<WorkDoneProgressCreate>(create).await.is_err() || done.is_cancelled() {
        return;
    }
    let progress = shared.client.progress(token(check), format!("Checking {name}")).with_cancel_button();
    let progress = progress.with_message(message(&limits)).begin().await;
    while ends(INTERVAL).await.is_err() {
        progress.report_with_message(message(&limits), None).await;
    }
    progress.finish().await;
}

/// Counters and elapsed time; nobody knows a percentage.
fn message(limits: &Limits) -> String {
    let progress = limits.progress();
    let states = match progress.states {
        0..1_000 => progress.states.to_string(),
        1_000..10_000_000 => format!("{}k", progress.states / 1_000),
        many => format!("{}M", many / 1_000_000),
    };
    format!("{} {states} states, {} s", progress.phase, limits.elapsed().as_secs()).trim_start().to_owned()
}
