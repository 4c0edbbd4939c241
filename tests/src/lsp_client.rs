//! A small client of the language server, in the same process or in one of its own, over pipes.
//!
//! It answers the server's requests by itself and keeps everything else until a test looks for it. A test fails if it
//! ignores an answer or a message in the log, see [`SUPERSEDED`], or if the server returns to an earlier version of a
//! document.

mod capabilities;
mod pipes;

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use boolprog_lsp::{Options, serve};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, BufReader, duplex};
use tokio::process::Child;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

pub use capabilities::{all_capabilities, capabilities};
use pipes::{Arrival, receive, write};

/// No answer takes longer, also on a slow and busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Time after the end of a server in which its last messages may be lost.
const LINGER: Duration = Duration::from_millis(200);

/// The file that tests open unless they say otherwise.
pub const FILE: &str = "file:///work/test.bp";

/// Messages that a test need not look at one by one: only the last of their kind counts, or the client has answered.
const SUPERSEDED: [&str; 10] = [
    "textDocument/publishDiagnostics",
    "boolprog/status",
    "$/progress",
    "window/workDoneProgress/create",
    "client/registerCapability",
    "workspace/configuration",
    "workspace/diagnostic/refresh",
    "workspace/codeLens/refresh",
    "workspace/inlayHint/refresh",
    "workspace/semanticTokens/refresh",
];

/// An editor in a test.
pub struct Client {
    outgoing: UnboundedSender<Value>,
    incoming: UnboundedReceiver<Arrival>,
    unread: VecDeque<Arrival>,
    versions: RefCell<Versions>,
    last_arrival: Instant,
    server: JoinHandle<u8>,
    next_id: u64,
}

impl Client {
    /// Starts a server, without any message.
    pub fn connect(options: Options, settings: Value) -> Self {
        let (here, there) = duplex(1 << 16);
        let (input, output) = tokio::io::split(there);
        let server = tokio::spawn(serve(input, output, options));
        let (reader, writer) = tokio::io::split(here);
        Self::over(reader, writer, server, settings)
    }

    /// Talks to a server in a process of its own, whose standard input and output are pipes, without any message. Its
    /// exit code is 255 if it has none.
    pub fn of_process(mut process: Child, settings: Value) -> Self {
        let output = process.stdout.take().expect("the output of the server is a pipe");
        let input = process.stdin.take().expect("the input of the server is a pipe");
        let code = async move { process.wait().await.ok().and_then(|status| status.code()).unwrap_or(255) };
        let server = tokio::spawn(async { u8::try_from(code.await).unwrap_or(255) });
        Self::over(output, input, server, settings)
    }

    fn over(
        from_server: impl AsyncRead + Send + Unpin + 'static,
        to_server: impl AsyncWrite + Send + Unpin + 'static,
        server: JoinHandle<u8>,
        settings: Value,
    ) -> Self {
        let (outgoing, to_write) = unbounded_channel();
        let (read, incoming) = unbounded_channel();
        tokio::spawn(write(to_server, to_write));
        tokio::spawn(receive(BufReader::new(from_server), read, outgoing.downgrade(), settings));
        Self {
            outgoing,
            incoming,
            unread: VecDeque::new(),
            versions: RefCell::default(),
            last_arrival: Instant::now(),
            server,
            next_id: 0,
        }
    }

    /// Starts a server and initialises it, as an editor with every capability and these settings.
    pub async fn start(settings: Value) -> Self {
        Self::start_with(Options::default(), settings, capabilities()).await
    }

    /// Starts a server and initialises it.
    pub async fn start_with(options: Options, settings: Value, capabilities: Value) -> Self {
        let mut client = Self::connect(options, settings.clone());
        client.initialize(json!({ "capabilities": capabilities, "initializationOptions": settings })).await;
        client
    }

    /// Starts a server that has checked this program, for an editor without settings.
    pub async fn with_checked(text: &str) -> Self {
        let mut client = Self::start(Value::Null).await;
        client.open(text);
        client.checked(1).await;
        client
    }

    /// Initialises the server; returns its answer.
    pub async fn initialize(&mut self, params: Value) -> Value {
        let answer = self.request("initialize", params).await.expect("initialize succeeds");
        self.notify("initialized", json!({}));
        answer
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: Value) {
        if method == "textDocument/didOpen" {
            self.versions.borrow_mut().open(&params["textDocument"]["uri"]);
        }
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and returns its number.
    pub fn send_request(&mut self, method: &str, params: Value) -> u64 {
        self.next_id += 1;
        let mut message = json!({ "jsonrpc": "2.0", "id": self.next_id, "method": method });
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(message);
        self.next_id
    }

    /// Waits for the answer to a request: its result, or its error object.
    pub async fn response(&mut self, id: u64) -> Result<Value, Value> {
        let answer = self.wait("an answer", |message| message["id"] == id && message.get("method").is_none()).await;
        match answer.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(answer["result"].clone()),
        }
    }

    /// Sends a request and waits for the answer.
    pub async fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.send_request(method, params);
        self.response(id).await
    }

    /// Asks again for as long as the answer is that the content has been modified.
    pub async fn settled_request(&mut self, method: &str, params: Value) -> Value {
        loop {
            match self.request(method, params.clone()).await {
                Ok(result) => return result,
                Err(error) => assert_eq!(error["code"], -32801, "{method}: {error}"),
            }
        }
    }

    /// Opens [`FILE`].
    pub fn open(&self, text: &str) {
        self.open_as(FILE, text);
    }

    /// Opens a file.
    pub fn open_as(&self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "boolprog", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces the whole text of [`FILE`].
    pub fn replace(&self, version: i32, text: &str) {
        self.change(version, json!([{ "text": text }]));
    }

    /// Changes [`FILE`].
    pub fn change(&self, version: i32, changes: Value) {
        let document = json!({ "uri": FILE, "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// The text of the hover at a place in [`FILE`]; empty if there is none.
    pub async fn hover(&mut self, line: u32, character: u32) -> String {
        let answer = self.settled_request("textDocument/hover", at(line, character)).await;
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// The counterexample to a property of [`FILE`], or `null`.
    pub async fn trace(&mut self, property: &str) -> Value {
        let params = json!({ "textDocument": { "uri": FILE }, "property": property });
        self.settled_request("boolprog/trace", params).await
    }

    /// The titles of the lenses of [`FILE`].
    pub async fn lenses(&mut self) -> Vec<String> {
        let params = json!({ "textDocument": { "uri": FILE } });
        let lenses = self.settled_request("textDocument/codeLens", params).await;
        let lenses = lenses.as_array().cloned().unwrap_or_default();
        lenses.iter().map(|lens| lens["command"]["title"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Waits until the lenses of [`FILE`] are as described, after each status of the server; returns them.
    pub async fn lenses_when(&mut self, are_they: impl Fn(&[String]) -> bool) -> Vec<String> {
        loop {
            let lenses = self.lenses().await;
            if are_they(&lenses) {
                return lenses;
            }
            self.message("boolprog/status").await;
        }
    }

    /// Waits for a notification with this method that satisfies `is_it`; returns its parameters.
    pub async fn notification(&mut self, method: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let mut message = self.wait(method, |message| message["method"] == method && is_it(&message["params"])).await;
        message["params"].take()
    }

    /// Waits for a notification or request of the server with this method; returns all of it.
    pub async fn message(&mut self, method: &str) -> Value {
        self.wait(method, |message| message["method"] == method).await
    }

    /// Waits for a status of [`FILE`] with this version and state; returns it.
    pub async fn status(&mut self, version: i32, state: &str) -> Value {
        self.notification("boolprog/status", |status| status["version"] == version && status["state"] == state).await
    }

    /// Waits until [`FILE`] has been checked in this version; returns its diagnostics.
    pub async fn checked(&mut self, version: i32) -> Vec<Value> {
        self.status(version, "done").await;
        self.diagnostics(version)
    }

    /// The diagnostics of this version of [`FILE`] that arrived last.
    pub fn diagnostics(&mut self, version: i32) -> Vec<Value> {
        let is_it = |message: &&Value| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == version
        };
        let last = self.unread().rev().find(is_it).expect("diagnostics of that version");
        last["params"]["diagnostics"].as_array().cloned().unwrap_or_default()
    }

    /// Everything that arrived and was not looked for.
    pub fn unread(&mut self) -> impl DoubleEndedIterator<Item = &Value> {
        self.drain();
        self.unread.iter().map(|arrival| &arrival.message)
    }

    /// Forgets everything that arrived and was not looked for.
    pub fn forget(&mut self) {
        self.drain();
        self.unread.clear();
    }

    /// The arrival of the message that was looked for last.
    pub fn last_arrival(&self) -> Instant {
        self.last_arrival
    }

    /// Says `shutdown` and `exit`; returns the exit code.
    pub async fn shut_down(mut self) -> u8 {
        self.request("shutdown", Value::Null).await.expect("shutdown succeeds");
        self.exit().await
    }

    /// Says `exit` only; returns the exit code.
    pub async fn exit(self) -> u8 {
        self.send(json!({ "jsonrpc": "2.0", "method": "exit" }));
        self.exit_code().await
    }

    /// Hangs up; returns the exit code.
    pub async fn hang_up(mut self) -> u8 {
        // The writer hangs up when there are no more senders.
        self.outgoing = unbounded_channel().0;
        self.exit_code().await
    }

    /// Waits for the server to end by itself, and for the last that it says; returns the exit code.
    pub async fn exit_code(mut self) -> u8 {
        let ended = tokio::time::timeout(PATIENCE, &mut self.server).await;
        let code = ended.expect("the server ends").expect("the server does not panic");
        while let Ok(Some(arrival)) = tokio::time::timeout(LINGER, self.incoming.recv()).await {
            self.keep(arrival);
        }
        code
    }

    fn send(&self, message: Value) {
        self.outgoing.send(message).expect("the writer lives as long as the client");
    }

    fn drain(&mut self) {
        while let Ok(arrival) = self.incoming.try_recv() {
            self.keep(arrival);
        }
    }

    fn keep(&mut self, arrival: Arrival) {
        self.versions.get_mut().arrived(&arrival.message);
        self.unread.push_back(arrival);
    }

    /// Takes the first message that satisfies `is_it`, even an old one.
    async fn wait(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.unread.iter().position(|arrival| is_it(&arrival.message)) {
            return self.unread.remove(index).map(|arrival| self.taken(arrival)).unwrap_or_default();
        }
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            match tokio::time::timeout_at(deadline, self.incoming.recv()).await {
                Ok(Some(arrival)) if is_it(&arrival.message) => {
                    self.versions.get_mut().arrived(&arrival.message);
                    return self.taken(arrival);
                }
                Ok(Some(arrival)) => self.keep(arrival),
                Ok(None) => panic!("the server hung up while the test waited for {what}"),
                Err(elapsed) => {
                    let unread: Vec<&Value> = self.unread().collect();
                    panic!("no {what} within {PATIENCE:?} ({elapsed}); unread: {unread:#?}")
                }
            }
        }
    }

    fn taken(&mut self, arrival: Arrival) -> Value {
        self.last_arrival = arrival.at;
        arrival.message
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let superseded = |message: &Value| SUPERSEDED.iter().any(|method| message["method"] == *method);
        let missed: Vec<&Value> = self.unread().filter(|message| !superseded(message)).collect();
        assert!(missed.is_empty(), "the test never looked at {missed:#?}");
    }
}

/// The versions of documents that the server spoke of last.
#[derive(Default)]
struct Versions {
    /// Number of times each document was opened: its versions begin again each time, while messages may be under way.
    opened: HashMap<String, usize>,
    /// By method and document.
    latest: HashMap<(String, String), i64>,
}

impl Versions {
    fn open(&mut self, uri: &Value) {
        *self.opened.entry(uri.to_string()).or_default() += 1;
    }

    /// Checks that a message is not about a version before that of an earlier message of its kind.
    fn arrived(&mut self, message: &Value) {
        let (uri, version) = (message["params"]["uri"].to_string(), message["params"]["version"].as_i64());
        if let (Some(version), Some(1)) = (version, self.opened.get(&uri)) {
            let latest = self.latest.entry((message["method"].to_string(), uri)).or_insert(version);
            assert!(version >= *latest, "version {version} after version {latest}: {message}");
            *latest = version;
        }
    }
}

/// The parameters of a request about a place in [`FILE`].
pub fn at(line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": FILE }, "position": { "line": line, "character": character } })
}

/// A change of a range.
pub fn edit(start: (u32, u32), end: (u32, u32), text: &str) -> Value {
    let position = |(line, character): (u32, u32)| json!({ "line": line, "character": character });
    json!({ "range": { "start": position(start), "end": position(end) }, "text": text })
}
