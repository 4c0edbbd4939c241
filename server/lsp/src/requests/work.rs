//! Long requests about a text: they have the limits of a requested check, show progress, and ends when the request or
//! the progress is cancelled, or when the text changes.

use std::sync::Arc;

use boolprog_base::control::{Control, Progress, Stop};
use tokio_util::sync::CancellationToken;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::Uri;

use super::reply;
use crate::checking::progress;
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::View;
use boolprog_host::limits::Limits;

/// Answers a request about a document as [`reply::about`] does, by work that is given a control to poll. `doing` is
/// shown to the user during the work, before the name of the file.
pub(crate) async fn about<T: Send + 'static>(
    shared: &Arc<Shared>,
    uri: &Uri,
    doing: &'static str,
    work: impl FnOnce(&View, &Converter<'_>, &WhileCurrent<'_>) -> Option<T> + Send + 'static,
) -> Result<Option<T>> {
    let cancelled = CancellationToken::new();
    let _cancel_when_dropped = cancelled.clone().drop_guard();
    let this = Arc::clone(shared);
    reply::about(shared, uri, move |view: &View, convert| {
        let settings = &view.version.settings;
        let limits = Arc::new(Limits::start(settings.time_manual, settings.memory, cancelled.clone()));
        let _shown = Shown::new(&this, view, doing, &limits, cancelled);
        work(view, convert, &WhileCurrent { limits: &limits, shared: &this, view })
    })
    .await
}

/// Work that users can see and cancel until this is dropped.
struct Shown<'a> {
    shared: &'a Shared,
    id: u64,
    _progress: tokio_util::sync::DropGuard,
}

impl<'a> Shown<'a> {
    fn new(
        shared: &'a Arc<Shared>,
        view: &View,
        doing: &str,
        limits: &Arc<Limits>,
        cancelled: CancellationToken,
    ) -> Self {
        let id = shared.fresh();
        let title = format!("{doing} {}", view.version.file_name());
        shared.under_way.add(id, view.version.uri.clone(), cancelled);
        Self { shared, id, _progress: progress::start(shared, id, title, limits) }
    }
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        self.shared.under_way.remove(self.id);
    }
}

/// The limits of a piece of work that is of no use once the text has changed.
pub(crate) struct WhileCurrent<'a> {
    /// Limits of the work, which show its progress.
    pub(crate) limits: &'a Arc<Limits>,
    shared: &'a Shared,
    view: &'a View,
}

impl Control for WhileCurrent<'_> {
    fn poll(&self, progress: &Progress) -> std::result::Result<(), Stop> {
        self.limits.poll(progress)?;
        if self.shared.is_current(self.view) { Ok(()) } else { Err(Stop::Cancelled) }
    }
}
