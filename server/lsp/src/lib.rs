//! The language server: documents, checks in the background, and the features of `ide` in terms of the protocol.
//!
//! [`server`] is the table of methods. A message of the client goes to [`notifications`], which change the state in
//! [`session`], or to [`requests`], which answer from a view of it. A change starts a check ([`checking`]); [`publish`]
//! sends the findings about the newest text.
//!
//! **Invariant:** document state changes synchronously, before the first `.await` of a handler, so that every request
//! sees the text of the moment it arrived. No other long work happens on the protocol task: handlers take an `Arc` of
//! the document and hand the work to the blocking pool. **Invariant:** no handler awaits the client; messages to it go
//! through [`publish`] or a spawned task. **Invariant:** a panic in an analysis costs one answer, never the server.
//! **Invariant:** positions of the protocol exist in [`session::convert`] only, all other code counts bytes.

mod checking;
mod frames;
pub mod json_rpc;
mod life;
mod notifications;
mod panics;
mod publish;
mod requests;
mod server;
mod session;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tower_lsp::{LspService, Server};

use self::server::Backend;
use self::session::state::Shared;

/// Limit on cheap handlers that wait for the blocking pool: far more than a client ever requests at once.
const CONCURRENCY: usize = 64;

/// Time after which a thread without work ends. The work is given to all threads in turn, so that with the ten seconds of `tokio` a
/// person who types keeps as many as a busy moment needed, with the memory that each holds.
const KEEP_ALIVE: Duration = Duration::from_secs(1);

/// Looks at the text of a program.
#[doc(hidden)]
pub type Hook = Arc<dyn Fn(&str) + Send + Sync>;

/// Options for the caller of [`serve`].
#[derive(Clone, Default)]
pub struct Options {
    /// Folder for the evidence of verdicts; `None` if it is not kept.
    pub cache: Option<PathBuf>,
    /// Called with the text of every program before its check, inside the boundary that contains panics.
    /// For tests of that boundary.
    #[doc(hidden)]
    pub before_check: Option<Hook>,
    /// Called with the text of the file before every answer about it, inside the boundary that contains panics.
    /// For tests of that boundary.
    #[doc(hidden)]
    pub before_answer: Option<Hook>,
}

/// Serves one client until it says `exit`, hangs up or dies. Returns the exit code of the process: 0 if `shutdown`
/// came first, else 1.
pub async fn serve(input: impl AsyncRead + Send + Unpin + 'static, output: impl AsyncWrite, options: Options) -> u8 {
    let mut shared = None;
    let (service, socket) = LspService::build(|client| {
        let state = Arc::new(Shared::new(client, options));
        shared = Some(Arc::clone(&state));
        Backend::new(state)
    })
    .custom_method("boolprog/trace", Backend::trace)
    .custom_method("boolprog/traceTo", Backend::trace_to)
    .custom_method("boolprog/states", Backend::states)
    .custom_method("boolprog/lineStates", Backend::line_states)
    .custom_method("boolprog/properties", Backend::properties)
    .custom_method("boolprog/coverage", Backend::coverage)
    .custom_method("boolprog/export", Backend::export)
    .custom_method("boolprog/steps", Backend::steps)
    .custom_method("boolprog/ask", Backend::ask)
    .custom_method("boolprog/graph", Backend::graph)
    .custom_method("boolprog/theorems", Backend::theorems)
    .custom_method("boolprog/predicates", Backend::predicates)
    .custom_method("boolprog/refine", Backend::refine)
    .custom_method("boolprog/declare", Backend::declare)
    .custom_method("boolprog/beside", Backend::beside)
    .custom_method("boolprog/parting", Backend::parting)
    .custom_method(json_rpc::REFUSED, Backend::refused)
    .custom_method("window/workDoneProgress/cancel", Backend::progress_cancel)
    .finish();
    let Some(shared) = shared else { return 1 };
    let publisher = tokio::spawn(publish::run(Arc::clone(&shared)));
    let (input, forwarding) = frames::well_formed(input);
    tokio::select! {
        () = Server::new(input, output, socket).concurrency_level(CONCURRENCY).serve(service) => {}
        () = life::hung_up(forwarding) => tracing::info!("the client hung up and does not read"),
        () = life::parent_died(&shared) => tracing::info!("the process that started the server is gone"),
    }
    publisher.abort();
    shared.close_all();
    u8::from(!shared.was_shut_down())
}

/// Serves the client at standard input and output, in a runtime of its own; see [`serve`].
///
/// Fails if the runtime cannot be started.
pub fn run(options: Options) -> std::io::Result<u8> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_keep_alive(KEEP_ALIVE).build()?;
    let code = runtime.block_on(serve(tokio::io::stdin(), tokio::io::stdout(), options));
    // A read of standard input cannot be interrupted, and a cancelled check needs a moment: wait for neither.
    runtime.shutdown_background();
    Ok(code)
}
