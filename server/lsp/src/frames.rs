//! Filters out malformed messages, since the protocol library ends the session when it cannot read one.
//!
//! Messages come as `Content-Length: N`, an empty line and N bytes. One whose body is no JSON-RPC message is logged and
//! dropped; the next one is read normally. A malformed header is skipped line by line, up to a valid one, which may
//! follow garbage without a line end.
//!
//! A malformed message that waits for an answer is replaced by a request that is refused; see [`json_rpc`](crate::json_rpc).

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream};
use tokio::task::JoinHandle;

use crate::json_rpc::passed;

/// Longer messages are dropped unread: no program and no edit is that long.
const LONGEST_MESSAGE: u64 = 64 << 20;
/// The maximal length of a header line.
const LONGEST_HEADER: u64 = 4096;
/// Size of the buffer between the two readers, in bytes. Much more than a pipe holds: the server stops reading when the
/// client does, but must still see the end of the input.
const BUFFER: usize = 16 << 20;

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
        if let Some(body) = passed(&body, true) {
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

    #[tokio::test]
    async fn broken_messages_cost_only_themselves() {
        let input = b"nonsense\r\nmoreContent-Length: 3\r\n\r\n{x}Content-Length: 2\r\n\r\n[]\
            Content-Length: 37\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"id\":1}";
        assert_eq!(kept(input).await, "Content-Length: 37\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"id\":1}");
    }
}
