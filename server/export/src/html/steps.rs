//! The table of steps and states of a counterexample.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use boolprog_trace::document::{self, StateDocument, ThreadDocument, TraceDocument};

use crate::lanes::{Lanes, Row, Value};
use crate::report::{Counterexample, PropertyDocument};
use crate::text::Markup;
use crate::values::Values;

/// Tables with more cells of states have no columns for the threads: the page would be unwieldy, and its size that of the
/// product of steps and variables.
const MOST_CELLS: usize = 50_000;

/// The table: a row per step, with its changes and, if the table does not grow too large, the state after it. Variables that
/// keep their values have no column.
pub(super) fn table(property: &PropertyDocument, lanes: &Lanes, line: impl Fn(&Row<'_>) -> String) -> String {
    let columns = match &property.trace {
        Some(Counterexample::Program(trace)) => Columns::of(trace, lanes),
        _ => Columns::default(),
    };
    let mut table = String::from("<table class=\"steps\">\n");
    if columns.left_out {
        table.push_str("<caption>There are too many variables to show the states of all threads.</caption>\n");
    }
    table.push_str("<thead><tr>");
    for (head, class) in HEADS {
        let _ = write!(table, "<th scope=\"col\"{class}>{head}</th>");
    }
    for name in &columns.names {
        let _ = write!(table, "<th scope=\"col\" class=\"value\"><code>{}</code></th>", Markup(name));
    }
    table.push_str("</tr></thead>\n<tbody>\n");
    let mut states = columns.states.into_iter();
    table.push_str("<tr><th scope=\"row\" class=\"number\">0</th><td></td><td></td><td>start</td><td></td>");
    let mut before = states.next().unwrap_or_default();
    let _ = writeln!(table, "{}</tr>", values(&before, &before));
    for row in &lanes.rows {
        let state = states.next().unwrap_or_default();
        let class = match lanes.outcome_of(row) {
            Some(outcome) if outcome.is_violation => " class=\"wrong\"",
            Some(_) => " class=\"last\"",
            None if row.switched => " class=\"switched\"",
            None => "",
        };
        let (step, thread, at, text, what) = (row.step, row.thread, line(row), Markup(&row.text), what(row, lanes));
        let _ = writeln!(
            table,
            "<tr{class}><th scope=\"row\" class=\"number\">{step}</th><td>T{thread}</td><td class=\"number\">{at}</td>\
             <td><code>{text}</code></td><td>{what}</td>{}</tr>",
            values(&state, &before)
        );
        before = state;
    }
    table.push_str("</tbody>\n</table>");
    if !columns.unchanged.is_empty() {
        let _ = write!(table, "\n<p>Unchanged: {}.</p>", columns.unchanged.join(", "));
    }
    table
}

const HEADS: [(&str, &str); 5] = [
    ("Step", " class=\"number\""),
    ("Thread", ""),
    ("Line", " class=\"number\""),
    ("Statement", ""),
    ("What happens", ""),
];

/// Changes, other effects, and the outcome after the last step.
fn what(row: &Row, lanes: &Lanes) -> String {
    let mut parts: Vec<String> = row.effects().map(|effect| format!("<code>{}</code>", Markup(effect))).collect();
    parts.extend(row.notes());
    parts.extend(lanes.outcome_of(row).map(|outcome| format!("<strong>{}</strong>", Markup(&outcome.words))));
    parts.join(", ")
}

/// The cells of a state; values that are new are marked.
fn values(state: &[Option<Value>], before: &[Option<Value>]) -> String {
    let mut cells = String::new();
    for (index, value) in state.iter().enumerate() {
        let text = value.as_ref().map(|value| Markup(value.to_string()).to_string()).unwrap_or_default();
        let new = before.get(index) != Some(value) && value.is_some();
        let (bold, light) = if new { ("<b>", "</b>") } else { ("", "") };
        let _ = write!(cells, "<td class=\"value\">{bold}{text}{light}</td>");
    }
    cells
}

/// The states as a table: a column per variable that changes, a row per state.
#[derive(Default)]
struct Columns {
    names: Vec<String>,
    states: Vec<Vec<Option<Value>>>,
    /// The other variables, with their values, as markup.
    unchanged: Vec<String>,
    /// Variables of threads are left out.
    left_out: bool,
}

impl Columns {
    /// Shared variables, then for each thread its copies of globals and the variables of the procedure that it starts in.
    fn of(trace: &TraceDocument, lanes: &Lanes) -> Self {
        let mut threads = Vec::new();
        let mut names = trace.shared.clone();
        let outermost = outermost(trace);
        for lane in &lanes.threads {
            let procedure = outermost.get(&lane.thread).and_then(|index| trace.procedures.get(*index as usize));
            let own = procedure.map(|procedure| procedure.variables.as_slice()).unwrap_or_default();
            names.extend(trace.thread_local.iter().chain(own).map(|name| format!("T{}.{name}", lane.thread)));
            threads.push((lane.thread, trace.thread_local.len(), own.len()));
        }
        let mut values = vec![Values::None; names.len()];
        // After a damaged step there are no states.
        let _ = trace.walk(|_, state| {
            let known = values.iter_mut().zip(of_state(state, &threads));
            known.for_each(|(values, value)| value.into_iter().for_each(|value| values.add(value)));
        });
        let known = names.iter().zip(&values).filter_map(|(name, values)| Some((name, values.only()?)));
        let known =
            known.map(|(name, value)| (name, Value::of(trace.kind, value))).filter(|(_, it)| *it != Value::Gone);
        let unchanged =
            known.map(|(name, value)| format!("<code>{} {}</code>", Markup(name), Markup(value.to_string())));
        let unchanged = unchanged.collect();
        let mut shown: Vec<usize> = (0..names.len()).filter(|index| values[*index].only().is_none()).collect();
        let is_large = |shown: &[usize]| shown.len().saturating_mul(trace.steps.len() + 1) > MOST_CELLS;
        let left_out = is_large(&shown);
        if left_out {
            shown.retain(|index| *index < trace.shared.len());
        }
        if is_large(&shown) {
            return Self { unchanged, left_out, ..Self::default() };
        }
        let mut states = Vec::with_capacity(trace.steps.len() + 1);
        let _ = trace.walk(|_, state| {
            let state = of_state(state, &threads);
            let value = |index: &usize| state[*index].map(|value| Value::of(trace.kind, value));
            states.push(shown.iter().map(|index| value(index).filter(|value| *value != Value::Gone)).collect());
        });
        let names = shown.iter().map(|index| std::mem::take(&mut names[*index])).collect();
        Self { names, states, unchanged, left_out }
    }
}

/// The procedure that each thread starts in.
fn outermost(trace: &TraceDocument) -> BTreeMap<u32, u32> {
    let mut found = BTreeMap::new();
    let initial = trace.initial.threads.iter().map(|thread| (thread.number, thread.frames.first()));
    let changed = trace.steps.iter().flat_map(|step| &step.threads).filter(|thread| thread.kept == 0);
    for (number, frame) in initial.chain(changed.map(|thread| (thread.number, thread.frames.first()))) {
        if let Some(frame) = frame {
            found.entry(number).or_insert(frame.procedure);
        }
    }
    found
}

/// The values of one state. Of each thread, its number and how many variables of both sorts it has.
fn of_state<'s>(state: &'s StateDocument, threads: &[(u32, usize, usize)]) -> Vec<Option<&'s document::Value>> {
    let mut values: Vec<Option<&document::Value>> = state.shared.iter().map(Some).collect();
    for &(number, copies, own) in threads {
        let thread = state.threads.iter().find(|thread| thread.number == number);
        let frame = |thread: &'s Arc<ThreadDocument>| thread.frames.first().map(|frame| frame.values.as_slice());
        let copied = thread.map(|thread| thread.thread_local.as_slice()).unwrap_or_default();
        let first = thread.and_then(frame).unwrap_or_default();
        values.extend((0..copies).map(|index| copied.get(index)));
        values.extend((0..own).map(|index| first.get(index)));
    }
    values
}
