//! Reading of files, and positions in them as shown to the user.

use std::cell::OnceCell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_base::position::{Ascending, Encoding, Position, position};
use boolprog_base::{Diagnostic, Severity};
use boolprog_check::Unit;
use boolprog_check::integer::Model;
use boolprog_export::report::DiagnosticDocument;
use boolprog_frontend::{Options, Program, Text};
use boolprog_integer::System;
use ropey::Rope;

use super::arguments::ReadingArguments;
use super::input::front_end;

/// Larger files are refused before they are read into memory.
const MAX_BYTES: u64 = 64 << 20;

#[derive(Debug, Default)]
pub(super) struct Source {
    text: Arc<str>,
    /// Lines of the text, computed on first use.
    rope: OnceCell<Rope>,
}

impl Source {
    pub(super) fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The text with its path, for a front end.
    pub(super) fn named(&self, path: &Path) -> Text {
        Text { path: path.display().to_string(), text: Arc::clone(&self.text) }
    }

    /// Line and column of a byte offset, from 1, in UTF-16 units.
    pub(super) fn line_and_column(&self, offset: u32) -> (u32, u32) {
        let position = position(self.rope.get_or_init(|| Rope::from_str(&self.text)), offset as usize, Encoding::Utf16);
        (position.line + 1, position.column + 1)
    }

    /// Diagnostics with their places, which are all found in one pass over the text.
    pub(super) fn diagnostics(&self, diagnostics: &[Diagnostic]) -> Vec<DiagnosticDocument> {
        let ends = |diagnostic: &Diagnostic| [diagnostic.span.start, diagnostic.span.end];
        let mut offsets: Vec<u32> = diagnostics.iter().flat_map(ends).collect();
        offsets.sort_unstable();
        let mut ascending = Ascending::new(&self.text, Encoding::Utf16, 0, Position { line: 0, column: 0 });
        let places: Vec<Position> = offsets.iter().map(|&offset| ascending.position(offset as usize)).collect();
        let place = |offset| places[offsets.partition_point(|&other| other < offset)];
        let documents = diagnostics.iter().map(|diagnostic| {
            let [start, end] = ends(diagnostic).map(place);
            DiagnosticDocument {
                code: diagnostic.code.to_owned(),
                severity: diagnostic.severity,
                line: start.line + 1,
                column: start.column + 1,
                end_line: end.line + 1,
                end_column: end.column + 1,
                message: diagnostic.message.clone(),
            }
        });
        documents.collect()
    }
}

/// Reads a file. A file that is not UTF-8 is read all the same, its invalid bytes replaced: the parser reports them.
/// Fails with a sentence for the user.
pub(super) fn read(path: &Path) -> Result<Source, String> {
    let bytes = file(path)?;
    let text = String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    Ok(Source { text: text.into(), rope: OnceCell::new() })
}

/// The contents of a file. Fails with a sentence for the user.
pub(super) fn file(path: &Path) -> Result<Vec<u8>, String> {
    bytes(File::open(path).map_err(|error| unreadable(&error))?)
}

/// All bytes, unless there are too many of them. Fails with a sentence for the user.
pub(super) fn bytes(reader: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("This file is larger than {} MiB and is not read.", MAX_BYTES >> 20));
    }
    Ok(bytes)
}

fn unreadable(error: &io::Error) -> String {
    format!("This file cannot be read: {error}.")
}

/// A file as its front end reads it. Fails with a sentence for the user: about the file, or about the first error in
/// it.
pub(super) fn program(path: &Path, options: &Options, control: &dyn Control) -> Result<(Source, Program), String> {
    let name = path.display();
    let source = read(path).map_err(|why| format!("{name}: {why}"))?;
    match front_end(path).read(&source.named(path), options, control) {
        Ok((program, _)) => Ok((source, program)),
        Err(diagnostics) => {
            let (place, message) = first_error(&source, &diagnostics);
            Err(format!("{name}:{}:{}: {message}", place.0, place.1))
        }
    }
}

/// The index of the property of an integer program with this name or id, or a sentence.
pub(super) fn property(system: &System, wanted: &str) -> Result<usize, String> {
    let index = system.properties.iter().position(|property| property.name == wanted || property.id() == wanted);
    index.ok_or_else(|| format!("There is no error or invariant `{wanted}`."))
}

/// The first error, as a sentence with its line and column.
pub(super) fn first_error<'d>(source: &Source, diagnostics: &'d [Diagnostic]) -> ((u32, u32), &'d str) {
    let error = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    error.map_or(((1, 1), ""), |error| (source.line_and_column(error.span.start), error.message.as_str()))
}

pub(super) fn boolean(
    path: &Path,
    reading: &ReadingArguments,
    control: &dyn Control,
) -> Result<(Source, Unit), String> {
    match program(path, &reading.options(), control)? {
        (source, Program::Boolean(unit)) => Ok((source, unit)),
        _ => Err(format!("{}: this is not a Boolean program.", path.display())),
    }
}

pub(super) fn integer(path: &Path, options: &Options, control: &dyn Control) -> Result<(Source, Model), String> {
    match program(path, options, control)? {
        (source, Program::Integer(model)) => Ok((source, model)),
        _ => Err(format!("{}: this is not an integer program.", path.display())),
    }
}
