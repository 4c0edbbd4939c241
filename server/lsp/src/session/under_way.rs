//! Long work for pending requests.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;
use tower_lsp::ls_types::Uri;

/// Work in progress, by its number.
#[derive(Default)]
pub(crate) struct UnderWay(Mutex<BTreeMap<u64, Work>>);

struct Work {
    /// The file that it is about.
    about: Uri,
    cancelled: CancellationToken,
}

impl UnderWay {
    /// Adds work about a file, which ends early when its token is cancelled.
    pub(crate) fn add(&self, id: u64, about: Uri, cancelled: CancellationToken) {
        self.all().insert(id, Work { about, cancelled });
    }

    /// Forgets work that has ended.
    pub(crate) fn remove(&self, id: u64) {
        self.all().remove(&id);
    }

    /// Cancels the work with a matching number.
    pub(crate) fn cancel(&self, is_meant: impl Fn(u64) -> bool) {
        self.all().iter().filter(|(id, _)| is_meant(**id)).for_each(|(_, work)| work.cancelled.cancel());
    }

    /// Cancels all work about a file.
    pub(crate) fn cancel_about(&self, uri: &Uri) {
        self.all().values().filter(|work| work.about == *uri).for_each(|work| work.cancelled.cancel());
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<u64, Work>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
