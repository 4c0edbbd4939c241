//! Conversations with the language server: `lsp_transcripts/NAME.requests` has the messages of the client, `NAME.snap`
//! the whole conversation. Adding a case is adding a file; [`boolprog_tests::lsp_transcript`] describes its format.
//!
//! Every method that the server announces needs a transcript in which it gives an answer.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, FILE, all_capabilities};
use boolprog_tests::lsp_transcript::{Conversation, converse, transcripts};
use boolprog_tests::snapshots_in;
use serde_json::{Value, json};

/// Capabilities of a server of LSP 3.17 that are answered by requests: the path in the capabilities, and the methods.
const METHODS: &[(&str, &[&str])] = &[
    ("/hoverProvider", &["textDocument/hover"]),
    ("/completionProvider", &["textDocument/completion"]),
    ("/completionProvider/resolveProvider", &["completionItem/resolve"]),
    ("/signatureHelpProvider", &["textDocument/signatureHelp"]),
    ("/declarationProvider", &["textDocument/declaration"]),
    ("/definitionProvider", &["textDocument/definition"]),
    ("/typeDefinitionProvider", &["textDocument/typeDefinition"]),
    ("/implementationProvider", &["textDocument/implementation"]),
    ("/referencesProvider", &["textDocument/references"]),
    ("/documentHighlightProvider", &["textDocument/documentHighlight"]),
    ("/documentSymbolProvider", &["textDocument/documentSymbol"]),
    ("/codeActionProvider", &["textDocument/codeAction"]),
    ("/codeActionProvider/resolveProvider", &["codeAction/resolve"]),
    ("/codeLensProvider", &["textDocument/codeLens"]),
    ("/codeLensProvider/resolveProvider", &["codeLens/resolve"]),
    ("/documentLinkProvider", &["textDocument/documentLink"]),
    ("/documentLinkProvider/resolveProvider", &["documentLink/resolve"]),
    ("/colorProvider", &["textDocument/documentColor", "textDocument/colorPresentation"]),
    ("/documentFormattingProvider", &["textDocument/formatting"]),
    ("/documentRangeFormattingProvider", &["textDocument/rangeFormatting"]),
    ("/documentOnTypeFormattingProvider", &["textDocument/onTypeFormatting"]),
    ("/renameProvider", &["textDocument/rename"]),
    ("/renameProvider/prepareProvider", &["textDocument/prepareRename"]),
    ("/foldingRangeProvider", &["textDocument/foldingRange"]),
    ("/selectionRangeProvider", &["textDocument/selectionRange"]),
    ("/linkedEditingRangeProvider", &["textDocument/linkedEditingRange"]),
    (
        "/callHierarchyProvider",
        &["textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"],
    ),
    (
        "/typeHierarchyProvider",
        &["textDocument/prepareTypeHierarchy", "typeHierarchy/supertypes", "typeHierarchy/subtypes"],
    ),
    ("/semanticTokensProvider/full", &["textDocument/semanticTokens/full"]),
    ("/semanticTokensProvider/full/delta", &["textDocument/semanticTokens/full/delta"]),
    ("/semanticTokensProvider/range", &["textDocument/semanticTokens/range"]),
    ("/monikerProvider", &["textDocument/moniker"]),
    ("/inlineValueProvider", &["textDocument/inlineValue"]),
    ("/inlayHintProvider", &["textDocument/inlayHint"]),
    ("/inlayHintProvider/resolveProvider", &["inlayHint/resolve"]),
    ("/diagnosticProvider", &["textDocument/diagnostic"]),
    ("/diagnosticProvider/workspaceDiagnostics", &["workspace/diagnostic"]),
    ("/workspaceSymbolProvider", &["workspace/symbol"]),
    ("/workspaceSymbolProvider/resolveProvider", &["workspaceSymbol/resolve"]),
    ("/textDocumentSync/willSaveWaitUntil", &["textDocument/willSaveWaitUntil"]),
    ("/workspace/fileOperations/willCreate", &["workspace/willCreateFiles"]),
    ("/workspace/fileOperations/willRename", &["workspace/willRenameFiles"]),
    ("/workspace/fileOperations/willDelete", &["workspace/willDeleteFiles"]),
];

/// Capabilities that are answered otherwise: [`METHODS`] need not know them.
const OTHERS: &[&str] =
    &["experimental", "executeCommandProvider", "positionEncoding", "textDocumentSync", "workspace"];

static CONVERSATIONS: LazyLock<Vec<(String, Conversation)>> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let paths = transcripts(&folder()).into_iter();
    paths.map(|path| (stem(&path), runtime.block_on(converse(&path)))).collect()
});

fn folder() -> PathBuf {
    boolprog_tests::root().join("tests/tests/lsp_transcripts")
}

fn stem(path: &std::path::Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// `true` if a server with these capabilities announces `path`.
fn announces(capabilities: &Value, path: &str) -> bool {
    !matches!(capabilities.pointer(path), None | Some(Value::Null | Value::Bool(false)))
}

/// Capabilities that the server announces to a client that can do everything.
fn announced() -> Value {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut client = Client::connect(Options::default(), Value::Null);
        client.initialize(json!({ "capabilities": all_capabilities() })).await["capabilities"].clone()
    })
}

#[test]
fn transcripts_are_as_recorded() {
    snapshots_in(&folder()).bind(|| {
        for (name, conversation) in CONVERSATIONS.iter() {
            insta::assert_snapshot!(name.as_str(), conversation.text);
        }
    });
}

#[test]
fn what_is_announced_is_answered() {
    let exchanges = CONVERSATIONS.iter().flat_map(|(_, conversation)| &conversation.exchanges);
    let fruitful = exchanges.filter(|it| it.answer.as_ref().is_ok_and(|result| !result.is_null()));
    let answered: BTreeSet<&str> = fruitful.map(|exchange| exchange.method.as_str()).collect();
    let announced = announced();
    let wanted = METHODS.iter().filter(|(path, _)| announces(&announced, path));
    let missing: Vec<&&str> =
        wanted.flat_map(|(_, methods)| *methods).filter(|method| !answered.contains(**method)).collect();
    assert!(missing.is_empty(), "announced, but no transcript has an answer to {missing:?}");
}

#[test]
fn every_capability_is_known_to_the_table() {
    let announced = announced();
    let known =
        |key: &str| OTHERS.contains(&key) || METHODS.iter().any(|(path, _)| path.split('/').nth(1) == Some(key));
    let unknown: Vec<_> = announced.as_object().expect("an object").keys().filter(|key| !known(key)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[tokio::test]
async fn what_is_not_announced_is_not_there() {
    let mut client = Client::connect(Options::default(), Value::Null);
    let announced = client.initialize(json!({ "capabilities": all_capabilities() })).await["capabilities"].clone();
    for (path, methods) in METHODS.iter().filter(|(path, _)| !announces(&announced, path)) {
        for method in *methods {
            let answer = client.request(method, anything(method)).await;
            assert_eq!(answer.expect_err("no method")["code"], -32601, "{method}, announced at {path}");
        }
    }
}

/// Parameters that a request accepts: they are read before anybody looks whether there is such a method.
fn anything(method: &str) -> Value {
    // The one name that means two things.
    let kind = if method == "codeAction/resolve" { json!("quickfix") } else { json!(1) };
    let position = json!({ "line": 0, "character": 0 });
    let range = json!({ "start": position, "end": position });
    let item = json!({ "name": "", "kind": 1, "uri": FILE, "range": range, "selectionRange": range });
    json!({
        "textDocument": { "uri": FILE }, "position": position, "positions": [], "range": range, "reason": 1,
        "options": { "tabSize": 2, "insertSpaces": true }, "ch": ";", "newName": "x", "query": "", "item": item,
        "color": { "red": 0, "green": 0, "blue": 0, "alpha": 0 }, "files": [], "previousResultId": "",
        "previousResultIds": [], "title": "", "label": "", "name": "", "kind": kind,
        "location": { "uri": FILE, "range": range },
        "context": {
            "diagnostics": [], "includeDeclaration": true, "frameId": 1, "stoppedLocation": range, "triggerKind": 1,
            "isRetrigger": false,
        },
    })
}

/// Needs Python with the package `lsprotocol`: `python3`, or the one that `BOOLPROG_PYTHON` names.
#[test]
fn every_message_is_of_the_type_that_the_protocol_says() {
    let python = std::env::var_os("BOOLPROG_PYTHON").unwrap_or_else(|| "python3".into());
    let started = Command::new(python).arg(folder().join("validate.py")).stdin(Stdio::piped()).spawn();
    let Ok(mut validator) = started else {
        eprintln!("skipped: there is no Python");
        return;
    };
    let mut input = validator.stdin.take().expect("piped");
    for message in CONVERSATIONS.iter().flat_map(|(_, conversation)| messages(conversation)) {
        // A script that cannot validate hangs up; its exit code shows that.
        if writeln!(input, "{message}").is_err() {
            break;
        }
    }
    drop(input);
    let code = validator.wait().expect("it ran").code();
    assert!(matches!(code, Some(0 | 77)), "{code:?}; 77 stands for skipped");
}

/// Each message with its kind: a request with its answer, or a message of the server itself.
fn messages(conversation: &Conversation) -> Vec<Value> {
    let exchanges = conversation.exchanges.iter().flat_map(|exchange| {
        let (method, params) = (&exchange.method, &exchange.params);
        let response = match &exchange.answer {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": 1, "result": result }),
            Err(error) => json!({ "jsonrpc": "2.0", "id": 1, "error": error }),
        };
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        // A refused request may be malformed.
        let request =
            exchange.answer.is_ok().then(|| json!({ "method": method, "kind": "request", "message": request }));
        request.into_iter().chain([json!({ "method": method, "kind": "response", "message": response })])
    });
    let heard = conversation.heard.iter().map(|message| {
        let kind = if message.get("id").is_some() { "request" } else { "notification" };
        json!({ "method": message["method"], "kind": kind, "message": message })
    });
    exchanges.chain(heard).collect()
}
