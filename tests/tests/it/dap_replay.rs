//! Laws of replays, on generated counterexamples: going back is the inverse of going forward, the view depends on the
//! cursor alone, and the events agree with the answers.

use std::collections::BTreeSet;
use std::sync::Arc;

use boolprog_tests::dap_client::{Answered, DapClient};
use boolprog_trace::document::{
    self, FrameDocument, LabelDocument, ProcedureDocument, ProgramKind, PropertyDocument, PropertyKind, RangeDocument,
    SCHEMA, StateDocument, StepDocument, ThreadChange, ThreadDocument, TraceDocument,
};
use boolprog_trace::stack::Stack;
use proptest::prelude::*;
use serde_json::{Value, json};

const PROGRAM: &str = "/home/generated.bp";

/// The action of a step; numbers are taken modulo the number of choices.
#[derive(Clone, Debug)]
enum Act {
    Share(usize),
    Flip,
    Call,
    Return,
    Create,
    End,
    Passive,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        (0..2usize).prop_map(Act::Share),
        Just(Act::Flip),
        Just(Act::Call),
        Just(Act::Return),
        Just(Act::Create),
        Just(Act::End),
        Just(Act::Passive),
    ]
}

fn range(line: u32) -> RangeDocument {
    RangeDocument { line, column: 3, end_line: line, end_column: 9, file: None }
}

fn frame(procedure: u32, line: u32) -> FrameDocument {
    FrameDocument { procedure, range: range(line), location: None, values: vec![document::Value::Truth(false)] }
}

fn thread(state: &mut StateDocument, index: usize) -> &mut ThreadDocument {
    Arc::make_mut(&mut state.threads[index])
}

fn flip(value: &mut document::Value) {
    *value = document::Value::from(value.truth() == Some(false));
}

/// The difference of a thread from before: with the activations that it keeps, where it keeps an even number of them, else in full.
fn change(before: &StateDocument, after: &ThreadDocument) -> ThreadChange {
    let old = before.threads.iter().find(|old| old.number == after.number);
    let kept = old.map_or(0, |old| old.frames.shared_with(&after.frames));
    match kept % 2 {
        0 => ThreadChange { kept, frames: after.frames.above(kept).cloned().collect(), ..ThreadChange::to(after) },
        _ => ThreadChange::to(after),
    }
}

/// Performs one act of one thread and moves it to `line`.
fn step(state: &mut StateDocument, last: &mut u32, who: usize, act: &Act, line: u32) -> StepDocument {
    let before = state.clone();
    let index = who % state.threads.len();
    let (number, at) = (state.threads[index].number, state.threads[index].frames.last().expect("a frame").range);
    let (mut created, mut ended) = (None, None);
    let depth = state.threads[index].frames.len();
    match act {
        Act::Share(variable) => flip(&mut state.shared[*variable]),
        Act::Flip => flip(&mut thread(state, index).frames.last_mut().expect("a frame").values[0]),
        Act::Call => thread(state, index).frames.push(frame(1, line)),
        Act::Return if depth > 1 => drop(thread(state, index).frames.pop()),
        Act::Create => {
            *last += 1;
            created = Some(*last);
            state.threads.push(Arc::new(ThreadDocument {
                number: *last,
                thread_local: vec![document::Value::Truth(true)],
                frames: Stack::from_iter([frame(1, line)]),
            }));
        }
        Act::End if state.threads.len() > 1 => ended = Some(state.threads.remove(index).number),
        Act::Passive => state.threads.iter_mut().for_each(|thread| flip(&mut Arc::make_mut(thread).thread_local[0])),
        Act::Return | Act::End => {}
    }
    if let Some(thread) = state.threads.iter_mut().find(|thread| thread.number == number) {
        Arc::make_mut(thread).frames.last_mut().expect("a frame").range = range(line);
    }
    let shared = (0..2).filter(|i| before.shared[*i] != state.shared[*i]).map(|i| (i as u32, state.shared[i].clone()));
    let changed = state.threads.iter().filter(|thread| !before.threads.contains(thread));
    let threads = changed.map(|thread| change(&before, thread)).collect();
    let text = format!("{act:?}");
    let shared = shared.collect();
    StepDocument {
        thread: number,
        range: at,
        text,
        shared,
        atomic: None,
        threads,
        accesses: Vec::new(),
        begins: false,
        woken: Vec::new(),
        blocked: Vec::new(),
        created,
        ended,
        joined: None,
        fresh: Vec::new(),
        choices: Vec::new(),
    }
}

prop_compose! {
    fn trace()(
        starting in 1..3u32,
        acts in proptest::collection::vec((0..4usize, act(), 1..12u32), 0..14),
    ) -> TraceDocument {
        let main = |number| ThreadDocument { number, thread_local: vec![document::Value::Truth(false)], frames: Stack::from_iter([frame(0, 1)]) };
        let threads = (1..=starting).map(main).map(Arc::new).collect();
        let initial = StateDocument { shared: vec![document::Value::Truth(false); 2], atomic: None, threads };
        let (mut state, mut last) = (initial.clone(), starting);
        let steps = acts.iter().map(|(who, act, line)| step(&mut state, &mut last, *who, act, *line)).collect();
        let violating = &state.threads[0];
        let label = LabelDocument { name: "L".to_owned(), range: range(2) };
        let procedure = |name: &str| ProcedureDocument {
            name: name.to_owned(),
            variables: vec!["x".to_owned()],
            labels: vec![label.clone()],
        };
        TraceDocument {
            schema: SCHEMA.to_owned(),
            program: PROGRAM.to_owned(),
            program_hash: String::new(),
            kind: ProgramKind::Boolean,
            files: Vec::new(),
            threads: "*".to_owned(),
            instances: Vec::new(),
            property: PropertyDocument {
                id: "assert-1".to_owned(),
                kind: PropertyKind::Assert,
                name: "F".to_owned(),
                range: violating.frames.last().expect("a frame").range,
                thread: violating.number,
                related: Vec::new(),
                locks: None,
            },
            threads_needed: 1,
            context_switches: 0,
            guarantee: String::new(),
            heap: Vec::new(),
            shared: vec!["s".to_owned(), "t".to_owned()],
            thread_local: vec!["l".to_owned()],
            procedures: vec![procedure("main"), procedure("worker")],
            initial,
            steps,
            schedule: None,
        }
    }
}

/// Everything a client can open: threads, their frames, the scopes of each, the variables of each.
fn everything(client: &mut DapClient) -> Value {
    let list = |answered: Answered, key: &str| answered.body()[key].as_array().expect("a list").clone();
    let threads = list(client.request("threads", &Value::Null), "threads");
    let mut shown = Vec::new();
    for thread in &threads {
        let frames = list(client.request("stackTrace", &json!({"threadId": thread["id"]})), "stackFrames");
        for frame in &frames {
            for scope in list(client.request("scopes", &json!({"frameId": frame["id"]})), "scopes") {
                let reference = json!({"variablesReference": scope["variablesReference"]});
                let variables = list(client.request("variables", &reference), "variables");
                assert_eq!(scope["namedVariables"], variables.len());
                shown.push(json!([frame, scope, variables]));
            }
        }
    }
    json!([threads, shown])
}

/// The visible result of an arrival.
fn place(answered: &Answered) -> (Value, Value, Value) {
    let stopped = answered.stopped();
    (stopped["reason"].clone(), stopped["description"].clone(), stopped["hitBreakpointIds"].clone())
}

fn travel(client: &mut DapClient, command: &str) -> Answered {
    client.request(command, &json!({"threadId": 1}))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn back_is_the_inverse_of_forward(trace in trace()) {
        let mut client = DapClient::replaying(&trace);
        let mut seen = vec![everything(&mut client)];
        for _ in &trace.steps {
            travel(&mut client, "next").stopped();
            seen.push(everything(&mut client));
        }
        for expected in seen.iter().rev().skip(1) {
            travel(&mut client, "stepBack").stopped();
            prop_assert_eq!(&everything(&mut client), expected);
        }
        for (step, expected) in seen.iter().enumerate().rev() {
            let stop = client.request("boolprog/gotoStep", &json!({"step": step}));
            let reason = if step == trace.steps.len() { "exception" } else { "step" };
            prop_assert_eq!(&stop.stopped()["reason"], reason);
            prop_assert_eq!(&everything(&mut client), expected);
        }
    }

    #[test]
    fn running_back_visits_the_same_breakpoints(trace in trace(), lines in proptest::collection::vec(1..12u32, 0..4)) {
        let mut client = DapClient::replaying(&trace);
        let breakpoints: Vec<_> = lines.iter().map(|line| json!({"line": line})).collect();
        let request = json!({"source": {"path": PROGRAM}, "breakpoints": breakpoints});
        let answered = client.request("setBreakpoints", &request);
        for (line, breakpoint) in lines.iter().zip(answered.body()["breakpoints"].as_array().expect("a list")) {
            let touched = trace.steps.iter().map(|step| step.range).chain([trace.property.range]);
            prop_assert_eq!(breakpoint["verified"].as_bool(), Some(touched.map(|r| r.line).any(|l| l == *line)));
        }
        let (mut forward, mut backward) = (Vec::new(), Vec::new());
        loop {
            let stop = place(&travel(&mut client, "continue"));
            if stop.0 == "exception" { break }
            forward.push(stop);
        }
        loop {
            let stop = place(&travel(&mut client, "reverseContinue"));
            if stop.0 == "entry" { break }
            backward.push(stop);
        }
        backward.reverse();
        let wanted = (1..trace.steps.len()).filter(|k| lines.contains(&trace.steps[*k].range.line));
        prop_assert_eq!(forward.len(), wanted.count());
        prop_assert_eq!(forward, backward);
    }

    #[test]
    fn events_say_which_threads_live_and_which_one_moved(trace in trace(), moves in proptest::collection::vec(0..8usize, 1..12)) {
        let mut client = DapClient::replaying(&trace);
        let mut alive: BTreeSet<_> = trace.initial.threads.iter().map(|thread| u64::from(thread.number)).collect();
        for choice in moves {
            let goal = choice * trace.steps.len() / 7;
            let answered = match choice {
                0 => travel(&mut client, "next"),
                1 => travel(&mut client, "stepBack"),
                2 => travel(&mut client, "stepOut"),
                3 => travel(&mut client, "stepIn"),
                4 => travel(&mut client, "restart"),
                _ => client.request("boolprog/gotoStep", &json!({"step": goal})),
            };
            for event in answered.events.iter().filter(|event| event["event"] == "thread") {
                let number = event["body"]["threadId"].as_u64().expect("a number");
                let news = if event["body"]["reason"] == "started" { alive.insert(number) } else { alive.remove(&number) };
                prop_assert!(news, "{event}");
            }
            let threads = client.request("threads", &Value::Null);
            let listed: BTreeSet<_> =
                threads.body()["threads"].as_array().expect("a list").iter().filter_map(|t| t["id"].as_u64()).collect();
            prop_assert_eq!(&listed, &alive);
            let focus = answered.stopped()["threadId"].as_u64().expect("a thread");
            prop_assert!(alive.contains(&focus));
        }
    }

    #[test]
    fn stepping_into_and_out_are_steps_of_one_thread(trace in trace(), start in 0..14usize) {
        let (start, end) = (start.min(trace.steps.len()), trace.steps.len());
        let mut client = DapClient::replaying(&trace);
        client.request("setExceptionBreakpoints", &json!({"filters": []}));
        let actor = |k: usize| trace.steps[k].thread;
        let own = (start..end).find(|k| actor(*k) == 1).map_or(end, |k| k + 1);
        let switch = (start + 1..end).find(|k| actor(*k) != actor(*k - 1)).unwrap_or(end);
        for (command, goal) in [("stepIn", own), ("stepOut", switch)] {
            client.request("boolprog/gotoStep", &json!({"step": start})).stopped();
            let stop = travel(&mut client, command);
            let arrived = client.request("boolprog/gotoStep", &json!({"step": goal}));
            prop_assert_eq!(&stop.stopped()["description"], &arrived.stopped()["description"]);
        }
    }

    #[test]
    fn every_motion_has_its_inverse(trace in trace()) {
        let mut client = DapClient::replaying(&trace);
        let end = format!("step {} of", trace.steps.len());
        for (forward, back) in [("stepIn", "boolprog/stepInBack"), ("stepOut", "boolprog/stepOutBack")] {
            client.request("setExceptionBreakpoints", &json!({"filters": []}));
            let (mut there, mut back_again) = (Vec::new(), Vec::new());
            loop {
                let stop = place(&travel(&mut client, forward)).1;
                let at = stop.as_str().expect("a description");
                if at.starts_with(&end) || at.starts_with("before") { break }
                there.push(stop);
            }
            loop {
                let stop = place(&travel(&mut client, back)).1;
                if stop.as_str().expect("a description").starts_with("before") { break }
                back_again.push(stop);
            }
            back_again.reverse();
            prop_assert_eq!(there, back_again, "{}", forward);
        }
    }

    #[test]
    fn breakpoints_on_data_stop_where_it_changes(trace in trace()) {
        let mut client = DapClient::replaying(&trace);
        client.request("setDataBreakpoints", &json!({"breakpoints": [{"dataId": "s"}]})).body();
        let states = trace.states().expect("a sound trace");
        let changed = |k: &usize| states[*k].shared[0] != states[k - 1].shared[0];
        let wanted = (1..trace.steps.len()).filter(changed).count();
        for (command, ends) in [("continue", "exception"), ("reverseContinue", "entry")] {
            let stops = std::iter::repeat_with(|| place(&travel(&mut client, command)).0);
            let stops: Vec<_> = stops.take_while(|reason| reason != ends).collect();
            prop_assert_eq!(stops.len(), wanted);
            prop_assert!(stops.iter().all(|reason| reason == "data breakpoint"));
        }
    }
}
