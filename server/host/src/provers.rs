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

/// Provers by the names of their programs, with the arguments with which they read questions from the standard input.
const KNOWN: [(&str, &[&str]); 4] =
    [("z3", &["-in"]), ("boolprog-z3", &[]), ("cvc5", &["--incremental"]), ("yices-smt2", &["--incremental"])];

/// The prover that a command starts, with arguments separated by blanks. Nothing is started before the first question.
///
/// `z3` alone is Z3: the program `boolprog-z3` if it is in the folder of this one, else `z3 -in`. The plain program of a known
/// prover, wherever it is, has the arguments that it needs. No command is [`NoProver`].
pub fn prover(command: &str) -> Box<dyn Prover> {
    let command = command.trim();
    if command.is_empty() {
        return Box::new(NoProver);
    }
    if command == DEFAULT {
        let beside = std::env::current_exe().ok().and_then(|own| library_beside(&own));
        return Box::new(match beside {
            Some(library) => {
                SmtLib::new(library, vec!["--limit".to_owned(), LONGEST_IN_LIBRARY.to_string()], LONGEST_QUESTION)
            }
            None => SmtLib::z3(LONGEST_QUESTION),
        });
    }
    let (program, arguments) = words(command);
    Box::new(SmtLib::new(program, arguments, LONGEST_QUESTION))
}

/// The program of a command and its arguments: those that it needs if it is a known prover without any. A file may have blanks in
/// its name.
fn words(command: &str) -> (String, Vec<String>) {
    let mut words = command.split_whitespace().map(str::to_owned);
    let program = if Path::new(command).is_file() { None } else { words.next() };
    let program = program.unwrap_or_else(|| command.to_owned());
    let given: Vec<String> = if program == command { Vec::new() } else { words.collect() };
    if !given.is_empty() {
        return (program, given);
    }
    let name = Path::new(&program).file_stem().and_then(|name| name.to_str());
    let known = KNOWN.iter().find(|(known, _)| Some(*known) == name);
    let needed = known.map_or(&[][..], |(_, needed)| needed);
    (program, needed.iter().copied().map(str::to_owned).collect())
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
    fn a_known_prover_has_the_arguments_that_it_needs() {
        let of = |command| words(command).1.join(" ");
        assert_eq!(of("/opt/z3-4.13/bin/z3"), "-in");
        assert_eq!(of("cvc5"), "--incremental");
        assert_eq!(of("/usr/bin/z3 -smt2 -in"), "-smt2 -in");
        assert_eq!(of("my-solver"), "");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("z3 of mine").join("z3");
        std::fs::create_dir(file.with_file_name("")).expect("a folder");
        std::fs::write(&file, "").expect("written");
        let file = file.to_str().expect("a name");
        assert_eq!(words(file), (file.to_owned(), vec!["-in".to_owned()]));
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
