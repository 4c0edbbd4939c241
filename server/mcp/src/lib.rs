//! The Model Context Protocol: programs, asked by agents.
//!
//! [`server`] has the methods of the protocol. A tool is a [`Question`], whose answer comes from [`Programs`]: the command line,
//! which asks what people ask it. [`lines`] stands before the library of the protocol and keeps from it what it would not
//! answer.
//!
//! **Invariant:** no file is written, and none is read outside of the folders that the client names, or that it was started for.
//! **Invariant:** questions are answered one after the other, each in the background, with limits, until the client cancels it or
//! is gone. **Invariant:** whatever a client sends, it gets an error, and the next message is answered.

mod lines;
mod questions;
mod roots;
mod server;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rmcp::ServiceExt;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

pub use questions::{About, Asked, Invariants, Question, Replay, WhatIf};

use roots::Folders;
use server::Front;

/// Time for a client that has closed its side to read the answers.
const PARTING: Duration = Duration::from_secs(10);

/// Answers about programs.
pub trait Programs: Send + Sync + 'static {
    /// Answers a question, until it is cancelled. The path of its file is one that may be read.
    ///
    /// Fails with a sentence for the agent.
    fn answer(&self, question: &Question, cancelled: &CancellationToken) -> Result<Value, String>;

    /// Pages of the documentation.
    fn pages(&self) -> &'static [Page];
}

/// A page of the documentation.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Name of its file, without the extension.
    pub name: &'static str,
    /// The text, in Markdown.
    pub text: &'static str,
}

impl Page {
    /// The title of the page.
    fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }
}

/// Serves one client until it closes its side. `folders` are those outside of which nothing is read, whatever the client says; if
/// there are none, those of the client count, or else the current one.
///
/// # Errors
///
/// The client has not introduced itself.
pub async fn serve(
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    programs: Arc<dyn Programs>,
    folders: Vec<PathBuf>,
) -> std::io::Result<()> {
    let folders = Arc::new(Folders::new(folders));
    let known = Arc::clone(&folders);
    // In the order of the messages: the library would forget them only after the next question has been asked.
    let (input, forwarding) = lines::well_formed(input, move |method| {
        if method == "notifications/roots/list_changed" {
            known.changed();
        }
    });
    let front = Front::new(programs, folders);
    let gone = front.gone();
    let session = async {
        let running = front.serve((input, output)).await.map_err(std::io::Error::other)?;
        running.waiting().await.map(drop).map_err(std::io::Error::other)
    };
    let hung_up = async {
        let _ = forwarding.await;
        tokio::time::sleep(PARTING).await;
    };
    let ended = tokio::select! {
        ended = session => ended,
        () = hung_up => Ok(()),
    };
    gone.cancel();
    ended
}

/// Serves the client at standard input and output, in a runtime of its own; see [`serve`].
///
/// # Errors
///
/// The runtime cannot be started, or the client has not introduced itself.
pub fn run(programs: Arc<dyn Programs>, folders: Vec<PathBuf>) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(serve(tokio::io::stdin(), tokio::io::stdout(), programs, folders));
    // A read of standard input cannot be interrupted, and a cancelled check needs a moment: wait for neither.
    runtime.shutdown_background();
    ended
}
