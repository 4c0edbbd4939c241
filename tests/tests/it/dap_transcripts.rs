//! Conversations with the debug adapter: `dap_transcripts/NAME.requests` has the messages of the client, `NAME.snap`
//! the whole conversation.
//!
//! A line of a `.requests` file is a command and, after a blank, its arguments as JSON. `raw` sends the rest of the
//! line as a message of its own, `bytes` without a header even (a JSON string). `#` begins a comment.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use boolprog_tests::dap_client::{Folder, framed, read_message};
use boolprog_tests::snapshots_in;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

fn folder() -> PathBuf {
    boolprog_tests::root().join("tests/tests/dap_transcripts")
}

fn bytes_of(requests: &str) -> Vec<u8> {
    let lines = requests.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let encoded = (1..).zip(lines).map(|(seq, line)| match line.split_once(' ').unwrap_or((line, "null")) {
        ("raw", body) => framed(body),
        ("bytes", text) => serde_json::from_str::<String>(text).expect("a JSON string").into_bytes(),
        (command, arguments) => {
            let arguments: Value = serde_json::from_str(arguments).unwrap_or_else(|e| panic!("{line}: {e}"));
            let message = json!({"seq": seq, "type": "request", "command": command, "arguments": arguments});
            framed(&message.to_string())
        }
    });
    encoded.collect::<Vec<_>>().concat()
}

fn answers(input: &[u8]) -> Vec<Value> {
    let (input, mut output) = (Cursor::new(input.to_vec()), Vec::new());
    let served = boolprog_dap::serve(input, &mut output, &Folder(folder()), CancellationToken::new());
    served.expect("memory can be read and written");
    let mut rest = output.as_slice();
    std::iter::from_fn(|| read_message(&mut rest)).collect()
}

/// The conversation: each message of the adapter, each request before its answer.
fn conversation(requests: &str) -> String {
    let lines: Vec<_> = requests.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    let mut text = String::new();
    for (expected, message) in (1..).zip(answers(&bytes_of(requests))) {
        assert_eq!(message["seq"], expected, "messages are numbered from 1");
        let body = &message["body"];
        if message["type"] == "event" {
            writeln!(text, "   event {} {body}", message["event"].as_str().expect("a name")).expect("memory");
            continue;
        }
        let asked = message["request_seq"].as_u64().and_then(|seq| lines.get(seq as usize - 1));
        let asked = asked
            .copied()
            .unwrap_or_else(|| message["command"].as_str().filter(|name| !name.is_empty()).unwrap_or("?"));
        let outcome = if message["success"] == true { "ok" } else { "FAILED" };
        writeln!(text, "-> {asked}\n<- {outcome} {body}").expect("memory");
    }
    text
}

fn transcripts() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("the folder of transcripts");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "requests"));
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[test]
fn transcripts_are_as_recorded() {
    snapshots_in(&folder()).bind(|| {
        for path in transcripts() {
            let requests = std::fs::read_to_string(&path).expect("readable");
            insta::assert_snapshot!(stem(&path), conversation(&requests));
        }
    });
}

#[test]
fn a_session_that_is_cut_off_anywhere_ends_quietly() {
    let requests = std::fs::read_to_string(folder().join("race.requests")).expect("readable");
    let bytes = bytes_of(&requests);
    let whole = answers(&bytes);
    for length in (0..bytes.len()).step_by(7) {
        let mut got = answers(&bytes[..length]);
        // The last message may be the complaint about the request that is cut in two.
        got.pop_if(|last| last["body"]["category"] == "stderr");
        assert_eq!(got, whole[..got.len()], "after {length} bytes");
    }
}

/// Needs Python (`python3`, or the one that `BOOLPROG_PYTHON` names) with `jsonschema`, and the schema itself: in the
/// package `debugpy`, or at the path in `BOOLPROG_DAP_SCHEMA`.
#[test]
fn every_message_obeys_the_schema_of_the_protocol() {
    let script = folder().join("validate.py");
    let python = std::env::var_os("BOOLPROG_PYTHON").unwrap_or_else(|| "python3".into());
    let Ok(mut python) = Command::new(python).arg(script).stdin(Stdio::piped()).spawn() else {
        eprintln!("skipped: there is no Python");
        return;
    };
    let mut input = python.stdin.take().expect("piped");
    for path in transcripts() {
        let requests = std::fs::read_to_string(&path).expect("readable");
        for message in answers(&bytes_of(&requests)) {
            // A script that cannot validate hangs up; its exit code shows that.
            if writeln!(input, "{message}").is_err() {
                break;
            }
        }
    }
    drop(input);
    let code = python.wait().expect("it ran").code();
    assert!(matches!(code, Some(0 | 77)), "{code:?}; 77 stands for skipped");
}
