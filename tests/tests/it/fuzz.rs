//! Random inputs: no panic, no hang, no contradiction.
//!
//! Each input is a function of its seed and of the texts of this repository, which are changed at random. It is written to
//! `target/fuzz/` before it is tried, and stays there if it fails, also if the process is aborted.
//! `BOOLPROG_FUZZ_SECONDS` is the time for each kind of input, and `BOOLPROG_FUZZ_SEED` the first seed; `cargo xtask fuzz`
//! sets both.

mod files;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use boolprog_base::Random;
use boolprog_base::control::Unlimited;
use boolprog_certificate::document::{CertificateDocument, verify_text};
use boolprog_check::report::{Report, Verdict};
use boolprog_check::{Options, Query, Unobserved, integer};
use boolprog_clock::{of_this_thread, since};
use boolprog_export::report::ReportDocument;
use boolprog_export::{Format, export};
use boolprog_frontend::{FrontEnd, Program, Text};
use boolprog_host::limits::Limits;
use boolprog_prover::NoProver;
use boolprog_tests::dap_client::{DapClient, Folder};
use boolprog_tests::lsp_client::Client;
use boolprog_tests::mutate::{mutate_value, mutated};
use boolprog_tests::root;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::lsp_robustness::{REQUESTS, anywhere};

/// An input that takes more processor time is a failure; the checks of programs stop long before.
const LONGEST: Duration = Duration::from_secs(20);

/// Folders with the texts that are changed.
const FOLDERS: [&str; 5] = [
    "examples",
    "tests/tests/differential",
    "tests/tests/dap_transcripts",
    "server/program/tests/lower",
    "server/trace/tests/meaning",
];

/// Texts in languages without a file in [`FOLDERS`].
const MORE: [(&str, &str); 4] = [
    ("small.tts", "3 4\n0 0 -> 1 1\n1 1 +> 2 3\n1 1 -> 0 2\n2 3 -> 0 0 2 ~> 1\n0 2 -> 2 2\n"),
    (
        "small.spec",
        "vars\n  a b c\nrules\n  a >= 1, b >= 1 ->\n    a' = a-1,\n    c' = c+1;\ninit\n  a >= 1, b = 1, c = 0\ntarget\n  c >= 2\n",
    ),
    (
        "small.cfa",
        "main process P {\n  var x : int\n  init loc A\n  loc B\n  error loc E\n  final loc F\n  A -> B { x := 0 }\n  B -> B { assume x < 5 x := x + 1 }\n  B -> E { assume x > 5 }\n  B -> F { assume x = 5 }\n}\n",
    ),
    (
        "small.system",
        "specification S {\n  property P : {\n    var x : int\n    initial x = 0\n    transition if x < 5 then x' = x + 1 else x' = 0\n  } models G(x <= 5)\n}\n",
    ),
];

/// The files with this ending, in a fixed order.
fn corpus(extension: &str) -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> = FOLDERS
        .iter()
        .flat_map(|folder| std::fs::read_dir(root().join(folder)).expect("the folder is there"))
        .map(|entry| entry.expect("it is readable").path())
        .filter(|path| path.to_string_lossy().ends_with(extension))
        .collect();
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let files = paths.iter().filter_map(|path| Some((name(path), std::fs::read_to_string(path).ok()?)));
    let more = MORE.iter().filter(|(name, _)| name.ends_with(extension));
    files.chain(more.map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))).collect()
}

/// A number from the environment.
fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// Tries one input after the other for some time.
fn fuzz(kind: &str, make: impl Fn(&mut Random) -> (String, String), attempt: impl Fn(&str, &str)) {
    let until = Instant::now() + Duration::from_secs(setting("BOOLPROG_FUZZ_SECONDS", 1));
    let folder = root().join("target/fuzz");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let first = setting("BOOLPROG_FUZZ_SEED", 1);
    for seed in first.. {
        let (name, text) = make(&mut Random::new(seed));
        let path = folder.join(format!("{kind}-{seed}-{name}"));
        std::fs::write(&path, &text).expect("the input can be saved");
        let started = of_this_thread();
        let passed = catch_unwind(AssertUnwindSafe(|| attempt(&name, &text)));
        let time = since(started);
        assert!(passed.is_ok() && time < LONGEST, "seed {seed} failed after {time:?}; its input is {}", path.display());
        std::fs::remove_file(&path).expect("the input was saved");
        if Instant::now() > until {
            println!("{kind}: seeds {first} to {seed}");
            return;
        }
    }
}

/// A changed file with this ending.
fn changed(random: &mut Random, files: &[(String, String)]) -> (String, String) {
    let (name, text) = random.one_of(files);
    let (_, other) = random.one_of(files);
    (name.clone(), mutated(random, text, other))
}

fn briefly() -> Limits {
    Limits::start(Duration::from_millis(100), 64 << 20, CancellationToken::new())
}

/// No part of the program contradicts another one.
fn consistent<C>(report: &Report<C>) {
    for property in &report.properties {
        assert!(!matches!(&property.verdict, Verdict::Unknown(unknown) if unknown.is_internal()), "{:?}", property.id);
    }
}

/// Reads a program and checks it.
fn check(name: &str, text: &str) -> Option<Report> {
    let front_end = FrontEnd::of(Path::new(name)).expect("a known language");
    let text = Text { path: name.to_owned(), text: text.into() };
    let (program, _) = front_end.read(&text, &boolprog_frontend::Options::default(), &briefly()).ok()?;
    let query = match program {
        Program::Boolean(unit) => Query::Boolean(unit, Options { certificate: true, ..Options::default() }),
        Program::Integer(model) => Query::Integer(model, integer::Options::default()),
        Program::System(system) => {
            let target = (!system.has_targets()).then_some("2|2");
            if let Ok(mut system) = system.asking(None, target) {
                consistent(&system.check(Options::default(), &briefly()));
            }
            return None;
        }
    };
    let report = query.check(&mut NoProver, &briefly(), &mut Unobserved);
    consistent(&report);
    Some(report)
}

#[test]
fn the_texts_without_a_file_are_programs() {
    for (name, text) in MORE {
        let text = Text { path: name.to_owned(), text: text.into() };
        let front_end = FrontEnd::of(Path::new(name)).expect("a known language");
        assert!(front_end.read(&text, &boolprog_frontend::Options::default(), &Unlimited).is_ok(), "{name}");
    }
}

#[test]
fn programs_of_every_language() {
    let languages = [".bp", ".ip", ".c", ".tts", ".spec", ".cfa", ".system"].map(corpus);
    fuzz(
        "program",
        |random| {
            let files = random.one_of(&languages);
            changed(random, files)
        },
        |name, text| drop(check(name, text)),
    );
}

#[test]
fn certificates() {
    let programs = corpus(".bp");
    let proved = |text: &str| -> Option<(CertificateDocument, Vec<String>)> {
        let report = check("program.bp", text)?;
        let proved = report.properties.iter().filter(|property| matches!(property.verdict, Verdict::Proved(_)));
        let proved = proved.map(|property| property.id.clone()).collect();
        Some((*report.certificate?, proved))
    };
    let certificates: Vec<_> = programs.iter().filter_map(|(_, text)| Some((text, proved(text)?))).collect();
    fuzz(
        "certificate",
        |random| {
            let index = random.below(certificates.len());
            let mut document = serde_json::to_value(&certificates[index].1.0).expect("a document");
            for _ in 0..=random.below(3) {
                mutate_value(random, &mut document);
            }
            (format!("{index}.json"), document.to_string())
        },
        |name, json| {
            let index: usize = name.trim_end_matches(".json").parse().expect("an index");
            let (text, (_, known)) = &certificates[index];
            let Ok(document) = serde_json::from_str(json) else { return };
            if let Ok(accepted) = verify_text(text, &document, &mut NoProver, &briefly()) {
                // Another question may have other answers.
                let same = document.question == certificates[index].1.0.question;
                assert!(!same || accepted.properties.iter().all(|id| known.contains(id)), "{:?}", accepted.properties);
            }
        },
    );
}

const COMMANDS: [&str; 33] = [
    "threads",
    "stackTrace",
    "scopes",
    "variables",
    "next",
    "stepIn",
    "stepOut",
    "stepBack",
    "continue",
    "reverseContinue",
    "evaluate",
    "setBreakpoints",
    "setFunctionBreakpoints",
    "setExceptionBreakpoints",
    "gotoTargets",
    "goto",
    "completions",
    "restartFrame",
    "restart",
    "setVariable",
    "source",
    "loadedSources",
    "breakpointLocations",
    "dataBreakpointInfo",
    "setDataBreakpoints",
    "exceptionInfo",
    "boolprog/stepInBack",
    "boolprog/stepOutBack",
    "boolprog/gotoStep",
    "boolprog/trace",
    "boolprog/alternatives",
    "boolprog/whatIf",
    "boolprog/backToRecording",
];

#[test]
fn traces_in_the_debugger_and_in_exports() {
    let traces = corpus(".trace.json");
    fuzz(
        "trace",
        |random| {
            let (name, text) = random.one_of(&traces);
            let mut document: Value = serde_json::from_str(text).expect("JSON");
            for _ in 0..random.below(3) {
                mutate_value(random, &mut document);
            }
            // The session is a function of the name: traces that are left as they are have many.
            (format!("{}-{name}", random.below(1 << 20)), document.to_string())
        },
        |name, json| {
            let trace: Value = serde_json::from_str(json).expect("JSON");
            if let Ok(document) = boolprog_trace::document::TraceDocument::read(json) {
                let report = ReportDocument::of_trace(&Arc::new(document));
                for format in Format::ALL {
                    assert!(!export(&report, format).is_empty());
                }
            }
            let session = name.split('-').next().and_then(|number| number.parse().ok()).expect("a number");
            debug(&trace, &mut Random::new(session));
        },
    );
}

/// A session with random requests.
fn debug(trace: &Value, random: &mut Random) {
    let mut client = DapClient::start(Folder(root().join("tests/tests/dap_transcripts")));
    client.request("initialize", &json!({ "adapterID": "boolprog" }));
    client.request("launch", &json!({ "traceDocument": trace }));
    client.request("configurationDone", &Value::Null);
    for _ in 0..20 {
        let (number, line) = (random.below(5), random.below(30));
        let mut arguments = json!({
            "threadId": number, "frameId": number, "targetId": number, "variablesReference": random.below(20), "line": line,
            "expression": random.one_of(&["x", "x = T", "!x & (", "threads", "a@1", ""]), "text": "a", "column": number,
            "source": { "path": "race.bp" }, "step": number, "alternative": number,
            "breakpoints": [{ "line": line, "name": "main", "condition": "x", "dataId": "x" }],
            "filters": ["violation"], "name": "x", "value": "T", "sourceReference": number, "granularity": "line",
        });
        if random.below(4) == 0 {
            mutate_value(random, &mut arguments);
        }
        client.request(COMMANDS[random.below(COMMANDS.len())], &arguments);
    }
}

#[test]
fn sessions_of_the_language_server() {
    let languages = [".bp", ".ip", ".c"].map(corpus);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    fuzz(
        "server",
        |random| {
            let files = random.one_of(&languages);
            changed(random, files)
        },
        |name, text| assert_eq!(runtime.block_on(edit(name, text)), 0),
    );
}

/// A session about a text that changes at random; returns the exit code of the server.
async fn edit(name: &str, text: &str) -> u8 {
    let mut random = Random::new(text.len() as u64);
    let settings = json!({ "limits": { "time": { "onType": 1, "manual": 1 }, "memory": 64 } });
    let mut client = Client::start(settings).await;
    let uri = format!("file:///work/{name}");
    let language = match Path::new(name).extension().and_then(|ending| ending.to_str()) {
        Some("ip") => "boolprog-integer",
        Some("c") => "c",
        _ => "boolprog",
    };
    let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    if language == "c" {
        // It is left alone until a request is made.
        let params = json!({ "command": "boolprog.server.check", "arguments": [{ "uri": uri }] });
        client.request("workspace/executeCommand", params).await.expect("the command exists");
    }
    let mut text = text.to_owned();
    for version in 2..8 {
        for _ in 0..5 {
            let (line, character) = (random.below(text.lines().count() + 2), random.below(60));
            let request = REQUESTS[random.below(REQUESTS.len())];
            if let Err(error) = client.request(request, anywhere(&uri, line as u32, character as u32)).await {
                assert_ne!(error["code"], -32603, "{request}: {error}");
            }
        }
        text = mutated(&mut random, &text, "while * do x := !y; od; process P { loc a; a -> a; }");
        let changes = json!([{ "text": text }]);
        client.notify(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": changes }),
        );
    }
    client.shut_down().await
}
