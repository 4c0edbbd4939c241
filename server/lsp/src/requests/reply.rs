//! Answers to requests: from the document as it was when the request arrived, on the blocking pool, within a boundary
//! for panics, and only if the document is still the same afterwards.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::Uri;

use crate::panics::contained;
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::Awaited;

/// Answers a request about a document; `None` if it is not open.
///
/// The type of its input determines what the work waits for; positions are converted for the client. The view is taken before the first `.await`. Dropping the
/// future, which is what `$/cancelRequest` does, cancels work that has not begun.
pub(crate) async fn about<A: Awaited, T: Send + 'static>(
    shared: &Arc<Shared>,
    uri: &Uri,
    work: impl FnOnce(&A, &Converter<'_>) -> Option<T> + Send + 'static,
) -> Result<Option<T>> {
    let Some(view) = shared.view(uri) else { return Ok(None) };
    let this = Arc::clone(shared);
    let answer = apart(shared, move |cancelled| {
        let is_wanted = !cancelled.is_cancelled() && this.is_current(&view);
        let answer = is_wanted.then(|| {
            this.options.before_answer.iter().for_each(|hook| hook(view.version.document.text()));
            A::of(&view).and_then(|awaited| work(&awaited, &view.converter(this.features())))
        });
        answer.filter(|_| this.is_current(&view))
    });
    answer.await?.ok_or_else(|| Error::new(ErrorCode::ContentModified))
}

/// Answers a request that is about no document in particular. Dropping the future cancels the token.
pub(crate) async fn apart<T: Send + 'static>(
    shared: &Arc<Shared>,
    work: impl FnOnce(&CancellationToken) -> T + Send + 'static,
) -> Result<T> {
    let cancelled = CancellationToken::new();
    let _cancel_when_dropped = cancelled.clone().drop_guard();
    match tokio::task::spawn_blocking(move || contained(|| work(&cancelled))).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(panic)) => {
            shared.report_panic("a request", &panic);
            Err(Error::internal_error())
        }
        Err(_) => Err(Error::internal_error()),
    }
}

/// The error of a request that makes sense but cannot be answered; clients show the reason.
pub(crate) fn failed(reason: String) -> Error {
    /// `RequestFailed` of the protocol.
    const REQUEST_FAILED: i64 = -32803;
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: reason.into(), data: None }
}
