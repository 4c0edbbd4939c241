//! The language server as a process, and clients that leave it alone: it neither grows nor outlives them.
#![cfg(target_os = "linux")]

use std::process::Stdio;
use std::time::Duration;

use boolprog_tests::lsp_client::FILE;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, Command};

/// No end takes longer, also on a slow and busy machine.
const PATIENCE: Duration = Duration::from_mins(1);
/// More than this, in MiB, no server needs for a small file.
const MUCH: u64 = 200;

fn server() -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
    command.spawn().expect("the server starts")
}

fn framed(message: Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// The messages of a client that does not read: megabytes of changes and requests, each with a long answer.
fn flood(parent: Option<u32>) -> Vec<u8> {
    let notification =
        |method: &str, params: Value| framed(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    let request = |id: u32, method: &str, params: Value| {
        framed(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
    };
    let text = format!("decl x;\nvoid main() begin\n{}end\n", "  x := !x; assert x;\n".repeat(500));
    let mut bytes = request(0, "initialize", json!({ "capabilities": {}, "processId": parent }));
    bytes.extend(notification("initialized", json!({})));
    let document = json!({ "uri": FILE, "languageId": "boolprog", "version": 1, "text": text });
    bytes.extend(notification("textDocument/didOpen", json!({ "textDocument": document })));
    for number in 2..10_000 {
        let start = json!({ "line": 2, "character": 0 });
        let change = json!({ "range": { "start": start, "end": start }, "text": " " });
        let document = json!({ "uri": FILE, "version": number });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        bytes.extend(notification("textDocument/didChange", params));
        bytes.extend(request(number, "textDocument/semanticTokens/full", json!({ "textDocument": { "uri": FILE } })));
    }
    bytes
}

/// The most memory that a process ever had, in MiB.
fn most_memory(process: &Child) -> u64 {
    let id = process.id().expect("the server runs");
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("among others");
    let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
    kibibytes >> 10
}

async fn exit_code(process: &mut Child) -> Option<i32> {
    tokio::time::timeout(PATIENCE, process.wait()).await.expect("the server ends").expect("its code").code()
}

#[tokio::test]
async fn a_client_that_never_reads_and_hangs_up_is_not_outlived() {
    let mut process = server();
    let mut input = process.stdin.take().expect("a pipe");
    // Open, but never read.
    let _output = process.stdout.take();
    input.write_all(&flood(None)).await.expect("the server reads");
    let memory = most_memory(&process);
    assert!(memory < MUCH, "{memory} MiB");
    drop(input);
    assert_eq!(exit_code(&mut process).await, Some(1));
}

#[tokio::test]
async fn a_client_that_never_reads_and_dies_is_not_outlived() {
    let mut parent = Command::new("sleep").arg("600").kill_on_drop(true).spawn().expect("sleep exists");
    let mut process = server();
    let mut input = process.stdin.take().expect("a pipe");
    let _output = process.stdout.take();
    input.write_all(&flood(parent.id())).await.expect("the server reads");
    parent.kill().await.expect("the parent can be ended");
    assert_eq!(exit_code(&mut process).await, Some(1));
}

#[tokio::test]
async fn a_client_that_closes_both_pipes_is_not_outlived() {
    let mut process = server();
    let mut input = process.stdin.take().expect("a pipe");
    let output = process.stdout.take();
    input.write_all(&flood(None)).await.expect("the server reads");
    drop((input, output));
    assert_eq!(exit_code(&mut process).await, Some(1));
}

/// An impossible length in a header allocates no memory.
#[tokio::test]
async fn a_giant_message_takes_no_memory() {
    for announced in [u64::MAX, 60 << 20] {
        let mut process = server();
        let mut input = process.stdin.take().expect("a pipe");
        let header = format!("Content-Length: {announced}\r\n\r\n");
        input.write_all(header.as_bytes()).await.expect("the server reads");
        input.write_all(&vec![b' '; 1 << 20]).await.expect("the server reads");
        let memory = most_memory(&process);
        assert!(memory < MUCH / 4, "{announced}: {memory} MiB");
        drop(input);
        assert_eq!(exit_code(&mut process).await, Some(1));
    }
}
