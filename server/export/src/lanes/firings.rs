//! The run of a net as one lane: its steps are firings of rules, and its shared variables are the places.

use std::borrow::Cow;
use std::collections::BTreeMap;

use boolprog_base::words::count;
use boolprog_check::wording::happens;
use boolprog_trace::run::FiringsDocument;

use super::{Change, Lane, Lanes, Row, Value, outcome};
use crate::report::PropertyDocument;

/// The number of the only lane.
const NET: u32 = 1;

pub(super) fn lanes<'a>(run: &'a FiringsDocument, property: &PropertyDocument) -> Lanes<'a> {
    let mut marking: BTreeMap<&str, i64> = BTreeMap::new();
    let start = run.start.iter().map(|(place, tokens)| (place.as_str(), number(*tokens)));
    marking.extend(start.clone());
    let rows = (1..).zip(&run.steps).map(|(step, firing)| {
        let changes = firing.tokens.iter().map(|(place, tokens)| {
            let to = number(*tokens);
            let from = marking.insert(place, to).unwrap_or_default();
            Change { thread: None, name: place, from: Value::Number(from), to: Value::Number(to) }
        });
        Row {
            step,
            thread: NET,
            switched: false,
            line: firing.line,
            file: None,
            text: Cow::Borrowed("the rule fires"),
            looks: Vec::new(),
            own: Vec::new(),
            shared: changes.collect(),
            created: None,
            ended: None,
            joined: None,
            woken: &[],
            blocked: &[],
            atomic: None,
        }
    });
    let rows = rows.collect();
    Lanes {
        headline: happens(property.kind, &property.name),
        size: count(run.steps.len() as u64, "step"),
        guarantee: "",
        threads: vec![Lane { thread: NET, name: "net", parent: None, from: 0, end: None, joined: None }],
        start: start.map(|(place, tokens)| (place, Value::Number(tokens))).collect(),
        rows,
        outcome: outcome(property, None),
    }
}

fn number(tokens: u64) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}
