//! The queue of files to be published.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;
use tower_lsp::ls_types::Uri;

/// Files about which there may be something new to say.
#[derive(Default)]
pub(crate) struct Queue {
    waiting: Mutex<BTreeSet<Uri>>,
    arrived: Notify,
    pub(crate) diagnostics_changed: Notify,
    pub(crate) lenses_changed: Notify,
    pub(crate) tokens_changed: Notify,
    pub(crate) hints_changed: Notify,
}

impl Queue {
    /// Says that there may be something new about a file.
    pub(crate) fn push(&self, uri: Uri) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(uri);
        self.arrived.notify_one();
    }

    /// Says that there may be something new about programs that are not open.
    pub(crate) fn unopened_changed(&self) {
        self.diagnostics_changed.notify_one();
    }

    /// The files, once there are some.
    pub(crate) async fn next(&self) -> BTreeSet<Uri> {
        self.arrived.notified().await;
        std::mem::take(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
