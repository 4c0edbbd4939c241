//! Provers as users name them: commands that read SMT-LIB on their standard input.

use boolprog_base::control::Unlimited;
use boolprog_integer::System;
use boolprog_prover::{Answer, Prover, Query, Unknown, of_command};

pub use boolprog_prover::DEFAULT;

/// The prover that a [command](of_command) of this program starts.
pub fn prover(command: &str) -> Box<dyn Prover> {
    of_command(command, std::env::current_exe().ok().as_deref())
}

/// Why the prover that a command starts answers nothing; `None` if it answers. Starts it.
pub fn unavailable(command: &str) -> Option<String> {
    let system = System::default();
    let query = Query { system: &system, choices: &[], conjuncts: &[], model: false };
    match prover(command).ask(&query, &Unlimited) {
        Ok(Answer::Unknown(Unknown::Unavailable(why))) => Some(why),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_command_means_no_prover() {
        assert_eq!(unavailable(" ").as_deref(), Some("no prover is used"));
    }

    #[test]
    fn a_command_is_named_by_its_program() {
        let why = unavailable("no-such-solver -in").unwrap_or_default();
        assert!(why.starts_with("no-such-solver cannot be started: "), "{why}");
    }
}
