//! An editor with one open file: it sends a key to the server, and then the requests of an editor.

use std::path::Path;
use std::time::{Duration, Instant};

use boolprog_program::checks::CODES;
use boolprog_tests::lsp_client::{Client, capabilities};
use serde_json::{Value, json};

use super::keystrokes::Typist;

/// Requests of an editor while the user does not type.
const AT_REST: [&str; 5] = ["documentSymbol", "foldingRange", "codeLens", "inlayHint", "codeAction"];
/// Diagnostics are published to this editor.
const PUBLISH: &str = "textDocument/publishDiagnostics";
const WINDOW: usize = 50;

/// Times until the client had each of the answers.
#[derive(Clone, Default, Debug)]
pub(crate) struct Times {
    /// From a key to the diagnostics of the text that it leaves.
    pub(crate) diagnostics: Vec<Duration>,
    /// From a key that makes or fixes a syntax error until the client is informed.
    pub(crate) syntax: Vec<Duration>,
    /// Completion at the cursor, requested right after the key.
    pub(crate) completion: Vec<Duration>,
    /// Changes of the semantic tokens of the whole file, requested right after the key.
    pub(crate) tokens: Vec<Duration>,
    /// A hover, requested once the diagnostics are there.
    pub(crate) hover: Vec<Duration>,
    /// All other requests of an editor, one after the other, once the diagnostics are there.
    pub(crate) others: Vec<Duration>,
    /// From `$/cancelRequest` to the answer of a request, both right after a key.
    pub(crate) cancel: Vec<Duration>,
}

pub(crate) struct Session {
    uri: String,
    version: i32,
    typist: Typist,
    /// The `resultId` of the semantic tokens that the editor has.
    tokens: Value,
    /// Syntax errors shown in the editor: the messages in their order.
    syntax: Vec<String>,
}

/// Times at which an editor has the diagnostics of a version.
struct Told {
    /// Time when its syntax errors were correct, if they were wrong before.
    syntax: Option<Instant>,
    /// Time when it has all of them.
    all: Instant,
}

/// Capabilities of the editor of these benchmarks: everything, with positions in bytes.
pub(crate) fn editor() -> Value {
    let mut capabilities = capabilities();
    capabilities["general"] = json!({ "positionEncodings": ["utf-8"] });
    capabilities
}

impl Session {
    /// Opens a file and waits for its diagnostics.
    pub(crate) async fn open(client: &mut Client, uri: &str, text: &str, seed: u64) -> Self {
        client.open_as(uri, text);
        if Path::new(uri).extension().is_some_and(|ending| ending == "c") {
            // It is left alone until a request is made.
            let params = json!({ "command": "boolprog.server.check", "arguments": [{ "uri": uri }] });
            client.send_request("workspace/executeCommand", params);
        }
        let typist = Typist::new(text, seed);
        let mut session = Self { uri: uri.to_owned(), version: 1, typist, tokens: Value::Null, syntax: Vec::new() };
        session.diagnostics(client).await;
        let tokens = client.settled_request("textDocument/semanticTokens/full", session.params()).await;
        session.tokens = tokens["resultId"].clone();
        session
    }

    /// Hits a key, asks for everything and waits for it.
    pub(crate) async fn key(&mut self, client: &mut Client, times: &mut Times) {
        let (cursor, begin) = self.change(client);
        let completion = client.send_request("textDocument/completion", self.at(cursor));
        let mut params = self.params();
        params["previousResultId"] = self.tokens.clone();
        let tokens = client.send_request("textDocument/semanticTokens/full/delta", params);
        let told = self.diagnostics(client).await;
        times.diagnostics.push(told.all - begin);
        times.syntax.extend(told.syntax.map(|syntax| syntax - begin));
        answered(client, completion).await;
        times.completion.push(client.last_arrival() - begin);
        let answer = answered(client, tokens).await;
        times.tokens.push(client.last_arrival() - begin);
        self.tokens = answer["resultId"].clone();

        times.hover.push(self.ask(client, "hover", self.at(cursor)).await);
        let first = cursor.0.saturating_sub(WINDOW / 2);
        let mut window = self.params();
        window["range"] = json!({
            "start": { "line": first, "character": 0 },
            "end": { "line": first + WINDOW, "character": 0 },
        });
        window["context"] = json!({ "diagnostics": [] });
        for method in AT_REST {
            let time = self.ask(client, method, window.clone()).await;
            times.others.push(time);
        }
        client.forget();
    }

    /// Hits a key, asks for all tokens and at once says that they are no longer wanted.
    pub(crate) async fn cancel(&mut self, client: &mut Client, times: &mut Times) {
        self.change(client);
        let id = client.send_request("textDocument/semanticTokens/full", self.params());
        let begin = Instant::now();
        client.notify("$/cancelRequest", json!({ "id": id }));
        // Either it was cancelled, or it was quicker.
        if let Ok(tokens) = client.response(id).await {
            self.tokens = tokens["resultId"].clone();
        }
        times.cancel.push(client.last_arrival() - begin);
        self.diagnostics(client).await;
        client.forget();
    }

    pub(crate) fn close(self, client: &Client) {
        client.notify("textDocument/didClose", self.params());
    }

    /// Hits a key; says where the cursor is then, and when that was.
    fn change(&mut self, client: &Client) -> ((usize, usize), Instant) {
        let key = self.typist.next();
        self.version += 1;
        let position = |(line, character): (usize, usize)| json!({ "line": line, "character": character });
        let range = json!({ "start": position(key.start), "end": position(key.end) });
        let params = json!({
            "textDocument": { "uri": self.uri, "version": self.version },
            "contentChanges": [{ "range": range, "text": key.text }],
        });
        let begin = Instant::now();
        client.notify("textDocument/didChange", params);
        (key.cursor(), begin)
    }

    /// Waits for the diagnostics of the newest version. They may come in two pieces, of which the status is the end.
    async fn diagnostics(&mut self, client: &mut Client) -> Told {
        let (uri, version) = (self.uri.clone(), self.version);
        let is_it = |params: &Value| params["version"] == version && params["uri"] == uri.as_str();
        let first = client.notification(PUBLISH, is_it).await;
        let mut told = Told { syntax: None, all: client.last_arrival() };
        let syntax = syntax_errors(&first["diagnostics"]);
        if self.syntax != syntax {
            self.syntax = syntax;
            told.syntax = Some(told.all);
        }
        client.notification("boolprog/status", is_it).await;
        if client.unread().any(|message| message["method"] == PUBLISH && is_it(&message["params"])) {
            client.notification(PUBLISH, is_it).await;
            told.all = client.last_arrival();
        }
        told
    }

    async fn ask(&self, client: &mut Client, method: &str, params: Value) -> Duration {
        let begin = Instant::now();
        let id = client.send_request(&format!("textDocument/{method}"), params);
        answered(client, id).await;
        client.last_arrival() - begin
    }

    fn params(&self) -> Value {
        json!({ "textDocument": { "uri": self.uri } })
    }

    fn at(&self, (line, character): (usize, usize)) -> Value {
        let mut params = self.params();
        params["position"] = json!({ "line": line, "character": character });
        params
    }
}

fn syntax_errors(diagnostics: &Value) -> Vec<String> {
    let is_of_parser = |code: &Value| CODES.iter().all(|of_checks| *code != of_checks.name);
    let errors = diagnostics.as_array().into_iter().flatten().filter(|found| found["severity"] == 1);
    errors.filter(|found| is_of_parser(&found["code"])).map(|found| found["message"].to_string()).collect()
}

/// The answer to a request about a text that has not changed since.
async fn answered(client: &mut Client, id: u64) -> Value {
    client.response(id).await.unwrap_or_else(|error| panic!("a request failed: {error}"))
}
