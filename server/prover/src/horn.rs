//! Horn clauses: whether relations exist that satisfy them.

use std::time::Duration;

use boolprog_base::control::{Control, Stop};

use crate::Unknown;
use crate::process::{Over, Process, shorten};

/// Clauses over unknown relations.
#[derive(Clone, Copy, Debug)]
pub struct HornClauses<'a> {
    /// Declarations of the relations, and assertions, in SMT-LIB of the logic `HORN`.
    pub text: &'a str,
    /// `true` if Spacer may replace a relation by its definition. That may take less time, but the solution may have
    /// quantifiers then.
    pub inlining: bool,
    /// The time that the prover has.
    pub limit: Duration,
}

/// The answer whether clauses have a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solution {
    /// There is one: its definitions, as the prover writes them.
    Model(String),
    /// There is none.
    Refuted,
    /// The prover does not know.
    Unknown(Unknown),
}

/// Spacer generalises several of its lemmas together (Vediramana Krishnan, Chen, Shoham, Gurfinkel, "Global guidance for
/// local generalization in model checking", CAV 2020), without which it diverges on counters. Provers before Z3 4.8.13 do
/// not know the option: what they say to it is skipped.
const GLOBAL: &str = "(set-option :fp.spacer.global true)\n";

/// Relations stay as they are.
const WITHOUT_INLINING: &str = "(set-option :fp.xform.inline_eager false)\n\
                                (set-option :fp.xform.inline_linear false)\n(set-option :fp.xform.slice false)\n";

/// Lines that a prover may write about an option.
const MOST_LINES: u32 = 10_000;

const LONGEST_MODEL: usize = 1 << 20;

/// Asks a process of its own, which ends with the question: what Spacer keeps in memory helps no other.
pub(crate) fn solve(
    program: &str,
    arguments: &[String],
    clauses: &HornClauses<'_>,
    control: &dyn Control,
) -> Result<Solution, Stop> {
    let undecided = |why: String| Ok(Solution::Unknown(Unknown::Undecided(why)));
    let mut process = match Process::start(program, arguments) {
        Ok(process) => process,
        Err(why) => return Ok(Solution::Unknown(Unknown::Unavailable(why))),
    };
    let HornClauses { text, inlining, limit } = clauses;
    // Options count before the logic alone, with which Z3 as a library makes its engine.
    let inlining = if *inlining { "" } else { WITHOUT_INLINING };
    let milliseconds = limit.as_millis();
    let question = format!(
        "(set-option :print-success false)\n(set-option :produce-models true)\n(set-option :timeout {milliseconds})\n\
         {GLOBAL}{inlining}(echo \"clauses\")\n(set-logic HORN)\n{text}(check-sat)\n"
    );
    match converse(&mut process, question, *limit, control) {
        Ok(solution) => Ok(solution),
        Err(Over::Stopped(stop)) => Err(stop),
        Err(Over::Silent) => undecided(format!("{program} has not solved the clauses within {limit:?}")),
        Err(Over::Ended(how)) => undecided(format!("{program} {how}")),
    }
}

fn converse(process: &mut Process, question: String, limit: Duration, control: &dyn Control) -> Result<Solution, Over> {
    process.send(question)?;
    let mut lines = 0..MOST_LINES;
    while process.receive(limit, control)?.trim_matches('"') != "clauses" {
        lines.next().ok_or_else(|| Over::Ended("writes without end".to_owned()))?;
    }
    match process.receive(limit, control)?.as_str() {
        "unsat" => Ok(Solution::Refuted),
        "unknown" => Err(Over::Silent),
        "sat" => {
            process.send("(get-model)\n".to_owned())?;
            Ok(Solution::Model(process.receive_closed(LONGEST_MODEL, limit, control)?))
        }
        other => Err(Over::Ended(format!("answers \"{}\"", shorten(other)))),
    }
}
