//! The language server and checks of integer programs, which a client names by their language.

use boolprog_tests::lsp_client::{Client, FILE};
use serde_json::{Value, json};

/// Three clients share two numbers.
const WRONG: &str = "\
decl next: 0..1, called: 0..1;
process Client[3] {
  decl mine: 0..1;
  loc away, waiting, inside;
  away -> waiting do mine := next, next := (next + 1) % 2;
  waiting -> inside when mine == called;
  inside -> away do called := (called + 1) % 2;
}
error together: count(Client @ inside) >= 2;
";

/// Opens a program whose name does not tell the language.
fn open(client: &Client, text: &str) {
    let document = json!({ "uri": FILE, "languageId": "boolprog-integer", "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
}

/// Counters with more states than anybody waits for.
fn endless() -> String {
    let counter =
        |index: usize| format!("process P{index} {{ decl x: 0..999; loc on; on -> on do x := (x + 1) % 1000; }}\n");
    let counters: String = (0..6).map(counter).collect();
    counters + "error never: P0.x > 999;\n"
}

#[tokio::test]
async fn programs_are_checked_when_they_are_opened_and_while_somebody_types() {
    let mut client = Client::start(json!({ "check": { "debounce": 20 } })).await;
    open(&client, WRONG);
    let diagnostics = client.checked(1).await;
    let [violation] = diagnostics.as_slice() else { panic!("{diagnostics:#?}") };
    assert_eq!(violation["code"], "error-reached");
    let related = violation["relatedInformation"].as_array().expect("the trace");
    assert_eq!(related[0]["message"], "Client[0]: away -> waiting, next = 1");
    assert_eq!(related[0]["location"]["range"]["start"], json!({ "line": 4, "character": 2 }));
    assert_eq!(client.lenses().await, ["violated - needs 5 steps", "Replay counterexample", "Show trace"]);

    client.replace(2, &WRONG.replace("Client[3]", "Client[2]"));
    assert_eq!(client.checked(2).await, Vec::<Value>::new());
    assert_eq!(client.lenses().await, ["holds in every reachable state"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_can_be_cancelled() {
    let mut client = Client::start(json!({ "limits": { "time": { "onType": 600 } } })).await;
    open(&client, &endless());
    let begun = client.notification("$/progress", |params| params["value"]["kind"] == "begin").await;
    assert_eq!(client.lenses().await, ["checking..."]);
    client.notify("window/workDoneProgress/cancel", json!({ "token": begun["token"] }));
    client.checked(1).await;
    let lenses = client.lenses().await;
    assert!(lenses[0].starts_with("unknown: cancelled"), "{lenses:?}");
    assert_eq!(client.shut_down().await, 0);
}
