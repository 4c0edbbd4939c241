//! The state of the server, behind one lock that is held only briefly, never across an `.await`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::sync::Semaphore;
use tower_lsp::Client;
use tower_lsp::ls_types::{ClientCapabilities, MessageType, Uri};

use super::abstractions::Abstractions;
use super::check::Check;
use super::document::Version;
use super::features::Features;
use super::folders::Folders;
use super::queue::Queue;
use super::results::FileResults;
use super::scopes::Scopes;
use super::sent_tokens::Sent;
use super::settings::Settings;
use super::under_way::UnderWay;
use super::unopened::Unopened;
use super::view::View;
use crate::Options;
use boolprog_host::cache::Cache;

pub(crate) struct Open {
    pub(crate) version: Arc<Version>,
    pub(crate) check: Check,
    pub(crate) tokens: Sent,
}

impl Open {
    fn view(&self) -> View {
        View::new(Arc::clone(&self.version), self.check.results.clone(), self.check.job.is_some())
    }
}

/// Taking a large version apart takes a while: not on the protocol task, and not while the files are locked.
pub(crate) fn retire(old: impl Send + 'static) {
    tokio::task::spawn_blocking(move || drop(old));
}

pub(crate) struct Shared {
    /// The client; never awaited in a handler.
    pub(crate) client: Client,
    pub(crate) options: Options,
    pub(crate) queue: Queue,
    /// Permits for checks that run at the same time.
    pub(crate) workers: Semaphore,
    /// Permits for looking at evidence at the same time.
    pub(crate) cache_readers: Arc<Semaphore>,
    cache: Option<Cache>,
    pub(crate) folders: Folders,
    /// Findings in programs that are not open.
    pub(crate) unopened: Unopened,
    pub(crate) under_way: UnderWay,
    /// Boolean programs that were made of integer programs.
    pub(crate) abstractions: Abstractions,
    documents: Mutex<BTreeMap<Uri, Open>>,
    settings: Mutex<Scopes>,
    features: OnceLock<Features>,
    parent: OnceLock<u32>,
    counter: AtomicU64,
    shut_down: AtomicBool,
}

impl Shared {
    pub(crate) fn new(client: Client, options: Options) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        // One core is left for the protocol and for requests of the user.
        let workers = cores.saturating_sub(1).max(1);
        let cache = options.cache.clone().map(Cache::new);
        Self {
            client,
            options,
            queue: Queue::default(),
            workers: Semaphore::new(workers),
            cache_readers: Arc::new(Semaphore::new(workers)),
            cache,
            folders: Folders::default(),
            unopened: Unopened::default(),
            under_way: UnderWay::default(),
            abstractions: Abstractions::default(),
            documents: Mutex::default(),
            settings: Mutex::default(),
            features: OnceLock::new(),
            parent: OnceLock::new(),
            counter: AtomicU64::new(0),
            shut_down: AtomicBool::new(false),
        }
    }

    pub(crate) fn initialize(&self, features: Features, parent: Option<u32>) {
        self.features.get_or_init(|| features);
        if let Some(parent) = parent {
            self.parent.get_or_init(|| parent);
        }
    }

    /// The capabilities of the client: none before `initialize`.
    pub(crate) fn features(&self) -> &Features {
        self.features.get_or_init(|| Features::new(&ClientCapabilities::default()))
    }

    /// The process that started the server, if the client named it.
    pub(crate) fn parent(&self) -> Option<u32> {
        self.parent.get().copied()
    }

    /// A number that was never used before in this server.
    pub(crate) fn fresh(&self) -> u64 {
        self.counter.fetch_add(1, Ordering::Relaxed)
    }

    /// The open files. Hold the guard for a moment only. A panic while it was held left a file in a state that is
    /// whole, so the lock is never considered poisoned.
    pub(crate) fn documents(&self) -> MutexGuard<'_, BTreeMap<Uri, Open>> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn settings_of(&self, uri: &Uri) -> Arc<Settings> {
        self.change_settings(|scopes| scopes.of(uri.to_file_path().as_deref()))
    }

    /// Changes the settings, or looks at them.
    pub(crate) fn change_settings<T>(&self, change: impl FnOnce(&mut Scopes) -> T) -> T {
        change(&mut self.settings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The cache of evidence, with its size in bytes, if these settings enable it.
    pub(crate) fn cache(&self, settings: &Settings) -> Option<(&Cache, u64)> {
        self.cache.as_ref().zip(settings.cache)
    }

    pub(crate) fn view(&self, uri: &Uri) -> Option<View> {
        let documents = self.documents();
        let open = documents.get(uri)?;
        Some(open.view())
    }

    /// All open files with their current results.
    pub(crate) fn views(&self) -> Vec<View> {
        self.documents().values().map(Open::view).collect()
    }

    /// Adds to the results of the file of a view, if it is still current.
    pub(crate) fn learn(&self, view: &View, learn: impl FnOnce(&mut FileResults)) {
        let mut documents = self.documents();
        let open = documents.get_mut(&view.version.uri).filter(|open| Arc::ptr_eq(&open.version, &view.version));
        if let Some(open) = open {
            learn(&mut open.check.results);
        }
    }

    /// The programs in the folders of the workspace that are not open. Reads the disk.
    pub(crate) fn unopened_programs(&self) -> Vec<PathBuf> {
        let views = self.views();
        let open: Vec<_> = views.iter().filter_map(|view| view.version.uri.to_file_path()).collect();
        let all = self.unopened.programs(&self.folders, self.features().registers_watchers);
        all.iter().filter(|path| !open.iter().any(|open| open == *path)).cloned().collect()
    }

    /// Findings in programs that are not open may be out of date: asks the client to pull their diagnostics again.
    pub(crate) fn unopened_changed(&self) {
        if self.features().pulls_diagnostics {
            self.queue.unopened_changed();
        }
    }

    /// Returns `true` if the version of a view is still the newest of its file.
    pub(crate) fn is_current(&self, view: &View) -> bool {
        self.documents().get(&view.version.uri).is_some_and(|open| Arc::ptr_eq(&open.version, &view.version))
    }

    /// Records the `shutdown`, and stops all work.
    pub(crate) fn shut_down(&self) {
        self.shut_down.store(true, Ordering::Relaxed);
        self.close_all();
    }

    pub(crate) fn was_shut_down(&self) -> bool {
        self.shut_down.load(Ordering::Relaxed)
    }

    /// Forgets all files, which cancels their checks.
    pub(crate) fn close_all(&self) {
        self.documents().clear();
    }

    /// Reports an invalid message of the client, to the log and to the client.
    pub(crate) fn warn(&self, text: &str) {
        tracing::warn!("{text}");
        self.log(MessageType::WARNING, text.to_owned());
    }

    /// Reports an internal error in a piece of work, to the log and to the client.
    pub(crate) fn report_panic(&self, what: &str, panic: &str) {
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
