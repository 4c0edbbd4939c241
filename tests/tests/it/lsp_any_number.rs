//! The language server and integer programs with any number of instances: verdicts, their Boolean programs, refinement.

use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, capabilities};
use serde_json::{Value, json};

const FILE: &str = "file:///work/gate.ip";
const MADE: &str = "boolprog-abstraction:/work/gate.bp?file:///work/gate.ip";

/// One client is let in at a time.
const GATE: &str = "\
decl free: int = 1;
process Client[*] {
  loc away, inside;
  away -> inside when free > 0 do free := free - 1;
  inside -> away do free := free + 1;
}
error together: count(Client @ inside) >= 2;
";

/// Starts a server and opens a program; `None` without a prover, of which these tests ask a lot.
async fn opened(text: &str) -> Option<Client> {
    if !boolprog_tests::has_prover() {
        return None;
    }
    let client = Client::start(json!({ "check": { "debounce": 20 }, "limits": { "time": { "onType": 120 } } })).await;
    let document = json!({ "uri": FILE, "languageId": "boolprog-integer", "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    Some(client)
}

fn replace(client: &Client, uri: &str, version: i32, text: &str) {
    let document = json!({ "uri": uri, "version": version });
    client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [{ "text": text }] }));
}

/// Waits for the end of the check of a version; returns the diagnostics.
async fn checked(client: &mut Client, uri: &str, version: i32) -> Vec<Value> {
    let is_about = |params: &Value| params["uri"] == uri && params["version"] == version;
    client.notification("boolprog/status", |params| is_about(params) && params["state"] == "done").await;
    let is_it =
        |message: &&Value| message["method"] == "textDocument/publishDiagnostics" && is_about(&message["params"]);
    let last = client.unread().rev().find(is_it).map(|message| message["params"]["diagnostics"].clone());
    last.and_then(|found| found.as_array().cloned()).unwrap_or_default()
}

/// The lenses of a file: titles and commands.
async fn lenses(client: &mut Client, uri: &str) -> Vec<(String, Value)> {
    let answer = client.settled_request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } })).await;
    let lenses = answer.as_array().cloned().unwrap_or_default();
    let title = |lens: &Value| lens["command"]["title"].as_str().unwrap_or_default().to_owned();
    lenses.into_iter().map(|mut lens| (title(&lens), lens["command"].take())).collect()
}

async fn titles(client: &mut Client, uri: &str) -> Vec<String> {
    lenses(client, uri).await.into_iter().map(|(title, _)| title).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn properties_are_proved_for_any_number_and_again_after_an_edit() {
    let Some(mut client) = opened(GATE).await else { return };
    assert_eq!(checked(&mut client, FILE, 1).await, Vec::<Value>::new());
    let proved = "proved - never happens for any number of instances of Client";
    assert_eq!(titles(&mut client, FILE).await, [proved, "Why?", "Abstract to .bp", "Refine"]);

    let other = "decl other: int = 0;\nprocess Apart { loc on; on -> on do other := other + 1; }\n";
    replace(&client, FILE, 2, &format!("{other}{GATE}"));
    checked(&mut client, FILE, 2).await;
    assert_eq!(titles(&mut client, FILE).await[0], proved);

    replace(&client, FILE, 3, &GATE.replace("free - 1", "free"));
    let diagnostics = checked(&mut client, FILE, 3).await;
    assert_eq!(diagnostics[0]["message"], "Error `together` reached: needs 2 instances, 2 steps");
    let params = json!({ "textDocument": { "uri": FILE }, "property": "error-together" });
    let trace = client.settled_request("boolprog/trace", params).await;
    assert_eq!((&trace["instances"], &trace["threads"]), (&json!(["Client[0]", "Client[1]"]), &json!("*")));
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_is_abstracted_and_refined_click_by_click() {
    let Some(mut client) = opened(GATE).await else { return };
    checked(&mut client, FILE, 1).await;
    let params = json!({ "textDocument": { "uri": FILE }, "rounds": 1 });
    let made = client.settled_request("boolprog/refine", params.clone()).await;
    let spurious = "The counterexample is spurious at step 2. Missing: `free <= 1`.";
    assert_eq!((&made["verdict"], &made["message"]), (&json!("unknown"), &json!(spurious)));
    let found: Vec<_> =
        made["predicates"].as_array().expect("a list").iter().map(|it| (&it["text"], &it["round"])).collect();
    assert_eq!(found, [(&json!("free <= 0"), &Value::Null), (&json!("free <= 1"), &json!(1))]);

    let text = made["text"].as_str().expect("a program");
    client.open_as(MADE, text);
    checked(&mut client, MADE, 1).await;
    let shown = lenses(&mut client, MADE).await;
    let own: Vec<&str> = shown.iter().map(|(title, _)| title.as_str()).filter(|it| !it.contains("threads")).collect();
    let expected = [
        "Abstraction of gate.ip",
        "Refine",
        "spurious at step 2: add `free <= 1`",
        "Replay counterexample",
        "Show trace",
    ];
    assert_eq!(own, expected);
    let (_, add) = &shown[2];
    assert_eq!((&add["command"], &add["arguments"]), (&json!("boolprog.addPredicates"), &json!([FILE, ["free <= 1"]])));

    // Beside its counterexample, the integer program comes as far as the first client.
    let property = client.settled_request("boolprog/properties", json!({ "textDocument": { "uri": MADE } })).await;
    let property = property["properties"][0]["id"].clone();
    let wanted = json!({ "textDocument": { "uri": MADE }, "property": property });
    let trace = client.settled_request("boolprog/trace", wanted).await;
    let beside =
        client.settled_request("boolprog/beside", json!({ "textDocument": { "uri": FILE }, "trace": trace })).await;
    assert_eq!(beside["start"], json!([["free", "1"]]));
    let [step] = beside["steps"].as_array().expect("a list").as_slice() else { panic!("{beside}") };
    assert_eq!((&step["line"], &step["values"]), (&json!(4), &json!([["free", "0"]])));
    assert_eq!(beside["parts"]["why"], "free > 0");

    // The statement of an edge is defined in the integer program.
    let line = text.lines().position(|line| line.contains("edge 1, ")).expect("it has its edge");
    let place = json!({ "textDocument": { "uri": MADE }, "position": { "line": line, "character": 0 } });
    let defined = client.settled_request("textDocument/definition", place).await;
    assert_eq!((&defined["uri"], &defined["range"]["start"]), (&json!(FILE), &json!({ "line": 4, "character": 2 })));

    let declare = json!({ "textDocument": { "uri": FILE }, "predicates": ["free <= 1"] });
    let edit = client.settled_request("boolprog/declare", declare.clone()).await;
    assert_eq!(edit["newText"], "\n\npredicate free <= 1;");
    let declared = format!("{GATE}predicate free <= 1;\n");
    replace(&client, FILE, 2, &declared);
    checked(&mut client, FILE, 2).await;
    assert_eq!(client.settled_request("boolprog/declare", declare).await, Value::Null);
    assert_eq!(titles(&mut client, MADE).await[0], "stale: gate.ip has changed - abstract again");

    let refined = client.settled_request("boolprog/refine", params).await;
    let proved =
        "Proved after 1 round: nothing is violated for any number of instances of Client, and every value exists.";
    assert_eq!((&refined["verdict"], &refined["message"]), (&json!("proved"), &json!(proved)));
    assert_eq!(client.shut_down().await, 0);
}

/// No check runs: the verdict is that of the refinement, after its proof was checked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proof_of_refinement_is_the_verdict_on_the_program() {
    if !boolprog_tests::has_prover() {
        return;
    }
    let mut client = Client::start(json!({ "check": { "run": "manual" } })).await;
    let document = json!({ "uri": FILE, "languageId": "boolprog-integer", "version": 1, "text": GATE });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let is_manual = |params: &Value| params["state"] == "manual";
    client.notification("boolprog/status", is_manual).await;
    let refined = client.settled_request("boolprog/refine", json!({ "textDocument": { "uri": FILE } })).await;
    assert_eq!(refined["verdict"], "proved");
    checked(&mut client, FILE, 1).await;
    let shown = titles(&mut client, FILE).await;
    assert!(shown.iter().any(|title| title.starts_with("proved - never happens for any number of")), "{shown:?}");
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_real_counterexample_says_how_many_instances_it_needs() {
    let three = GATE.replace("free - 1", "free").replace(">= 2", ">= 3");
    let Some(mut client) = opened(&three).await else { return };
    checked(&mut client, FILE, 1).await;
    let made = client.settled_request("boolprog/refine", json!({ "textDocument": { "uri": FILE } })).await;
    assert_eq!(made["message"], "error together is violated: 3 instances, 3 steps, found after 1 round.");
    assert_eq!(made["trace"]["instances"].as_array().map(Vec::len), Some(3));
    client.open_as(MADE, made["text"].as_str().expect("a program"));
    checked(&mut client, MADE, 1).await;
    let shown = titles(&mut client, MADE).await;
    assert_eq!(shown[2..4], ["real: replayed with 3 instances", "Replay in gate.ip"]);
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test]
async fn without_a_prover_one_is_offered() {
    let mut knows_commands = capabilities();
    knows_commands["experimental"] = json!({ "commandLinks": true });
    let settings = json!({ "integer": { "prover": "" } });
    let mut client = Client::start_with(Options::default(), settings, knows_commands).await;
    let document = json!({ "uri": FILE, "languageId": "boolprog-integer", "version": 1, "text": GATE });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let diagnostics = checked(&mut client, FILE, 1).await;
    let message = diagnostics[0]["message"].as_str().expect("a sentence");
    assert!(message.starts_with("Not decided: no prover is used; "), "{message}");
    assert!(message.contains("pip install z3-solver"), "{message}");
    let range = diagnostics[0]["range"].clone();
    let params = json!({ "textDocument": { "uri": FILE }, "range": range, "context": { "diagnostics": [] } });
    let actions = client.settled_request("textDocument/codeAction", params).await;
    assert_eq!(actions[0]["command"]["command"], "boolprog.installProver");

    let made = client.settled_request("boolprog/refine", json!({ "textDocument": { "uri": FILE } })).await;
    assert_eq!((&made["noProver"], &made["text"]), (&json!("no prover is used"), &Value::Null));
    assert_eq!(client.shut_down().await, 0);
}
