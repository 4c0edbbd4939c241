//! Writes manual pages and completions of shells for the programs: `manuals FOLDER`, a subfolder for each kind.
//!
//! Their source is that of `--help`: the arguments of `boolprog`, and the table of options of `boolprog-certify`.

use std::io;
use std::path::{Path, PathBuf};

use boolprog_certify::OPTIONS;
use clap::{Arg, ArgAction, Command};
use clap_complete::{Shell, generate_to};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).unwrap_or_else(|| ".".into()));
    for command in [boolprog::cli::command(), certify()] {
        let man = made(&folder, "man")?;
        clap_mangen::generate_to(command.clone(), man)?;
        for (shell, name) in [(Shell::Bash, "bash"), (Shell::Fish, "fish"), (Shell::Zsh, "zsh")] {
            let mut command = command.clone();
            let program = command.get_name().to_owned();
            generate_to(shell, &mut command, program, made(&folder, name)?)?;
        }
    }
    Ok(())
}

/// A subfolder, which is there afterwards.
fn made(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let folder = folder.join(name);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn certify() -> Command {
    let command = Command::new("boolprog-certify")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Checks proofs of boolprog against their program, without any engine")
        .disable_version_flag(true)
        .arg(Arg::new("PROGRAM").required(true).help("The program."))
        .arg(Arg::new("CERTIFICATE").required(true).help("The proofs, written by boolprog check --certificate."))
        .after_help("Exit codes: 0 valid, 1 invalid, 2 not decided, 3 bad input, 64 wrong usage, 74 the answer cannot be printed.");
    command.args(OPTIONS.iter().map(|option| {
        let argument = Arg::new(option.name).long(option.name).help(option.meaning);
        match option.value {
            Some(value) => argument.value_name(value),
            None => argument.action(ArgAction::SetTrue),
        }
    }))
}
