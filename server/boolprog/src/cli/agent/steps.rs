//! Steps of a counterexample for agents.

use boolprog_dap::{Local, ProgramLoader};
use boolprog_export::lanes::{Lanes, Row};
use boolprog_mcp::Replay;
use serde_json::{Value, json};

use super::asked::Found;
use super::told::without_nothing;

/// Steps that an answer lists.
pub(super) const MOST_STEPS: usize = 100;
/// Expressions that are evaluated at once.
const MOST_WATCHED: usize = 20;

/// The answer to `replay`.
pub(super) fn replayed(found: &Found, asked: &Replay, loader: &dyn ProgramLoader) -> Result<Value, String> {
    let trace = found.trace()?;
    let lanes = Lanes::of(found.property()).ok_or("This counterexample cannot be shown.")?;
    let first = asked.from.max(1);
    if first > lanes.rows.len() {
        return Err(format!("The counterexample has {} steps.", lanes.rows.len()));
    }
    let rows = lanes.rows.iter().skip(first - 1).take(asked.count.min(MOST_STEPS));
    let start: Vec<String> = lanes.start.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let mut watched = Vec::new();
    if !asked.watch.is_empty() {
        let document = serde_json::to_value(&**trace).map_err(|error| error.to_string())?;
        let mut session = Local::replay(loader, &found.file.file, &document)?;
        session.ask("boolprog/gotoStep", json!({ "step": first - 1 }))?;
        for expression in asked.watch.iter().take(MOST_WATCHED) {
            let value = session.ask("evaluate", json!({ "expression": expression, "context": "watch" }));
            let value = value.map_or_else(|why| why, |value| value["result"].as_str().unwrap_or_default().to_owned());
            watched.push(format!("{expression}: {value}"));
        }
    }
    Ok(without_nothing(json!({
        "id": found.property().id,
        "end": lanes.headline,
        "size": lanes.size,
        "start": start,
        "watch": watched,
        "steps": rows.map(|row| step(&lanes, row)).collect::<Vec<_>>(),
        "of": lanes.rows.len(),
    })))
}

/// A step as an object.
pub(super) fn step(lanes: &Lanes<'_>, row: &Row<'_>) -> Value {
    let thread = lanes.lane(row.thread).map_or_else(|| format!("T{}", row.thread), boolprog_export::lanes::Lane::title);
    without_nothing(json!({
        "step": row.step,
        "thread": thread,
        "in": row.file,
        "line": row.line,
        "text": row.text,
        "effects": row.effects().chain(row.notes()).collect::<Vec<_>>(),
    }))
}
