//! Answers for agents: the checks of the command line, the story and the facts of the editor, and the replay of the debugger.

mod always;
mod asked;
mod pages;
mod steps;
mod told;
mod what_if;

use boolprog_mcp::{Page, Programs, Question};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use asked::Question as Check;

/// The answers of this program.
pub(super) struct Agent;

impl Programs for Agent {
    fn answer(&self, question: &Question, cancelled: &CancellationToken) -> Result<Value, String> {
        let check = Check::of(question.asked(), cancelled)?;
        match question {
            Question::Check(_) => Ok(told::checked(&check.checked())),
            Question::Explain(about) => told::explained(&check.about(about.id.as_deref())?, &check),
            Question::Replay(replay) => {
                let found = check.about(replay.about.id.as_deref())?;
                steps::replayed(&found, replay, &check.loader())
            }
            Question::WhatIf(what_if) => {
                let found = check.about(what_if.about.id.as_deref())?;
                what_if::tried(&found, what_if, &check.loader())
            }
            Question::Invariants(invariants) => always::known(&check, &invariants.lines),
        }
    }

    fn pages(&self) -> &'static [Page] {
        pages::PAGES
    }
}
