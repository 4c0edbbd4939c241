//! Long work for pending requests.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

/// Work in progress, by its number.
#[derive(Default)]
pub(crate) struct UnderWay(Mutex<BTreeMap<u64, CancellationToken>>);

impl UnderWay {
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut BTreeMap<u64, CancellationToken>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Cancels the work with a matching number.
    pub(crate) fn cancel(&self, is_meant: impl Fn(u64) -> bool) {
        self.change(|all| all.iter().filter(|(id, _)| is_meant(**id)).for_each(|(_, work)| work.cancel()));
    }
}
