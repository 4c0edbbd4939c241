//! Diagnostics, status and lens refreshes: sent by one task, so that they arrive in order, and always from the
//! newest state, so that a burst of changes costs one message.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_ide::Source;
use boolprog_ide::inlay_hints::Wanted;
use boolprog_ide::status::{self, State, Status};
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::Notify;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::ls_types::{Diagnostic, Uri};

use super::panics::contained;
use crate::session::document::Version;
use crate::session::elsewhere::Elsewhere;
use crate::session::state::{Shared, retire};
use crate::session::view::{Awaited, Judged, View};

pub(crate) async fn run(shared: Arc<Shared>) {
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
    let mut published: BTreeMap<Uri, Published> = BTreeMap::new();
    let mut elsewhere = Elsewhere::default();
    loop {
        for uri in shared.queue.next().await {
            if let Some(view) = shared.view(&uri) {
                publish_news(shared, view, &mut published, &mut elsewhere).await;
            } else {
                let was_pushed = published.remove(&uri).is_some_and(|it| it.version.front_end.is_shared());
                publish_elsewhere(shared, &uri, BTreeMap::new(), &published, &mut elsewhere).await;
                if was_pushed || !shared.features().pulls_diagnostics {
                    let left = elsewhere.of(&uri);
                    shared.client.publish_diagnostics(uri, left, None).await;
                }
            }
        }
    }
}

/// Sends what a program says of its other files. Those that are open themselves are sent again with the rest about them.
async fn publish_elsewhere(
    shared: &Shared,
    program: &Uri,
    found: BTreeMap<Uri, Vec<Diagnostic>>,
    published: &BTreeMap<Uri, Published>,
    elsewhere: &mut Elsewhere,
) {
    for file in elsewhere.replace(program, found) {
        if published.contains_key(&file) {
            shared.queue.push(file);
        } else {
            let all = elsewhere.of(&file);
            shared.client.publish_diagnostics(file, all, None).await;
        }
    }
}

/// Asks the client to request lenses, hints and tokens again: it does so when the text changes, but cannot know when
/// verdicts change. This has a loop of its own, since the client may answer late.
async fn refresh<F: Future<Output = Result<()>>>(what: &str, changed: &Notify, ask: impl Fn() -> F) {
    loop {
        changed.notified().await;
        if let Err(error) = ask().await {
            tracing::warn!(%error, "the client does not refresh its {what}");
        }
    }
}

/// A version at a glance, for the status line, and for refreshes.
struct Summary {
    status: Status,
    shown: Shown,
    verdicts: Option<Verdicts>,
}

/// Verdicts about a version, all of them.
struct Verdicts {
    /// Identifies the program that they are about.
    fingerprint: u64,
    /// View of the client before there were any verdicts.
    shown_before: Shown,
}

/// Parts of the client's view of a version that depend on verdicts, so that it cannot know when to refresh.
#[derive(Default, PartialEq, Eq)]
struct Shown {
    diagnostics: String,
    /// Titles of the lenses.
    lenses: Vec<String>,
    /// Regions that semantic tokens show as unreachable.
    unreachable: Vec<Span>,
    hints: Vec<String>,
}

/// The client's knowledge of a file.
struct Published {
    version: Arc<Version>,
    shown: Shown,
    /// Fingerprint of the program whose verdicts were published, if any.
    verdicts: Option<u64>,
}

async fn publish_news(
    shared: &Arc<Shared>,
    view: View,
    published: &mut BTreeMap<Uri, Published>,
    elsewhere: &mut Elsewhere,
) {
    let view = Arc::new(view);
    let (version, features) = (&view.version, shared.features());
    if version.is_left_alone() && !published.contains_key(&version.uri) {
        return;
    }
    let Some((mut diagnostics, others)) = about(shared, &view, in_all_files).await else { return };
    let result_id = result_id(&diagnostics);
    publish_elsewhere(shared, &version.uri, others, published, elsewhere).await;
    diagnostics.extend(elsewhere.of(&version.uri));
    if !features.pulls_diagnostics || version.front_end.is_shared() {
        let number = features.versioned_diagnostics.then_some(version.number);
        shared.client.publish_diagnostics(version.uri.clone(), diagnostics, number).await;
    }
    // The rest can wait until the client has the diagnostics.
    if let Some(summary) = about(shared, &view, |shared, view| Summary::new(shared, view, result_id)).await {
        shared.client.send_notification::<StatusNotification>(StatusParams::new(version, summary.status)).await;
        let before = published.remove(&version.uri);
        refresh_changed(shared, before.as_ref(), &view, &summary.shown, summary.verdicts.as_ref());
        let verdicts = summary.verdicts.map(|verdicts| verdicts.fingerprint);
        let news = Published { version: Arc::clone(version), shown: summary.shown, verdicts };
        if !version.is_left_alone() {
            published.insert(version.uri.clone(), news);
        }
    }
    // This may be the last owner.
    retire(view);
}

/// The client itself requests features that depend on the text. It is asked to refresh if verdicts have changed an
/// answer about this version.
fn refresh_changed(shared: &Shared, before: Option<&Published>, view: &View, now: &Shown, verdicts: Option<&Verdicts>) {
    let same_version = before.filter(|before| Arc::ptr_eq(&before.version, &view.version));
    let known = before.and_then(|before| before.verdicts);
    let arrived = verdicts.filter(|verdicts| known != Some(verdicts.fingerprint));
    let asked_before = arrived.map(|verdicts| &verdicts.shown_before);
    let shown = before.map(|before| &before.shown);
    let (features, queue) = (shared.features(), &shared.queue);
    let of_version = same_version.map(|before| &before.shown);
    let differs = |old: Option<&Shown>, differs: fn(&Shown, &Shown) -> bool| {
        [old, asked_before].into_iter().flatten().any(|old| differs(old, now))
    };
    let is_pulled = features.pulls_diagnostics && !view.version.front_end.is_shared();
    if is_pulled && differs(of_version, |old, new| old.diagnostics != new.diagnostics) {
        queue.diagnostics_changed.notify_one();
    }
    // Lenses of a Boolean program say whether it is that of this version of the integer program.
    let makes_stale = before.is_some() && same_version.is_none() && shared.abstractions.has_one_of(&view.version.uri);
    if features.refreshes_lenses && (makes_stale || differs(shown, |old, new| old.lenses != new.lenses)) {
        queue.lenses_changed.notify_one();
    }
    if features.refreshes_hints && differs(shown, |old, new| old.hints != new.hints) {
        queue.hints_changed.notify_one();
    }
    if features.refreshes_tokens && differs(shown, |old, new| old.unreachable != new.unreachable) {
        queue.tokens_changed.notify_one();
    }
}

/// The result of `find` in a view, computed away from the protocol's task; `None` if there is a newer view by then,
/// which is in the queue.
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

/// All diagnostics of a view in its own file. Not for the protocol task.
pub(crate) fn diagnostics(shared: &Shared, view: &View) -> Vec<Diagnostic> {
    in_all_files(shared, view).0
}

/// The same, and those in the other files of its program, by file.
fn in_all_files(shared: &Shared, view: &View) -> (Vec<Diagnostic>, BTreeMap<Uri, Vec<Diagnostic>>) {
    let Some(Judged { source, .. }) = Judged::of(view) else { return Default::default() };
    let property = |found: &boolprog_base::Diagnostic| source.property(found).map(str::to_owned);
    let (convert, features) = (view.converter(shared.features()), shared.features());
    let mut by_file: BTreeMap<Option<Uri>, Vec<boolprog_base::Diagnostic>> = BTreeMap::new();
    for found in source.diagnostics() {
        let file = convert.other(found.span.start).map(|(uri, _)| uri);
        by_file.entry(file).or_default().push(found);
    }
    let own = by_file.remove(&None).unwrap_or_default();
    let own = convert.diagnostics(own, features, property);
    let others =
        by_file.into_iter().filter_map(|(file, found)| Some((file?, convert.diagnostics(found, features, |_| None))));
    (own, others.collect())
}

/// The `resultId` of a list of diagnostics: equal lists have equal ones.
pub(crate) fn result_id(diagnostics: &[Diagnostic]) -> String {
    let mut hasher = FxHasher::default();
    json!(diagnostics).to_string().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

impl Summary {
    fn new(shared: &Shared, view: &View, diagnostics: String) -> Self {
        let Some(Judged { source, .. }) = Judged::of(view) else {
            let status = if view.version.is_left_alone() { status::left_alone() } else { status::off() };
            return Self { status, shown: Shown::default(), verdicts: None };
        };
        let verdicts = source.has_verdicts().then(|| Verdicts::new(shared, view)).flatten();
        let shown = Shown::new(&source, &view.version.settings.hints, diagnostics);
        Self { status: source.status(), shown, verdicts }
    }
}

impl Verdicts {
    fn new(shared: &Shared, view: &View) -> Option<Self> {
        let fingerprint = view.fingerprint()?;
        let before = view.before_verdicts();
        let diagnostics = result_id(&diagnostics(shared, &before));
        let shown_before = Shown::new(&Judged::of(&before)?.source, &view.version.settings.hints, diagnostics);
        Some(Self { fingerprint, shown_before })
    }
}

impl Shown {
    fn new(source: &Source, wanted: &Wanted, diagnostics: String) -> Self {
        let everything = Span::new(0, source.text().len() as u32);
        Self {
            diagnostics,
            lenses: source.lenses().into_iter().map(|lens| lens.title).collect(),
            unreachable: source.unreachable(),
            hints: source.inlay_hints(everything, wanted).into_iter().map(|hint| hint.label).collect(),
        }
    }
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
    fn new(version: &Version, status: Status) -> Self {
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
