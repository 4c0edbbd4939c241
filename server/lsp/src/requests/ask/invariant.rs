//! Does an expression hold whenever a thread is at a place, or everywhere?

use boolprog_check::condition::{Condition, Scope};
use boolprog_check::invariant::{Where, invariant};
use boolprog_check::wording;
use boolprog_ide::questions::{self, Answer};
use tower_lsp::ls_types::Position;

use super::Asked;

/// Fails with a sentence for the user if the question is invalid.
pub(super) fn answer(asked: &Asked<'_>, expression: &str, position: Option<Position>) -> Result<Answer, String> {
    let place = position.map(|position| asked.place(position)).transpose()?;
    let condition = Condition::parse(expression, if place.is_some() { Scope::Visible } else { Scope::Shared })?;
    let sites = place.map(|(site, _)| site);
    if !condition.is_usable(asked.unit, sites.as_slice()) {
        return Err(wording::unusable(expression, place.is_some()));
    }
    let line = place.map(|(_, line)| line);
    let name = wording::exception(expression, line);
    let place = if sites.is_some() { Where::At(sites.as_slice()) } else { Where::Everywhere };
    let answer = invariant(asked.unit, &condition, place, &name, asked.options, asked.control);
    Ok(questions::invariant(answer, expression, line, &asked.scope()))
}
