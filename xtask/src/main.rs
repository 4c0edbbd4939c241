//! The tasks of this repository besides plain `cargo`: `cargo xtask`.

mod apt;
mod bench;
mod book;
mod code_server;
mod editor;
mod extension;
mod fuzz;
mod licences;
mod node;
mod package;
mod parts;
mod paths;
mod python;
mod setup;
mod sources;
mod test;
mod z3;

use std::process::ExitCode;

use anyhow::Result;
use xshell::Shell;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  vscode         build the server and the extension, and open examples/ in VS Code, or in a VS Code in the browser
  test           check the project, also in Neovim, Emacs and a real VS Code in a real browser
  test --fast    the same without the editors
  test --editors only the editors
  test --all     everything, also the browser scenarios and the long tests that are seldom needed
  browser NAME   run those browser scenarios (tests/vscode/scenarios) that have NAME in their names
  fuzz           random inputs and programs: `--minutes N`, and `--seed S` to begin with one that failed
  package        make the packages of this platform, in target/packages: Python, Debian, VS Code, bill of materials, checksums
  package --try  the same, and install and try each in an empty place
  checksums      write the checksums of target/packages again, with packages from other machines
  licences       write THIRD-PARTY.md again: the licences of what is inside the packages
  picture        replay a C file in the browser and refresh docs/images/replay.png
  book           make the documentation a book with search, in target/book, with mdBook
  bench          measure examples, growth families or other suites; `cargo xtask bench --help` says how
  thesis         the figures of Zhao's thesis, of examples and families or of a suite, in target/sources
  paper-tables   the published figures of the other sources beside ours, and short runs of their experiments, in target/sources
  setup          install what the other commands need; they do so themselves

What is downloaded is kept in .cache/, or in the folder named by the environment variable BOOLPROG_CACHE.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Result<ExitCode> {
    let sh = Shell::new()?;
    sh.change_dir(paths::root());
    match arguments {
        ["vscode"] => editor::open(&sh).map(|()| ExitCode::SUCCESS),
        ["book"] => book::build(&sh).map(|()| ExitCode::SUCCESS),
        ["test"] => Ok(test::usual(&sh)),
        ["test", "--all"] => Ok(test::everything(&sh)),
        ["test", "--fast"] => Ok(test::without_editors(&sh)),
        ["test", "--editors"] => Ok(test::in_editors(&sh)),
        ["browser", name] => test::browser(&sh, name).map(|()| ExitCode::SUCCESS),
        ["fuzz", "--minutes", minutes] => fuzz::run(&sh, minutes, None).map(|()| ExitCode::SUCCESS),
        ["fuzz", "--minutes", minutes, "--seed", seed] => {
            fuzz::run(&sh, minutes, Some(seed)).map(|()| ExitCode::SUCCESS)
        }
        ["package"] => package::make(&sh).map(|()| ExitCode::SUCCESS),
        ["package", "--try"] => package::make_and_try(&sh).map(|()| ExitCode::SUCCESS),
        ["checksums"] => package::write_sums(&sh).map(|()| ExitCode::SUCCESS),
        ["licences"] => licences::write(&sh).map(|()| ExitCode::SUCCESS),
        ["picture"] => test::picture(&sh).map(|()| ExitCode::SUCCESS),
        ["bench", rest @ ..] => bench::run(&sh, rest).map(|()| ExitCode::SUCCESS),
        ["thesis", rest @ ..] => sources::thesis(&sh, rest).map(|()| ExitCode::SUCCESS),
        ["paper-tables"] => sources::paper_tables(&sh).map(|()| ExitCode::SUCCESS),
        ["setup"] => setup::for_tests(&sh).map(|()| ExitCode::SUCCESS),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            eprint!("{USAGE}");
            Ok(ExitCode::from(64))
        }
    }
}
