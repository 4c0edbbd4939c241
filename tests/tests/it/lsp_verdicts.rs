//! The language server and verdicts: diagnostics, lenses, hovers and traces of checked files.

use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, FILE, edit};
use boolprog_tests::programs::{FIXED, RACE};
use serde_json::{Value, json};

const HOLDS: &str = "proved - holds for any number of threads";
const WHY: &str = "Why?";
const VIOLATED: &str = "violated - needs 2 threads, 7 steps";

fn with_code<'a>(diagnostics: &'a [Value], code: &str) -> Vec<&'a Value> {
    diagnostics.iter().filter(|diagnostic| diagnostic["code"] == code).collect()
}

#[tokio::test]
async fn a_race_is_found_explained_and_fixed() {
    let mut client = Client::start(Value::Null).await;
    client.open(RACE);
    let diagnostics = client.checked(1).await;
    let violations = with_code(&diagnostics, "assertion-violated");
    let [violation] = violations.as_slice() else { panic!("{diagnostics:#?}") };
    assert_eq!(violation["severity"], 1);
    assert_eq!(
        violation["range"],
        json!({ "start": { "line": 5, "character": 2 }, "end": { "line": 5, "character": 16 } })
    );
    let message = violation["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("Assertion violated: needs 2 threads, 7 steps, "), "{message}");
    let related: Vec<&str> = violation["relatedInformation"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|related| related["message"].as_str())
        .collect();
    assert!(related.len() <= 12, "{related:?}");
    assert!(related.iter().any(|text| text.ends_with(": inside F->T")), "{related:?}");
    assert!(related[related.len() - 2].contains("fails"), "{related:?}");
    assert_eq!(related.last(), Some(&"full trace: 7 steps"));
    assert_eq!(client.lenses().await, [VIOLATED, "Replay counterexample", "Show trace"]);

    client.replace(2, FIXED);
    let diagnostics = client.checked(2).await;
    assert!(with_code(&diagnostics, "assertion-violated").is_empty(), "{diagnostics:#?}");
    assert_eq!(client.lenses().await, [HOLDS, WHY]);
    client.notification("workspace/codeLens/refresh", |_| true).await;
}

#[tokio::test]
async fn the_steps_of_a_filter_are_found_and_mistakes_are_explained() {
    let mut client = Client::with_checked(RACE).await;
    let trace = client.trace("assert-1").await;
    // The program need not be open.
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": FILE } }));
    let ask =
        |changes: &[&str], condition: Option<&str>| json!({ "trace": trace, "changes": changes, "where": condition });
    let all: Vec<usize> = (0..=7).collect();
    for (changes, condition, steps) in [
        (vec!["inside"], None, vec![5]),
        (vec![], Some("inside"), vec![5, 6, 7]),
        (vec!["inside"], Some("!inside"), vec![]),
        (vec!["inside"], Some("old(!inside)"), vec![5]),
        (vec!["inside", "lock"], None, vec![]),
        (vec![], Some("lock@T2 = lock"), all.clone()),
        (vec![], None, all),
    ] {
        let answer = client.request("boolprog/steps", ask(&changes, condition)).await.expect("steps");
        assert_eq!(answer["steps"], json!(steps), "{changes:?} {condition:?}");
    }
    for (changes, condition, mistake) in [
        (vec!["nonsense"], None, "There is no variable `nonsense` in this trace."),
        (vec!["inside@T9"], None, "There is no variable `inside@T9` in this trace."),
        (vec!["lock | inside"], None, "After `changes`, a variable is needed, such as `lock` or `x@T2`."),
        (vec![], Some("nonsense"), "No variable `nonsense` is visible here."),
        (vec![], Some("(lock"), "A `)` is missing."),
    ] {
        let error = client.request("boolprog/steps", ask(&changes, condition)).await.expect_err("an error");
        assert_eq!(error["message"], mistake);
    }
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test]
async fn a_trace_is_exported_and_nonsense_is_refused() {
    let mut client = Client::with_checked(RACE).await;
    let trace = client.trace("assert-1").await;
    // The program need not be open.
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": FILE } }));
    for (format, beginning) in [
        ("sarif", "{"),
        ("mermaid", "sequenceDiagram\n"),
        ("plantuml", "@startuml\n"),
        ("svg", "<svg "),
        ("html", "<!DOCTYPE html>"),
    ] {
        let answer =
            client.request("boolprog/export", json!({ "trace": trace, "format": format })).await.expect(format);
        assert!(answer["text"].as_str().is_some_and(|text| text.starts_with(beginning)), "{format}: {answer}");
    }
    let mut damaged = trace.clone();
    damaged["steps"][0]["thread"] = json!(7);
    for params in [
        json!({ "trace": trace, "format": "txt" }),
        json!({ "trace": damaged, "format": "svg" }),
        json!({ "trace": null, "format": "svg" }),
    ] {
        let error = client.request("boolprog/export", params).await.expect_err("an error");
        assert_eq!(error["code"], -32602, "{error}");
    }
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test]
async fn the_replay_lens_names_a_trace_that_the_server_has() {
    let mut client = Client::with_checked(RACE).await;
    let lenses = client.settled_request("textDocument/codeLens", json!({ "textDocument": { "uri": FILE } })).await;
    let command = &lenses[1]["command"];
    assert_eq!((&command["title"], &command["command"]), (&json!("Replay counterexample"), &json!("boolprog.replay")));
    assert_eq!(command["arguments"][0], FILE);
    let property = command["arguments"][1].clone();
    let show = &lenses[2]["command"];
    assert_eq!((&show["command"], &show["arguments"]), (&json!("boolprog.showTrace"), &command["arguments"]));
    assert_eq!(lenses[0]["command"]["command"], "");

    let property = property.as_str().expect("the id of the property");
    let trace = client.trace(property).await;
    assert_eq!(trace["schema"], "boolprog-trace/4");
    assert_eq!(trace["steps"].as_array().map(Vec::len), Some(7));
    assert_eq!(trace["property"]["range"]["line"], 6);
    assert_eq!(client.trace("assert-99").await, Value::Null);

    // The same program two lines further down: no check, and the trace moves along.
    client.change(2, json!([edit((0, 0), (0, 0), "// one\n// two\n")]));
    let moved = client.trace(property).await;
    assert_eq!(moved["property"]["range"]["line"], 8);
    for (step, moved) in
        trace["steps"].as_array().into_iter().flatten().zip(moved["steps"].as_array().into_iter().flatten())
    {
        assert_eq!(step["range"]["line"].as_u64().map(|line| line + 2), moved["range"]["line"].as_u64());
        assert_eq!(step["range"]["column"], moved["range"]["column"]);
    }
    assert_ne!(trace["program_hash"], moved["program_hash"]);
}

/// Comments and layout change nothing: there is never a moment without the verdict.
#[tokio::test]
async fn a_change_of_layout_keeps_the_verdicts() {
    let mut client = Client::start(json!({ "check": { "debounce": 60_000 } })).await;
    client.open(RACE);
    client.checked(1).await;
    client.change(2, json!([edit((0, 0), (0, 0), "/* a\n comment */   ")]));
    assert_eq!(client.lenses().await, [VIOLATED, "Replay counterexample", "Show trace"]);
    client.status(2, "done").await;
    let diagnostics = client.diagnostics(2);
    let violations = with_code(&diagnostics, "assertion-violated");
    assert_eq!(violations[0]["range"]["start"], json!({ "line": 6, "character": 2 }));
    let related = violations[0]["relatedInformation"].as_array().cloned().unwrap_or_default();
    assert!(related.iter().all(|it| it["location"]["range"]["start"]["line"].as_u64() >= Some(4)), "{related:#?}");
}

/// The first keystroke takes the old verdict away; undoing it brings it back, both without a check.
#[tokio::test]
async fn an_old_verdict_is_never_shown_as_current() {
    let mut client = Client::start(json!({ "check": { "debounce": 60_000 } })).await;
    client.open(RACE);
    client.checked(1).await;
    client.change(2, json!([edit((1, 15), (1, 16), "T")]));
    client.status(2, "checking").await;
    let diagnostics = client.diagnostics(2);
    assert!(with_code(&diagnostics, "assertion-violated").is_empty(), "{diagnostics:#?}");
    assert_eq!(client.lenses().await, ["checking..."]);
    assert!(client.hover(5, 2).await.starts_with("So far:"));
    client.change(3, json!([edit((1, 15), (1, 16), "F")]));
    assert_eq!(client.lenses().await, [VIOLATED, "Replay counterexample", "Show trace"]);
    client.status(3, "done").await;
}

#[tokio::test]
async fn a_statement_shows_the_states_in_front_of_it() {
    let mut client = Client::with_checked(FIXED).await;
    let hover = client.hover(4, 3).await;
    let lines: Vec<&str> = hover.lines().map(str::trim_end).collect();
    assert_eq!(lines[0], "Reachable by some thread - 1 thread state - first with 1 thread, 1 step");
    assert_eq!(lines[1], "`lock = T`, `inside = F`");
    let hover = client.hover(0, 5).await;
    assert!(hover.contains("shared variable") && hover.contains("a thread is inside"), "{hover}");
    assert!(hover.contains("Written in lines 4 and 8"), "{hover}");
    assert!(client.hover(5, 3).await.contains("Always F here"), "the value of `inside` in front of line 6");
}

const DEAD: &str = "\
decl x := F;
void main() begin
  if x then
    skip;
    assert !x;
    skip;
  fi;
  assert !x;
end
";

#[tokio::test]
async fn what_is_never_reached_is_faded_once_and_said_for_assertions() {
    let mut client = Client::start(Value::Null).await;
    client.open(DEAD);
    let diagnostics = client.checked(1).await;
    let faded: Vec<&Value> = diagnostics
        .iter()
        .filter(|it| it["message"].as_str().is_some_and(|text| text.starts_with("Unreachable for any number")))
        .collect();
    let [region] = faded.as_slice() else { panic!("{diagnostics:#?}") };
    assert_eq!(region["severity"], 4);
    assert_eq!(region["tags"], json!([1]));
    assert_eq!((&region["range"]["start"]["line"], &region["range"]["end"]["line"]), (&json!(3), &json!(5)));
    let vacuous = with_code(&diagnostics, "assertion-never-reached");
    assert_eq!(vacuous.len(), 1, "{diagnostics:#?}");
    assert_eq!((&vacuous[0]["severity"], &vacuous[0]["range"]["start"]["line"]), (&json!(3), &json!(4)));
    assert_eq!(
        client.hover(3, 5).await.lines().next().map(str::trim_end),
        Some("Unreachable for any number of threads")
    );
    assert_eq!(client.lenses().await, [HOLDS, WHY, HOLDS, WHY]);
}

#[tokio::test]
async fn a_client_gets_only_what_it_understands() {
    let mut client = Client::start_with(Options::default(), Value::Null, json!({})).await;
    client.open(&format!("{RACE}{}", DEAD.replace("decl x := F;", "").replace("main", "other")));
    client.status(1, "error").await;
    client.replace(2, RACE);
    client.status(2, "done").await;
    let violated = |params: &Value| {
        params["diagnostics"].as_array().is_some_and(|it| !with_code(it, "assertion-violated").is_empty())
    };
    let params = client.notification("textDocument/publishDiagnostics", violated).await;
    assert!(params.get("version").is_none());
    let diagnostics = params["diagnostics"].as_array().cloned().unwrap_or_default();
    assert!(diagnostics.iter().all(|it| it.get("relatedInformation").is_none() && it.get("tags").is_none()));
    let hover = client.settled_request("textDocument/hover", boolprog_tests::lsp_client::at(0, 5)).await;
    assert_eq!(hover["contents"]["kind"], "plaintext");
    assert!(!client.unread().any(|message| message.get("id").is_some()), "no requests to this client");
}

#[tokio::test]
async fn the_reading_is_said_and_can_be_set() {
    let mut client = Client::start(json!({ "threads": "1" })).await;
    client.open(RACE);
    client.checked(1).await;
    assert_eq!(client.lenses().await, ["proved - holds for 1 thread", "Why?"]);
    // The file's pragmas take precedence over the settings.
    client.replace(2, &format!("// boolprog: threads = 3\n{RACE}"));
    client.checked(2).await;
    assert_eq!(client.lenses().await, ["violated - needs 3 threads, 7 steps", "Replay counterexample", "Show trace"]);
    client.replace(3, RACE);
    client.checked(3).await;
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "boolprog": { "threads": "" } } }));
    client.notification("boolprog/status", |status| status["text"] == "1 violated").await;
    assert_eq!(client.lenses().await, [VIOLATED, "Replay counterexample", "Show trace"]);
}

#[tokio::test]
async fn no_lens_stays_at_checking() {
    let mut client = Client::start(json!({ "check": { "debounce": 0 } })).await;
    client.open(FIXED);
    client.checked(1).await;
    for version in 2_u8..40 {
        // Another program with the same verdict: a comparison of the published parts alone sees no difference.
        let skips = format!("{}\n", "  skip;".repeat(usize::from(version)));
        client.replace(i32::from(version), &FIXED.replace("end\n", &format!("{skips}end\n")));
        while client.lenses().await != [HOLDS, WHY] {
            client.message("workspace/codeLens/refresh").await;
        }
    }
}

/// Comments change no verdict: the trace has its places in the text as it is now.
#[tokio::test]
async fn a_trace_moves_with_the_text() {
    let mut client = Client::with_checked(RACE).await;
    let before = client.trace("assert-1").await;
    client.change(2, json!([edit((0, 0), (0, 0), "// one\n// two\n")]));
    let after = client.trace("assert-1").await;
    assert_eq!((&before["property"]["range"]["line"], &after["property"]["range"]["line"]), (&json!(6), &json!(8)));
}
