//! Framing: `Content-Length` headers around JSON.
//!
//! Reading survives malformed input. A body that is not JSON, or is too large, costs that one message. After a
//! malformed header the end of its body is unknown; the reader then looks for the next `Content-Length:` wherever it
//! stands. Memory stays below [`LARGEST_BODY`] and [`LONGEST_LINE`].

use std::io::{self, BufRead, Read, Write};

use serde::Serialize;
use serde_json::Value;

/// Bodies with more bytes are skipped: far above any request, a saved trace inside a launch request included.
const LARGEST_BODY: u64 = 64 << 20;

/// Largest part of a header line that is read at once.
const LONGEST_LINE: usize = 4096;

const CONTENT_LENGTH: &[u8] = b"content-length:";

#[derive(Debug, PartialEq)]
pub(super) enum Incoming {
    Message(Value),
    /// Malformed input, with the problem; reading can continue.
    Malformed(String),
}

/// Reads the next message; `None` at the end of the input. Fails only if the input cannot be read.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(headers) = read_headers(input)? else { return Ok(None) };
    let length = match headers {
        Headers::Length(length) => length,
        Headers::Malformed(problem) => return Ok(Some(Incoming::Malformed(problem))),
    };
    if length > LARGEST_BODY {
        io::copy(&mut input.take(length), &mut io::sink())?;
        let problem = format!("a message of {length} bytes was skipped; the limit is {LARGEST_BODY}");
        return Ok(Some(Incoming::Malformed(problem)));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        let problem = format!("the input ended after {} of the {length} bytes of a message", body.len());
        return Ok(Some(Incoming::Malformed(problem)));
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(value) => Incoming::Message(value),
        Err(error) => Incoming::Malformed(format!("a message is not valid JSON: {error}")),
    }))
}

pub(super) fn write(output: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let body = serde_json::to_vec(message)?;
    write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
    output.write_all(&body)?;
    output.flush()
}

enum Headers {
    /// The number of bytes that follow.
    Length(u64),
    /// No usable length; the body was not read.
    Malformed(String),
}

/// Reads up to the empty line that ends the headers; `None` at the end of the input.
fn read_headers(input: &mut impl BufRead) -> io::Result<Option<Headers>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        if !read_line(input, &mut line)? {
            return Ok(None);
        }
        if let Some(found) = content_length(&line) {
            length = Some(found);
        } else if line.iter().all(u8::is_ascii_whitespace) {
            match length {
                Some(Ok(length)) => return Ok(Some(Headers::Length(length))),
                Some(Err(problem)) => return Ok(Some(Headers::Malformed(problem))),
                // An empty line between garbage and a header.
                None => {}
            }
        }
    }
}

/// The number after the last `Content-Length:` of the line, which may follow other text: the rest of a body whose
/// length was announced wrongly.
fn content_length(line: &[u8]) -> Option<Result<u64, String>> {
    let matches = |window: &[u8]| window.eq_ignore_ascii_case(CONTENT_LENGTH);
    let at = line.windows(CONTENT_LENGTH.len()).rposition(matches)?;
    let number = String::from_utf8_lossy(&line[at + CONTENT_LENGTH.len()..]);
    let number = number.trim();
    Some(number.parse().map_err(|_| format!("`{number}` is not a Content-Length")))
}

/// Reads one line into `line`; of a very long one its end. `false` at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    loop {
        let room = (LONGEST_LINE - line.len()) as u64;
        let read = input.by_ref().take(room).read_until(b'\n', line)?;
        if line.ends_with(b"\n") || read == 0 {
            return Ok(!line.is_empty());
        }
        if line.len() == LONGEST_LINE {
            line.drain(..LONGEST_LINE / 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read_all(mut input: &[u8]) -> Vec<Incoming> {
        let mut found = Vec::new();
        while let Some(incoming) = read(&mut input).expect("a slice can be read") {
            found.push(incoming);
        }
        found
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    fn problem(incoming: &Incoming) -> &str {
        match incoming {
            Incoming::Malformed(problem) => problem,
            Incoming::Message(value) => panic!("{value} is well-formed"),
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let messages = [json!({"a": "ü\n{}"}), json!([]), json!(null)];
        let mut bytes = Vec::new();
        for message in &messages {
            write(&mut bytes, message).expect("a vector can be written");
        }
        assert_eq!(read_all(&bytes), messages.map(Incoming::Message));
    }

    #[test]
    fn other_headers_and_any_case_are_fine() {
        let input = b"Content-Type: x\r\ncontent-LENGTH:2\r\n\r\n{}";
        assert_eq!(read_all(input), [Incoming::Message(json!({}))]);
    }

    #[test]
    fn bad_json_costs_one_message() {
        let input = framed("{\"a\":") + &framed("1");
        let found = read_all(input.as_bytes());
        assert!(problem(&found[0]).contains("not valid JSON"), "{found:?}");
        assert_eq!(found[1..], [Incoming::Message(json!(1))]);
    }

    #[test]
    fn deep_nesting_is_bad_json() {
        let found = read_all(framed(&"[".repeat(100_000)).as_bytes());
        assert!(problem(&found[0]).contains("recursion"), "{found:?}");
    }

    #[test]
    fn too_short_a_length_is_survived() {
        let input = "Content-Length: 3\r\n\r\n{\"a\":1}".to_owned() + &framed("2");
        let found = read_all(input.as_bytes());
        assert_eq!(found.len(), 2);
        assert!(problem(&found[0]).contains("not valid JSON"), "{found:?}");
        assert_eq!(found[1], Incoming::Message(json!(2)));
    }

    #[test]
    fn too_long_a_length_is_survived() {
        let input = "Content-Length: 12\r\n\r\n{\"a\":1}".to_owned() + &framed("2") + &framed("3");
        let found = read_all(input.as_bytes());
        assert!(problem(&found[0]).contains("not valid JSON"), "{found:?}");
        assert_eq!(found.last(), Some(&Incoming::Message(json!(3))));
    }

    #[test]
    fn a_length_that_is_no_number_is_survived() {
        for length in ["x", "-1", "", "99999999999999999999999"] {
            let input = format!("Content-Length: {length}\r\n\r\n{{}}") + &framed("2");
            let found = read_all(input.as_bytes());
            assert!(problem(&found[0]).contains("is not a Content-Length"), "{found:?}");
            assert_eq!(found[1..], [Incoming::Message(json!(2))]);
        }
    }

    #[test]
    fn a_huge_message_is_skipped_without_being_kept() {
        let length = LARGEST_BODY + 1;
        let header = format!("Content-Length: {length}\r\n\r\n");
        let next = framed("2");
        let body = io::repeat(b' ').take(length);
        let mut input = io::BufReader::new(header.as_bytes().chain(body).chain(next.as_bytes()));
        let first = read(&mut input).expect("readable").expect("not the end");
        assert!(problem(&first).contains("skipped"), "{first:?}");
        assert_eq!(read(&mut input).expect("readable"), Some(Incoming::Message(json!(2))));
    }

    #[test]
    fn garbage_without_line_breaks_is_survived() {
        let input = "x".repeat(3 * LONGEST_LINE + 7) + &framed("2");
        assert_eq!(read_all(input.as_bytes()), [Incoming::Message(json!(2))]);
    }

    #[test]
    fn an_input_that_ends_inside_a_message_says_so() {
        let found = read_all(b"Content-Length: 10\r\n\r\n{}");
        assert!(problem(&found[0]).contains("ended after 2 of the 10 bytes"), "{found:?}");
        assert_eq!(read_all(b"Content-Length: 10\r\n"), []);
    }
}
