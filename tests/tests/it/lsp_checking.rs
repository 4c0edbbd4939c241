//! The language server and checks that take long, are cancelled, or break down; and the end of the server.

use std::sync::Arc;

use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, FILE, at, capabilities, edit};
use boolprog_tests::programs::endless;
use serde_json::{Value, json};

/// One thread, so that these tests are about the server and not about the speed of an engine.
const QUICK: &str = "decl x := F;\nvoid main() begin\n  assert !x;\nend\n// boolprog: threads = 1\n";

fn patient() -> Value {
    json!({ "limits": { "time": { "onType": 600, "manual": 600 } }, "check": { "debounce": 50 } })
}

async fn running(client: &mut Client) -> Value {
    let begun = client.notification("$/progress", |params| params["value"]["kind"] == "begin").await;
    assert_eq!(begun["value"]["cancellable"], true);
    assert!(begun["value"]["title"].as_str().is_some_and(|title| title.contains("test.bp")), "{begun}");
    begun["token"].clone()
}

async fn ended(client: &mut Client, token: &Value) {
    let is_end = |params: &Value| params["token"] == *token && params["value"]["kind"] == "end";
    client.notification("$/progress", is_end).await;
}

/// The old check would take longer than the client waits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edit_cancels_the_check_of_the_old_text() {
    let mut client = Client::start(patient()).await;
    client.open(&endless());
    let token = running(&mut client).await;
    assert_eq!(client.lenses().await, ["checking..."]);
    let report = |params: &Value| params["value"]["message"].as_str().is_some_and(|text| text.contains("states"));
    client.notification("$/progress", report).await;
    client.replace(2, QUICK);
    ended(&mut client, &token).await;
    client.checked(2).await;
    assert_eq!(client.lenses().await, ["proved - holds for 1 thread", "Why?"]);
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_can_be_cancelled_by_its_progress_and_by_command() {
    for by_command in [false, true] {
        let mut client = Client::start(patient()).await;
        client.open(&endless());
        let token = running(&mut client).await;
        if by_command {
            let params = json!({ "command": "boolprog.server.cancel", "arguments": [{ "uri": FILE }] });
            assert_eq!(client.request("workspace/executeCommand", params).await, Ok(Value::Null));
        } else {
            client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
        }
        ended(&mut client, &token).await;
        let diagnostics = client.checked(1).await;
        let lenses = client.lenses().await;
        assert!(lenses[0].starts_with("unknown: cancelled"), "{lenses:?}");
        let undecided: Vec<&Value> = diagnostics.iter().filter(|it| it["code"] == "not-decided").collect();
        assert_eq!(undecided.len(), 1, "{diagnostics:#?}");
        assert_eq!(undecided[0]["severity"], 2);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_a_file_cancels_its_check() {
    let mut client = Client::start(patient()).await;
    client.open(&endless());
    let token = running(&mut client).await;
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": FILE } }));
    ended(&mut client, &token).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_are_kept_and_named() {
    for (limits, reason) in [
        (json!({ "time": { "onType": 0.3 }, "memory": 4096 }), "unknown: time limit reached"),
        (json!({ "time": { "onType": 60 }, "memory": 1 }), "unknown: memory limit reached"),
    ] {
        let mut client = Client::start(json!({ "limits": limits })).await;
        client.open(&endless());
        client.checked(1).await;
        let lenses = client.lenses().await;
        assert!(lenses[0].starts_with(reason), "{lenses:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_property_can_be_given_more_time() {
    let settings = json!({ "check": { "run": "manual" }, "limits": { "time": { "manual": 2 } } });
    let mut client = Client::start(settings).await;
    client.open(&endless().replace("E: lock", "E: assert !b0;\n  lock"));
    let check = |argument: Value| json!({ "command": "boolprog.server.check", "arguments": [argument] });
    let whole = check(json!({ "uri": FILE }));
    client.request("workspace/executeCommand", whole).await.expect("the command is known");
    client.checked(1).await;
    let params = json!({ "textDocument": { "uri": FILE } });
    let lenses = client.settled_request("textDocument/codeLens", params).await;
    let lenses = lenses.as_array().expect("lenses");
    let retry = lenses.iter().find(|lens| lens["command"]["title"] == "Retry with 60 s").expect("it is offered");
    let argument = json!({ "uri": FILE, "property": "assert-2", "time": 60 });
    assert_eq!(retry["command"]["arguments"], json!([argument]));
    client.request("workspace/executeCommand", check(argument)).await.expect("the command is known");
    let is_checking = |lenses: &[String]| lenses.last().is_some_and(|last| last == "checking...");
    client.lenses_when(|lenses| lenses[0].starts_with("violated") && is_checking(lenses)).await;
    let cancel = json!({ "command": "boolprog.server.cancel", "arguments": [{ "uri": FILE }] });
    client.request("workspace/executeCommand", cancel).await.expect("the command is known");
    let is_cancelled = |lenses: &[String]| lenses[3].starts_with("unknown: cancelled");
    client.lenses_when(|lenses| lenses[0].starts_with("violated") && is_cancelled(lenses)).await;

    for nonsense in [json!({ "uri": FILE, "time": -1 }), json!({ "uri": FILE, "property": 1 })] {
        let error = client.request("workspace/executeCommand", check(nonsense)).await.expect_err("nonsense");
        assert_eq!(error["code"], -32602);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_without_progress_is_not_bothered_with_it() {
    let mut client_capabilities = capabilities();
    client_capabilities["window"]["workDoneProgress"] = json!(false);
    let settings = json!({ "limits": { "time": { "onType": 1.5 } } });
    let mut client = Client::start_with(Options::default(), settings, client_capabilities).await;
    client.open(&endless());
    client.checked(1).await;
    let about_progress =
        |message: &Value| message["method"].as_str().is_some_and(|method| method.to_lowercase().contains("progress"));
    assert!(!client.unread().any(about_progress));
}

/// The hook panics for texts that ask for it, inside the boundary of the analysis.
fn fragile() -> Options {
    let hook = |text: &str| assert!(!text.contains("break the analysis"), "as asked");
    Options { before_check: Some(Arc::new(hook)), ..Options::default() }
}

#[tokio::test]
async fn a_panic_in_an_analysis_costs_one_answer() {
    let mut client = Client::start_with(fragile(), Value::Null, capabilities()).await;
    client.open("decl x := F; // break the analysis\nvoid main() begin\n  assert !x;\nend\n// boolprog: threads = 1\n");
    let diagnostics = client.checked(1).await;
    assert_eq!(client.lenses().await, ["unknown: internal error"]);
    assert!(diagnostics.iter().any(|it| it["code"] == "not-decided" && it["severity"] == 2), "{diagnostics:#?}");
    let told = client.notification("window/logMessage", |params| params["type"] == 1).await;
    assert!(told["message"].as_str().is_some_and(|text| text.contains("as asked")), "{told}");
    assert!(client.hover(0, 5).await.contains("shared variable"));
    client.change(2, json!([edit((0, 16), (0, 21), "spare")]));
    // The program is the same, but an internal error is no result that could be kept.
    client.notification("boolprog/status", |status| status["version"] == 2 && status["text"] == "1 proved").await;
    assert_eq!(client.lenses().await, ["proved - holds for 1 thread", "Why?"]);
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test]
async fn a_request_can_be_cancelled() {
    let mut client = Client::start(Value::Null).await;
    client.open(QUICK);
    let mut refused = 0;
    for _ in 0..200 {
        let id = client.send_request("textDocument/hover", at(0, 5));
        client.notify("$/cancelRequest", json!({ "id": id }));
        match client.response(id).await {
            Ok(hover) => assert!(hover.is_object()),
            Err(error) => {
                assert_eq!(error["code"], -32800, "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0, "no request was ever cancelled");
}

#[tokio::test]
async fn in_manual_mode_nothing_happens_unasked() {
    let mut client = Client::start(json!({ "check": { "run": "manual" } })).await;
    client.open(QUICK);
    client.status(1, "manual").await;
    assert_eq!(client.lenses().await, ["not checked"]);
    let params = json!({ "command": "boolprog.server.check", "arguments": [{ "uri": FILE }] });
    client.request("workspace/executeCommand", params.clone()).await.expect("the command is known");
    client.checked(1).await;
    assert_eq!(client.lenses().await, ["proved - holds for 1 thread", "Why?"]);
    client.change(2, json!([edit((0, 10), (0, 11), "T")]));
    client.status(2, "manual").await;
    assert_eq!(client.lenses().await, ["stale - check to update"]);
    assert!(client.hover(2, 3).await.starts_with("Stale"));
    client.request("workspace/executeCommand", params).await.expect("the command is known");
    client.checked(2).await;
    assert_eq!(client.lenses().await, ["violated - needs 1 thread, 1 step", "Replay counterexample", "Show trace"]);
}

#[tokio::test]
async fn on_save_waits_for_a_save() {
    let mut client = Client::start(json!({ "check": { "run": "onSave", "debounce": 0 } })).await;
    client.open(QUICK);
    client.checked(1).await;
    client.change(2, json!([edit((0, 10), (0, 11), "T")]));
    client.status(2, "manual").await;
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": FILE } }));
    client.checked(2).await;
    assert_eq!(client.lenses().await, ["violated - needs 1 thread, 1 step", "Replay counterexample", "Show trace"]);
}

#[tokio::test]
async fn a_large_file_waits_to_be_asked() {
    let mut client = Client::start(Value::Null).await;
    client.open(&format!("{QUICK}{}", "\n".repeat(3000)));
    let status = client.status(1, "manual").await;
    assert_eq!(status["text"], "large: manual");
    assert_eq!(client.lenses().await, ["Large file: check manually", "not checked"]);
    let params = json!({ "command": "boolprog.server.check", "arguments": [{ "uri": FILE }] });
    client.request("workspace/executeCommand", params).await.expect("the command is known");
    client.checked(1).await;
    assert_eq!(client.lenses().await, ["1 proved", "proved - holds for 1 thread", "Why?"]);
}

/// The server reads no files: it knows only the open texts of an editor.
#[tokio::test]
async fn a_file_that_is_deleted_while_open_stays_open() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("gone.bp");
    std::fs::write(&path, QUICK).expect("the file can be written");
    let uri = format!("file://{}", path.display());
    let mut client = Client::start(Value::Null).await;
    client.open_as(&uri, QUICK);
    let done = |version: i32| {
        let uri = uri.clone();
        move |status: &Value| status["uri"] == uri.as_str() && status["version"] == version && status["state"] == "done"
    };
    client.notification("boolprog/status", done(1)).await;
    std::fs::remove_file(&path).expect("the file can be deleted");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri, "type": 3 }] }));
    let document = json!({ "uri": uri, "version": 2 });
    let changes = json!([edit((0, 10), (0, 11), "T")]);
    client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    client.notification("boolprog/status", |status| done(2)(status) && status["text"] == "1 violated").await;
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test]
async fn the_exit_code_says_whether_shutdown_came_first() {
    assert_eq!(Client::start(Value::Null).await.shut_down().await, 0);
    assert_eq!(Client::start(Value::Null).await.exit().await, 1);
    assert_eq!(Client::start(Value::Null).await.hang_up().await, 1);
}

/// The check would take longer than the client waits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_check_does_not_delay_the_end() {
    let mut client = Client::start(patient()).await;
    client.open(&endless());
    running(&mut client).await;
    assert_eq!(client.shut_down().await, 0);
}

#[cfg(unix)]
#[tokio::test]
async fn the_server_ends_with_the_process_that_started_it() {
    let mut parent = std::process::Command::new("sleep").arg("600").spawn().expect("sleep exists");
    let mut client = Client::connect(Options::default(), Value::Null);
    client.initialize(json!({ "capabilities": {}, "processId": parent.id() })).await;
    client.open(QUICK);
    client.hover(0, 5).await;
    parent.kill().expect("the parent can be ended");
    parent.wait().expect("the parent ends");
    assert_eq!(client.exit_code().await, 1);
}
