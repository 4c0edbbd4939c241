//! The check of one open file, as the file knows it.

use tokio_util::sync::{CancellationToken, DropGuard};

use super::results::FileResults;

#[derive(Default)]
pub(crate) struct Check {
    pub(crate) job: Option<Handle>,
    pub(crate) results: FileResults,
}

/// The file's end of a job.
pub(crate) struct Handle {
    pub(crate) id: u64,
    pub(crate) cancelled: CancellationToken,
    _guard: DropGuard,
}

impl Check {
    /// Cancels the job. Its findings are forgotten.
    pub(crate) fn abandon(&mut self) {
        self.job = None;
        self.results.abandon();
    }

    pub(crate) fn is_job(&self, id: u64) -> bool {
        self.job.as_ref().is_some_and(|job| job.id == id)
    }
}

impl Handle {
    /// Creates a job; dropping it cancels the work.
    pub(crate) fn new(id: u64, cancelled: &CancellationToken) -> Self {
        Self { id, cancelled: cancelled.clone(), _guard: cancelled.clone().drop_guard() }
    }
}
