//! Start and end of checks.
//!
//! A file has at most one *job*. It first looks for verdicts of an earlier session ([`cache`]), then waits (for typing
//! to pause, then for a free worker), then runs on the blocking pool. The file owns the job's drop guard: a new
//! version, a newer job and closing the file drop it, and the engines notice within a millisecond. The findings of a
//! job are stored only while it is still the file's job.

mod cache;
pub(crate) mod progress;
mod run;

use std::sync::Arc;
use std::time::Duration;

use boolprog_frontend::c::Asked;
use tokio::sync::SemaphorePermit;
use tokio_util::sync::CancellationToken;
use tower_lsp::ls_types::{ProgressToken, Uri};

use crate::session::check::{Check, Handle};
use crate::session::document::Version;
use crate::session::results::{CheckResult, FileResults};
use crate::session::settings::{Run, Settings};
use crate::session::state::{Open, Shared, retire};

/// Verdicts of an earlier session that take longer to look at are not waited for.
const AT_ONCE: Duration = Duration::from_millis(300);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trigger {
    Changed,
    Opened,
    Saved,
    Asked,
}

impl Trigger {
    /// `true` if the settings want a check now.
    fn is_wanted(self, run: Run) -> bool {
        match run {
            Run::OnType => self != Self::Saved,
            Run::OnSave => self != Self::Changed,
            Run::Manual => self == Self::Asked,
        }
    }

    /// Returns `true` if verdicts of an earlier session may be used: not for a requested check.
    fn reads_cache(self) -> bool {
        matches!(self, Self::Changed | Self::Opened)
    }

    fn delay(self, settings: &Settings) -> Duration {
        if self == Self::Changed { settings.debounce } else { Duration::ZERO }
    }

    pub(crate) fn time(self, settings: &Settings) -> Duration {
        if self == Self::Asked { settings.time_manual } else { settings.time_on_type }
    }
}

/// The options of a requested check, in addition to the file.
#[derive(Clone, Default, Debug)]
pub(crate) struct Wish {
    /// The id of the only property to decide: the others keep the answers that they have.
    pub(crate) property: Option<String>,
    /// Time limit of the check; by default that of the settings.
    pub(crate) time: Option<Duration>,
    /// A further question about the C program, beside those of the settings.
    pub(crate) also: Option<Asked>,
}

pub(crate) struct Job {
    pub(crate) shared: Arc<Shared>,
    pub(crate) version: Arc<Version>,
    pub(crate) trigger: Trigger,
    pub(crate) wish: Wish,
    pub(crate) id: u64,
    pub(crate) cancelled: CancellationToken,
    /// `true` if verdicts of an earlier session are looked for.
    reads_cache: bool,
    checks: bool,
}

/// Starts a check of an open file, in place of the one that waits or runs; if the settings do not want it, at most
/// verdicts of an earlier session are looked for. Reports the status to the client; on opening, only once these are
/// known.
pub(crate) fn start(shared: &Arc<Shared>, uri: &Uri, trigger: Trigger, wish: Wish) {
    let mut documents = shared.documents();
    if let Some(open) = documents.get_mut(uri) {
        if let (Trigger::Asked, Some(version)) = (trigger, open.version.asked_for(wish.also)) {
            retire(std::mem::replace(&mut open.version, Arc::new(version)));
        }
        start_in(shared, open, trigger, wish);
    }
}

/// The same while the files are locked, so that no request sees a new version that no check waits for.
pub(crate) fn start_in(shared: &Arc<Shared>, open: &mut Open, trigger: Trigger, wish: Wish) {
    let checks = trigger.is_wanted(open.version.settings.run);
    let reads_cache = trigger.reads_cache() && shared.cache(&open.version.settings).is_some();
    if open.version.is_left_alone() {
        // It may have been checked before.
        return shared.queue.push(open.version.uri.clone());
    }
    let waits = trigger == Trigger::Opened && reads_cache;
    if !waits {
        shared.queue.push(open.version.uri.clone());
    }
    if !checks && !reads_cache {
        return;
    }
    open.check.abandon();
    let (id, cancelled) = (shared.fresh(), CancellationToken::new());
    open.check.job = Some(Handle::new(id, &cancelled));
    open.check.results.checking = checks && !waits;
    let (shared, version) = (Arc::clone(shared), Arc::clone(&open.version));
    tokio::spawn(Job { shared, version, trigger, wish, id, cancelled, reads_cache, checks }.wait_and_run());
}

/// Cancels the check of a file and all other searches about it, on request. Undecided properties become "unknown:
/// cancelled".
pub(crate) fn cancel(shared: &Shared, uri: &Uri) {
    shared.under_way.cancel_about(uri);
    if let Some(job) = shared.documents().get(uri).and_then(|open| open.check.job.as_ref()) {
        job.cancelled.cancel();
    }
}

/// Removes the results of a file and its evidence on disk, and cancels its check. No check starts before the text
/// changes or one is requested.
pub(crate) fn clear(shared: &Arc<Shared>, uri: &Uri) {
    let mut documents = shared.documents();
    let Some(open) = documents.get_mut(uri) else { return };
    let results = std::mem::take(&mut open.check).results;
    let settings = Arc::clone(&open.version.settings);
    drop(documents);
    let (this, uri) = (Arc::clone(shared), uri.clone());
    tokio::task::spawn_blocking(move || {
        if let Some((cache, _)) = this.cache(&settings) {
            results.fingerprints().for_each(|fingerprint| cache.remove(fingerprint));
        }
        this.queue.push(uri);
    });
}

/// Cancels the check or the other piece of work that a progress token belongs to.
pub(crate) fn cancel_by_token(shared: &Shared, token: &ProgressToken) {
    let is_meant = |id: u64| progress::token(id) == *token;
    let documents = shared.documents();
    let jobs = documents.values().filter_map(|open| open.check.job.as_ref());
    jobs.filter(|job| is_meant(job.id)).for_each(|job| job.cancelled.cancel());
    shared.under_way.cancel(is_meant);
}

impl Job {
    async fn wait_and_run(self) {
        let job = Arc::new(self);
        let result = match job.cancelled.run_until_cancelled(Self::ready(&job)).await.flatten() {
            Some(_permit) => {
                let job = Arc::clone(&job);
                tokio::task::spawn_blocking(move || run::check(&job)).await.ok().flatten()
            }
            None => None,
        };
        job.finish(result);
    }

    /// Waits for the start of the check, if there is to be one.
    async fn ready(this: &Arc<Self>) -> Option<SemaphorePermit<'_>> {
        if this.reads_cache {
            Self::read_cache(this).await;
        }
        if this.checks { this.worker().await } else { None }
    }

    /// Looks for verdicts of an earlier session. The client receives nothing about the file until then, unless it takes
    /// long.
    async fn read_cache(this: &Arc<Self>) {
        let looking = this.look();
        tokio::pin!(looking);
        let found = if let Ok(found) = tokio::time::timeout(AT_ONCE, &mut looking).await {
            found
        } else {
            this.go_on();
            looking.await
        };
        match found {
            Some(found) => this.with_check(|check| check.results.add(found)),
            None => this.go_on(),
        }
    }

    /// Nothing was found in the cache, or not yet. The client hears of it on opening only: else it knows already.
    fn go_on(&self) {
        if self.trigger == Trigger::Opened {
            self.with_check(|check| check.results.checking = self.checks);
        }
    }

    async fn look(self: &Arc<Self>) -> Option<CheckResult> {
        let permit = Arc::clone(&self.shared.cache_readers).acquire_owned().await.ok()?;
        let job = Arc::clone(self);
        // A job that is cancelled goes on in its thread until it notices.
        let read = move || {
            let _permit = permit;
            cache::read(&job)
        };
        tokio::task::spawn_blocking(read).await.ok().flatten()
    }

    async fn worker(&self) -> Option<SemaphorePermit<'_>> {
        tokio::time::sleep(self.trigger.delay(&self.version.settings)).await;
        self.shared.workers.acquire().await.ok()
    }

    fn finish(&self, result: Option<CheckResult>) {
        let is_ours = self.change(|check| {
            check.results.finish(result);
            check.job = None;
        });
        if is_ours {
            self.shared.queue.push(self.version.uri.clone());
        }
    }

    /// Changes the file's check and has it published, if this is still the file's job.
    pub(crate) fn with_check(&self, change: impl FnOnce(&mut Check)) {
        if self.change(change) {
            self.shared.queue.push(self.version.uri.clone());
        }
    }

    /// Changes the file's check, if this is still the file's job; says whether it is.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Check)) -> bool {
        let mut documents = self.shared.documents();
        let open = documents.get_mut(&self.version.uri).filter(|open| open.check.is_job(self.id));
        open.map(|open| change(&mut open.check)).is_some()
    }

    /// The results of the file, if this is still its job.
    pub(crate) fn results(&self) -> Option<FileResults> {
        let documents = self.shared.documents();
        let open = documents.get(&self.version.uri).filter(|open| open.check.is_job(self.id))?;
        Some(open.check.results.clone())
    }
}
