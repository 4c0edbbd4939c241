//! Provers as users name them: commands that read SMT-LIB on their standard input.

use std::path::Path;
use std::time::Duration;

use crate::{NoProver, Prover, SmtLib};

/// The default prover: any installed Z3.
pub const DEFAULT: &str = "z3";

/// A question that takes longer is not answered.
const LONGEST_QUESTION: Duration = Duration::from_secs(10);

/// Time limit in milliseconds after which Z3 as a library answers "unknown": a little earlier, so that its process
/// survives.
const LONGEST_IN_LIBRARY: u32 = 9_500;

/// The program of Z3 as a library.
const LIBRARY: &str = "boolprog-z3";

/// Provers by the names of their programs, with the arguments with which they read questions from the standard input.
const KNOWN: [(&str, &[&str]); 4] =
    [(DEFAULT, &["-in"]), (LIBRARY, &[]), ("cvc5", &["--incremental"]), ("yices-smt2", &["--incremental"])];

/// The prover that a command starts, with arguments separated by blanks. Nothing is started before the first question.
///
/// `z3` alone is Z3: the program `boolprog-z3` or `z3` in the folder of the program that asks, which packages put there, else
/// `z3` of the search path. The plain program of a known prover, wherever it is, has the arguments that it needs. No command is
/// [`NoProver`].
pub fn of_command(command: &str, own: Option<&Path>) -> Box<dyn Prover> {
    let command = command.trim();
    if command.is_empty() {
        return Box::new(NoProver);
    }
    if command == DEFAULT {
        return Box::new(z3(own));
    }
    let (program, arguments) = words(command);
    Box::new(SmtLib::new(program, arguments, LONGEST_QUESTION))
}

/// Z3, the one beside this program if there is one.
fn z3(own: Option<&Path>) -> SmtLib {
    let beside = |name: &str| own.and_then(|own| beside(own, name));
    if let Some(library) = beside(LIBRARY) {
        let limit = vec!["--limit".to_owned(), LONGEST_IN_LIBRARY.to_string()];
        return SmtLib::new(library, limit, LONGEST_QUESTION);
    }
    match beside(DEFAULT) {
        Some(program) => SmtLib::z3_at(program, LONGEST_QUESTION),
        None => SmtLib::z3(LONGEST_QUESTION),
    }
}

/// The program of this name in the folder of another one, if it is there. Programs of Windows have an ending.
fn beside(own: &Path, name: &str) -> Option<String> {
    let mut program = own.with_file_name(name);
    if let Some(ending) = own.extension().filter(|ending| *ending == "exe") {
        program.set_extension(ending);
    }
    program.is_file().then(|| program.to_str().map(str::to_owned)).flatten()
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn z3_beside_the_program_comes_first_and_the_library_before_it() {
        for ending in ["", ".exe"] {
            let folder = tempfile::tempdir().expect("a folder");
            let own = folder.path().join(format!("boolprog{ending}"));
            let found = || z3(Some(&own)).program().to_owned();
            assert_eq!(found(), "z3");
            for name in ["z3", "boolprog-z3"] {
                let program = folder.path().join(format!("{name}{ending}"));
                std::fs::write(&program, "").expect("written");
                assert_eq!(found(), program.to_str().expect("a name"));
            }
        }
    }
}
