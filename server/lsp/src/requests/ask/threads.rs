//! The number of threads that are needed.

use boolprog_check::{Effort, Options, Unobserved, check};
use boolprog_ide::questions::{self, Answer};
use tower_lsp::ls_types::Position;

use super::Asked;

/// The answer from the last check, if its findings suffice; else the thread states are searched until the number of
/// threads for each of them is known. Fails with a sentence for the user if the question is invalid.
pub(super) fn answer(asked: &Asked<'_>, position: Option<Position>) -> Result<Answer, String> {
    let place = position.map(|position| asked.place(position)).transpose()?;
    let scope = asked.scope();
    let snapshot = asked.snapshot()?;
    let known = snapshot.results.current().map(|findings| &findings.reachable);
    if let Some(known) = known.filter(|known| known.cutoff().is_some()) {
        return Ok(questions::threads(known, place, &scope));
    }
    let options = Options { thread_states: Effort::Full, ..asked.options };
    let report = check(asked.unit, options, asked.control, &mut Unobserved);
    Ok(questions::threads(&report.reachable, place, &scope))
}
