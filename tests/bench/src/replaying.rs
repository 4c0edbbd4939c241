//! `--suite replay`: how soon the debugger answers while it replays a long counterexample with many threads, and how much
//! memory it takes.

mod long;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use boolprog_tests::dap_client::{framed, read_body};
use serde::Serialize;
use serde_json::{Value, json};

use crate::arguments::RunArguments;
use crate::bench::beside_this;
use crate::editing::figures::Percentiles;
use crate::editing::soak::resident;
use crate::{results, tables};

const STEPS: usize = 5_000;
const THREADS: u32 = 64;

/// Places at which everything is asked for.
const STOPS: usize = 40;

#[derive(Serialize)]
struct Replay {
    steps: usize,
    threads: u32,
    requests: BTreeMap<String, Percentiles>,
    /// Resident memory in MiB: at launch, at the end, and after a simulation.
    memory: [f64; 3],
}

/// Measures, prints a table and writes `replay.json` and `replay.md`.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let out = &arguments.common.out;
    let (program, trace) = (out.join("replay.bp"), out.join("replay.trace.json"));
    let (text, document) = long::counterexample(STEPS, THREADS).context("a long counterexample")?;
    fs::write(&program, text).with_context(|| program.display().to_string())?;
    fs::write(&trace, serde_json::to_string(&document)?).with_context(|| trace.display().to_string())?;

    let boolprog = arguments.boolprog.clone().map_or_else(beside_this, Ok)?;
    let mut adapter =
        Adapter::start(Command::new(&boolprog).arg("dap")).with_context(|| boolprog.display().to_string())?;
    adapter.ask("initialize", &json!({ "adapterID": "boolprog" }));
    adapter.ask("launch", &json!({ "trace": trace, "program": program }));
    adapter.ask("configurationDone", &Value::Null);
    let launched = adapter.memory()?;
    let line = document.steps.get(STEPS / 2).map_or(1, |step| step.range.line);
    adapter.breakpoints(&program.display().to_string(), line);
    for stop in 0..STOPS {
        adapter.ask("boolprog/gotoStep", &json!({ "step": stop * STEPS / STOPS }));
        adapter.look();
        adapter.ask("gotoTargets", &json!({ "source": { "path": program }, "line": line }));
        adapter.ask("breakpointLocations", &json!({ "source": { "path": program }, "line": 1, "endLine": 100 }));
    }
    adapter.ask("boolprog/trace", &Value::Null);
    let replayed = adapter.memory()?;
    for stop in (0..STOPS).rev() {
        adapter.ask("boolprog/gotoStep", &json!({ "step": stop * STEPS / STOPS }));
        adapter.try_out();
    }
    let memory = [launched, replayed, adapter.memory()?];
    let requests = adapter.end()?;
    let replay = Replay { steps: STEPS, threads: THREADS, requests, memory };
    results::save(out, "replay", &replay, &table(&replay))
}

fn table(replay: &Replay) -> String {
    let row = |(request, figures): (&String, &Percentiles)| {
        let [median, worst] = [figures.median, figures.worst].map(tables::milliseconds);
        vec![format!("`{request}`"), figures.count.to_string(), median, worst]
    };
    let rows: Vec<_> = replay.requests.iter().map(row).collect();
    let [launched, replayed, tried] = replay.memory;
    format!(
        "{} steps, {} threads. Resident memory: {launched:.0} MiB when launched, {replayed:.0} MiB after the replay, \
         {tried:.0} MiB after what was tried. Milliseconds:\n\n{}",
        replay.steps,
        replay.threads,
        tables::table(&["request", "count", "median", "worst"].map(str::to_owned), &rows)
    )
}

/// A debug adapter in a process of its own.
struct Adapter {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    sent: u64,
    times: BTreeMap<String, Vec<Duration>>,
}

impl Adapter {
    fn start(command: &mut Command) -> Result<Self> {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = process.stdin.take().context("a pipe")?;
        let output = BufReader::new(process.stdout.take().context("a pipe")?);
        Ok(Self { process, input, output, sent: 0, times: BTreeMap::new() })
    }

    /// Sends a request and waits for its answer; `null` if the adapter has gone.
    fn ask(&mut self, command: &str, arguments: &Value) -> Value {
        self.sent += 1;
        let message = json!({ "seq": self.sent, "type": "request", "command": command, "arguments": arguments });
        let message = framed(&message.to_string());
        let begin = Instant::now();
        if self.input.write_all(&message).and_then(|()| self.input.flush()).is_err() {
            return Value::Null;
        }
        while let Some(body) = read_body(&mut self.output) {
            // The work of this client to understand a whole trace is not the adapter's.
            let arrived = begin.elapsed();
            let mut answer: Value = serde_json::from_slice(&body).unwrap_or_default();
            if answer["request_seq"] == self.sent {
                self.times.entry(command.to_owned()).or_default().push(arrived);
                return answer["body"].take();
            }
        }
        Value::Null
    }

    fn memory(&self) -> Result<f64> {
        resident(self.process.id())
    }

    /// Breakpoints of each kind: one on a line that is seldom met, one with a condition, one on data.
    fn breakpoints(&mut self, path: &str, line: u32) {
        let lines = json!([{ "line": line, "condition": "#threads at L > 60", "hitCondition": "% 500" }]);
        self.ask("setBreakpoints", &json!({ "source": { "path": path }, "breakpoints": lines }));
        self.ask("setDataBreakpoints", &json!({ "breakpoints": [{ "dataId": "s & t", "hitCondition": "% 500" }] }));
        let functions = json!([{ "name": "step", "condition": "#threads at L > 60", "hitCondition": "% 500" }]);
        self.ask("setFunctionBreakpoints", &json!({ "breakpoints": functions }));
    }

    /// Sends the requests of an editor at a stop, and moves.
    fn look(&mut self) {
        let threads = self.ask("threads", &Value::Null);
        let thread = json!({ "threadId": threads["threads"][0]["id"] });
        let frames = self.ask("stackTrace", &thread);
        let frame = frames["stackFrames"][0]["id"].clone();
        let scopes = self.ask("scopes", &json!({ "frameId": frame }));
        for scope in scopes["scopes"].as_array().into_iter().flatten() {
            self.ask("variables", &json!({ "variablesReference": scope["variablesReference"] }));
        }
        self.ask("evaluate", &json!({ "expression": "#threads at L > 2 & old(s)", "frameId": frame }));
        self.ask("completions", &json!({ "text": "", "column": 1, "frameId": frame }));
        for motion in ["next", "stepIn", "stepOut", "stepBack", "reverseContinue", "continue"] {
            self.ask(motion, &thread);
        }
    }

    /// Tries another step, continues, and returns.
    fn try_out(&mut self) {
        let offered = self.ask("boolprog/alternatives", &Value::Null);
        let others = offered["alternatives"].as_array().into_iter().flatten();
        let other = others.rev().find(|offer| offer["recorded"] == false);
        let Some(id) = other.map(|offer| offer["id"].clone()) else { return };
        self.ask("boolprog/whatIf", &json!({ "alternative": id }));
        let thread = json!({ "threadId": 1 });
        let named = |adapter: &mut Self, command: &str| {
            adapter.ask(command, &thread);
            let last = adapter.times.get_mut(command).and_then(Vec::pop);
            adapter.times.entry(format!("{command}, trying")).or_default().extend(last);
        };
        for motion in ["next", "next", "stepBack", "continue"] {
            named(self, motion);
        }
        self.ask("boolprog/backToRecording", &Value::Null);
    }

    /// The figures, once the adapter has ended.
    fn end(mut self) -> Result<BTreeMap<String, Percentiles>> {
        self.ask("disconnect", &Value::Null);
        drop(self.input);
        self.process.wait()?;
        let figures = self.times.into_iter().filter_map(|(request, times)| Some((request, Percentiles::of(&times)?)));
        Ok(figures.collect())
    }
}
