//! `--suite latency`: the latency of the server during typing.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, FILE, capabilities};
use boolprog_tests::programs::endless;
use boolprog_tests::root;
use serde::Serialize;
use serde_json::{Value, json};

use super::figures::Percentiles;
use super::program::program;
use super::session::{Session, Times, editor};
use crate::arguments::RunArguments;
use crate::{results, tables};

/// Lines of the files that are edited.
const SIZES: [usize; 4] = [30, 300, 3_000, 30_000];
const KEYS_TO_A_CANCELLED_REQUEST: usize = 10;
const CANCELLED_CHECKS: usize = 20;

#[derive(Debug, Serialize)]
struct Latency {
    /// Number of keys in each file.
    keystrokes: usize,
    typing: Vec<Typing>,
    /// From a request to end a check to its end.
    cancelled_check: Option<Percentiles>,
    /// Of each example, from the key that makes it whole to its verdicts, which includes the pause that a check
    /// waits for.
    verdicts: Vec<(String, Option<Percentiles>)>,
    /// Of a C file, from a key to the verdicts of all properties, or of those that do not depend on it.
    c: Vec<(String, Option<Percentiles>)>,
}

#[derive(Debug, Serialize)]
struct Typing {
    lines: usize,
    bytes: usize,
    diagnostics: Option<Percentiles>,
    syntax: Option<Percentiles>,
    completion: Option<Percentiles>,
    tokens: Option<Percentiles>,
    hover: Option<Percentiles>,
    others: Option<Percentiles>,
    cancel: Option<Percentiles>,
}

/// Measures, prints a table and writes `latency.json` and `latency.md`.
pub(super) async fn run(arguments: &RunArguments) -> Result<()> {
    let mut typing = Vec::new();
    for lines in SIZES {
        eprintln!("latency: {lines} lines");
        typing.push(type_into(lines, arguments.keystrokes).await);
    }
    eprintln!("latency: checks");
    let latency = Latency {
        keystrokes: arguments.keystrokes,
        typing,
        cancelled_check: cancelled_checks().await,
        verdicts: verdicts(arguments.common.repeat).await?,
        c: edited_c(arguments.common.repeat).await?,
    };
    results::save(&arguments.common.out, "latency", &latency, &table(&latency))
}

async fn type_into(lines: usize, keystrokes: usize) -> Typing {
    let text = program(lines);
    let mut client = Client::start_with(Options::default(), json!({}), editor()).await;
    let mut session = Session::open(&mut client, FILE, &text, lines as u64).await;
    let mut times = Times::default();
    for key in 0..keystrokes {
        session.key(&mut client, &mut times).await;
        if key % KEYS_TO_A_CANCELLED_REQUEST == 0 {
            session.cancel(&mut client, &mut times).await;
        }
    }
    client.shut_down().await;
    Typing {
        lines,
        bytes: text.len(),
        diagnostics: Percentiles::of(&times.diagnostics),
        syntax: Percentiles::of(&times.syntax),
        completion: Percentiles::of(&times.completion),
        tokens: Percentiles::of(&times.tokens),
        hover: Percentiles::of(&times.hover),
        others: Percentiles::of(&times.others),
        cancel: Percentiles::of(&times.cancel),
    }
}

async fn cancelled_checks() -> Option<Percentiles> {
    let settings = json!({ "check": { "debounce": 0 }, "limits": { "time": { "onType": 600 } } });
    let mut times = Vec::new();
    for round in 0..CANCELLED_CHECKS {
        let mut client = Client::start_with(Options::default(), settings.clone(), capabilities()).await;
        client.open(&endless());
        let running = client.notification("$/progress", |params| params["value"]["kind"] == "begin").await;
        // At another moment of the check each time.
        tokio::time::sleep(Duration::from_millis(50 * round as u64)).await;
        let token = running["token"].clone();
        let begin = Instant::now();
        client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
        let is_end = |params: &Value| params["token"] == token && params["value"]["kind"] == "end";
        client.notification("$/progress", is_end).await;
        times.push(client.last_arrival() - begin);
        client.shut_down().await;
    }
    Percentiles::of(&times)
}

async fn verdicts(repeat: u32) -> Result<Vec<(String, Option<Percentiles>)>> {
    let folder = root().join("examples");
    let entries = std::fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut paths: Vec<_> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bp"));
    paths.sort();
    let mut verdicts = Vec::new();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        verdicts.push((name, verdict(&path, repeat).await?));
    }
    Ok(verdicts)
}

/// The last letter of a program is missing, and is typed.
async fn verdict(path: &Path, repeat: u32) -> Result<Option<Percentiles>> {
    let whole = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let last = whole.rfind("end").context("a program has an end")? + 2;
    let broken = [&whole[..last], &whole[last + 1..]].concat();
    let line = whole[..last].matches('\n').count();
    let column = last - whole[..last].rfind('\n').map_or(0, |newline| newline + 1);
    let mut times = Vec::new();
    for _ in 0..repeat {
        let mut client = Client::start_with(Options::default(), json!({}), editor()).await;
        client.open(&broken);
        client.status(1, "error").await;
        let at = json!({ "line": line, "character": column });
        let begin = Instant::now();
        client.change(2, json!([{ "range": { "start": at, "end": at }, "text": whole[last..=last] }]));
        client.status(2, "done").await;
        times.push(client.last_arrival() - begin);
        client.shut_down().await;
    }
    Ok(Percentiles::of(&times))
}

/// Edits in a C file of 300 lines with threads, of which all properties are proved: each is another program for the server.
async fn edited_c(repeat: u32) -> Result<Vec<(String, Option<Percentiles>)>> {
    const PROPERTIES: usize = 4;
    /// The text that is edited, the text that gets another number in place of its last digit, and the number of verdicts to wait for.
    const EDITS: [(&str, &str, usize); 3] = [
        ("what no property depends on", "int base = 1", PROPERTIES),
        ("what one of four properties depends on: the others", "phase = 1", PROPERTIES - 1),
        ("what one of four properties depends on: all", "phase = 1", PROPERTIES),
    ];
    let path = root().join("tests/bench/models/service.c");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let text = format!("// boolprog: check\n{text}");
    let mut found = Vec::new();
    for (what, place, verdicts) in EDITS {
        let settings = json!({ "limits": { "time": { "onType": 60 } } });
        let mut client = Client::start_with(Options::default(), settings, editor()).await;
        let document = json!({ "uri": FILE, "languageId": "c", "version": 1, "text": text });
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
        proved(&mut client, 1, PROPERTIES).await;
        let before = &text[..text.find(place).context("the text is there")? + place.len()];
        let line = before.matches('\n').count();
        let end = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1);
        let (start, mut length, mut times) = (json!({ "line": line, "character": end - 1 }), 1, Vec::new());
        for number in 2..2 + repeat {
            let new = number.to_string();
            let range = json!({ "start": start, "end": { "line": line, "character": end - 1 + length } });
            length = new.len();
            let begin = Instant::now();
            client.change(number.cast_signed(), json!([{ "range": range, "text": new }]));
            proved(&mut client, number.cast_signed(), verdicts).await;
            times.push(client.last_arrival() - begin);
            proved(&mut client, number.cast_signed(), PROPERTIES).await;
        }
        client.shut_down().await;
        found.push((what.to_owned(), Percentiles::of(&times)));
    }
    Ok(found)
}

/// Waits until this number of properties of a version is proved.
async fn proved(client: &mut Client, version: i32, number: usize) {
    let is_proved = |params: &Value| {
        let text = params["text"].as_str().unwrap_or_default();
        let counted = match text.strip_prefix("checking ") {
            Some(progress) => progress.split('/').next(),
            None => text.strip_suffix(" proved"),
        };
        params["version"] == version && counted.and_then(|it| it.parse().ok()) >= Some(number)
    };
    client.notification("boolprog/status", is_proved).await;
}

fn table(latency: &Latency) -> String {
    let cell = |figure: &Option<Percentiles>| figure.map_or(String::new(), |figure| figure.cell());
    let header = ["lines", "bytes", "syntax", "diagnostics", "completion", "tokens", "hover", "others", "cancel"]
        .map(str::to_owned);
    let row = |typing: &Typing| {
        let mut cells = vec![typing.lines.to_string(), typing.bytes.to_string()];
        let soon = [&typing.syntax, &typing.diagnostics, &typing.completion, &typing.tokens];
        let later = [&typing.hover, &typing.others, &typing.cancel];
        cells.extend(soon.into_iter().chain(later).map(cell));
        cells
    };
    let typing: Vec<_> = latency.typing.iter().map(row).collect();
    let named = |figures: &[(String, Option<Percentiles>)]| -> Vec<_> {
        figures.iter().map(|(name, figure)| vec![name.clone(), cell(figure)]).collect()
    };
    format!(
        "Milliseconds: median, **99th percentile** and worst of {} keystrokes in each file. *Syntax*: from a key \
         that makes or mends a mistake of syntax until the client is told so; *diagnostics*: from a key to all diagnostics \
         of the text it leaves; *completion* and *tokens* (of the whole file, as a change): asked for \
         right after the key; *hover* and *others* (outline, folds, lenses, hints, actions): asked for after that; \
         *cancel*: from `$/cancelRequest` to the answer.\n\n{}\nA check that is cancelled ends after {} ms.\n\nFrom \
         the last key to the verdicts, with the pause of 300 ms that a check waits for:\n\n{}\nThe same for edits in a C file of 300 lines:\n\n{}",
        latency.keystrokes,
        tables::table(&header, &typing),
        cell(&latency.cancelled_check),
        tables::table(&["example".to_owned(), "verdicts".to_owned()], &named(&latency.verdicts)),
        tables::table(&["edited".to_owned(), "verdicts".to_owned()], &named(&latency.c)),
    )
}
