//! How a request is answered: from the document as it was when the request arrived, on the blocking pool, behind a
//! boundary for panics, and only if the document is still the same afterwards.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::Uri;

use super::panics::contained;
use super::state::{Shared, View};

/// Answers a request about a document; `None` if it is not open.
///
/// The view is taken before the first `.await`. Dropping the future, which is what `$/cancelRequest` does, cancels
/// work that has not begun.
pub(super) async fn about<T: Send + 'static>(
    shared: &Arc<Shared>,
    uri: &Uri,
    work: impl FnOnce(&View) -> Option<T> + Send + 'static,
) -> Result<Option<T>> {
    let Some(view) = shared.view(uri) else { return Ok(None) };
    let cancelled = CancellationToken::new();
    let _cancel_when_dropped = cancelled.clone().drop_guard();
    let this = Arc::clone(shared);
    let work = move || {
        let is_wanted = !cancelled.is_cancelled() && this.is_current(&view);
        let answer = contained(|| is_wanted.then(|| work(&view)));
        (answer, this.is_current(&view))
    };
    match tokio::task::spawn_blocking(work).await {
        Ok((Ok(Some(answer)), true)) => Ok(answer),
        Ok((Ok(_), _)) => Err(Error::new(ErrorCode::ContentModified)),
        Ok((Err(panic), _)) => {
            shared.report_panic("a request", &panic);
            Err(Error::internal_error())
        }
        Err(_) => Err(Error::internal_error()),
    }
}
