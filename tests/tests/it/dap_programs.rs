//! The debug adapter as a process of its own, launched with a program that it checks itself.

use std::io::{BufReader, Write};
use std::process::{Command, Stdio};

use boolprog_tests::dap_client::{framed, read_message};
use boolprog_tests::root;
use serde_json::{Value, json};

/// Sends requests to a new adapter, each when the one before is answered, and returns all its messages.
fn session(requests: &[Value]) -> Vec<Value> {
    let mut adapter = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .arg("dap")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = adapter.stdin.take().expect("a pipe");
    let mut output = BufReader::new(adapter.stdout.take().expect("a pipe"));
    let mut said = Vec::new();
    for (seq, request) in (1..).zip(requests) {
        let mut request = request.clone();
        request["seq"] = json!(seq);
        request["type"] = json!("request");
        input.write_all(&framed(&request.to_string())).expect("the adapter reads");
        while said.last().is_none_or(|message: &Value| message["request_seq"] != seq) {
            said.push(read_message(&mut output).expect("an answer"));
        }
    }
    drop(input);
    said.extend(std::iter::from_fn(|| read_message(&mut output)));
    assert!(adapter.wait().expect("it ends").success());
    said
}

fn launch(program: &str, threads: Value) -> Vec<Value> {
    let program = root().join("examples").join(program);
    session(&[
        json!({ "command": "initialize", "arguments": { "adapterID": "boolprog" } }),
        json!({ "command": "launch", "arguments": { "program": program, "threads": threads } }),
        json!({ "command": "configurationDone" }),
        json!({ "command": "threads" }),
        json!({ "command": "next", "arguments": { "threadId": 1 } }),
        json!({ "command": "continue", "arguments": { "threadId": 1 } }),
        json!({ "command": "disconnect" }),
    ])
}

fn response<'a>(messages: &'a [Value], command: &str) -> &'a Value {
    messages.iter().find(|m| m["type"] == "response" && m["command"] == command).expect("an answer")
}

#[test]
fn a_program_without_a_file_keeps_its_address() {
    let trace = include_str!("../dap_transcripts/race.trace.json");
    let trace: Value = serde_json::from_str(trace).expect("a trace");
    let messages = session(&[
        json!({ "command": "initialize", "arguments": { "adapterID": "boolprog" } }),
        json!({ "command": "launch", "arguments": { "program": "untitled:Untitled-1", "traceDocument": trace } }),
        json!({ "command": "configurationDone" }),
        json!({ "command": "stackTrace", "arguments": { "threadId": 1 } }),
        json!({ "command": "disconnect" }),
    ]);
    assert_eq!(
        response(&messages, "stackTrace")["body"]["stackFrames"][0]["source"]["path"],
        "untitled:Untitled-1",
        "{messages:?}"
    );
}

#[test]
fn a_c_program_is_checked_for_any_number_of_threads() {
    let messages = launch("spin-lock-broken.c", Value::Null);
    assert_eq!(response(&messages, "launch")["success"], true, "{messages:?}");
    let threads = &response(&messages, "threads")["body"]["threads"];
    assert_eq!(threads, &json!([{ "id": 1, "name": "T1 main" }]), "the others are not created yet");
}

#[test]
fn a_program_is_checked_and_its_counterexample_replayed() {
    for threads in [json!(2), json!("2"), json!("*"), json!(""), Value::Null] {
        let messages = launch("broken-mutex.bp", threads);
        assert_eq!(response(&messages, "launch")["success"], true, "{messages:?}");
        assert_eq!(response(&messages, "threads")["body"]["threads"].as_array().map(Vec::len), Some(2));
        let stops = messages.iter().filter(|m| m["event"] == "stopped").map(|m| &m["body"]["reason"]);
        assert_eq!(stops.collect::<Vec<_>>(), ["entry", "step", "exception"]);
        assert!(messages.iter().all(|m| m["event"] != "terminated"), "the session goes on at the violation");
    }
}

#[test]
fn a_program_without_a_counterexample_is_said_to_have_none() {
    for (program, words) in
        [("spin-lock.bp", "holds for any number of threads"), ("absent.bp", "absent.bp: This file cannot be read")]
    {
        let messages = launch(program, Value::Null);
        let answer = response(&messages, "launch");
        assert_eq!(answer["success"], false);
        assert!(answer.to_string().contains(words), "{answer}");
    }
}
