//! A line on the terminal while work takes longer than a second.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};

use boolprog_host::limits::Limits;

/// Time before anything is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two changes of the line.
const REFRESH: Duration = Duration::from_millis(100);

/// Limits with a progress line, which disappears when this is dropped.
pub(super) struct Watched {
    limits: Arc<Limits>,
    watcher: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Watched {
    /// Watches `limits` on behalf of the person at the terminal, if there is one.
    pub(super) fn start(name: &str, limits: Limits) -> Self {
        let limits = Arc::new(limits);
        let watcher = std::io::stderr().is_terminal().then(|| {
            let (done, wait) = mpsc::channel();
            let (name, limits) = (name.to_owned(), Arc::clone(&limits));
            (done, std::thread::spawn(move || watch(&name, &limits, &wait)))
        });
        Self { limits, watcher }
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some((done, watcher)) = self.watcher.take() {
            drop(done);
            // A watcher that panicked has shown nothing; the work is done all the same.
            let _ = watcher.join();
        }
    }
}

fn watch(name: &str, limits: &Limits, done: &mpsc::Receiver<()>) {
    if done.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}  {elapsed}  {msg}") {
        bar.set_style(style);
    }
    bar.set_prefix(name.to_owned());
    while done.recv_timeout(REFRESH) == Err(RecvTimeoutError::Timeout) {
        let now = limits.progress();
        let threads = if now.threads > 0 { format!(" with {} threads", now.threads) } else { String::new() };
        let bytes = HumanBytes(now.bytes as u64);
        bar.set_message(format!("{}{threads}: {} states, {bytes}", now.phase, HumanCount(now.states)));
        bar.tick();
    }
    bar.finish_and_clear();
}
