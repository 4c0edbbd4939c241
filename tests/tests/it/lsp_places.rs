//! The language server and places: links in hovers, traces to a statement, all states before it; and lenses that keep
//! their place.

use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, FILE, at, capabilities, edit};
use boolprog_tests::programs::RACE;
use serde_json::{Value, json};

async fn linked() -> Client {
    let mut announced = capabilities();
    announced["experimental"] = json!({ "commandLinks": true });
    Client::start_with(Options::default(), Value::Null, announced).await
}

/// The links of a hover: title, command and arguments.
fn links(hover: &str) -> Vec<(String, String, Value)> {
    let parts = hover.lines().last().unwrap_or_default().split(" | ");
    let link = |part: &str| {
        let (title, rest) = part.strip_prefix('[')?.split_once("](command:")?;
        let (command, query) = rest.strip_suffix(')')?.split_once('?')?;
        Some((title.to_owned(), command.to_owned(), serde_json::from_str(&unescaped(query)).ok()?))
    };
    parts.filter_map(link).collect()
}

fn unescaped(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        if let (b'%', [high, low, behind @ ..]) = (first, behind) {
            let digits = String::from_utf8_lossy(&[*high, *low]).into_owned();
            bytes.push(u8::from_str_radix(&digits, 16).expect("two hexadecimal digits"));
            rest = behind;
        } else {
            bytes.push(*first);
            rest = behind;
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}

#[tokio::test]
async fn a_hover_ends_with_links_for_clients_that_follow_them() {
    let mut client = linked().await;
    client.open(RACE);
    client.checked(1).await;
    let hover = client.hover(6, 9).await;
    assert!(hover.starts_with("Reachable by some thread - 4 thread states - first with 1 thread, 3 steps"), "{hover}");
    assert!(hover.lines().count() <= 12, "{hover}");
    let place = json!([{ "textDocument": { "uri": FILE }, "position": { "line": 6, "character": 9 } }]);
    let expected = [
        ("Show trace to here", "boolprog.showTraceTo"),
        ("All states", "boolprog.showStates"),
        ("Copy as formula", "boolprog.copyFormula"),
    ];
    let expected = expected.map(|(title, command)| (title.to_owned(), command.to_owned(), place.clone()));
    assert_eq!(links(&hover), expected);
    assert!(links(&client.hover(0, 5).await).is_empty(), "a declaration is no place");

    let mut client = Client::with_checked(RACE).await;
    assert!(!client.hover(6, 9).await.contains("command:"));
}

#[tokio::test]
async fn a_trace_leads_to_a_statement() {
    let mut client = Client::start(Value::Null).await;
    client.open(RACE);
    let answer = client.settled_request("boolprog/traceTo", at(6, 4)).await;
    let trace = &answer["trace"];
    assert_eq!(trace["schema"], "boolprog-trace/4");
    assert_eq!((&trace["property"]["kind"], &trace["property"]["name"]), (&json!("point"), &json!("line 7")));
    assert_eq!(trace["property"]["range"]["line"], 7);
    assert_eq!((&trace["threads_needed"], trace["steps"].as_array().map(Vec::len)), (&json!(1), Some(3)));
}

#[tokio::test]
async fn a_place_that_is_not_reached_says_so() {
    let mut client = Client::start(Value::Null).await;
    client.open("decl x := F;\nvoid main() begin\n  assume x;\n  skip;\nend\n// boolprog: threads = 2\n");
    let answer = client.settled_request("boolprog/traceTo", at(3, 3)).await;
    let reason = answer["reason"].as_str().expect("a reason");
    assert_eq!(reason, "No trace reaching this statement was found. No execution with up to 2 threads reaches it.");
    let nowhere = client.settled_request("boolprog/traceTo", at(0, 0)).await;
    assert_eq!(nowhere["reason"], "There is no statement on line 1.");
    client.replace(2, "decl x := ;\n");
    assert_eq!(client.settled_request("boolprog/traceTo", at(0, 0)).await["reason"], "The program has errors.");
}

#[tokio::test]
async fn all_states_come_as_a_table_and_as_a_formula() {
    let mut client = Client::with_checked(
        "decl a, b := F;\nvoid main() begin\n  b := !a;\n  assert a | b;\nend\n// boolprog: threads = 1\n",
    )
    .await;
    let states = client.settled_request("boolprog/states", at(3, 4)).await;
    let about = "Line 4: assert a | b\nReachable by some thread - 2 thread states - first with 1 thread, 1 step\n\n";
    assert_eq!(states["text"], format!("{about}a b\nF T\nT F\n"));
    assert_eq!(states["formula"], "!a & b | a & !b");
    let states = client.settled_request("boolprog/states", at(2, 3)).await;
    assert_eq!(states["formula"], "!b", "the variable under the cursor stands in a statement");
    assert_eq!(client.settled_request("boolprog/states", at(0, 6)).await, Value::Null, "a declaration is no place");
}

/// The titles of the lenses, each with its line.
async fn lenses(client: &mut Client) -> Vec<(u64, String)> {
    let params = json!({ "textDocument": { "uri": FILE } });
    let lenses = client.settled_request("textDocument/codeLens", params).await;
    let told = |lens: &Value| {
        let line = lens["range"]["start"]["line"].as_u64().unwrap_or(u64::MAX);
        (line, lens["command"]["title"].as_str().unwrap_or_default().to_owned())
    };
    lenses.as_array().into_iter().flatten().map(told).collect()
}

#[tokio::test]
async fn lenses_keep_their_place_while_the_text_has_errors() {
    let violated = "violated - needs 2 threads, 7 steps";
    let mut client = Client::with_checked(RACE).await;
    assert_eq!(lenses(&mut client).await[0], (5, violated.to_owned()));
    // A procedure without an end, before everything: the parser sees no assertion any more.
    client.change(2, json!([edit((0, 0), (0, 0), "void f(\nif ((\n")]));
    client.status(2, "error").await;
    assert_eq!(lenses(&mut client).await, [(7, format!("stale: {violated}"))]);
    client.change(3, json!([edit((4, 0), (4, 0), "\n")]));
    client.status(3, "error").await;
    assert_eq!(lenses(&mut client).await, [(8, format!("stale: {violated}"))]);
    client.change(4, json!([edit((0, 0), (2, 0), "")]));
    client.checked(4).await;
    assert_eq!(lenses(&mut client).await[0], (6, violated.to_owned()));
    // An assertion that is deleted is gone, errors or not.
    client.change(5, json!([edit((6, 0), (6, 17), "("), edit((0, 0), (0, 0), "\n")]));
    client.status(5, "error").await;
    assert_eq!(lenses(&mut client).await, []);
}

#[tokio::test]
async fn a_text_that_never_was_without_errors_has_the_lenses_that_are_seen() {
    let mut client = Client::start(Value::Null).await;
    client.open("decl x := F;\nvoid main() begin\n  assert y;\nend\n");
    client.status(1, "error").await;
    assert_eq!(lenses(&mut client).await, [(2, "not checked: the program has errors".to_owned())]);
}
