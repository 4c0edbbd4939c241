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

/// Opens a program whose name does not identify the language.
fn open(client: &Client, text: &str) {
    let document = json!({ "uri": FILE, "languageId": "boolprog-integer", "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
}

/// Counters with more states than anybody waits for, of which no relation is simple.
fn endless() -> String {
    let counter = |index: usize| {
        let update = format!("x := (x * 7 + t + {index}) % 1000, t := (t * 31 + x) % 1009");
        format!("process P{index} {{ decl x: 0..999; loc on; on -> on do {update}; }}\n")
    };
    let counters: String = (0..6).map(counter).collect();
    let all: Vec<String> = (0..6).map(|index| format!("P{index}.x == 777")).collect();
    format!("decl t: 0..1008;\n{counters}error never: t == 5 && {};\n", all.join(" && "))
}

#[tokio::test]
async fn programs_are_checked_when_opened_and_while_typing() {
    let mut client = Client::start(json!({ "check": { "debounce": 20 } })).await;
    open(&client, WRONG);
    let diagnostics = client.checked(1).await;
    let [violation] = diagnostics.as_slice() else { panic!("{diagnostics:#?}") };
    assert_eq!(violation["code"], "error-reached");
    let related = violation["relatedInformation"].as_array().expect("the trace");
    assert_eq!(related[0]["message"], "Client[0]: away -> waiting, next = 1");
    assert_eq!(related[0]["location"]["range"]["start"], json!({ "line": 4, "character": 2 }));
    assert_eq!(
        client.lenses().await,
        ["violated - after 5 steps", "Replay counterexample", "Show trace", "Abstract to .bp", "Refine"]
    );

    client.replace(2, &WRONG.replace("Client[3]", "Client[2]"));
    assert_eq!(client.checked(2).await, Vec::<Value>::new());
    assert_eq!(client.lenses().await, ["proved - never happens", "Why?", "Abstract to .bp", "Refine"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_can_be_cancelled() {
    let mut client = Client::start(json!({ "limits": { "time": { "onType": 600 } } })).await;
    open(&client, &endless());
    let begun = client.notification("$/progress", |params| params["value"]["kind"] == "begin").await;
    assert_eq!(client.lenses().await[0], "checking...");
    client.notify("window/workDoneProgress/cancel", json!({ "token": begun["token"] }));
    client.checked(1).await;
    let lenses = client.lenses().await;
    assert!(lenses[0].starts_with("unknown: cancelled"), "{lenses:?}");
    assert_eq!(client.shut_down().await, 0);
}

/// Two clients that never run out of numbers.
const RIGHT: &str = "\
decl next: 0..9, called: 0..9;
process Client[2] {
  decl mine: 0..9;
  loc away, waiting, inside;
  away -> waiting when next < 9 do mine := next, next := next + 1;
  waiting -> inside when mine <= called;
  inside -> away when called < 9 do called := called + 1;
}
error together: count(Client @ inside) >= 2;
";

/// The titles of the actions at an inexact edge.
async fn lacking(client: &mut Client, line: u32) -> Vec<String> {
    let position = json!({ "line": line, "character": 2 });
    let range = json!({ "start": position, "end": position });
    let context = json!({ "diagnostics": [] });
    let params = json!({ "textDocument": { "uri": FILE }, "range": range, "context": context });
    let actions = client.request("textDocument/codeAction", params).await.expect("an answer");
    let titles = actions.as_array().into_iter().flatten().map(|action| action["title"].as_str().unwrap_or_default());
    titles.filter(|title| title.contains("not exact")).map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn predicates_are_found_on_request_and_offered_from_then_on() {
    let mut client = Client::start(json!({})).await;
    open(&client, RIGHT);
    client.checked(1).await;
    assert_eq!(client.lenses().await, ["proved - never happens", "Why?", "Abstract to .bp", "Refine"]);
    assert_eq!(lacking(&mut client, 4).await, [""; 0], "all states were looked at, and no predicates");

    let params = json!({ "textDocument": { "uri": FILE } });
    let answer = client.request("boolprog/predicates", params).await.expect("an answer");
    let message = answer["message"].as_str().expect("a sentence");
    if !boolprog_tests::has_prover() {
        return;
    }
    assert!(message.starts_with("Exact after "), "{message}");
    let predicates = answer["predicates"].as_array().expect("a list");
    let (found, said): (Vec<&Value>, Vec<&Value>) = predicates.iter().partition(|it| it["iteration"].is_number());
    assert!(
        said.iter().any(|it| it["text"] == "called + 1 <= Client[0].mine" && it["insertion"].is_null()),
        "{said:#?}"
    );
    assert!(said.iter().all(|it| !it["edges"].as_array().expect("edges of guards").is_empty()), "{said:#?}");
    assert!(!found.is_empty() && found.iter().all(|it| it["insertion"]["newText"].is_string()), "{found:#?}");

    let offers = lacking(&mut client, 4).await;
    assert!(!offers.is_empty(), "the first edge changes what `mine <= called` says");
    client.replace(2, &RIGHT.replace("next < 9", "next < 8"));
    client.checked(2).await;
    assert_eq!(lacking(&mut client, 4).await, [""; 0], "of another program nothing is known");
}

#[tokio::test]
async fn unreachable_locations_are_reported_for_all_states() {
    let text = "\
decl x: 0..3;
process P[2] {
  loc a, b, nowhere;
  a -> b when x < 3 do x := x + 1;
  b -> a;
  b -> nowhere when x > 3;
}
error can: x == 3;
";
    let mut client = Client::start(json!({ "check": { "run": "manual" } })).await;
    open(&client, text);
    let params = json!({ "textDocument": { "uri": FILE } });
    let answer = client.settled_request("boolprog/coverage", params.clone()).await;
    let coverage = &answer["coverage"];
    assert_eq!(coverage["procedures"][0]["name"], "P");
    let place = |it: &Value| (it["range"]["start"]["line"].clone(), it["states"].clone());
    let told: Vec<_> = coverage["statements"].as_array().expect("statements").iter().map(place).collect();
    // There are 1, 3, 4 and 4 states with x from 0 to 3.
    let expected = [(2, 14), (2, 10), (2, 0), (3, 10), (4, 10), (5, 0)];
    assert_eq!(told, expected.map(|(line, states)| (json!(line), json!(states))));

    client.replace(2, &text.replace("x < 3", "x < 4"));
    let answer = client.settled_request("boolprog/coverage", params.clone()).await;
    let reason = answer["reason"].as_str().expect("a reason");
    assert!(reason.ends_with("some runs end because a value does not exist."), "{reason}");
    client.replace(3, "error: ;");
    assert_eq!(client.settled_request("boolprog/coverage", params).await["reason"], "The program has errors.");
    client.shut_down().await;
}
