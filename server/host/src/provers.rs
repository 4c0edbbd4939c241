//! Provers as people name them: commands that read SMT-LIB on their standard input.

use std::time::Duration;

use boolprog_prover::SmtLib;

/// What is asked where nobody says otherwise.
pub const DEFAULT: &str = "z3 -in";

/// A question that takes longer is not answered.
const LONGEST_QUESTION: Duration = Duration::from_secs(10);

/// The prover that a command starts, with arguments separated by blanks. Nothing is started before the first question.
pub fn prover(command: &str) -> SmtLib {
    let mut words = command.split_whitespace().map(str::to_owned);
    let program = words.next().unwrap_or_default();
    SmtLib::new(program, words.collect(), LONGEST_QUESTION)
}
