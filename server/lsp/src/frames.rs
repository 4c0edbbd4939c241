//! Filters out malformed messages, since the protocol library ends the session when it cannot read one.
//!
//! Messages come as `Content-Length: N`, an empty line and N bytes. One whose body is no JSON-RPC message is logged and
//! dropped; the next one is read normally. A malformed header is skipped line by line, up to a valid one, which may
//! follow garbage without a line end.
//!
//! A malformed message with an id waits for an answer, and so does a request that the library ignores: instead of it,
//! the server gets the request [`REFUSED`], whose answer is an error.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream};
use tokio::task::JoinHandle;

/// Longer messages are dropped unread: no program and no edit is that long.
const LONGEST_MESSAGE: u64 = 64 << 20;
/// The maximal length of a header line.
const LONGEST_HEADER: u64 = 4096;
/// Size of the buffer between the two readers, in bytes. Much more than a pipe holds: the server stops reading when the
/// client does, but must still see the end of the input.
const BUFFER: usize = 16 << 20;

/// The method that stands for requests that cannot be answered. No client knows its name.
pub(crate) const REFUSED: &str = "boolprog/refused";

/// The error that answers such a request: code and message of JSON-RPC.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Refusal {
    pub(crate) code: i64,
    pub(crate) message: String,
}

/// A reader that gives the well-formed messages of `input` and ends where it ends; and a task that ends as soon as the
/// input does.
pub(crate) fn well_formed(input: impl AsyncRead + Send + Unpin + 'static) -> (DuplexStream, JoinHandle<()>) {
    let (reader, mut writer) = tokio::io::duplex(BUFFER);
    let forwarding = tokio::spawn(async move {
        // Either end hanging up ends the session; the server itself says so where it matters.
        let _ = forward(&mut BufReader::new(input), &mut writer).await;
    });
    (reader, forwarding)
}

async fn forward(
    input: &mut (impl AsyncBufReadExt + Unpin),
    output: &mut (impl AsyncWrite + Unpin),
) -> std::io::Result<()> {
    while let Some(length) = header(input).await? {
        if length > LONGEST_MESSAGE {
            tracing::error!("dropped a message of {length} bytes: the limit is {LONGEST_MESSAGE}");
            tokio::io::copy(&mut input.take(length), &mut tokio::io::sink()).await?;
            continue;
        }
        let mut body = Vec::new();
        input.take(length).read_to_end(&mut body).await?;
        if let Some(body) = passed(&body) {
            output.write_all(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes()).await?;
            output.write_all(&body).await?;
        } else {
            tracing::error!("dropped a message that is not JSON-RPC: {}", excerpt(&body));
        }
    }
    Ok(())
}

/// The length that a header announces; `None` at the end of the input.
async fn header(input: &mut (impl AsyncBufReadExt + Unpin)) -> std::io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST_HEADER).read_until(b'\n', &mut line).await? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim().rsplit_once(':') {
            Some((name, value)) if ends_with_length(name) => length = value.trim().parse().ok(),
            None if line.trim().is_empty() && length.is_some() => return Ok(length),
            _ => {}
        }
    }
}

/// `true` if a line that is cut off at a colon ends with the name of the length header.
fn ends_with_length(line: &str) -> bool {
    const NAME: &[u8] = b"content-length";
    line.as_bytes().last_chunk().is_some_and(|end: &[u8; NAME.len()]| end.eq_ignore_ascii_case(NAME))
}

/// The text that the server gets for a body, if any.
fn passed(body: &[u8]) -> Option<Cow<'_, [u8]>> {
    let sound = serde_json::from_slice(body).is_ok_and(|message| is_message(&message));
    // Contents of any depth are skipped here.
    let members: Members<'_> = serde_json::from_slice(body).ok()?;
    match refusal(&members, sound) {
        None => sound.then_some(Cow::Borrowed(body)),
        Some(refusal) => {
            let id = members.get("id")?;
            let refused = json!({ "jsonrpc": "2.0", "id": id, "method": REFUSED, "params": refusal });
            Some(Cow::Owned(refused.to_string().into_bytes()))
        }
    }
}

/// The members of a message, not looked into.
type Members<'b> = BTreeMap<String, &'b RawValue>;

/// The error that answers a message, if it waits for an answer that the library would not give.
fn refusal(members: &Members<'_>, sound: bool) -> Option<Refusal> {
    let text = |name| members.get(name).map(|value| value.get());
    let waits = text("id").is_some_and(|id| id.starts_with('"') || id.parse::<i64>().is_ok());
    if !waits || members.contains_key("result") || members.contains_key("error") {
        return None;
    }
    let refuse = |code, message: &str| Some(Refusal { code, message: message.to_owned() });
    let has_scalars = text("params").is_some_and(|params| !params.starts_with(['{', '[', 'n']));
    match text("method") {
        Some(method) if method.starts_with("\"$/") => refuse(-32601, "Method not found"),
        _ if sound => None,
        Some(method) if method.starts_with('"') && has_scalars => {
            refuse(-32602, "Parameters are an object or an array")
        }
        _ => refuse(-32600, "This is no request of JSON-RPC 2.0, or it is nested too deeply"),
    }
}

/// Returns `true` if a body is a request, a notification or a response.
fn is_message(message: &Value) -> bool {
    let Value::Object(message) = message else { return false };
    let id_is_sound = message.get("id").is_none_or(|id| id.is_null() || id.is_string() || id.is_i64());
    let params_are_sound =
        message.get("params").is_none_or(|params| params.is_object() || params.is_array() || params.is_null());
    let asks = message.get("method").is_some_and(Value::is_string) && params_are_sound;
    let answers = message.contains_key("id") && (message.contains_key("result") || message.contains_key("error"));
    message.get("jsonrpc").is_some_and(|version| version == "2.0") && id_is_sound && (asks || answers)
}

fn excerpt(body: &[u8]) -> String {
    String::from_utf8_lossy(&body[..body.len().min(80)]).escape_debug().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn kept(input: &'static [u8]) -> String {
        let mut text = String::new();
        well_formed(input).0.read_to_string(&mut text).await.expect("text");
        text
    }

    #[tokio::test]
    async fn messages_pass_unchanged() {
        let message = b"Content-Length: 36\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"id\":1}";
        let message: &[u8] = &message[..message.len() - 1];
        assert_eq!(kept(message).await, "", "a body that is cut off is no message");
        let whole = b"Content-Length: 37\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"id\":1}";
        assert_eq!(kept(whole).await.as_bytes(), whole);
    }

    /// Code of the error that answers a message; `None` if the message passes or is dropped.
    fn refused(body: &str) -> Option<i64> {
        let passed = passed(body.as_bytes())?;
        let message: Value = serde_json::from_slice(&passed).expect("JSON");
        (message["method"] == REFUSED).then(|| message["params"]["code"].as_i64()).flatten()
    }

    #[test]
    fn whoever_waits_is_answered() {
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        for (rest, code) in [
            ("\"method\":\"x\",\"params\":1", -32602),
            ("\"method\":\"x\",\"params\":\"a\"", -32602),
            ("\"method\":\"$/setTrace\",\"params\":{}", -32601),
            ("\"params\":{}", -32600),
            ("\"method\":7", -32600),
            (&format!("\"method\":\"x\",\"params\":{deep}"), -32600),
        ] {
            assert_eq!(refused(&format!("{{\"jsonrpc\":\"2.0\",\"id\":1,{rest}}}")), Some(code), "{rest}");
            assert_eq!(refused(&format!("{{\"jsonrpc\":\"2.0\",{rest}}}")), None, "a notification: {rest}");
        }
        assert_eq!(refused("{\"id\":\"a\",\"method\":\"x\"}"), Some(-32600));
        for passing in [
            "\"id\":1,\"method\":\"x\",\"params\":[]",
            "\"id\":1,\"result\":1",
            "\"id\":1,\"result\":null",
            "\"id\":1,\"method\":\"shutdown\",\"params\":null",
            "\"method\":\"$/cancelRequest\"",
        ] {
            let body = format!("{{\"jsonrpc\":\"2.0\",{passing}}}");
            assert_eq!(passed(body.as_bytes()).as_deref(), Some(body.as_bytes()));
        }
    }

    #[tokio::test]
    async fn broken_messages_cost_only_themselves() {
        let input = b"nonsense\r\nmoreContent-Length: 3\r\n\r\n{x}Content-Length: 2\r\n\r\n[]\
            Content-Length: 37\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"id\":1}";
        assert_eq!(kept(input).await, "Content-Length: 37\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"id\":1}");
    }
}
