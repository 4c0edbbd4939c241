//! How many threads are needed?

use boolprog_check::{Effort, Options, Unobserved, check};
use boolprog_ide::questions::{self, Answer};
use tower_lsp::ls_types::Position;

use super::Asked;

/// What the last check found is the answer if it is enough for one; else the thread states are searched for until it is
/// known what each of them takes. Fails with a sentence for people, if it cannot be asked.
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
