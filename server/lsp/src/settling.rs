//! How a broken text is read while somebody types may depend on how it was typed. Once they pause, it is read afresh: what
//! stays on the screen depends on the text alone.

use std::sync::Arc;

use super::checking::{self, Trigger, Wish};
use super::document::Version;
use super::panics::contained;
use super::state::Shared;
use super::sync;

/// Settles a version after the pause that a check waits for too, if that is needed then.
pub(super) fn later(shared: &Arc<Shared>, version: Arc<Version>) {
    if version.document.is_settled() {
        return;
    }
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        tokio::time::sleep(version.settings.debounce).await;
        if shared.is_newest(&version) {
            settle(&shared, version).await;
        }
    });
}

async fn settle(shared: &Arc<Shared>, version: Arc<Version>) {
    let unsettled = Arc::clone(&version);
    let settled = match tokio::task::spawn_blocking(move || contained(|| unsettled.settled())).await {
        Ok(Ok(Some(settled))) => settled,
        Ok(Ok(None)) | Err(_) => return,
        Ok(Err(panic)) => return shared.report_panic("the analysis", &panic),
    };
    let mut documents = shared.documents();
    let Some(open) = documents.get_mut(&version.uri).filter(|open| Arc::ptr_eq(&open.version, &version)) else {
        return;
    };
    sync::replace(open, settled);
    open.tokens.doubt();
    drop(documents);
    checking::start(shared, &version.uri, Trigger::Changed, Wish::default());
}
