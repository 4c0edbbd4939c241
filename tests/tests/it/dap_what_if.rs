//! Laws of what-if simulations, on generated programs: the shown trace is always an execution of the program, going
//! back is the inverse of going forward, and the recording is restored unchanged.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock};

use boolprog_base::control::Unlimited;
use boolprog_check::Unit;
use boolprog_frontend::{Text, recorded_machine};
use boolprog_tests::checked::{counterexamples, unit};
use boolprog_tests::dap_client::{Answered, DapClient, Folder};
use boolprog_tests::generate::{Flavour, program};
use boolprog_tests::root;
use boolprog_trace::c::repeated;
use boolprog_trace::document::{PropertyKind, Sites, TraceDocument, site_ranges};
use boolprog_trace::interpreter::Interpreter;
use boolprog_trace::replay;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::{Value, json};

/// A program with a recording that is left.
struct Recorded {
    text: String,
    trace: TraceDocument,
    program: Program,
}

/// The judge of whether a trace is an execution.
enum Program {
    Boolean(Box<Unit>),
    C(Arc<boolprog_machine::program::Program>),
}

/// The first counterexample of a generated program.
fn boolean(text: String) -> Option<Recorded> {
    let unit = unit(&text)?;
    let trace = counterexamples(&unit).into_iter().next()?;
    Some(Recorded { text, trace, program: Program::Boolean(Box::new(unit)) })
}

/// C programs that are violated, with structures, mutexes, condition variables, heap, input and sections.
static OF_C: LazyLock<Vec<Recorded>> = LazyLock::new(|| {
    let examples = ["lost-update-broken", "bounded-buffer-broken", "double-checked-broken", "stack-cas-broken"];
    let tests = [
        "members",
        "deadlock-order",
        "created-at-most-broken",
        "race-free",
        "heap-any",
        "deadlock-lost-signal",
        "race-section-and-plain",
    ];
    let examples = examples.map(|name| format!("examples/{name}.c"));
    let paths = examples.into_iter().chain(tests.map(|name| format!("tests/tests/c/{name}.c")));
    paths.flat_map(|path| of_c(&path)).collect()
});

/// The counterexamples that a check finds with the options of the first line.
fn counterexamples_of_c(path: &Path, text: &str) -> Vec<TraceDocument> {
    let line = text.lines().next().unwrap_or_default();
    let options = line.strip_prefix("// expect: unsafe").unwrap_or("--timeout 30").split_whitespace();
    let mut boolprog = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    let output = boolprog.args(["check", "--format", "json"]).args(options).arg(path).output();
    let report: serde_json::Value = serde_json::from_slice(&output.expect("the binary starts").stdout).expect("JSON");
    let properties = report["files"][0]["properties"].as_array().cloned().unwrap_or_default();
    let traces = properties.into_iter().filter(|property| property["verdict"] == "violated");
    traces.map(|property| TraceDocument::read_value(&property["trace"]).expect("a trace")).collect()
}

fn of_c(path: &str) -> Vec<Recorded> {
    let path = root().join(path);
    let text = std::fs::read_to_string(&path).expect("readable");
    let traces = counterexamples_of_c(&path, &text);
    assert!(!traces.is_empty(), "{}", path.display());
    let recorded = |trace: TraceDocument| {
        let named = Text { path: trace.program.clone(), text: text.as_str().into() };
        let program = recorded_machine(&trace, &named, None, &Unlimited).expect("a program");
        Recorded { text: text.clone(), trace, program: Program::C(Arc::new(program)) }
    };
    traces.into_iter().map(recorded).collect()
}

fn replaying(recorded: &Recorded) -> DapClient {
    let mut client = DapClient::start(Folder(PathBuf::new()));
    client.request("initialize", &json!({"adapterID": "boolprog"})).body();
    let launch = json!({"traceDocument": recorded.trace, "programText": recorded.text});
    client.request("launch", &launch).body();
    client.request("configurationDone", &Value::Null).stopped();
    client
}

/// The shown trace and the position of the cursor.
fn shown(client: &mut DapClient) -> (TraceDocument, usize) {
    let answered = client.request("boolprog/trace", &Value::Null);
    let document = serde_json::from_value(answered.body()["trace"].clone()).expect("a trace");
    (document, answered.body()["step"].as_u64().expect("a number") as usize)
}

/// Fails the test unless a trace is an execution of the program.
fn assert_is_execution(recorded: &Recorded, document: &TraceDocument) {
    match &recorded.program {
        Program::Boolean(unit) => assert_is_execution_of_unit(unit, document),
        Program::C(program) => {
            let (again, _) = repeated(document, program, &Unlimited).expect("it can be repeated");
            assert_eq!((again.initial, again.steps), (document.initial.clone(), document.steps.clone()));
        }
    }
}

fn assert_is_execution_of_unit(unit: &Unit, document: &TraceDocument) {
    let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading);
    let sites = Sites::new(&site_ranges(&unit.text, &unit.file));
    let states = document.states().expect("a sound document");
    let moves = document.steps.len() - usize::from(document.property.kind == PropertyKind::Assert);
    let configurations = states.iter().map(|state| state.configuration(&sites).expect("its places are there"));
    let actors = document.steps[..moves].iter().map(|step| step.thread);
    assert_eq!(replay::follows(&interpreter, configurations, actors), Ok(()));
}

/// Everything that depends on the place alone.
fn everything(client: &mut DapClient) -> Value {
    let list = |answered: &Answered, key: &str| answered.body()[key].as_array().expect("a list").clone();
    let threads = list(&client.request("threads", &Value::Null), "threads");
    assert!(!threads.is_empty(), "without a thread, editors have nothing to step back with");
    let mut all = vec![json!(threads)];
    for thread in &threads {
        let frames = list(&client.request("stackTrace", &json!({"threadId": thread["id"]})), "stackFrames");
        for frame in &frames {
            for scope in list(&client.request("scopes", &json!({"frameId": frame["id"]})), "scopes") {
                let reference = json!({"variablesReference": scope["variablesReference"]});
                let variables = list(&client.request("variables", &reference), "variables");
                // The number of steps changes when there are more.
                all.extend(variables.into_iter().filter(|variable| variable["name"] != "steps taken"));
            }
        }
    }
    json!(all)
}

fn motion(client: &mut DapClient, command: &str) -> Answered {
    client.request(command, &json!({"threadId": 1}))
}

/// An attempt is an execution, and Restart brings the recording back.
fn law_of_execution(recorded: &Recorded, acts: Vec<(usize, usize)>) -> TestCaseResult {
    let text = &recorded.text;
    let mut client = replaying(recorded);
    let at_start = everything(&mut client);
    for (act, choice) in acts {
        match act {
            0 => drop(motion(&mut client, "stepBack").stopped()),
            1 => drop(motion(&mut client, "continue").stopped()),
            2 => drop(motion(&mut client, "stepOut").stopped()),
            // The thread may not be there, or not be able to move.
            3 => drop(motion(&mut client, "stepIn")),
            4 | 5 => drop(motion(&mut client, "next").stopped()),
            _ => {
                let offered = client.request("boolprog/alternatives", &Value::Null);
                let count = offered.body()["alternatives"].as_array().expect("a list").len();
                if count > 0 {
                    let wanted = json!({"alternative": choice % count + 1});
                    let before = shown(&mut client).1;
                    let stop = client.request("boolprog/whatIf", &wanted);
                    prop_assert_eq!(stop.stopped()["step"].as_u64(), Some(before as u64 + 1), "{}", text);
                }
            }
        }
        let (document, step) = shown(&mut client);
        prop_assert!(step <= document.steps.len());
        assert_is_execution(recorded, &document);
    }
    motion(&mut client, "restart").stopped();
    prop_assert_eq!(shown(&mut client), (recorded.trace.clone(), 0));
    prop_assert_eq!(everything(&mut client), at_start);
    Ok(())
}

/// Going back in what is tried is the inverse of going forward.
fn law_of_going_back(recorded: &Recorded, choices: Vec<usize>) -> TestCaseResult {
    let mut client = replaying(recorded);
    let mut seen = vec![everything(&mut client)];
    for choice in choices {
        let offered = client.request("boolprog/alternatives", &Value::Null);
        let count = offered.body()["alternatives"].as_array().expect("a list").len();
        if count == 0 {
            break;
        }
        client.request("boolprog/whatIf", &json!({"alternative": choice % count + 1})).stopped();
        seen.push(everything(&mut client));
    }
    let steps = seen.len() - 1;
    // At the beginning of a simulation one may have left it: the recording follows again.
    let simulated = client.request("boolprog/trace", &Value::Null).body()["simulated"]["from"].as_u64();
    let from = simulated.unwrap_or(0) as usize;
    // An array lists the parts that the whole execution accesses: of a longer one more, which are not written yet.
    let written = |mut found: Value| {
        if let Some(value) = found["value"].as_str().map(|value| value.replace(", -", "").replace("{-", "{")) {
            found["value"] = value.into();
        }
        found
    };
    let facts = |value: &Value| {
        let all = value.as_array().expect("a list").clone();
        let kept = all
            .into_iter()
            .filter(|found| !["acts next", "what if", "not shown"].iter().any(|name| found["name"] == *name));
        kept.map(written).collect::<Vec<_>>()
    };
    for back in (from..steps).rev() {
        access(&mut client, "stepBack").stopped();
        prop_assert_eq!(facts(&everything(&mut client)), facts(&seen[back]));
    }
    for (forth, expected) in seen.iter().enumerate().skip(from + 1) {
        let stop = access(&mut client, "next");
        prop_assert_eq!(stop.stopped()["step"].as_u64(), Some(forth as u64));
        prop_assert_eq!(facts(&everything(&mut client)), facts(expected));
    }
    Ok(())
}

/// The largest number of a thread that is started.
fn most_started(trace: &TraceDocument) -> u32 {
    trace.steps.iter().filter_map(|step| step.created).max().unwrap_or(1)
}

#[test]
fn a_simulation_starts_no_thread_that_the_recording_does_not_have_and_says_why_it_ends() {
    let recorded = of_c("examples/spin-lock-broken.c").remove(0);
    for left in 0..recorded.trace.steps.len() {
        let mut client = replaying(&recorded);
        client.request("boolprog/gotoStep", &json!({"step": left})).stopped();
        let offered = client.request("boolprog/alternatives", &Value::Null);
        let others = offered.body()["alternatives"].as_array().expect("a list").clone();
        for other in others.iter().filter(|other| other["recorded"] == false) {
            motion(&mut client, "restart").stopped();
            client.request("boolprog/gotoStep", &json!({"step": left})).stopped();
            client.request("boolprog/whatIf", &json!({"alternative": other["id"]})).stopped();
            motion(&mut client, "continue").stopped();
            let (document, step) = shown(&mut client);
            let simulated = client.request("boolprog/trace", &Value::Null).body()["simulated"].clone();
            // The step that was chosen may start one.
            let most = most_started(&recorded.trace).max(document.steps[left].created.unwrap_or(1));
            assert!(most_started(&document) <= most && document.steps.len() < 500, "{}", document.steps.len());
            assert!(document.is_violation() || simulated["why"].is_string(), "{left} {step} {simulated}");
        }
    }
}

/// A motion by steps of the recording: a statement of C can be several.
fn access(client: &mut DapClient, command: &str) -> Answered {
    client.request(command, &json!({"threadId": 1, "granularity": "instruction"}))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_tried_is_an_execution_and_the_recording_comes_back(
        generated in program(Flavour::Full, 5),
        acts in proptest::collection::vec((0..9_usize, 0..40_usize), 1..14),
    ) {
        let Some(recorded) = boolean(generated.to_string()) else { return Ok(()) };
        law_of_execution(&recorded, acts)?;
    }

    #[test]
    fn going_back_in_what_is_tried_is_the_inverse_of_going_forward(
        generated in program(Flavour::Full, 5),
        choices in proptest::collection::vec(0..40_usize, 1..6),
    ) {
        let Some(recorded) = boolean(generated.to_string()) else { return Ok(()) };
        law_of_going_back(&recorded, choices)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5, max_shrink_iters: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_tried_of_a_c_program_is_an_execution_and_the_recording_comes_back(
        which in any::<proptest::sample::Index>(),
        acts in proptest::collection::vec((0..9_usize, 0..40_usize), 1..14),
    ) {
        law_of_execution(which.get(&OF_C), acts)?;
    }

    #[test]
    fn going_back_in_what_is_tried_of_a_c_program_is_the_inverse_of_going_forward(
        which in any::<proptest::sample::Index>(),
        choices in proptest::collection::vec(0..40_usize, 1..10),
    ) {
        law_of_going_back(which.get(&OF_C), choices)?;
    }
}

#[test]
fn the_recorded_step_of_a_c_program_is_among_the_alternatives() {
    for recorded in &*OF_C {
        let mut client = replaying(recorded);
        for step in 0..recorded.trace.steps.len() {
            let offered = client.request("boolprog/alternatives", &Value::Null);
            let offers = offered.body()["alternatives"].as_array().expect("a list");
            let count = offers.iter().filter(|offer| offer["recorded"] == true).count();
            assert_eq!(count, 1, "{}, step {step}: {}", recorded.trace.program, offered.body());
            access(&mut client, "next").stopped();
        }
        if recorded.trace.is_violation() {
            let offered = client.request("boolprog/alternatives", &Value::Null);
            assert_eq!(offered.body()["alternatives"], json!([]), "a violation ends the program");
        }
    }
}
