//! Destination of the output: standard output or a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

/// Opens a file to write to or, without one, standard output. The output is buffered and must be flushed: otherwise a
/// long trace would take a system call for each line.
pub(super) fn open(path: Option<&Path>) -> Result<Box<dyn Write>, ExitCode> {
    match path {
        Some(path) => match File::create(path) {
            Ok(file) => Ok(Box::new(BufWriter::new(file))),
            Err(error) => {
                eprintln!("boolprog: cannot write {}: {error}", path.display());
                Err(ExitCode::from(super::INTERNAL))
            }
        },
        None => Ok(Box::new(BufWriter::new(io::stdout().lock()))),
    }
}
