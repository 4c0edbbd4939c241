//! What the server knows. Everything behind one lock that is only ever held for a moment, never across an `.await`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use boolprog_ide::{Draft, Findings, Results, Snapshot, Source, integer};
use tokio::sync::Semaphore;
use tower_lsp::Client;
use tower_lsp::ls_types::{ClientCapabilities, MessageType, Uri};

use super::Options;
use super::capabilities::Features;
use super::checking::Check;
use super::convert::Converter;
use super::document::{Modelled, Version};
use super::folders::Folders;
use super::known::Known;
use super::publish::Queue;
use super::scopes::Scopes;
use super::semantic_tokens::Sent;
use super::settings::Settings;
use super::unopened::Unopened;
use super::work::UnderWay;
use boolprog_host::cache::Cache;

/// An open file.
pub(super) struct Open {
    /// Its newest version.
    pub(super) version: Arc<Version>,
    /// Its check.
    pub(super) check: Check,
    /// The semantic tokens that the client has.
    pub(super) tokens: Sent,
    /// The declarations of the last version whose names are known; see [`super::draft`].
    pub(super) draft: Option<Arc<Draft>>,
    /// What the client was told last of the syntax; see [`super::syntax_first`].
    pub(super) told_syntax: u64,
    /// Whether the client asked for diagnostics and was answered only some of them, so that it has to ask again.
    pub(super) owes_diagnostics: bool,
    /// The version whose diagnostics the client asked for last.
    pub(super) pulled: Option<i32>,
    /// What the client was answered last while verdicts were missing.
    pub(super) provisional: BTreeSet<Refreshed>,
}

/// What the client has to ask for again when verdicts arrive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Refreshed {
    /// Code lenses.
    Lenses,
    /// Inlay hints.
    Hints,
    /// Semantic tokens.
    Tokens,
}

/// The state of the server.
pub(super) struct Shared {
    /// The client; never awaited in a handler.
    pub(super) client: Client,
    /// What the caller chose.
    pub(super) options: Options,
    /// What is to be published.
    pub(super) queue: Queue,
    /// Permits for checks that run at the same time.
    pub(super) workers: Semaphore,
    /// Permits for looking at evidence at the same time.
    pub(super) recallers: Semaphore,
    /// The evidence of earlier sessions.
    cache: Option<Cache>,
    /// The folders of the workspace.
    pub(super) folders: Folders,
    /// What was found in programs that are not open.
    pub(super) unopened: Unopened,
    /// Long work that somebody waits for.
    pub(super) under_way: UnderWay,
    documents: Mutex<BTreeMap<Uri, Open>>,
    settings: Mutex<Scopes>,
    features: OnceLock<Features>,
    parent: OnceLock<u32>,
    counter: AtomicU64,
    shut_down: AtomicBool,
}

impl Shared {
    /// The state before `initialize`.
    pub(super) fn new(client: Client, options: Options) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        // One core is left for the protocol and what a person waits for.
        let workers = cores.saturating_sub(1).max(1);
        let cache = options.cache.clone().map(Cache::new);
        Self {
            client,
            options,
            queue: Queue::default(),
            workers: Semaphore::new(workers),
            recallers: Semaphore::new(workers),
            cache,
            folders: Folders::default(),
            unopened: Unopened::default(),
            under_way: UnderWay::default(),
            documents: Mutex::default(),
            settings: Mutex::default(),
            features: OnceLock::new(),
            parent: OnceLock::new(),
            counter: AtomicU64::new(0),
            shut_down: AtomicBool::new(false),
        }
    }

    /// Remembers what `initialize` said.
    pub(super) fn initialize(&self, features: Features, parent: Option<u32>) {
        self.features.get_or_init(|| features);
        if let Some(parent) = parent {
            self.parent.get_or_init(|| parent);
        }
    }

    /// What the client can do: nothing, if it never said so.
    pub(super) fn features(&self) -> &Features {
        self.features.get_or_init(|| Features::new(&ClientCapabilities::default()))
    }

    /// The process that started the server, if the client named it.
    pub(super) fn parent(&self) -> Option<u32> {
        self.parent.get().copied()
    }

    /// A number that was never used before in this server.
    pub(super) fn fresh(&self) -> u64 {
        self.counter.fetch_add(1, Ordering::Relaxed)
    }

    /// The open files. Hold the guard for a moment only. A panic while it was held left a file in a state that is
    /// whole, so the lock is never considered poisoned.
    pub(super) fn documents(&self) -> MutexGuard<'_, BTreeMap<Uri, Open>> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The settings in force for a file.
    pub(super) fn settings_of(&self, uri: &Uri) -> Arc<Settings> {
        self.change_settings(|scopes| scopes.of(uri.to_file_path().as_deref()))
    }

    /// Changes the settings, or looks at them.
    pub(super) fn change_settings<T>(&self, change: impl FnOnce(&mut Scopes) -> T) -> T {
        change(&mut self.settings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Where the evidence of verdicts is kept, and how many bytes of it, if these settings want it kept.
    pub(super) fn cache(&self, settings: &Settings) -> Option<(&Cache, u64)> {
        self.cache.as_ref().zip(settings.cache)
    }

    /// A file and what is known of it at this moment.
    pub(super) fn view(&self, uri: &Uri) -> Option<View> {
        let documents = self.documents();
        let open = documents.get(uri)?;
        Some(View::new(open))
    }

    /// All open files and what is known of them at this moment.
    pub(super) fn views(&self) -> Vec<View> {
        self.documents().values().map(View::new).collect()
    }

    /// Remembers that the client asks for the diagnostics of the newest version. To be called before they are looked
    /// at, so that whatever comes later is known to be news.
    pub(super) fn pulled(&self, uri: &Uri) {
        if let Some(open) = self.documents().get_mut(uri) {
            open.pulled = Some(open.version.number);
        }
    }

    /// Whether the client has asked for the diagnostics of this version.
    pub(super) fn has_pulled(&self, uri: &Uri, version: i32) -> bool {
        self.documents().get(uri).is_some_and(|open| open.pulled == Some(version))
    }

    /// Notes that the client asked for diagnostics and is answered only some of them; it is asked to ask again soon.
    pub(super) fn owe_diagnostics(&self, uri: &Uri) {
        if let Some(open) = self.documents().get_mut(uri) {
            open.owes_diagnostics = true;
        }
        self.queue.push(uri.clone());
    }

    /// Whether the client has to be asked to ask for diagnostics again, which is then considered done.
    pub(super) fn take_owed_diagnostics(&self, uri: &Uri) -> bool {
        self.documents().get_mut(uri).is_some_and(|open| std::mem::take(&mut open.owes_diagnostics))
    }

    /// Notes that the client was answered what is known in this view.
    pub(super) fn answered(&self, view: &View, source: &Source, what: Refreshed) {
        let uri = &view.version.uri;
        let mut documents = self.documents();
        let Some(open) = documents.get_mut(uri) else { return };
        if source.is_settled() {
            open.provisional.remove(&what);
            return;
        }
        open.provisional.insert(what);
        // The check may have ended, and been told of, since the view was taken.
        if view.known.checking && !open.check.known.checking {
            self.queue.push(uri.clone());
        }
    }

    /// What the client was answered last while verdicts were missing; it is asked to ask again for that.
    pub(super) fn take_provisional(&self, uri: &Uri) -> BTreeSet<Refreshed> {
        self.documents().get_mut(uri).map(|open| std::mem::take(&mut open.provisional)).unwrap_or_default()
    }

    /// Adds to what is known of the file of a view, if its text and settings are still the same.
    pub(super) fn learn(&self, view: &View, learn: impl FnOnce(&mut Known)) {
        let mut documents = self.documents();
        let open = documents.get_mut(&view.version.uri).filter(|open| open.version.is_same(&view.version));
        if let Some(open) = open {
            learn(&mut open.check.known);
        }
    }

    /// Whether the text and the settings of a view are still those of the open file.
    pub(super) fn is_current(&self, view: &View) -> bool {
        self.documents().get(&view.version.uri).is_some_and(|open| open.version.is_same(&view.version))
    }

    /// Whether a version is what is known of its file now.
    pub(super) fn is_newest(&self, version: &Arc<Version>) -> bool {
        self.documents().get(&version.uri).is_some_and(|open| Arc::ptr_eq(&open.version, version))
    }

    /// Remembers that the client said `shutdown`, and stops all work.
    pub(super) fn shut_down(&self) {
        self.shut_down.store(true, Ordering::Relaxed);
        self.close_all();
    }

    /// Whether the client said `shutdown`.
    pub(super) fn was_shut_down(&self) -> bool {
        self.shut_down.load(Ordering::Relaxed)
    }

    /// Forgets all files, which cancels their checks.
    pub(super) fn close_all(&self) {
        self.documents().clear();
    }

    /// Tells the log and the client about something that is wrong with what the client sent.
    pub(super) fn warn(&self, text: &str) {
        tracing::warn!("{text}");
        self.log(MessageType::WARNING, text.to_owned());
    }

    /// Tells the log and the client that a piece of work broke down.
    pub(super) fn report_panic(&self, what: &str, panic: &str) {
        tracing::error!("internal error in {what}: {panic}");
        self.log(
            MessageType::ERROR,
            format!("Internal error in {what}: {panic}. Please report it; the server goes on."),
        );
    }

    fn log(&self, kind: MessageType, text: String) {
        let client = self.client.clone();
        tokio::spawn(async move { client.log_message(kind, text).await });
    }
}

/// One version of a file and what was known of it at one moment.
#[derive(Clone)]
pub(super) struct View {
    /// The version.
    pub(super) version: Arc<Version>,
    /// The declarations of an earlier version.
    pub(super) earlier: Option<Arc<Draft>>,
    known: Known,
}

impl View {
    fn new(open: &Open) -> Self {
        Self { version: Arc::clone(&open.version), earlier: open.draft.clone(), known: open.check.known.clone() }
    }

    /// A program that is not open, of which nobody knows anything but its text.
    pub(super) fn of(version: Version) -> Self {
        Self { version: Arc::new(version), earlier: None, known: Known::default() }
    }

    /// Whether a check waited or ran.
    pub(super) fn is_checking(&self) -> bool {
        self.known.checking
    }

    /// What the last complete check found before the program with this fingerprint was checked.
    pub(super) fn previous(&self, fingerprint: u64) -> Option<Arc<Findings>> {
        self.known.previous(fingerprint)
    }

    /// Identifies the program and what is asked of it; `None` if it has errors. Analyses the text if nobody did yet.
    pub(super) fn fingerprint(&self) -> Option<u64> {
        self.version.fingerprint()
    }

    /// What editor features look at; `None` if the file is in a language that is not ours. Reads the text if nobody did
    /// yet, so not for the protocol task.
    pub(super) fn source(&self) -> Option<Source> {
        match self.version.modelled() {
            Some(modelled) => Some(Source::Integer(self.model(modelled))),
            None => self.snapshot().map(Source::Boolean),
        }
    }

    /// The same without verdicts if those would have to be waited for: what is asked for behind every key must not wait
    /// until the text is checked.
    pub(super) fn soon(&self) -> Option<Source> {
        match self.version.analysed() {
            Some(analysed) if !analysed.is_whole() => Some(Source::Boolean(analysed.snapshot.clone())),
            _ => self.source(),
        }
    }

    fn model(&self, modelled: &Modelled) -> integer::Snapshot {
        let results = match &modelled.question {
            Some(question) => {
                let nothing = || modelled.snapshot.nothing_found(Arc::clone(&question.layout));
                self.known.results(question.fingerprint, nothing)
            }
            None => self.version.remembered().map_or(Results::None, |it| self.known.remembered(it.fingerprint)),
        };
        integer::Snapshot { results, ..modelled.snapshot.clone() }
    }

    /// The same for features that only Boolean programs have; `None` if the file is none. Parses and analyses the text if
    /// nobody did yet, so not for the protocol task.
    pub(super) fn snapshot(&self) -> Option<Snapshot> {
        let analysed = self.version.analysed()?;
        let results = match analysed.question() {
            Some(question) => self.known.results(question.fingerprint, || analysed.nothing_found(question)),
            None => self.version.remembered().map_or(Results::None, |it| self.known.remembered(it.fingerprint)),
        };
        Some(Snapshot { results, ..analysed.snapshot.clone() })
    }

    /// Converts positions of the version.
    pub(super) fn converter(&self, shared: &Shared) -> Converter<'_> {
        Converter::new(&self.version, shared.features().encoding)
    }
}
