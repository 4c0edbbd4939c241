//! Provers as users name them: commands that read SMT-LIB on their standard input.

use std::path::Path;
use std::time::Duration;

use boolprog_base::control::Unlimited;
use boolprog_integer::System;
use boolprog_prover::{Answer, NoProver, Prover, Query, SmtLib, Unknown};

/// The default prover: any installed Z3.
pub const DEFAULT: &str = "z3";

/// A question that takes longer is not answered.
const LONGEST_QUESTION: Duration = Duration::from_secs(10);

/// Time limit in milliseconds after which Z3 as a library answers "unknown": a little earlier, so that its process
/// survives.
const LONGEST_IN_LIBRARY: u32 = 9_500;

/// The prover that a command starts, with arguments separated by blanks. Nothing is started before the first question.
///
/// `z3` alone is Z3: the program `boolprog-z3` if it is in the folder of this one, else `z3 -in`. No command is
/// [`NoProver`].
pub fn prover(command: &str) -> Box<dyn Prover> {
    let mut words = command.split_whitespace().map(str::to_owned);
    match words.next() {
        None => Box::new(NoProver),
        Some(program) => {
            let arguments: Vec<String> = words.collect();
            let is_default = program == DEFAULT && arguments.is_empty();
            let own = std::env::current_exe().ok().filter(|_| is_default);
            let beside = own.and_then(|own| library_beside(&own));
            Box::new(match beside {
                Some(library) => {
                    SmtLib::new(library, vec!["--limit".to_owned(), LONGEST_IN_LIBRARY.to_string()], LONGEST_QUESTION)
                }
                None if is_default => SmtLib::z3(LONGEST_QUESTION),
                None => SmtLib::new(program, arguments, LONGEST_QUESTION),
            })
        }
    }
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

/// The program `boolprog-z3` in the folder of this one, if it is there.
fn library_beside(own: &Path) -> Option<String> {
    let library = own.with_file_name(format!("boolprog-z3{}", std::env::consts::EXE_SUFFIX));
    library.is_file().then(|| library.to_str().map(str::to_owned)).flatten()
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

    #[test]
    fn the_library_stands_beside_the_program() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = folder.path().join("boolprog");
        assert_eq!(library_beside(&own), None);
        let library = folder.path().join(format!("boolprog-z3{}", std::env::consts::EXE_SUFFIX));
        std::fs::write(&library, "").expect("written");
        assert_eq!(library_beside(&own).as_deref(), library.to_str());
    }
}
