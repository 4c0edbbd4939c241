//! Reading of files, and positions in them as shown to the user.

use std::cell::OnceCell;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_base::position::{Ascending, Encoding, Position, position};
use boolprog_base::{Diagnostic, Joined, Severity};
use boolprog_check::Unit;
use boolprog_check::integer::Model;
use boolprog_export::report::DiagnosticDocument;
use boolprog_frontend::{Options, Program, Text};
use boolprog_host::files;
use boolprog_integer::System;
use ropey::Rope;

use super::arguments::ReadingArguments;
use super::input::front_end;

/// Larger files are refused before they are read into memory.
const MAX_BYTES: u64 = 64 << 20;

#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    /// The text, with those of the other files of the program.
    joined: Joined,
    /// Lines of all of it, computed on first use.
    rope: OnceCell<Rope>,
}

/// A place in a program. Line and column count from 1; columns count UTF-16 units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place<'s> {
    /// The path of its file, if that is not the first one.
    pub file: Option<&'s str>,
    pub line: u32,
    pub column: u32,
}

impl Source {
    fn of(joined: Joined) -> Self {
        Self { joined, rope: OnceCell::new() }
    }

    /// The text, of a program of several files that of all of them.
    pub(super) fn text(&self) -> &Arc<str> {
        &self.joined.text
    }

    /// The text of the file itself.
    pub(super) fn first(&self) -> Arc<str> {
        if self.joined.others.is_empty() { Arc::clone(self.text()) } else { self.joined.first().into() }
    }

    /// The text with its path, for a front end.
    pub(super) fn named(&self, path: &Path) -> Text {
        Text { path: path.display().to_string(), text: self.first() }
    }

    /// The text of a program that was read from this one, with those of its other files.
    pub(super) fn of_program(&self, program: &Program) -> Self {
        match program {
            Program::Integer(model) => Self::of(model.joined()),
            Program::Boolean(_) | Program::System(_) => self.clone(),
        }
    }

    /// The text with those of the files that the options name.
    pub(super) fn with(&self, options: &Options) -> Self {
        Self::of(options.c.joined(&self.first()))
    }

    /// Line and column of a byte offset, from 1, in UTF-16 units.
    pub(super) fn line_and_column(&self, offset: u32) -> (u32, u32) {
        let Place { line, column, .. } = self.place(offset);
        (line, column)
    }

    /// The place of a byte offset.
    pub(super) fn place(&self, offset: u32) -> Place<'_> {
        let rope = self.rope.get_or_init(|| Rope::from_str(self.text()));
        let at = |offset: u32| position(rope, offset as usize, Encoding::Utf16);
        let other = self.joined.other(offset);
        let (found, first) = (at(offset), other.map_or(0, |other| at(other.start).line));
        Place { file: other.map(|other| other.path.as_str()), line: found.line - first + 1, column: found.column + 1 }
    }

    /// Diagnostics with their places, which are all found in one pass over the text.
    pub(super) fn diagnostics(&self, diagnostics: &[Diagnostic]) -> Vec<DiagnosticDocument> {
        let ends = |diagnostic: &Diagnostic| [diagnostic.span.start, diagnostic.span.end];
        let mut offsets: Vec<u32> = diagnostics.iter().flat_map(ends).collect();
        offsets.extend(self.joined.others.iter().map(|other| other.start));
        offsets.sort_unstable();
        let mut ascending = Ascending::new(self.text(), Encoding::Utf16, 0, Position { line: 0, column: 0 });
        let places: Vec<Position> = offsets.iter().map(|&offset| ascending.position(offset as usize)).collect();
        let place = |offset| places[offsets.partition_point(|&other| other < offset)];
        let documents = diagnostics.iter().map(|diagnostic| {
            let [start, end] = ends(diagnostic).map(place);
            let other = self.joined.other(diagnostic.span.start);
            let first = other.map_or(0, |other| place(other.start).line);
            DiagnosticDocument {
                code: diagnostic.code.to_owned(),
                severity: diagnostic.severity,
                line: start.line - first + 1,
                column: start.column + 1,
                end_line: end.line - first + 1,
                end_column: end.column + 1,
                message: diagnostic.message.clone(),
                file: other.map(|other| other.path.to_string()),
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
    Ok(Source::of(Joined::new(text.into(), [])))
}

/// The contents of a file. Fails with a sentence for the user.
pub(super) fn file(path: &Path) -> Result<Vec<u8>, String> {
    bytes(files::open(path).map_err(|error| unreadable(&error))?)
}

/// The paths in a list, a line each; `-` is standard input. Fails with a sentence for the user.
pub(super) fn list(path: &Path) -> Result<Vec<PathBuf>, String> {
    let bytes = if path == Path::new("-") { bytes(io::stdin().lock())? } else { file(path)? };
    let text = String::from_utf8(bytes).map_err(|_| "This list is not encoded in UTF-8.".to_owned())?;
    Ok(text.lines().filter(|line| !line.is_empty()).map(PathBuf::from).collect())
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
pub(super) fn program(
    path: &Path,
    (reading, options): (&ReadingArguments, Options),
    control: &dyn Control,
) -> Result<(Source, Program), String> {
    let named = |why| format!("{}: {why}", path.display());
    let source = read(path).map_err(named)?;
    let text = source.named(path);
    let options = reading.complete(&text, options, control).map_err(named)?;
    match front_end(path).read(&text, &options, control) {
        Ok((program, _)) => Ok((source.of_program(&program), program)),
        Err(diagnostics) => Err(first_error(path, &source.with(&options), &diagnostics)),
    }
}

/// The index of the property of an integer program with this name or id, or a sentence.
pub(super) fn property(system: &System, wanted: &str) -> Result<usize, String> {
    let index = system.properties.iter().position(|property| property.name == wanted || property.id() == wanted);
    index.ok_or_else(|| format!("There is no error or invariant `{wanted}`."))
}

/// The first error in a file or another one of its program, in one line: `FILE:LINE:COLUMN: message`.
pub(super) fn first_error(path: &Path, source: &Source, diagnostics: &[Diagnostic]) -> String {
    let error = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    let (offset, message) = error.map_or((0, ""), |error| (error.span.start, error.message.as_str()));
    let Place { file, line, column } = source.place(offset);
    format!("{}:{line}:{column}: {message}", file.map_or_else(|| path.display().to_string(), str::to_owned))
}

pub(super) fn boolean(
    path: &Path,
    reading: &ReadingArguments,
    control: &dyn Control,
) -> Result<(Source, Unit), String> {
    match program(path, (reading, reading.options()), control)? {
        (source, Program::Boolean(unit)) => Ok((source, unit)),
        _ => Err(format!("{}: this is not a Boolean program.", path.display())),
    }
}

pub(super) fn integer(
    path: &Path,
    read: (&ReadingArguments, Options),
    control: &dyn Control,
) -> Result<(Source, Model), String> {
    match program(path, read, control)? {
        (source, Program::Integer(model)) => Ok((source, model)),
        _ => Err(format!("{}: this is not an integer program.", path.display())),
    }
}
