//! `boolprog fmt`

use std::io::{self, Write as _};
use std::path::Path;

use boolprog_base::{Diagnostic, Edit, Severity};
use boolprog_ide::blueprint::is_blueprint;
use boolprog_ide::format::{Style, format};
use boolprog_syntax::parse;

use super::arguments::FormatArguments;
use super::checked::Status;
use super::input::{Purpose, front_end, suitable};
use super::load;
use super::output::{self, NotWritten, complain};

enum Outcome {
    /// It is formatted, perhaps only now.
    Formatted,
    /// It is not, and stays so.
    Differs,
}

/// Reason why there is no result.
enum Refusal {
    /// The file cannot be read or has syntax errors.
    Input(String),
    Output(NotWritten),
}

/// Formats the files; the exit code is that of the worst of them.
pub(super) fn run(arguments: &FormatArguments) -> u8 {
    let mut worst = 0;
    for path in &arguments.files {
        let name = if is_standard_input(path) { "standard input".to_owned() } else { path.display().to_string() };
        let code = match format_file(path, arguments) {
            Ok(Outcome::Formatted) => 0,
            Ok(Outcome::Differs) => {
                complain(format_args!("{name} is not formatted."));
                1
            }
            Err(Refusal::Input(why)) => {
                complain(format_args!("{name}: {why}"));
                Status::BadInput.exit_code()
            }
            Err(Refusal::Output(error)) => error.report(),
        };
        worst = worst.max(code);
    }
    worst
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

fn format_file(path: &Path, arguments: &FormatArguments) -> Result<Outcome, Refusal> {
    suitable(path, Purpose::Format).map_err(Refusal::Input)?;
    let text = read(path)?;
    let formatted = formatted(path, &text, arguments.indent)?;
    if arguments.check {
        return Ok(if formatted == text { Outcome::Formatted } else { Outcome::Differs });
    }
    let is_piped = is_standard_input(path);
    if is_piped || formatted != text {
        let to = if is_piped { None } else { Some(path) };
        output::write(to, |out| out.write_all(formatted.as_bytes())).map_err(Refusal::Output)?;
    }
    Ok(Outcome::Formatted)
}

/// Unlike for a check, every byte must be understood: it is written back.
fn read(path: &Path) -> Result<String, Refusal> {
    let bytes = if is_standard_input(path) { load::bytes(io::stdin().lock()) } else { load::file(path) };
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|_| "This file is not in UTF-8.".to_owned()));
    text.map_err(Refusal::Input)
}

fn formatted(path: &Path, text: &str, indent: u32) -> Result<String, Refusal> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if is_blueprint(&name, text) {
        return Err(Refusal::Input("This is an Android build file, not a Boolean program.".to_owned()));
    }
    if front_end(path).makes_integer_programs() {
        return boolprog_integer::format::format(text, &" ".repeat(indent as usize))
            .ok_or_else(|| broken(text, &boolprog_integer::syntax::parse(text).diagnostics));
    }
    let diagnostics = parse(text).diagnostics;
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(broken(text, &diagnostics));
    }
    Ok(Edit::apply(text, &format(text, &diagnostics, Style::new(indent, false))))
}

/// The refusal that shows the first error.
fn broken(text: &str, diagnostics: &[Diagnostic]) -> Refusal {
    let error = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    let (start, message) = error.map_or((0, ""), |error| (error.span.start as usize, error.message.as_str()));
    let line = 1 + text[..start].matches('\n').count();
    Refusal::Input(format!("Line {line}: {message} The file is not changed."))
}
