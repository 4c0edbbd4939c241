//! The state of the server, behind one lock that is held only briefly, never across an `.await`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::sync::Semaphore;
use tower_lsp::Client;
use tower_lsp::ls_types::{ClientCapabilities, MessageType, Uri};

use super::Options;
use super::capabilities::Features;
use super::checking::Check;
use super::document::Version;
use super::folders::Folders;
use super::publish::Queue;
use super::results::FileResults;
use super::scopes::Scopes;
use super::semantic_tokens::Sent;
use super::settings::Settings;
use super::unopened::Unopened;
use super::view::View;
use super::work::UnderWay;
use boolprog_host::cache::Cache;

pub(super) struct Open {
    pub(super) version: Arc<Version>,
    pub(super) check: Check,
    /// The semantic tokens that the client has.
    pub(super) tokens: Sent,
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
    pub(super) cache_readers: Semaphore,
    /// The evidence of earlier sessions.
    cache: Option<Cache>,
    /// The folders of the workspace.
    pub(super) folders: Folders,
    /// What was found in programs that are not open.
    pub(super) unopened: Unopened,
    /// Long work for pending requests.
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
            cache_readers: Semaphore::new(workers),
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

    /// Adds to what is known of the file of a view, if it is still current.
    pub(super) fn learn(&self, view: &View, learn: impl FnOnce(&mut FileResults)) {
        let mut documents = self.documents();
        let open = documents.get_mut(&view.version.uri).filter(|open| Arc::ptr_eq(&open.version, &view.version));
        if let Some(open) = open {
            learn(&mut open.check.results);
        }
    }

    /// Whether the version of a view is still the newest of its file.
    pub(super) fn is_current(&self, view: &View) -> bool {
        self.documents().get(&view.version.uri).is_some_and(|open| Arc::ptr_eq(&open.version, &view.version))
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

    /// Reports an invalid message of the client, to the log and to the client.
    pub(super) fn warn(&self, text: &str) {
        tracing::warn!("{text}");
        self.log(MessageType::WARNING, text.to_owned());
    }

    /// Reports an internal error in a piece of work, to the log and to the client.
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
