//! Text for people.

use std::io::{self, Write};

use boolprog_export::plain;

/// Lines for a terminal, which obeys no character in them: names of programs and files may contain any.
pub(in crate::cli) struct Plain<W>(pub(in crate::cli) W);

impl<W: Write> Write for Plain<W> {
    /// Writes all of it. Each call has whole characters, as those of `write!` have.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let shown = |character| if character == '\n' { character } else { plain(character) };
        let text: String = String::from_utf8_lossy(bytes).chars().map(shown).collect();
        self.0.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
