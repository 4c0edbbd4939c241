//! Filters out malformed messages, which the library of the protocol ends the session for or leaves without an answer.
//!
//! A message is a line. One that is too long, or no JSON-RPC message, is logged and dropped, or replaced by a request that is
//! refused if it waits for an answer; see [`boolprog_lsp::json_rpc`]. Before the client introduces itself, only requests pass.

use boolprog_lsp::json_rpc::{is_request, passed};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::task::JoinHandle;

/// A longer message is dropped unread: no question is that long.
const LONGEST: usize = 4 << 20;
/// Size of the buffer between the two readers, in bytes.
const BUFFER: usize = 8 << 20;

/// A reader that gives the well-formed messages of `input` and ends where it ends; and a task that ends as soon as the input does.
/// `seen` learns the method of each message, in order, before the library has it.
pub(crate) fn well_formed(
    input: impl AsyncRead + Send + Unpin + 'static,
    seen: impl Fn(&str) + Send + 'static,
) -> (DuplexStream, JoinHandle<()>) {
    let (reader, mut writer) = tokio::io::duplex(BUFFER);
    let forwarding = tokio::spawn(async move {
        let mut input = BufReader::new(input);
        let mut is_introduced = false;
        // Either end hanging up ends the session.
        while let Ok(Some(line)) = line(&mut input).await {
            let Some(message) = passed(line.trim_ascii(), false).filter(|message| is_introduced || is_request(message))
            else {
                tracing::error!("dropped a message of {} bytes", line.len());
                continue;
            };
            let method = method(&message);
            is_introduced |= method == "initialize";
            seen(&method);
            if writer.write_all(&message).await.is_err() || writer.write_all(b"\n").await.is_err() {
                return;
            }
        }
    });
    (reader, forwarding)
}

/// The method of a message; empty if it is an answer.
fn method(message: &[u8]) -> String {
    let message: serde_json::Value = serde_json::from_slice(message).unwrap_or_default();
    message["method"].as_str().unwrap_or_default().to_owned()
}

/// The next line, empty if it is too long; `None` at the end of the input.
async fn line(input: &mut (impl AsyncBufReadExt + Unpin)) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if (&mut *input).take(LONGEST as u64).read_until(b'\n', &mut line).await? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') || line.len() < LONGEST {
        return Ok(Some(line));
    }
    tracing::error!("dropped a message of more than {LONGEST} bytes");
    loop {
        let buffer = input.fill_buf().await?;
        let (end, length) = (buffer.iter().position(|byte| *byte == b'\n'), buffer.len());
        input.consume(end.map_or(length, |end| end + 1));
        if end.is_some() || length == 0 {
            return Ok(Some(Vec::new()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn kept(input: Vec<u8>) -> String {
        let mut text = String::new();
        well_formed(std::io::Cursor::new(input), |_| ()).0.read_to_string(&mut text).await.expect("text");
        text
    }

    const INITIALIZE: &str = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}\n";
    const NOTIFICATION: &str = "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n";

    #[tokio::test]
    async fn broken_messages_cost_only_themselves() {
        let long = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{}\"}}\n", "x".repeat(LONGEST));
        let input = format!("{{\n\n[]\nnonsense\n{long}{INITIALIZE}{long}{NOTIFICATION}{{\"jsonrpc\"");
        assert_eq!(kept(input.into_bytes()).await, format!("{INITIALIZE}{NOTIFICATION}"));
    }

    #[tokio::test]
    async fn only_requests_come_before_the_introduction() {
        let ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
        let input = format!("{NOTIFICATION}{ping}{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}}\n");
        assert_eq!(kept(input.into_bytes()).await, ping);
    }

    #[tokio::test]
    async fn what_waits_is_refused() {
        let deep = format!("{}{}", "[".repeat(500), "]".repeat(500));
        let input = format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":{deep}}}\n");
        let kept = kept(input.into_bytes()).await;
        assert!(kept.contains("boolprog/refused") && kept.contains("\"id\":7"), "{kept}");
    }
}
