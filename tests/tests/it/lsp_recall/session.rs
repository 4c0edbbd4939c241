//! Sessions of an editor that share a folder for evidence.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, capabilities};
use serde_json::{Value, json};

pub const REPLAY: &str = "Replay counterexample";
pub const SHOW: &str = "Show trace";
/// The lenses above the first property of an integer program.
pub const WHY: &str = "Why?";
pub const ABSTRACT: &str = "Abstract to .bp";
pub const REFINE: &str = "Refine";

/// A session of an editor, and how often it has checked something.
pub struct Session {
    pub client: Client,
    checks: Arc<AtomicU32>,
}

impl Session {
    pub async fn start(folder: &Path, settings: Value) -> Self {
        let checks = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&checks);
        let before_check: boolprog_lsp::Hook = Arc::new(move |_| {
            counter.fetch_add(1, Ordering::SeqCst);
        });
        let options =
            Options { cache: Some(folder.to_owned()), before_check: Some(before_check), ..Options::default() };
        Self { client: Client::start_with(options, settings, capabilities()).await, checks }
    }

    /// Nothing is checked without a request.
    pub async fn manual(folder: &Path) -> Self {
        Self::start(folder, json!({ "check": { "run": "manual" } })).await
    }

    /// The state and text of the first status of a file that is opened.
    pub async fn open(&mut self, text: &str) -> (String, String) {
        self.client.open(text);
        let mut status = self.client.message("boolprog/status").await;
        let mut word = |key| match status["params"][key].take() {
            Value::String(text) => text,
            other => panic!("{key}: {other}"),
        };
        (word("state"), word("text"))
    }

    /// Waits until these are the titles of the lenses.
    pub async fn lenses(&mut self, titles: &[&str]) {
        while self.client.lenses().await != titles {
            self.client.message("boolprog/status").await;
        }
    }

    /// The lines, from 0, of the assertions that can fail in this version.
    pub fn violated(&mut self, version: i32) -> Vec<Value> {
        let diagnostics = self.client.diagnostics(version).into_iter();
        let violated = diagnostics.filter(|it| it["code"] == "assertion-violated");
        violated.map(|it| it["range"]["start"]["line"].clone()).collect()
    }

    pub fn checks(&self) -> u32 {
        self.checks.load(Ordering::SeqCst)
    }
}

pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

pub fn done(text: &str) -> (String, String) {
    ("done".to_owned(), text.to_owned())
}

pub fn unchecked() -> (String, String) {
    ("manual".to_owned(), "not checked".to_owned())
}
