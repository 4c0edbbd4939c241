//! The language server and misbehaving clients: their messages cost them the answer, never the session.

use std::collections::BTreeMap;
use std::sync::Arc;

use boolprog_lsp::{Options, serve};
use boolprog_tests::lsp_client::{Client, FILE, at, capabilities, edit};
use boolprog_tests::programs::endless;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

const PROGRAM: &str = "decl x := F;\nvoid main() begin\n  x := T;\n  assert x;\nend\n// boolprog: threads = 1\n";

/// Every request about a place or a range in one file.
pub(crate) const REQUESTS: [&str; 29] = [
    "boolprog/coverage",
    "boolprog/properties",
    "boolprog/states",
    "boolprog/trace",
    "boolprog/traceTo",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/completion",
    "textDocument/declaration",
    "textDocument/definition",
    "textDocument/diagnostic",
    "textDocument/documentHighlight",
    "textDocument/documentLink",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/hover",
    "textDocument/inlayHint",
    "textDocument/inlineValue",
    "textDocument/onTypeFormatting",
    "textDocument/prepareCallHierarchy",
    "textDocument/prepareRename",
    "textDocument/rangeFormatting",
    "textDocument/references",
    "textDocument/rename",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta",
    "textDocument/semanticTokens/range",
];

/// Parameters that suit all of [`REQUESTS`].
pub(crate) fn anywhere(uri: &str, line: u32, character: u32) -> Value {
    let place = json!({ "line": line, "character": character });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": place });
    json!({
        "textDocument": { "uri": uri },
        "uri": uri,
        "property": "assert-1",
        "position": place,
        "positions": [place],
        "range": range,
        "ch": "\n",
        "newName": "renamed",
        "previousResultId": "none",
        "options": { "tabSize": 2, "insertSpaces": true },
        "context": {
            "diagnostics": [], "includeDeclaration": true, "frameId": 0, "stoppedLocation": range, "triggerKind": 1,
        },
    })
}

fn no_checks() -> Value {
    json!({ "check": { "run": "manual" } })
}

#[tokio::test]
async fn every_request_about_a_file_that_is_not_open_is_answered() {
    let mut client = Client::start(no_checks()).await;
    for method in REQUESTS {
        let answer = client.request(method, anywhere(FILE, 0, 0)).await.expect(method);
        let is_empty = answer.is_null() || answer["items"] == json!([]);
        assert!(is_empty, "{method}: {answer}");
    }
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test]
async fn parameters_that_make_no_sense_are_refused() {
    let mut client = Client::start(no_checks()).await;
    client.open(PROGRAM);
    for method in REQUESTS {
        for params in [json!({}), json!([1, 2]), json!({ "textDocument": 7, "position": "here" })] {
            let error = client.request(method, params.clone()).await.expect_err(method);
            assert_eq!(error["code"], -32602, "{method} {params}: {error}");
        }
    }
    for method in ["didOpen", "didChange", "didSave", "didClose"] {
        client.notify(&format!("textDocument/{method}"), json!({ "textDocument": { "uri": 7 } }));
    }
    client.notify("$/cancelRequest", json!({ "id": 4711 }));
    client.notify("$/cancelRequest", json!({ "nonsense": true }));
    client.notify("$/setTrace", json!({ "value": "louder" }));
    client.notify("window/workDoneProgress/cancel", json!({ "token": "unknown" }));
    client.notify("boolprog/nonsense", json!({}));
    assert!(client.hover(0, 5).await.contains("shared variable"));
    assert_eq!(client.shut_down().await, 0);
}

/// Every place of the text and some outside of it, in a valid text and in a broken one.
#[tokio::test]
async fn every_request_is_answered_at_every_place() {
    let mut client = Client::start(no_checks()).await;
    let broken = PROGRAM.replace("x := T;\n  assert x;", "if x then {x y :=\n  start_thread goto (/*");
    for (version, text) in [(1, PROGRAM), (2, broken.as_str())] {
        if version == 1 {
            client.open(text);
        } else {
            client.replace(version, text);
        }
        for (line, character) in text.lines().zip(0..).flat_map(|(line, number)| {
            (0..line.len() as u32 + 2).step_by(3).map(move |character| (number, character)).chain([(number + 9, 0)])
        }) {
            let all = REQUESTS.map(|method| (method, client.send_request(method, anywhere(FILE, line, character))));
            for (method, id) in all {
                if let Err(error) = client.response(id).await {
                    // A rename can be refused, with a reason.
                    assert!(
                        error["code"] == -32803 && method.ends_with("ename"),
                        "{method} {line}:{character} {error}"
                    );
                }
            }
        }
    }
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test]
async fn a_file_can_be_opened_changed_and_closed_in_any_order() {
    let mut client = Client::start(no_checks()).await;
    let close = json!({ "textDocument": { "uri": FILE } });
    client.notify("textDocument/didClose", close.clone());
    client.change(9, json!([edit((0, 0), (0, 0), "x")]));
    let warning = client.notification("window/logMessage", |params| params["type"] == 2).await;
    assert!(warning["message"].as_str().is_some_and(|text| text.contains("not open")), "{warning}");
    client.open("decl first;\nvoid main() begin skip; end\n");
    client.open("decl second;\nvoid main() begin skip; end\n");
    assert!(client.hover(0, 5).await.contains("`second`"), "the last text counts");
    // A client may choose any version numbers.
    client.change(-5, json!([edit((0, 5), (0, 11), "third")]));
    client.change(-5, json!([]));
    assert!(client.hover(0, 5).await.contains("`third`"));
    client.notify("textDocument/didClose", close.clone());
    client.notify("textDocument/didClose", close);
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": FILE } }));
    assert_eq!(client.request("textDocument/hover", at(0, 5)).await, Ok(Value::Null));
    client.open(PROGRAM);
    assert!(client.hover(0, 5).await.contains("`x := F`"));
    assert_eq!(client.shut_down().await, 0);
}

/// Each of a hundred files has its own text, diagnostics and verdicts.
#[tokio::test]
async fn a_hundred_files_are_open_at_once() {
    let mut client = Client::start(json!({ "check": { "debounce": 0 } })).await;
    let uri = |number: u32| format!("file:///work/file-{number}.bp");
    let text = |number: u32| PROGRAM.replace('x', &format!("x{number}"));
    for number in 0..100 {
        client.open_as(&uri(number), &text(number));
    }
    // Every other one can fail from now on.
    for number in (0..100).step_by(2) {
        let document = json!({ "uri": uri(number), "version": 2 });
        let changes = json!([edit((3, 9), (3, 9), "!")]);
        client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }
    let mut waiting: BTreeMap<String, (i32, &str)> = (0..100)
        .map(|number| (uri(number), if number % 2 == 0 { (2, "1 violated") } else { (1, "1 proved") }))
        .collect();
    while !waiting.is_empty() {
        let status = client.notification("boolprog/status", |status| status["state"] == "done").await;
        let uri = status["uri"].as_str().unwrap_or_default();
        if waiting.get(uri).is_some_and(|(version, text)| status["version"] == *version && status["text"] == *text) {
            waiting.remove(uri);
        }
    }
    for number in 0..100 {
        let mut place = at(0, 5);
        place["textDocument"]["uri"] = json!(uri(number));
        let hover = client.settled_request("textDocument/hover", place).await;
        assert!(
            hover["contents"]["value"].as_str().unwrap_or_default().contains(&format!("`x{number} := F`")),
            "{hover}"
        );
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(number) } }));
    }
    assert_eq!(client.shut_down().await, 0);
}

/// Requests during a check are answered from known results, without waiting for its end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_do_not_wait_for_a_check() {
    let mut client =
        Client::start(json!({ "limits": { "time": { "onType": 600, "manual": 600 } }, "check": { "debounce": 0 } }))
            .await;
    client.open(&endless());
    let begun = client.notification("$/progress", |params| params["value"]["kind"] == "begin").await;
    for method in REQUESTS.into_iter().filter(|method| *method != "boolprog/traceTo") {
        client.request(method, anywhere(FILE, 3, 5)).await.expect(method);
    }
    let search = client.send_request("boolprog/traceTo", anywhere(FILE, 30, 5));
    client.notify("$/cancelRequest", json!({ "id": search }));
    if let Err(error) = client.response(search).await {
        assert_eq!(error["code"], -32800);
    }
    let has_ended = |message: &Value| message["params"]["value"]["kind"] == "end";
    assert!(!client.unread().any(has_ended), "the check has not ended before the last answer");
    client.notify("window/workDoneProgress/cancel", json!({ "token": begun["token"] }));
    client.notification("$/progress", |params| params["value"]["kind"] == "end").await;
    assert_eq!(client.shut_down().await, 0);
}

/// The command is not only about checks: every search that is left can be stopped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancelling_ends_every_search_about_a_file() {
    let settings = json!({ "limits": { "time": { "manual": 600 } }, "check": { "run": "manual" } });
    let mut client = Client::start(settings).await;
    client.open(&endless());
    let bits: Vec<String> = (0..24).map(|bit| format!("b{bit}")).collect();
    let question = json!({ "kind": "invariant", "expression": format!("!({}) | !busy", bits.join(" & ")) });
    let params = json!({ "textDocument": { "uri": FILE }, "question": question });
    let search = client.send_request("boolprog/ask", params);
    client.notification("$/progress", |params| params["value"]["kind"] == "begin").await;
    let cancel = json!({ "command": "boolprog.server.cancel", "arguments": [{ "uri": FILE }] });
    client.request("workspace/executeCommand", cancel).await.expect("the command");
    let answer = client.response(search).await.expect("an answer");
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("cancelled")), "{answer}");
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test]
async fn a_panic_in_a_request_costs_one_answer() {
    let hook = |text: &str| assert!(!text.contains("break the answer"), "as asked");
    let options = Options { before_answer: Some(Arc::new(hook)), ..Options::default() };
    let mut client = Client::start_with(options, no_checks(), capabilities()).await;
    let other = "file:///work/other.bp";
    client.open_as(other, PROGRAM);
    client.open(&format!("// break the answer\n{PROGRAM}"));
    for method in REQUESTS {
        let error = client.request(method, anywhere(FILE, 1, 5)).await.expect_err(method);
        assert_eq!(error["code"], -32603, "{method}: {error}");
        let logged = client.notification("window/logMessage", |params| params["type"] == 1).await;
        assert!(logged["message"].as_str().is_some_and(|text| text.contains("as asked")), "{method}: {logged}");
        client.request(method, anywhere(other, 0, 5)).await.expect(method);
    }
    client.change(2, json!([edit((0, 0), (1, 0), "")]));
    assert!(client.hover(0, 5).await.contains("shared variable"));
    assert_eq!(client.shut_down().await, 0);
}

/// Sends bytes to a server, hangs up and returns all its messages.
async fn heard(input: Vec<u8>) -> Vec<Value> {
    let (mut here, there) = duplex(1 << 24);
    let (reader, writer) = tokio::io::split(there);
    let server = tokio::spawn(serve(reader, writer, Options::default()));
    here.write_all(&input).await.expect("the server reads");
    here.shutdown().await.expect("the server is there");
    server.await.expect("no panic");
    let mut output = Vec::new();
    here.read_to_end(&mut output).await.expect("readable");
    let text = String::from_utf8(output).expect("UTF-8");
    text.split("Content-Length: ")
        .filter_map(|part| serde_json::from_str(part.split_once("\r\n\r\n")?.1).ok())
        .collect()
}

fn framed(message: Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

fn request(id: u64, method: &str, params: Value) -> Vec<u8> {
    framed(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
}

fn initialize() -> Vec<u8> {
    request(1, "initialize", json!({ "capabilities": {} }))
}

fn answers(heard: &[Value], id: u64) -> Vec<&Value> {
    heard.iter().filter(|message| message["id"] == id && message.get("method").is_none()).collect()
}

#[tokio::test]
async fn requests_in_the_wrong_order_are_refused() {
    let code = |answer: Result<Value, Value>| answer.map_err(|error| error["code"].as_i64());
    let mut client = Client::connect(Options::default(), Value::Null);
    assert_eq!(code(client.request("textDocument/hover", at(0, 0)).await), Err(Some(-32002)));
    client.initialize(json!({ "capabilities": {} })).await;
    assert_eq!(code(client.request("initialize", json!({ "capabilities": {} })).await), Err(Some(-32600)));
    assert_eq!(code(client.request("shutdown", Value::Null).await), Ok(Value::Null));
    assert_eq!(code(client.request("textDocument/hover", at(0, 0)).await), Err(Some(-32600)));
    assert_eq!(client.exit().await, 0);
}

#[tokio::test]
async fn every_request_is_answered_once_even_if_two_have_the_same_number() {
    let mut messages = initialize();
    for _ in 0..50 {
        messages.extend(request(2, "textDocument/hover", at(0, 0)));
    }
    messages.extend(framed(json!({ "jsonrpc": "2.0", "id": "3", "method": "textDocument/hover", "params": at(0, 0) })));
    let heard = heard(messages).await;
    assert_eq!(answers(&heard, 2).len(), 50);
    assert_eq!(heard.iter().filter(|message| message["id"] == "3").count(), 1);
}

/// Text that is no message is skipped, wherever it ends; the next message is understood.
#[tokio::test]
async fn garbage_between_messages_is_skipped() {
    let mut noise = Vec::new();
    let mut state: u32 = 1;
    for _ in 0..100_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        noise.push(state.to_be_bytes()[0]);
    }
    let deep = "[".repeat(100_000);
    let cases: [&[u8]; 11] = [
        b"",
        b"garbage",
        b"garbage\r\n",
        b"garbage\n\n\r\n\r\n",
        b"\0\0\0\r\n",
        &noise,
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: 99999999999999999999999999\r\n\r\n{}",
        b"Content-Length: 2\r\n\r\n{}",
        b"Content-Length: 4\r\n\r\n\xff\xfe\x00\x01",
        &[format!("Content-Length: {}\r\n\r\n", deep.len()).as_bytes(), deep.as_bytes()].concat(),
    ];
    for case in cases {
        let messages = [&initialize(), case, &request(2, "textDocument/hover", at(0, 0)), case];
        let heard = heard(messages.concat()).await;
        let shown = String::from_utf8_lossy(&case[..case.len().min(60)]);
        assert_eq!(answers(&heard, 2).len(), 1, "{shown:?}: {heard:?}");
    }
}

/// A message that is never sent in full is waited for, and ends with the session.
#[tokio::test]
async fn a_giant_message_that_never_comes_is_survived() {
    for length in [1_u64 << 20, 1 << 30, u64::MAX] {
        let header = format!("Content-Length: {length}\r\n\r\n{{\"jsonrpc\":");
        let heard = heard([initialize(), header.into_bytes()].concat()).await;
        assert_eq!(answers(&heard, 1).len(), 1, "{length}");
    }
}
