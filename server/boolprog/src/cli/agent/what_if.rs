//! Another way than that of a counterexample, for agents: a session of the debugger.

use boolprog_dap::{Local, ProgramLoader};
use boolprog_export::lanes::Lanes;
use boolprog_export::report::ReportDocument;
use boolprog_mcp::WhatIf;
use boolprog_trace::document::TraceDocument;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

use super::asked::Found;
use super::steps::{MOST_STEPS, step};
use super::told::without_nothing;

/// Choices that are made at once.
const MOST_CHOICES: usize = 200;

/// The answer to `what_if`.
pub(super) fn tried(found: &Found, asked: &WhatIf, loader: &dyn ProgramLoader) -> Result<Value, String> {
    let document = serde_json::to_value(&**found.trace()?).map_err(|error| error.to_string())?;
    let mut session = Local::replay(loader, &found.file.file, &document)?;
    if asked.after > 0 {
        session.ask("boolprog/gotoStep", json!({ "step": asked.after }))?;
    }
    if asked.choose.len() > MOST_CHOICES {
        return Err(format!("At most {MOST_CHOICES} steps can be chosen at once."));
    }
    for chosen in &asked.choose {
        session.ask("boolprog/whatIf", json!({ "alternative": chosen }))?;
    }
    if asked.run {
        session.ask("continue", json!({ "threadId": 1 }))?;
    }
    let shown = session.ask("boolprog/trace", Value::Null)?;
    let is_tried = !shown["simulated"].is_null();
    let taken = shown["step"].as_u64().unwrap_or_default() as usize;
    let trace = TraceDocument::deserialize(&shown["trace"]).map_err(|error| error.to_string())?;
    let trace = Arc::new(trace);
    let report = ReportDocument::of_trace(&trace);
    let (_, lanes) = Lanes::all(&report).next().ok_or("This execution cannot be shown.")?;
    let rows = lanes.rows.iter().take(taken).skip(asked.after).take(MOST_STEPS);
    let is_over = taken == lanes.rows.len();
    let offered = session.ask("boolprog/alternatives", Value::Null)?;
    Ok(without_nothing(json!({
        "steps": rows.map(|row| step(&lanes, row)).collect::<Vec<_>>(),
        "taken": taken,
        "left_the_counterexample": is_tried,
        "violated": (is_over && lanes.outcome.is_violation).then(|| lanes.headline.clone()),
        "alternatives": offered["alternatives"].as_array().into_iter().flatten().map(alternative).collect::<Vec<_>>(),
        "more": offered["more"].as_bool().filter(|more| *more),
        "cannot_move": offered["blocked"].as_array().into_iter().flatten().map(|it| it["reason"].clone()).collect::<Vec<_>>(),
    })))
}

/// A step that is possible, with the number by which it is chosen.
fn alternative(offered: &Value) -> Value {
    without_nothing(json!({
        "choose": offered["id"],
        "thread": format!("T{}", offered["threadId"]),
        "line": offered["line"],
        "text": offered["text"],
        "changes": offered["changes"],
        "fails": offered["fails"].as_bool().filter(|fails| *fails),
        "recorded": offered["recorded"].as_bool().filter(|recorded| *recorded),
    }))
}
