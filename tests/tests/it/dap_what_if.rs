//! Laws of what-if simulations, on generated programs: the shown trace is always an execution of the program, going
//! back is the inverse of going forward, and the recording is restored unchanged.

use std::path::PathBuf;

use boolprog_check::Unit;
use boolprog_tests::checked::{counterexamples, unit};
use boolprog_tests::dap_client::{Answered, DapClient, Folder};
use boolprog_tests::generate::{Flavour, program};
use boolprog_trace::document::{Sites, TraceDocument, site_ranges};
use boolprog_trace::interpreter::Interpreter;
use boolprog_trace::replay;
use proptest::prelude::*;
use serde_json::{Value, json};

fn replaying(unit: &Unit, trace: &TraceDocument) -> DapClient {
    let mut client = DapClient::start(Folder(PathBuf::new()));
    client.request("initialize", &json!({"adapterID": "boolprog"})).body();
    client.request("launch", &json!({"traceDocument": trace, "programText": &*unit.text})).body();
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
fn assert_is_execution(unit: &Unit, document: &TraceDocument) {
    let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading);
    let sites = Sites::new(&site_ranges(&unit.text, &unit.file));
    let states = document.states().expect("a sound document");
    let moves =
        document.steps.len() - usize::from(document.property.kind == boolprog_trace::document::PropertyKind::Assert);
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_tried_is_an_execution_and_the_recording_comes_back(
        generated in program(Flavour::Full, 5),
        acts in proptest::collection::vec((0..9_usize, 0..40_usize), 1..14),
    ) {
        let text = generated.to_string();
        let Some(unit) = unit(&text) else { return Ok(()) };
        let Some(recorded) = counterexamples(&unit).into_iter().next() else { return Ok(()) };
        let mut client = replaying(&unit, &recorded);
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
            assert_is_execution(&unit, &document);
        }
        motion(&mut client, "restart").stopped();
        prop_assert_eq!(shown(&mut client), (recorded, 0));
        prop_assert_eq!(everything(&mut client), at_start);
    }

    #[test]
    fn going_back_in_what_is_tried_is_the_inverse_of_going_forward(
        generated in program(Flavour::Full, 5),
        choices in proptest::collection::vec(0..40_usize, 1..6),
    ) {
        let text = generated.to_string();
        let Some(unit) = unit(&text) else { return Ok(()) };
        let Some(recorded) = counterexamples(&unit).into_iter().next() else { return Ok(()) };
        let mut client = replaying(&unit, &recorded);
        let mut seen = vec![everything(&mut client)];
        for choice in choices {
            let offered = client.request("boolprog/alternatives", &Value::Null);
            let count = offered.body()["alternatives"].as_array().expect("a list").len();
            if count == 0 { break }
            client.request("boolprog/whatIf", &json!({"alternative": choice % count + 1})).stopped();
            seen.push(everything(&mut client));
        }
        let steps = seen.len() - 1;
        // At the beginning of a simulation one may have left it: the recording follows again.
        let from = client.request("boolprog/trace", &Value::Null).body()["simulated"]["from"].as_u64().unwrap_or(0) as usize;
        let facts = |value: &Value| {
            let all = value.as_array().expect("a list").clone();
            let kept = all.into_iter().filter(|found| !["acts next", "what if"].iter().any(|name| found["name"] == *name));
            kept.collect::<Vec<_>>()
        };
        for back in (from..steps).rev() {
            motion(&mut client, "stepBack").stopped();
            prop_assert_eq!(facts(&everything(&mut client)), facts(&seen[back]));
        }
        for (forth, expected) in seen.iter().enumerate().skip(from + 1) {
            let stop = motion(&mut client, "next");
            prop_assert_eq!(stop.stopped()["step"].as_u64(), Some(forth as u64));
            prop_assert_eq!(facts(&everything(&mut client)), facts(expected));
        }
    }
}
