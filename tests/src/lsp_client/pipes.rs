//! Messages on their way from and to a server.

use std::time::Instant;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, WeakUnboundedSender};

/// A message, and when it came.
pub(super) struct Arrival {
    pub(super) message: Value,
    pub(super) at: Instant,
}

/// Writes messages until there are no more senders, and hangs up.
pub(super) async fn write(mut pipe: impl AsyncWrite + Unpin, mut messages: UnboundedReceiver<Value>) {
    while let Some(message) = messages.recv().await {
        let body = message.to_string();
        let framed = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        if pipe.write_all(framed.as_bytes()).await.is_err() {
            return;
        }
    }
    // The other half of the pipe is held by the reader, so dropping this one would not hang up.
    let _ = pipe.shutdown().await;
}

/// Reads messages until the server hangs up. Requests of the server are answered at once: with the settings, or with `null`.
pub(super) async fn receive(
    mut pipe: BufReader<impl AsyncRead + Unpin>,
    messages: UnboundedSender<Arrival>,
    // Weak, so that the client can hang up.
    answers: WeakUnboundedSender<Value>,
    settings: Value,
) {
    while let Some(message) = read(&mut pipe).await {
        let at = Instant::now();
        if let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) {
            let is_asked = method == "workspace/configuration";
            let result = if is_asked { configured(&message["params"], &settings) } else { Value::Null };
            if let Some(answers) = answers.upgrade() {
                let _ = answers.send(json!({ "jsonrpc": "2.0", "id": id, "result": result }));
            }
        }
        if messages.send(Arrival { message, at }).is_err() {
            return;
        }
    }
}

/// The settings that are asked for. Those of a folder are the member with its URI of the member `folders`.
fn configured(params: &Value, settings: &Value) -> Value {
    let items = params["items"].as_array().into_iter().flatten();
    let own = |item: &Value| settings.get("folders")?.get(item["scopeUri"].as_str()?);
    items.map(|item| own(item).unwrap_or(settings).clone()).collect()
}

async fn read(pipe: &mut BufReader<impl AsyncRead + Unpin>) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if pipe.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok(),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length?];
    pipe.read_exact(&mut body).await.ok()?;
    Some(serde_json::from_slice(&body).expect("the body of a message is JSON"))
}
