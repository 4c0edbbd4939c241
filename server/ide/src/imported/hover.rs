//! Hover: the verdict of a property, which threads are at a statement and how many at once, and what holds there.

use boolprog_check::integer::places::Places;

use super::Snapshot;
use super::statement::{Statement, innermost, span_at};
use crate::hover::{Hover, line};
use crate::markdown::{code, escaped};
use crate::properties;

/// The hover at an offset, in at most `room` lines; none where no thread takes a step.
pub fn hover(snapshot: &Snapshot, offset: u32, room: usize) -> Option<Hover> {
    let places = snapshot.places();
    let property = innermost(offset, places.iter().copied());
    let model = snapshot.model.as_ref()?;
    let statement = span_at(snapshot, offset);
    let span = property.or(statement)?;
    let mut told: Vec<String> = Vec::new();
    let here = snapshot.properties.iter().zip(&places).enumerate().filter(|(_, (_, place))| Some(**place) == property);
    for (index, (found, _)) in here {
        let label = code(&found.stated().label);
        told.push(line(format_args!("{label} - {}", escaped(&properties::text(snapshot, index)))));
    }
    if let Some(statement) = statement {
        let places = snapshot.results.current().map(|findings| &*findings.places);
        told.extend(in_words(&Statement::at(model, statement), places));
    }
    told.truncate(room);
    Some(Hover { span, markdown: told.join("\n").trim_end().to_owned(), has_states: false })
}

fn in_words(statement: &Statement<'_>, known: Option<&Places>) -> Vec<String> {
    let executed = || line(statement.executed(known, code));
    match known {
        None => vec![executed()],
        Some(known) if statement.is_unreached(known) => vec![line("No thread gets here")],
        Some(known) => [executed()].into_iter().chain(always(statement, known)).collect(),
    }
}

/// The facts that always hold before a statement, as one formula.
fn always(statement: &Statement<'_>, known: &Places) -> Option<String> {
    let (facts, more) = statement.always(known);
    let is_alone = facts.len() + more == 1;
    let shown =
        facts.into_iter().map(|fact| if fact.contains(" || ") && !is_alone { format!("({fact})") } else { fact });
    let all = shown.collect::<Vec<_>>().join(" && ");
    let rest = if more == 0 { String::new() } else { format!(", and {more} more") };
    (!all.is_empty()).then(|| line(format_args!("Here always: {}{rest}", code(&all))))
}
