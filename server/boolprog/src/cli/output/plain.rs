//! Text for people.

use std::fmt;
use std::io::{self, Write};

use boolprog_export::plain;

/// Lines for a terminal, which obeys no character in them: names of programs and files may contain any.
pub(in crate::cli) struct Plain<W>(pub(in crate::cli) W);

impl<W: Write> Write for Plain<W> {
    /// Writes all of it. Each call has whole characters.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let shown = |character| if character == '\n' { character } else { plain(character) };
        let text: String = String::from_utf8_lossy(bytes).chars().map(shown).collect();
        self.0.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    /// Writes one line, or a part of one: a line break in a name begins no other line.
    fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        let text = text.to_string();
        let line = text.trim_end_matches('\n');
        self.0.write_all(one_line(line).as_bytes())?;
        self.0.write_all(&text.as_bytes()[line.len()..])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A text in one line, with no character that a terminal obeys.
pub(in crate::cli) fn one_line(text: &str) -> String {
    text.chars().map(plain).collect()
}

/// Says something on standard error. That it cannot be written is not reported.
pub(in crate::cli) fn complain(what: impl fmt::Display) {
    let _ = writeln!(Plain(io::stderr()), "boolprog: {what}");
}
