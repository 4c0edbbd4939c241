//! Invalid recordings of integer programs: there is always an answer, and a simulation from there is an execution of
//! the program.

use std::path::PathBuf;

use boolprog_tests::dap_client::{DapClient, Folder};
use proptest::prelude::*;
use serde_json::{Value, json};

const PROGRAM: &str = include_str!("../dap_transcripts/integer_what_if.ip");
const RECORDING: &str = include_str!("../dap_transcripts/integer_what_if.trace.json");

fn recording() -> Value {
    serde_json::from_str(RECORDING).expect("JSON")
}

/// An adapter at the first stop of a recording; none if it refuses to replay that.
fn replaying(trace: &Value, program: &str) -> Option<DapClient> {
    let mut client = DapClient::start(Folder(PathBuf::new()));
    client.request("initialize", &json!({"adapterID": "boolprog"})).body();
    let launched = client.request("launch", &json!({"traceDocument": trace, "programText": program}));
    if launched.response["success"] != true {
        return None;
    }
    client.request("configurationDone", &Value::Null).stopped();
    Some(client)
}

/// The refusal of the adapter to list other steps; `None` if there are offers.
fn refusal(trace: &Value) -> Option<String> {
    let mut client = replaying(trace, PROGRAM).expect("a sound recording");
    let answered = client.request("boolprog/alternatives", &Value::Null).response;
    (answered["success"] != true).then(|| answered.to_string())
}

fn replace(document: &mut Value, path: &str, value: Value) {
    *document.pointer_mut(path).unwrap_or_else(|| panic!("there is {path}")) = value;
}

/// All places in a document that hold no others.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| leaves(item, &format!("{path}/{index}"), found));
        }
        Value::Object(items) => items.iter().for_each(|(key, item)| leaves(item, &format!("{path}/{key}"), found)),
        _ => found.push(path.to_owned()),
    }
}

#[test]
fn other_things_can_be_tried_from_the_recording() {
    assert_eq!(refusal(&recording()), None);
}

#[test]
fn a_choice_that_the_program_does_not_offer_is_no_step_of_it() {
    let mut trace = recording();
    // The first client paid nothing.
    let text = PROGRAM.replace("input(0..2)", "input(1..2)");
    replace(&mut trace, "/program_hash", json!(boolprog_trace::document::program_hash(&text)));
    let mut client = replaying(&trace, &text).expect("a sound recording");
    let answered = client.request("boolprog/alternatives", &Value::Null).response;
    assert_eq!(answered["success"], false, "{answered}");
}

#[test]
fn threads_have_the_numbers_of_their_instances() {
    for number in [0_u32, 4, 65_539, u32::MAX] {
        let text = recording().to_string().replace("\"thread\":3", &format!("\"thread\":{number}"));
        let text = text.replace("\"number\":3", &format!("\"number\":{number}"));
        let trace: Value = serde_json::from_str(&text).expect("JSON");
        assert_ne!(trace, recording());
        let Some(mut client) = replaying(&trace, PROGRAM) else { continue };
        let answered = client.request("boolprog/alternatives", &Value::Null).response;
        assert_eq!(answered["success"], false, "{number}: {answered}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn recordings_with_mistakes_are_answered(
        places in proptest::collection::vec(
            (any::<prop::sample::Index>(), prop::sample::select(vec![
                json!(0), json!(1), json!(2), json!(3), json!(65_536), json!(65_537), json!(u32::MAX), json!(i64::MIN),
                json!(i64::MAX), json!(true), json!(null), json!(""), json!("away"), json!("Client[7]"), json!("value"),
                json!("assert"), json!("point"),
            ])),
            1..4,
        ),
        acts in proptest::collection::vec((0..5_usize, 1..9_u32), 1..8),
    ) {
        let mut trace = recording();
        let mut found = Vec::new();
        leaves(&trace, "", &mut found);
        for (place, value) in places {
            let path = &found[place.index(found.len())];
            if path != "/program_hash" && path != "/schema" {
                replace(&mut trace, path, value);
            }
        }
        let Some(mut client) = replaying(&trace, PROGRAM) else { return Ok(()) };
        for (act, choice) in acts {
            let answered = match act {
                0 => client.request("boolprog/whatIf", &json!({"alternative": choice})),
                1 => client.request("boolprog/alternatives", &Value::Null),
                2 => client.request("continue", &json!({"threadId": 1})),
                3 => client.request("stepBack", &json!({"threadId": choice})),
                _ => client.request("stepIn", &json!({"threadId": choice})),
            };
            let said = answered.response.to_string();
            prop_assert!(!said.contains("Please report this"), "{}\n{}", said, trace);
        }
    }
}
