//! A client of the debug adapter that tests can talk through, in the process of the test.

use std::io::{BufReader, PipeReader, PipeWriter, Write, pipe};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

use boolprog_dap::{ProgramLoader, serve};
use boolprog_trace::document::TraceDocument;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// Reads saved traces from a folder; has no checker: every program is safe.
pub struct Folder(pub PathBuf);

impl ProgramLoader for Folder {
    fn load(&self, program: &Path, property: Option<&str>, _: Option<&str>) -> Result<Arc<TraceDocument>, String> {
        if program.ends_with("safe.bp") {
            return Err(format!(
                "{}: nothing to replay, {} holds.",
                program.display(),
                property.unwrap_or("everything")
            ));
        }
        let text = self.read(program)?;
        serde_json::from_str(&text).map(Arc::new).map_err(|error| error.to_string())
    }

    fn read(&self, path: &Path) -> Result<String, String> {
        std::fs::read_to_string(self.0.join(path)).map_err(|_| "it cannot be read.".to_owned())
    }

    fn absolute(&self, path: &Path) -> String {
        Path::new("/work").join(path).display().to_string()
    }
}

/// A body with its header.
pub fn framed(body: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Reads one message of the adapter; `None` when it has hung up.
pub fn read_message(input: &mut impl std::io::BufRead) -> Option<Value> {
    read_body(input).map(|body| serde_json::from_slice(&body).expect("JSON"))
}

/// Reads one message of the adapter, which has yet to be understood; `None` when it has hung up.
pub fn read_body(input: &mut impl std::io::BufRead) -> Option<Vec<u8>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).expect("readable") == 0 {
            return None;
        }
        match line.trim().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().expect("a length"),
            None if line == "\r\n" => break,
            None => panic!("unknown header {line:?}"),
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).expect("the whole body");
    Some(body)
}

/// A client with an adapter of its own, in a thread of its own.
pub struct DapClient {
    to_adapter: Option<PipeWriter>,
    from_adapter: BufReader<PipeReader>,
    adapter: Option<JoinHandle<std::io::Result<()>>>,
    sent: i64,
}

/// The answer to a request and the events that followed it.
#[derive(Debug, PartialEq)]
pub struct Answered {
    /// Response to the request.
    pub response: Value,
    /// The events, in order.
    pub events: Vec<Value>,
}

impl Answered {
    /// The body of the response; fails the test if the request failed.
    pub fn body(&self) -> &Value {
        assert_eq!(self.response["success"], true, "{}", self.response);
        &self.response["body"]
    }

    /// The body of the only `stopped` event; fails the test if there are more or fewer.
    pub fn stopped(&self) -> &Value {
        assert_eq!(self.response["success"], true, "{}", self.response);
        let stops: Vec<_> = self.events.iter().filter(|event| event["event"] == "stopped").collect();
        assert_eq!(stops.len(), 1, "{:?}", self.events);
        &stops[0]["body"]
    }
}

impl DapClient {
    /// Starts an adapter.
    pub fn start(loader: impl ProgramLoader + Send + 'static) -> Self {
        let (adapter_input, to_adapter) = pipe().expect("a pipe");
        let (from_adapter, adapter_output) = pipe().expect("a pipe");
        let run = move || serve(BufReader::new(adapter_input), adapter_output, &loader, CancellationToken::new());
        let adapter = Some(std::thread::spawn(run));
        Self { to_adapter: Some(to_adapter), from_adapter: BufReader::new(from_adapter), adapter, sent: 0 }
    }

    /// An adapter after the handshake, at the first stop.
    pub fn replaying(trace: &TraceDocument) -> Self {
        let mut client = Self::start(Folder(PathBuf::new()));
        client.request("initialize", &json!({"adapterID": "boolprog"})).body();
        client.request("launch", &json!({"traceDocument": trace})).body();
        client.request("configurationDone", &Value::Null).stopped();
        client
    }

    fn send(&mut self, command: &str, arguments: &Value) -> i64 {
        self.sent += 1;
        let message = json!({"seq": self.sent, "type": "request", "command": command, "arguments": arguments});
        let to_adapter = self.to_adapter.as_mut().expect("open until dropped");
        to_adapter.write_all(&framed(&message.to_string())).expect("the adapter reads");
        self.sent
    }

    /// Sends a request and waits for its answer and all its events.
    pub fn request(&mut self, command: &str, arguments: &Value) -> Answered {
        let seq = self.send(command, arguments);
        // Events follow their answer at once, so the answer to one more request shows that there are no more.
        let probe = self.send("boolprog/probe", &Value::Null);
        let response = self.receive();
        assert_eq!(response["request_seq"], seq, "{response}");
        let mut events = Vec::new();
        loop {
            let message = self.receive();
            if message["request_seq"] == probe {
                return Answered { response, events };
            }
            assert_eq!(message["type"], "event", "{message}");
            events.push(message);
        }
    }

    fn receive(&mut self) -> Value {
        read_message(&mut self.from_adapter).expect("the adapter lives")
    }
}

impl Drop for DapClient {
    fn drop(&mut self) {
        self.to_adapter = None;
        if std::thread::panicking() {
            return;
        }
        let unread = read_message(&mut self.from_adapter);
        assert_eq!(unread, None, "the adapter says more than the test looked at");
        let ended = self.adapter.take().map(JoinHandle::join);
        assert!(matches!(ended, Some(Ok(Ok(())))), "the adapter ends well with its input: {ended:?}");
    }
}
