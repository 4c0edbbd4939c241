//! What is wrong with the syntax of a long text is told before the rest.

use std::fmt::Write;

use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, FILE, all_capabilities, capabilities, edit};
use serde_json::{Value, json};

const SECOND_LINE: &str = "void main() begin x:=F; unknown := F;";

/// A program of some 100 kB, or a short one, with a variable that is not declared and without syntax errors.
fn program(long: bool) -> String {
    let mut text = format!("decl x;\n{SECOND_LINE}\n");
    for _ in 0..if long { 4_000 } else { 4 } {
        let _ = writeln!(text, "  x := !x & (x | !x);");
    }
    text + "end\n"
}

/// Takes the last `;` of the second line away, or puts it back.
fn mistake(made: bool) -> Value {
    let end = SECOND_LINE.len() as u32;
    let before = (1, end - 1);
    json!([if made { edit(before, (1, end), "") } else { edit(before, before, ";") }])
}

fn codes(diagnostics: &Value) -> Vec<&str> {
    let all = diagnostics.as_array().into_iter().flatten();
    all.map(|diagnostic| diagnostic["code"].as_str().unwrap_or_default()).collect()
}

async fn published(client: &mut Client, version: i32) -> Value {
    let mut params =
        client.notification("textDocument/publishDiagnostics", |params| params["version"] == version).await;
    params["diagnostics"].take()
}

#[tokio::test]
async fn a_syntax_error_in_a_long_text_is_published_before_the_rest_is_known() {
    let mut client = Client::start_with(Options::default(), json!({}), capabilities()).await;
    client.open(&program(true));
    assert_eq!(codes(&published(&mut client, 1).await), ["undeclared-variable"]);
    client.change(2, mistake(true));
    assert_eq!(codes(&published(&mut client, 2).await), ["missing-semicolon"]);
    assert_eq!(codes(&published(&mut client, 2).await), ["undeclared-variable", "missing-semicolon"]);
    // Only places change: what is shown stays until all of it can be replaced.
    client.change(3, json!([edit((0, 0), (0, 0), "\n")]));
    assert_eq!(codes(&published(&mut client, 3).await), ["undeclared-variable", "missing-semicolon"]);
    client.change(4, json!([edit((0, 0), (1, 0), "")]));
    client.change(5, mistake(false));
    assert_eq!(codes(&published(&mut client, 5).await), [] as [&str; 0]);
    assert_eq!(codes(&published(&mut client, 5).await), ["undeclared-variable"]);
    client.shut_down().await;
}

#[tokio::test]
async fn the_diagnostics_of_a_short_text_are_published_once() {
    let mut client = Client::start_with(Options::default(), json!({}), capabilities()).await;
    client.open(&program(false));
    published(&mut client, 1).await;
    client.change(2, mistake(true));
    assert_eq!(codes(&published(&mut client, 2).await), ["undeclared-variable", "missing-semicolon"]);
    client.shut_down().await;
}

#[tokio::test]
async fn who_asks_is_told_to_ask_again_for_the_rest() {
    let mut client = Client::start_with(Options::default(), json!({}), all_capabilities()).await;
    let params = json!({ "textDocument": { "uri": FILE } });
    client.open(&program(true));
    let all = client.settled_request("textDocument/diagnostic", params.clone()).await;
    assert_eq!(codes(&all["items"]), ["undeclared-variable"]);
    client.status(1, "error").await;
    client.forget();
    client.change(2, mistake(true));
    let first = client.settled_request("textDocument/diagnostic", params.clone()).await;
    assert_eq!(codes(&first["items"]), ["missing-semicolon"]);
    client.message("workspace/diagnostic/refresh").await;
    let all = client.settled_request("textDocument/diagnostic", params).await;
    assert_eq!(codes(&all["items"]), ["undeclared-variable", "missing-semicolon"]);
    client.shut_down().await;
}

#[tokio::test]
async fn who_was_told_part_of_it_is_told_to_ask_again_however_files_come_and_go() {
    let mut client = Client::start_with(Options::default(), json!({}), all_capabilities()).await;
    let document = json!({ "textDocument": { "uri": FILE } });
    let text = program(true).replacen("unknown := F;", "unknown := F", 1);
    let all = ["undeclared-variable", "missing-semicolon"];
    for _ in 0..4 {
        client.open(&text);
        client.settled_request("textDocument/diagnostic", document.clone()).await;
        client.status(1, "error").await;
        client.change(2, json!([edit((0, 0), (0, 0), "\n")]));
        let pull = client.send_request("textDocument/diagnostic", document.clone());
        client.notify("$/cancelRequest", json!({ "id": pull }));
        client.notify("textDocument/didClose", document.clone());
        client.open(&text);
        client.forget();
        let told = client.settled_request("textDocument/diagnostic", document.clone()).await;
        if codes(&told["items"]) != all {
            client.message("workspace/diagnostic/refresh").await;
            let told = client.settled_request("textDocument/diagnostic", document.clone()).await;
            assert_eq!(codes(&told["items"]), all);
        }
        client.status(1, "error").await;
        client.notify("textDocument/didClose", document.clone());
    }
    client.shut_down().await;
}
