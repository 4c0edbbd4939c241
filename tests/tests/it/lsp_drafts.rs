//! What is asked for behind every key about a long text does not wait until the text has been read, and is set right then.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, FILE, capabilities, edit};
use serde_json::{Value, json};

/// The numbers of a token.
const NUMBERS: usize = 5;
/// Keys after which one would have been answered before the text had been read, however busy the machine is.
const KEYS: i32 = 20;

/// A program of more than half a megabyte: it takes a while to read.
fn program() -> String {
    let mut text = "// how far it got\ndecl done;\nvoid main() begin\n  decl x;\n".to_owned();
    for line in 0..20_000 {
        let _ = writeln!(text, "  L{line}: x := done & !x;");
    }
    text + "end\n"
}

/// Waits until a version has been read: then there is a status of it.
async fn read(client: &mut Client, version: i32) {
    client.notification("boolprog/status", |status| status["version"] == version).await;
}

async fn open(capabilities: Value) -> Client {
    open_with(Options::default(), capabilities).await
}

async fn open_with(options: Options, capabilities: Value) -> Client {
    let mut client = Client::start_with(options, json!({ "check": { "run": "manual" } }), capabilities).await;
    client.open(&program());
    read(&mut client, 1).await;
    client
}

fn document() -> Value {
    json!({ "textDocument": { "uri": FILE } })
}

/// Asks for what can stand behind a place of the file.
fn complete(client: &mut Client, line: u32, character: u32) -> u64 {
    let mut params = document();
    params["position"] = json!({ "line": line, "character": character });
    client.send_request("textDocument/completion", params)
}

fn offered<'a>(list: &'a Value, label: &str) -> Option<&'a Value> {
    list["items"].as_array()?.iter().find(|item| item["label"] == label)
}

#[tokio::test]
async fn completions_behind_a_key_say_that_there_may_be_more() {
    let mut client = open(capabilities()).await;
    for (key, line) in (0..KEYS).zip(100..) {
        client.change(2 + key, json!([edit((line, 0), (line, 0), "  x := d")]));
        let id = complete(&mut client, line, 8);
        let answer = client.response(id).await.expect("an answer");
        if answer["isIncomplete"] == true {
            let item = offered(&answer, "done").expect("a variable is offered").clone();
            let resolved = client.settled_request("completionItem/resolve", item).await;
            let told = resolved["documentation"]["value"].as_str().unwrap_or_default().to_owned();
            assert!(told.contains("how far it got"), "{resolved}");
            read(&mut client, 2 + key).await;
            let id = complete(&mut client, line, 8);
            assert!(client.response(id).await.expect("an answer").is_array(), "all is known now");
            client.shut_down().await;
            return;
        }
    }
    panic!("{KEYS} keys were answered by a text that had been read");
}

/// Applies the changes of an answer to the tokens that the client has.
fn apply(tokens: &mut Vec<Value>, answer: &Value) {
    assert!(answer["edits"].is_array(), "all tokens are sent again");
    for edit in answer["edits"].as_array().into_iter().flatten() {
        let start = edit["start"].as_u64().unwrap_or_default() as usize;
        let end = start + edit["deleteCount"].as_u64().unwrap_or_default() as usize;
        tokens.splice(start..end, edit["data"].as_array().cloned().unwrap_or_default());
    }
}

/// The parameters of a request for what has changed since an answer.
fn since(id: &Value) -> Value {
    let mut params = document();
    params["previousResultId"] = id.clone();
    params
}

async fn delta(client: &mut Client, id: &mut Value, tokens: &mut Vec<Value>) {
    let params = since(id);
    let answer = client.settled_request("textDocument/semanticTokens/full/delta", params).await;
    *id = answer["resultId"].clone();
    apply(tokens, &answer);
}

/// Whether the client was sent wrong tokens; then waits until they are set right.
async fn set_right(client: &mut Client, id: &mut Value, tokens: &mut Vec<Value>, exact: &[Value]) -> bool {
    if tokens == exact {
        return false;
    }
    client.message("workspace/semanticTokens/refresh").await;
    delta(client, id, tokens).await;
    assert_eq!(tokens, exact);
    true
}

async fn all_tokens(client: &mut Client) -> (Value, Vec<Value>) {
    let answer = client.settled_request("textDocument/semanticTokens/full", document()).await;
    (answer["resultId"].clone(), answer["data"].as_array().cloned().unwrap_or_default())
}

/// `done` becomes `doneN`, so that no use of it means anything any more; or it becomes `done` again.
fn rename(key: i32) -> Value {
    json!([if key % 2 == 0 { edit((1, 9), (1, 9), "N") } else { edit((1, 9), (1, 10), "") }])
}

/// The tokens of the program as it is and as it is after the first renaming.
async fn exact() -> [Vec<Value>; 2] {
    let mut client = open(capabilities()).await;
    let (_, original) = all_tokens(&mut client).await;
    client.change(2, rename(0));
    let (_, renamed) = all_tokens(&mut client).await;
    client.shut_down().await;
    assert_eq!(original.len() % NUMBERS, 0);
    assert!(original.len() > renamed.len(), "names that mean nothing have no tokens");
    [renamed, original]
}

#[tokio::test]
async fn tokens_behind_a_key_are_set_right_when_the_text_has_been_read() {
    let exact = exact().await;
    let mut client = open(capabilities()).await;
    let (mut id, mut tokens) = all_tokens(&mut client).await;
    for (key, exact) in (0..KEYS).zip(exact.iter().cycle()) {
        client.change(2 + key, rename(key));
        delta(&mut client, &mut id, &mut tokens).await;
        if set_right(&mut client, &mut id, &mut tokens, exact).await {
            client.shut_down().await;
            return;
        }
        read(&mut client, 2 + key).await;
    }
    panic!("{KEYS} keys were answered by a text that had been read");
}

#[tokio::test]
async fn an_answer_that_nobody_waited_for_is_forgotten() {
    let exact = exact().await;
    let mut client = open(capabilities()).await;
    let (mut id, mut tokens) = all_tokens(&mut client).await;
    for key in 0..4 {
        client.change(2 + key, rename(key));
        let request = client.send_request("textDocument/semanticTokens/full/delta", since(&id));
        client.notify("$/cancelRequest", json!({ "id": request }));
        let _ = client.response(request).await;
        read(&mut client, 2 + key).await;
    }
    delta(&mut client, &mut id, &mut tokens).await;
    assert_eq!(tokens, exact[1]);
    client.shut_down().await;
}

#[tokio::test]
async fn who_cannot_be_told_to_ask_again_is_told_the_truth() {
    let exact = exact().await;
    let mut capabilities = capabilities();
    capabilities["workspace"]["semanticTokens"] = json!({ "refreshSupport": false });
    let mut client = open(capabilities).await;
    let (mut id, mut tokens) = all_tokens(&mut client).await;
    for (key, exact) in (0..4).zip(exact.iter().cycle()) {
        client.change(2 + key, rename(key));
        delta(&mut client, &mut id, &mut tokens).await;
        assert_eq!(tokens, *exact, "key {key}");
    }
    client.shut_down().await;
}

/// Something that waits as long as it is closed.
#[derive(Default)]
struct Gate {
    is_closed: AtomicBool,
    is_reached: AtomicBool,
}

impl Gate {
    fn pass(&self) {
        while self.is_closed.load(Ordering::SeqCst) {
            self.is_reached.store(true, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn open(&self) {
        self.is_closed.store(false, Ordering::SeqCst);
    }

    /// Waits until somebody waits.
    async fn reached(&self) {
        while !self.is_reached.swap(false, Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

#[tokio::test]
async fn tokens_of_an_older_text_that_are_found_late_do_not_hide_that_the_newer_ones_are_wrong() {
    /// Only answers about texts that begin so wait.
    const SLOW: &str = "//slow";
    let exact = exact().await;
    let gate = Arc::new(Gate::default());
    let waiting = Arc::clone(&gate);
    let hook = move |text: &str| {
        if text.starts_with(SLOW) {
            waiting.pass();
        }
    };
    let options = Options { before_answer: Some(Arc::new(hook)), ..Options::default() };
    let mut client = open_with(options, capabilities()).await;
    let (mut id, mut tokens) = all_tokens(&mut client).await;
    for (key, exact) in (0..KEYS).zip(exact.iter().cycle()) {
        gate.is_closed.store(true, Ordering::SeqCst);
        client.change(2 + 2 * key, json!([edit((0, 2), (0, 2), "slow")]));
        let late = client.send_request("textDocument/semanticTokens/full/delta", since(&id));
        gate.reached().await;
        client.change(3 + 2 * key, json!([edit((0, 2), (0, 6), ""), rename(key)[0].clone()]));
        delta(&mut client, &mut id, &mut tokens).await;
        gate.open();
        assert!(client.response(late).await.is_err(), "the text has changed");
        if set_right(&mut client, &mut id, &mut tokens, exact).await {
            client.shut_down().await;
            return;
        }
        read(&mut client, 3 + 2 * key).await;
    }
    panic!("{KEYS} keys were answered by a text that had been read");
}

#[tokio::test]
async fn a_text_that_turns_out_to_be_in_another_language_loses_its_tokens() {
    const BLUEPRINT: &str = "android {\n";
    let mut client = open(capabilities()).await;
    let (mut id, mut tokens) = all_tokens(&mut client).await;
    for key in 0..KEYS {
        client.change(2 + 2 * key, json!([edit((0, 0), (0, 0), BLUEPRINT)]));
        let answer = client.settled_request("textDocument/semanticTokens/full/delta", since(&id)).await;
        if !answer.is_null() {
            client.message("workspace/semanticTokens/refresh").await;
            let params = since(&answer["resultId"]);
            let answer = client.settled_request("textDocument/semanticTokens/full/delta", params).await;
            assert_eq!(answer, Value::Null);
            client.shut_down().await;
            return;
        }
        client.change(3 + 2 * key, json!([edit((0, 0), (1, 0), "")]));
        delta(&mut client, &mut id, &mut tokens).await;
        read(&mut client, 3 + 2 * key).await;
    }
    panic!("{KEYS} keys were answered by a text that had been read");
}

#[tokio::test]
async fn what_was_known_before_a_file_was_closed_does_not_outlive_that() {
    let mut client = open(capabilities()).await;
    // It is being read when it is closed.
    client.change(1_000, json!([edit((0, 0), (0, 0), "\n")]));
    tokio::time::sleep(Duration::from_millis(10)).await;
    client.notify("textDocument/didClose", document());
    client.open(&program());
    read(&mut client, 1).await;
    client.change(2, json!([edit((1, 9), (1, 9), ", added")]));
    read(&mut client, 2).await;
    for (key, line) in (0..KEYS).zip(100..) {
        client.change(3 + key, json!([edit((line, 0), (line, 0), "  x := a")]));
        let id = complete(&mut client, line, 8);
        let answer = client.response(id).await.expect("an answer");
        if answer["isIncomplete"] == true {
            assert!(offered(&answer, "added").is_some(), "it was declared, and read, before");
            client.shut_down().await;
            return;
        }
        read(&mut client, 3 + key).await;
    }
    panic!("{KEYS} keys were answered by a text that had been read");
}
