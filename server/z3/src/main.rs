//! Z3 as a library behind standard streams: what `z3 -in` is, for machines that have `libz3` and no `z3`.
//!
//! It is a process of its own so that a crash of Z3, or a question without end, costs this process and nobody else. It
//! speaks that part of SMT-LIB in which `boolprog` asks: constants that are integers or Booleans, assertions, scopes,
//! `check-sat` and `get-value`.

mod commands;
mod expression;
mod session;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use commands::Commands;
use session::Session;

const USAGE: &str = "\
usage: boolprog-z3 [--limit MILLISECONDS]

Reads SMT-LIB from the standard input and answers with Z3.

  --limit MILLISECONDS   what takes longer is answered \"unknown\"
";

/// As the shell has it for wrong arguments.
const WRONG_USAGE: u8 = 64;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let limit = match arguments.as_slice() {
        [] => Some(None),
        ["--limit", limit] => limit.parse().ok().map(Some),
        _ => None,
    };
    let Some(limit) = limit else {
        eprint!("{USAGE}");
        return ExitCode::from(WRONG_USAGE);
    };
    match converse(Session::new(limit)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers until there are no more commands.
fn converse(mut session: Session) -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for command in Commands::new(io::stdin().lock()) {
        if let Some(answer) = session.execute(&command?) {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
}
