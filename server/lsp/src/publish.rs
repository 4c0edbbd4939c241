//! Diagnostics, status and lens refreshes: sent by one task, so that they arrive in order, and always from the
//! newest state, so that a burst of changes costs one message.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use boolprog_base::Span;
use boolprog_ide::Source;
use boolprog_ide::inlay_hints::Wanted;
use boolprog_ide::status::{self, State, Status};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::Uri;
use tower_lsp::ls_types::notification::Notification;

use super::diagnostic;
use super::panics::contained;
use super::settling;
use super::state::{Refreshed, Shared, View};
use super::syntax_first;
use super::{draft, semantic_tokens, sync};

/// Files about which there may be something new to say.
#[derive(Default)]
pub(super) struct Queue {
    waiting: Mutex<BTreeSet<Uri>>,
    arrived: Notify,
    diagnostics_changed: Notify,
    lenses_changed: Notify,
    tokens_changed: Notify,
    hints_changed: Notify,
}

impl Queue {
    /// Says that there may be something new about a file.
    pub(super) fn push(&self, uri: Uri) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(uri);
        self.arrived.notify_one();
    }

    /// Says that there may be something new about programs that are not open.
    pub(super) fn unopened_changed(&self) {
        self.diagnostics_changed.notify_one();
    }

    async fn next(&self) -> BTreeSet<Uri> {
        self.arrived.notified().await;
        std::mem::take(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Publishes until the server ends.
pub(super) async fn run(shared: Arc<Shared>) {
    let (client, queue) = (&shared.client, &shared.queue);
    tokio::join!(
        publish(&shared),
        refresh("diagnostics", &queue.diagnostics_changed, || client.workspace_diagnostic_refresh()),
        refresh("code lenses", &queue.lenses_changed, || client.code_lens_refresh()),
        refresh("inlay hints", &queue.hints_changed, || client.inlay_hint_refresh()),
        refresh("semantic tokens", &queue.tokens_changed, || client.semantic_tokens_refresh()),
    );
}

async fn publish(shared: &Arc<Shared>) {
    let mut shown = BTreeMap::new();
    loop {
        for uri in shared.queue.next().await {
            if let Some(view) = shared.view(&uri) {
                tell(shared, view, &mut shown).await;
            } else {
                shown.remove(&uri);
                if !shared.features().pulls_diagnostics {
                    shared.client.publish_diagnostics(uri, Vec::new(), None).await;
                }
            }
        }
    }
}

/// The client asks for lenses and the like again when the text changes, but cannot know when verdicts do. It is asked
/// in a loop of its own: it answers when it likes.
async fn refresh<F: Future<Output = Result<()>>>(what: &str, changed: &Notify, ask: impl Fn() -> F) {
    loop {
        changed.notified().await;
        if let Err(error) = ask().await {
            tracing::warn!(%error, "the client does not refresh its {what}");
        }
    }
}

/// What there is to say about one version of a file once its diagnostics are told.
struct News {
    status: Status,
    shown: Shown,
    /// Whether the verdicts are there.
    is_settled: bool,
}

/// What the client shows, of what depends on verdicts and what it asks for.
#[derive(Default)]
struct Shown {
    /// Identifies the diagnostics, and the version they are of, where the client asks for them.
    diagnostics: Option<(i32, String)>,
    /// The titles of the lenses.
    lenses: Vec<String>,
    /// What semantic tokens call unreachable.
    unreachable: Vec<Span>,
    /// The labels of the inlay hints.
    hints: Vec<String>,
}

async fn tell(shared: &Arc<Shared>, view: View, shown: &mut BTreeMap<Uri, Shown>) {
    let view = Arc::new(view);
    let version = &view.version;
    let features = shared.features();
    let publish = |diagnostics| {
        let number = features.versioned_diagnostics.then_some(version.number);
        shared.client.publish_diagnostics(version.uri.clone(), diagnostics, number)
    };
    if !features.pulls_diagnostics
        && let Some(Some(syntax)) = about(shared, &view, syntax_first::news).await
    {
        publish(syntax).await;
    }
    let known = about(shared, &view, |shared, view| {
        draft::note(shared, view);
        diagnostic::of(shared, view)
    });
    let Some(diagnostics) = known.await else { return };
    settling::later(shared, Arc::clone(version));
    let mut told = None;
    if features.pulls_diagnostics {
        told = Some((version.number, diagnostic::result_id(&diagnostics)));
    } else {
        publish(diagnostics).await;
    }
    let Some(news) = about(shared, &view, move |_, view| news(view, told)).await else { return };
    shared.client.send_notification::<StatusNotification>(StatusParams::new(version, news.status)).await;
    let before = shown.remove(&version.uri).unwrap_or_default();
    // A version that the client has not asked about yet it will ask about by itself.
    let are_news = before.diagnostics != news.shown.diagnostics && shared.has_pulled(&version.uri, version.number);
    if shared.take_owed_diagnostics(&version.uri) || are_news {
        shared.queue.diagnostics_changed.notify_one();
    }
    // It may also have been answered something that was never told, because it was over too soon.
    let provisional = if news.is_settled { shared.take_provisional(&version.uri) } else { BTreeSet::new() };
    let is_old = |what, differs| differs || provisional.contains(&what);
    if features.refreshes_lenses && is_old(Refreshed::Lenses, before.lenses != news.shown.lenses) {
        shared.queue.lenses_changed.notify_one();
    }
    if features.refreshes_hints && is_old(Refreshed::Hints, before.hints != news.shown.hints) {
        shared.queue.hints_changed.notify_one();
    }
    // Who was answered before anything was known is right if nothing is unreachable.
    let is_doubtful = provisional.contains(&Refreshed::Tokens) && !news.shown.unreachable.is_empty();
    if features.refreshes_tokens && (is_doubtful || before.unreachable != news.shown.unreachable) {
        shared.queue.tokens_changed.notify_one();
    }
    shown.insert(version.uri.clone(), news.shown);
    if features.refreshes_tokens {
        tokio::spawn(correct_tokens(Arc::clone(shared), view));
    }
}

/// Asks the client to ask for tokens again if it was sent wrong ones.
async fn correct_tokens(shared: Arc<Shared>, view: Arc<View>) {
    if let Some(time) = semantic_tokens::time_to_correct(&shared, &view) {
        tokio::time::sleep(time).await;
        if shared.is_current(&view) && about(&shared, &view, semantic_tokens::are_wrong).await == Some(true) {
            shared.queue.tokens_changed.notify_one();
        }
    }
    // Nobody else may have it any more by now.
    sync::retire(view);
}

/// Whatever `find` finds in a view, away from the protocol's task; nothing if there is a newer view meanwhile, which is
/// in the queue then.
async fn about<T: Send + 'static>(
    shared: &Arc<Shared>,
    view: &Arc<View>,
    find: impl FnOnce(&Shared, &View) -> T + Send + 'static,
) -> Option<T> {
    let (this, view) = (Arc::clone(shared), Arc::clone(view));
    let work = move || (contained(|| find(&this, &view)), this.is_current(&view));
    match tokio::task::spawn_blocking(work).await {
        Ok((Ok(found), true)) => Some(found),
        Ok((Ok(_), false)) | Err(_) => None,
        Ok((Err(panic), _)) => {
            shared.report_panic("the analysis", &panic);
            None
        }
    }
}

fn news(view: &View, diagnostics: Option<(i32, String)>) -> News {
    let Some(source) = view.source() else {
        return News { status: status::off(), shown: Shown::default(), is_settled: false };
    };
    let shown = Shown {
        diagnostics,
        lenses: source.lenses().into_iter().map(|lens| lens.title).collect(),
        unreachable: source.unreachable(),
        hints: hints(&source, &view.version.settings.hints),
    };
    News { status: source.status(), shown, is_settled: source.is_settled() }
}

fn hints(source: &Source, wanted: &Wanted) -> Vec<String> {
    let everything = Span::new(0, source.text().len() as u32);
    source.inlay_hints(everything, wanted).into_iter().map(|hint| hint.label).collect()
}

/// `boolprog/status`: the state of a file, for a status line.
enum StatusNotification {}

impl Notification for StatusNotification {
    type Params = StatusParams;
    const METHOD: &'static str = "boolprog/status";
}

#[derive(Debug, Serialize, Deserialize)]
struct StatusParams {
    uri: Uri,
    version: i32,
    state: String,
    text: String,
    tooltip: String,
}

impl StatusParams {
    fn new(version: &super::document::Version, status: Status) -> Self {
        let state = match status.state {
            State::Checking => "checking",
            State::Done => "done",
            State::Manual => "manual",
            State::Error => "error",
            State::Off => "off",
        };
        Self {
            uri: version.uri.clone(),
            version: version.number,
            state: state.to_owned(),
            text: status.text,
            tooltip: status.tooltip,
        }
    }
}
