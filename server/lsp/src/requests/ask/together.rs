//! Can different threads be at these places at the same time?

use boolprog_check::together::{Place, together};
use boolprog_ide::questions::{self, Answer};
use tower_lsp::ls_types::Position;

use super::Asked;

/// The maximal number of program points: a trace with more threads would be unreadable.
const MOST_PLACES: usize = 16;

/// Fails with a sentence for the user if the question is invalid.
pub(super) fn answer(asked: &Asked<'_>, positions: &[Position]) -> Result<Answer, String> {
    if !(1..=MOST_PLACES).contains(&positions.len()) {
        return Err(format!("Name between 1 and {MOST_PLACES} places."));
    }
    let there = positions.iter().map(|position| asked.place(*position)).collect::<Result<Vec<_>, _>>()?;
    let lines: Vec<usize> = there.iter().map(|(_, line)| *line).collect();
    let places: Vec<Place> = there.into_iter().map(|(site, _)| Place { sites: vec![site], condition: None }).collect();
    let meeting = together(asked.unit, &places, &questions::crowd(&lines), asked.options, asked.control);
    Ok(questions::together(meeting, &lines, &asked.scope()))
}
