//! A client of the Model Context Protocol for tests: the process `boolprog mcp`, and lines of JSON.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// Time for an answer on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// A client, and the server that it started.
pub struct Client {
    /// The process of the server.
    pub server: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Value>,
    /// The folders that the client names as its roots, as URIs.
    pub roots: Vec<String>,
    sent: i64,
}

impl Client {
    /// Starts `boolprog mcp` of a binary, in a folder, with these arguments.
    pub fn start(binary: &str, folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(binary);
        command.arg("mcp").args(arguments).current_dir(folder).env("RUST_LOG", "off");
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary starts");
        let output = BufReader::new(server.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let message = serde_json::from_str(&line).expect("every line is JSON");
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take();
        Self { server, input, lines, roots: Vec::new(), sent: 0 }
    }

    /// The same, introduced: with these roots if there are some.
    pub fn introduced(binary: &str, folder: &Path, arguments: &[&str], roots: &[&Path]) -> Self {
        let mut client = Self::start(binary, folder, arguments);
        client.roots = roots.iter().map(|root| format!("file://{}", root.display())).collect();
        let capabilities = if roots.is_empty() { json!({}) } else { json!({ "roots": { "listChanged": true } }) };
        let answer = client.ask("initialize", &introduction(&capabilities));
        assert_eq!(answer["result"]["serverInfo"]["name"], "boolprog", "{answer}");
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    /// Sends a line.
    pub fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    /// Sends a line that need not be JSON. A server that is gone is not an error.
    pub fn send_text(&mut self, line: &str) {
        let _ = self.input.as_mut().map(|input| writeln!(input, "{line}").and_then(|()| input.flush()));
    }

    /// Closes the input of the server.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Sends a request; its id.
    pub fn request(&mut self, method: &str, params: &Value) -> i64 {
        self.sent += 1;
        let id = self.sent;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The answer to the request with an id, with `result` or `error`. Requests for the roots of the client are answered before.
    pub fn answer(&mut self, id: i64) -> Value {
        loop {
            let message = self.lines.recv_timeout(PATIENCE).expect("an answer in time");
            if message["method"] == "roots/list" {
                let roots: Vec<Value> = self.roots.iter().map(|root| json!({ "uri": root })).collect();
                self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": { "roots": roots } }));
            } else if message["id"] == id {
                return message;
            }
        }
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// The answer of a tool. Fails with the sentence of one that is an error.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Result<Value, String> {
        let answer = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let result = &answer["result"];
        if result["isError"] == true {
            return Err(result["content"][0]["text"].as_str().expect("a sentence").to_owned());
        }
        assert!(result["structuredContent"].is_object(), "{answer}");
        Ok(result["structuredContent"].clone())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The parameters of `initialize`.
pub fn introduction(capabilities: &Value) -> Value {
    json!({
        "protocolVersion": "2025-06-18",
        "capabilities": capabilities,
        "clientInfo": { "name": "test", "version": "1" },
    })
}
