//! Recorded conversations with the language server.
//!
//! A `.requests` file has one thing to do per line; `#` begins a comment. Files are in the same folder and are opened
//! as `file:///work/FILE`.
//!
//! | line | what happens |
//! |---|---|
//! | `client JSON` | only as the first line: these are the client's capabilities; `client {}` has none. Without it the client can do everything |
//! | `capabilities` | shows what the server announced |
//! | `open FILE` | opens the file |
//! | `change FILE JSON` | changes it; JSON is the list of changes |
//! | `close FILE` | closes it |
//! | `check FILE` | asks for a check and waits for its end. Nothing is checked without a request |
//! | `expect METHOD` | waits for a notification or request of the server |
//! | `notify METHOD JSON` | sends a notification |
//! | `METHOD JSON` | sends a request and waits for the answer |
//!
//! In JSON, `"3:5"` is a position and `"3:5-3:9"` a range, lines and columns from 1. A member `"at": "FILE:3:5"` stands
//! for the members `textDocument` and `position`, `"in": "FILE"` for `textDocument`. A text `"$/0/data"` stands for a
//! part of the last answer, as a JSON pointer.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use boolprog_lsp::Options;
use itertools::Itertools as _;
use serde_json::{Map, Value, json};

use crate::lsp_client::{Client, all_capabilities};
use crate::short_json::{long, short};

/// A request and its answer.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// Method of the request.
    pub method: String,
    /// Parameters of the request.
    pub params: Value,
    /// The result or the error.
    pub answer: Result<Value, Value>,
}

/// A conversation that took place.
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    /// The conversation as a person reads it.
    pub text: String,
    /// All requests of the client, `initialize` first.
    pub exchanges: Vec<Exchange>,
    /// All notifications of the client that the file asks for by name.
    pub notified: Vec<String>,
    /// All notifications and requests of the server.
    pub heard: Vec<Value>,
}

/// Carries out the requests of a file.
pub async fn converse(path: &Path) -> Conversation {
    let requests = std::fs::read_to_string(path).expect("a readable file");
    let mut lines = requests.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).peekable();
    let announced = lines.next_if(|line| line.starts_with("client "));
    let announced = announced.map_or_else(all_capabilities, |line| parsed(&line["client ".len()..]));
    let mut speaker = Speaker::start(path.parent().unwrap_or(path).to_owned(), announced).await;
    for line in lines {
        writeln!(speaker.said.text, "-> {line}").expect("memory");
        speaker.carry_out(line).await;
    }
    let unread = speaker.client.unread().cloned();
    speaker.said.heard.extend(unread);
    speaker.client.forget();
    speaker.said
}

/// The `.requests` files of a folder.
pub fn transcripts(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of transcripts");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "requests"));
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

struct Speaker {
    folder: PathBuf,
    client: Client,
    versions: Map<String, Value>,
    last: Value,
    said: Conversation,
}

impl Speaker {
    async fn start(folder: PathBuf, capabilities: Value) -> Self {
        let settings = json!({ "check": { "run": "manual" } });
        let mut client = Client::connect(Options::default(), settings.clone());
        let params = json!({
            "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": settings,
        });
        let answer = client.initialize(params.clone()).await;
        let exchanges = vec![Exchange { method: "initialize".to_owned(), params, answer: Ok(answer) }];
        let said = Conversation { exchanges, ..Conversation::default() };
        Self { folder, client, versions: Map::new(), last: Value::Null, said }
    }

    async fn carry_out(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, "null"));
        match word {
            "capabilities" => {
                let answer = self.said.exchanges[0].answer.clone().expect("it succeeded");
                let announced = answer["capabilities"].as_object().into_iter().flatten();
                self.tell("ok", &announced.map(|(key, value)| json!({ key: value })).collect());
            }
            "open" => self.open(rest),
            "change" => self.change(rest),
            "close" => self.client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(rest) } })),
            "check" => self.check(rest).await,
            "expect" => self.expect(rest).await,
            "notify" => {
                let (method, params) = rest.split_once(' ').unwrap_or((rest, "null"));
                let params = self.meant(params);
                self.client.notify(method, params);
                self.said.notified.push(method.to_owned());
            }
            method => self.request(method, rest).await,
        }
    }

    fn open(&mut self, file: &str) {
        let text = std::fs::read_to_string(self.folder.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        self.versions.insert(file.to_owned(), json!(1));
        self.client.open_as(&uri(file), &text);
    }

    fn change(&mut self, rest: &str) {
        let (file, changes) = rest.split_once(' ').expect("a file and its changes");
        let version = json!(self.version(file) + 1);
        let document = json!({ "uri": uri(file), "version": version });
        let changes = self.meant(changes);
        self.versions.insert(file.to_owned(), version);
        self.client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    fn version(&self, file: &str) -> i64 {
        self.versions.get(file).and_then(Value::as_i64).unwrap_or_else(|| panic!("{file} is not open"))
    }

    async fn check(&mut self, file: &str) {
        let (uri, version) = (uri(file), self.version(file));
        let arguments = json!([{ "uri": uri }]);
        let params = json!({ "command": "boolprog.server.check", "arguments": arguments });
        self.client.request("workspace/executeCommand", params).await.expect("it can be asked for");
        let method = "boolprog/status";
        let ended = |it: &Value| {
            it["uri"] == uri && it["version"] == version && ["done", "error", "off"].iter().any(|s| it["state"] == *s)
        };
        let status = self.client.notification(method, ended).await;
        self.tell("status", &status["text"]);
        self.said.heard.push(json!({ "jsonrpc": "2.0", "method": method, "params": status }));
    }

    async fn expect(&mut self, method: &str) {
        let message = self.client.message(method).await;
        self.tell("heard", &message["params"]);
        self.said.heard.push(message);
    }

    async fn request(&mut self, method: &str, params: &str) {
        let params = self.meant(params);
        let answer = loop {
            match self.client.request(method, params.clone()).await {
                // The analysis was replaced in the meantime: ask again, as clients do.
                Err(error) if error["code"] == -32801 || error["code"] == -32802 => {}
                answer => break answer,
            }
        };
        match &answer {
            Ok(result) => self.tell("ok", result),
            Err(error) => self.tell("FAILED", &error["message"]),
        }
        self.last = answer.clone().unwrap_or_default();
        self.said.exchanges.push(Exchange { method: method.to_owned(), params, answer });
    }

    /// The meaning of a piece of JSON in the file.
    fn meant(&self, text: &str) -> Value {
        long(self.expanded(parsed(text)))
    }

    fn expanded(&self, value: Value) -> Value {
        match value {
            Value::String(text) if text.starts_with("$/") || text == "$" => {
                let part = self.last.pointer(&text[1..]).cloned();
                part.unwrap_or_else(|| panic!("the last answer has no {text}: {}", self.last))
            }
            Value::Array(items) => items.into_iter().map(|item| self.expanded(item)).collect(),
            Value::Object(members) => members.into_iter().flat_map(|(key, value)| self.member(key, value)).collect(),
            other => other,
        }
    }

    fn member(&self, key: String, value: Value) -> Vec<(String, Value)> {
        let document = |file: &str| ("textDocument".to_owned(), json!({ "uri": uri(file) }));
        match (key.as_str(), value.as_str()) {
            ("in", Some(file)) => vec![document(file)],
            ("at", Some(place)) => {
                let (file, position) = place.split_once(':').expect("FILE:LINE:COLUMN");
                vec![document(file), ("position".to_owned(), json!(position))]
            }
            _ => vec![(key, self.expanded(value))],
        }
    }

    /// Records a message of the server, a list with an entry per line.
    fn tell(&mut self, what: &str, value: &Value) {
        let shown = match short(value.clone()) {
            Value::Array(items) if !items.is_empty() => format!("\n   {}", items.iter().format("\n   ")),
            Value::String(text) => format!(" {text}"),
            other => format!(" {other}"),
        };
        writeln!(self.said.text, "<- {what}{shown}").expect("memory");
    }
}

fn uri(file: &str) -> String {
    format!("file:///work/{file}")
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
