//! Z3 as a library with standard streams: what `z3 -in` is, for machines that have no `z3`.
//!
//! It is a process of its own so that a crash of Z3, or a question without end, costs this process and nothing else.
//! Z3's own reader gets each command as soon as it is complete.

mod commands;

use std::ffi::{CStr, CString};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use z3::Context;

use crate::commands::Commands;

const USAGE: &str = "\
usage: boolprog-z3 [--limit MILLISECONDS]

Reads SMT-LIB from the standard input and answers with Z3.

  --limit MILLISECONDS   a question that takes longer is answered \"unknown\"
";

/// The exit code of shells for wrong arguments.
const WRONG_USAGE: u8 = 64;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let limit = match arguments.as_slice() {
        [] => Some(None),
        ["--limit", limit] => limit.parse::<u32>().ok().map(Some),
        _ => None,
    };
    let Some(limit) = limit else {
        eprint!("{USAGE}");
        return ExitCode::from(WRONG_USAGE);
    };
    match converse(limit) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers until there are no more commands. The limit is for one question, in milliseconds.
fn converse(limit: Option<u32>) -> io::Result<()> {
    let context = Context::thread_local();
    if let Some(limit) = limit {
        evaluate(&context, &format!("(set-option :timeout {limit})"))?;
    }
    let mut output = BufWriter::new(io::stdout().lock());
    for command in Commands::new(io::stdin().lock()) {
        output.write_all(&evaluate(&context, &command?)?)?;
        output.flush()?;
    }
    Ok(())
}

/// The answer of Z3 to these commands, which build on the earlier ones.
fn evaluate(context: &Context, commands: &str) -> io::Result<Vec<u8>> {
    let commands = CString::new(commands)?;
    // SAFETY: The context lives as long as the borrow, and the text ends with a zero. Z3 copies what it needs of it. Its
    // answer is a text of its own that stays until the next call with this context: it is copied at once. An error is
    // part of the answer.
    let answer = unsafe {
        let answer = z3_sys::Z3_eval_smtlib2_string(context.get_z3_context(), commands.as_ptr());
        if answer.is_null() { Vec::new() } else { CStr::from_ptr(answer).to_bytes().to_vec() }
    };
    Ok(answer)
}
