//! The language server and the text: its capabilities, the consistency of every request with the text of its moment,
//! and its robustness.

use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, FILE, at, capabilities, edit};
use serde_json::{Value, json};

/// No checks: these tests are about text.
fn no_checks() -> Value {
    json!({ "check": { "run": "manual" } })
}

#[tokio::test]
async fn the_server_announces_what_it_can_do() {
    let mut client = Client::connect(Options::default(), Value::Null);
    let answer = client.initialize(json!({ "capabilities": capabilities() })).await;
    assert_eq!(answer["serverInfo"]["name"], "boolprog");
    let sync = json!({ "openClose": true, "change": 2, "save": { "includeText": false } });
    assert_eq!(answer["capabilities"]["textDocumentSync"], sync, "the rest is in a transcript: `initialize`");
    assert_eq!(client.shut_down().await, 0);
}

/// A grinning face is four bytes, two UTF-16 units and one character: the column of `y` distinguishes the encodings.
#[tokio::test]
async fn positions_count_in_the_negotiated_encoding() {
    for (offered, chosen, column) in [
        (json!(["utf-16", "utf-8"]), "utf-8", 13),
        (json!(["utf-32"]), "utf-32", 10),
        (json!(["utf-16"]), "utf-16", 11),
        (json!(["ebcdic"]), "utf-16", 11),
        (Value::Null, "utf-16", 11),
    ] {
        let mut client = Client::connect(Options::default(), no_checks());
        let general = json!({ "general": { "positionEncodings": offered } });
        let params = json!({ "capabilities": general, "initializationOptions": no_checks() });
        let answer = client.initialize(params).await;
        assert_eq!(answer["capabilities"]["positionEncoding"], chosen);
        client.open("decl {\u{1f600}}, y;\nvoid main() begin\n  y := T;\nend\n");
        let hover = client.settled_request("textDocument/hover", at(0, column)).await;
        assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.starts_with("y - ")), "{chosen}: {hover}");
        assert_eq!(hover["range"]["start"], json!({ "line": 0, "character": column }), "{chosen}");
        client.change(2, json!([edit((0, column), (0, column + 1), "z")]));
        assert!(client.hover(0, column).await.starts_with("z - "), "{chosen}");
    }
}

/// The comment after the declaration identifies the text that a hover has seen.
fn numbered(number: i32) -> String {
    format!("decl x; // text {number}\nvoid main() begin\n  x := T;\nend\n")
}

/// Thousands of changes, each followed at once by a hover. A hover may be refused because the text has changed since,
/// but an answer is about the text of its own moment, and the last of every burst must be answered.
#[tokio::test]
async fn a_hover_sees_the_text_of_the_moment() {
    let mut client = Client::start(no_checks()).await;
    client.open(&numbered(1));
    let (mut number, mut answered) = (1, 0);
    for burst in 0..400 {
        let mut hovers = Vec::new();
        for _ in 0..=(burst * 7 % 11) {
            number += 1;
            let end = 16 + (number - 1).to_string().len() as u32;
            client.change(number, json!([edit((0, 16), (0, end), &number.to_string())]));
            hovers.push((number, client.send_request("textDocument/hover", at(0, 5))));
        }
        let last = hovers.len() - 1;
        for (index, (number, id)) in hovers.into_iter().enumerate() {
            match client.response(id).await {
                Ok(hover) => {
                    let text = hover["contents"]["value"].as_str().unwrap_or_default();
                    assert!(text.contains(&format!("text {number} ")), "hover {number}: {text}");
                    answered += 1;
                }
                Err(error) => {
                    assert_eq!(error["code"], -32801, "{error}");
                    assert_ne!(index, last, "nothing changed behind the last hover of a burst");
                }
            }
        }
    }
    assert!(number > 2000 && answered >= 400, "{number} changes, {answered} answers");
    assert_eq!(client.shut_down().await, 0);
}

/// Several changes in one notification refer to each other's results.
#[tokio::test]
async fn changes_of_one_notification_build_on_each_other() {
    let mut client = Client::start(no_checks()).await;
    client.open("decl a;\nvoid main() begin\n  a := T;\nend\n");
    client.change(2, json!([edit((0, 5), (0, 6), "b, cc"), edit((0, 8), (0, 10), "d"), edit((2, 2), (2, 3), "d")]));
    assert!(client.hover(0, 8).await.contains("`d`"));
    assert!(client.hover(0, 5).await.contains("`b`"));
    assert!(client.hover(2, 2).await.contains("`d`"));
}

#[tokio::test]
async fn nonsense_ranges_are_survived() {
    let mut client = Client::start(no_checks()).await;
    client.open("decl x;\r\nvoid main() begin x := T; end");
    let far = u32::MAX;
    client.change(
        2,
        json!([
            edit((far, far), (far, far), "\n// end"),
            edit((0, far), (0, far), " // first"),
            edit((2, 0), (0, 0), ""),
            edit((7, 7), (1, 3), "\u{1f600}"),
        ]),
    );
    for (line, character) in [(0, 0), (far, 0), (0, far), (far, far), (1, 4)] {
        let answer = client.settled_request("textDocument/hover", at(line, character)).await;
        assert!(answer.is_null() || answer.is_object());
    }
    client.change(3, json!([{ "range": { "start": 3 }, "text": "x" }]));
    client.notify("textDocument/didChange", json!({ "nonsense": true }));
    client.notify("textDocument/didOpen", json!([1, 2, 3]));
    client.replace(4, "decl x; // whole\nvoid main() begin x := T; end\n");
    assert!(client.hover(0, 5).await.contains("whole"), "the server is still there and has the newest text");
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test]
async fn requests_about_unknown_files_and_methods_are_answered() {
    let mut client = Client::start(no_checks()).await;
    assert_eq!(client.request("textDocument/hover", at(0, 0)).await, Ok(Value::Null));
    let error = client.request("textDocument/nonsense", json!({})).await.expect_err("no such method");
    assert_eq!(error["code"], -32601);
    let error = client.request("textDocument/hover", json!({ "line": 3 })).await.expect_err("no such parameters");
    assert_eq!(error["code"], -32602);
    client.change(2, json!([{ "text": "x" }]));
    client
        .notification("window/logMessage", |params| {
            params["message"].as_str().is_some_and(|it| it.contains("not open"))
        })
        .await;
    let command = json!({ "command": "boolprog.server.check", "arguments": [] });
    let error = client.request("workspace/executeCommand", command).await.expect_err("an argument is missing");
    assert_eq!(error["code"], -32602);
}

#[tokio::test]
async fn syntax_errors_are_published_with_their_version_and_go_again() {
    let mut client = Client::start(no_checks()).await;
    client.open("decl x\nvoid main() begin x := T; end\n");
    client.status(1, "error").await;
    let diagnostics = client.diagnostics(1);
    assert!(!diagnostics.is_empty());
    assert!(diagnostics.iter().all(|it| it["source"] == "boolprog" && it["code"].is_string()), "{diagnostics:?}");
    assert!(diagnostics.iter().any(|it| it["severity"] == 1), "{diagnostics:?}");
    client.change(2, json!([edit((0, 6), (0, 6), ";")]));
    client.status(2, "done").await;
    assert!(client.diagnostics(2).iter().all(|it| it["severity"] != 1));
}

#[tokio::test]
async fn closing_a_file_clears_its_diagnostics() {
    let mut client = Client::start(no_checks()).await;
    client.open("decl x");
    client.status(1, "error").await;
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": FILE } }));
    let last = |params: &Value| params["diagnostics"] == json!([]) && params.get("version").is_none();
    client.notification("textDocument/publishDiagnostics", last).await;
    assert_eq!(client.request("textDocument/hover", at(0, 5)).await, Ok(Value::Null));
}

/// Symbols are `name(children)`.
fn shape(symbol: &Value) -> String {
    let children: Vec<String> = symbol["children"].as_array().into_iter().flatten().map(shape).collect();
    let name = symbol["name"].as_str().unwrap_or_default();
    if children.is_empty() { name.to_owned() } else { format!("{name}({})", children.join(" ")) }
}

#[tokio::test]
async fn the_outline_lists_variables_procedures_and_labels() {
    let text = "decl a, b;\nbool f(p) begin decl q; L: q := p; return q; end\nvoid main() begin decl c; M: c := f(a); b := c; goto M; end\n";
    let mut client = Client::start(no_checks()).await;
    client.open(text);
    let params = json!({ "textDocument": { "uri": FILE } });
    let symbols = client.settled_request("textDocument/documentSymbol", params.clone()).await;
    let shapes: Vec<String> = symbols.as_array().into_iter().flatten().map(shape).collect();
    assert_eq!(shapes, ["a", "b", "f(p q L)", "main(c M)"]);

    let mut plain = Client::start_with(Options::default(), no_checks(), json!({})).await;
    plain.open(text);
    let symbols = plain.settled_request("textDocument/documentSymbol", params).await;
    let names: Vec<&str> = symbols.as_array().into_iter().flatten().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["a", "b", "f", "p", "q", "L", "main", "c", "M"]);
    assert_eq!(symbols[3]["containerName"], "f");
    assert!(symbols[0]["location"]["range"].is_object());
}

#[tokio::test]
async fn android_blueprints_are_left_alone() {
    let mut client = Client::start(Value::Null).await;
    client.open("// Copyright\ncc_library {\n  name: \"x\",\n}\n");
    client.status(1, "off").await;
    assert_eq!(client.diagnostics(1), Vec::<Value>::new());
    assert!(client.lenses().await.is_empty());
    client.replace(2, "decl x;\nvoid main() begin\n  assert T;\n  x := T;\nend\n");
    client.checked(2).await;
    assert_eq!(client.lenses().await, ["proved - holds for any number of threads", "Why?"]);
}

/// A program of about this number of bytes, all of it on one line.
fn long_line(bytes: usize) -> String {
    format!("decl x; void main() begin {}end", "x := x; ".repeat(bytes / 8))
}

/// One line of ten megabytes is too long to be read, which is reported; one of a megabyte is a program like any other.
/// Both can be edited.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_very_long_line_is_survived() {
    let mut client = Client::start(Value::Null).await;
    client.open(&long_line(10 << 20));
    client.change(2, json!([edit((0, 5), (0, 6), "x, y")]));
    client.status(2, "error").await;
    let says_so = |found: &Value| found["message"].as_str().is_some_and(|text| text.contains("longer than"));
    assert!(client.diagnostics(2).iter().any(says_so));
    assert_eq!(client.hover(0, 8).await, "");
    client.replace(3, &long_line(1 << 20));
    client.change(4, json!([edit((0, 5), (0, 6), "x, y")]));
    assert!(client.hover(0, 8).await.contains("`y`"));
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test]
async fn a_file_full_of_noise_is_survived() {
    let mut noise = String::new();
    let mut state: u32 = 1;
    for _ in 0..20_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        noise.push(char::from_u32((state >> 8) % 0x3000).unwrap_or('\0'));
    }
    let mut client = Client::start(Value::Null).await;
    for (version, text) in
        [(1, ""), (2, noise.as_str()), (3, "\0\0\0"), (4, "decl x;\nvoid main() begin x := T; end\n")]
    {
        if version == 1 {
            client.open(text);
        } else {
            client.replace(version, text);
        }
        client.hover(0, 5).await;
    }
    client.status(4, "done").await;
    assert_eq!(client.shut_down().await, 0);
}
