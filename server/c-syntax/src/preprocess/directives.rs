//! Lines that begin with `#`.

use super::{Preprocessor, Step};
use crate::lexer::{Token, TokenKind};
use crate::literals;
use crate::source::Place;

/// The longest line of a directive, in tokens.
const MAX_LINE: usize = 1 << 19;

impl Preprocessor<'_> {
    /// The next token of a file; none at the end of all files.
    pub(super) fn file_token(&mut self) -> Step<Option<Token>> {
        loop {
            match self.current().lexer.next() {
                Some(token) if token.is_first && token.is_hash() => self.directive()?,
                Some(token) => {
                    self.current().guard.other();
                    self.work.step(1)?;
                    return Ok(Some(token));
                }
                None => {
                    self.check_branches()?;
                    if !self.files.close() {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// The directive after a `#`.
    fn directive(&mut self) -> Step {
        let Some(name) = self.current().lexer.next_on_line() else { return Ok(()) };
        self.current().guard.directive(&name.text);
        match name.text.as_str() {
            "if" | "ifdef" | "ifndef" => self.open_branch(&name),
            "elif" | "elifdef" | "elifndef" | "else" => self.next_branch(&name),
            "endif" => self.close_branch(&name),
            "include" | "import" => self.include(&name, false),
            "include_next" => self.include(&name, true),
            _ => {
                let line = self.rest_of_line()?;
                self.simple_directive(&name, &line)
            }
        }
    }

    /// All other tokens of the line of a directive.
    pub(super) fn rest_of_line(&mut self) -> Step<Vec<Token>> {
        let mut line = Vec::new();
        while let Some(token) = self.current().lexer.next_on_line() {
            self.spend(1, token.place)?;
            if line.len() == MAX_LINE {
                let message = format!("The line of this directive has more than {MAX_LINE} tokens; shorten it.");
                return Err(self.fatal(token.place, message));
            }
            line.push(token);
        }
        Ok(line)
    }

    /// A directive that is one line of tokens.
    fn simple_directive(&mut self, name: &Token, line: &[Token]) -> Step {
        match name.text.as_str() {
            "define" => self.define(line, name.place),
            "undef" => self.undefine(line, name.place),
            "pragma" => self.pragma(line),
            "error" => self.mistake(name.place, format!("`#error` is reached: {}", joined(line))),
            "line" => self.line(line.to_vec(), name.place),
            _ if name.kind == TokenKind::Number => {
                let marker: Vec<Token> = std::iter::once(name).chain(line).cloned().collect();
                self.line_marker(&marker, name.place)
            }
            "warning" | "ident" | "sccs" | "assert" | "unassert" => Ok(()),
            other => self.mistake(name.place, format!("`#{other}` is no directive.")),
        }
    }

    fn undefine(&mut self, line: &[Token], place: Place) -> Step {
        match line.first() {
            Some(name) if name.is_word() => self.macros.undefine(&name.text),
            _ => self.mistake(place, "After `#undef` stands the name of a macro.")?,
        }
        Ok(())
    }

    /// `#line` (C11 6.10.4).
    fn line(&mut self, line: Vec<Token>, place: Place) -> Step {
        let line = if line.first().is_some_and(Token::is_word) { self.expand_line(line)? } else { line };
        self.line_marker(&line, place)
    }

    /// The number of the next line, and the name of the file, as `__LINE__` and `__FILE__` say them. Places stay those of the
    /// text.
    fn line_marker(&mut self, marker: &[Token], place: Place) -> Step {
        let number = marker.first().and_then(|number| number.text.parse::<u32>().ok());
        let Some(number) = number else { return self.mistake(place, "After `#line` stands the number of a line.") };
        let written = self.files.file(place.file).line(place.span.start);
        let current = self.current();
        current.shift = i64::from(number) - i64::from(written) - 1;
        if let Some(name) = marker.get(1).filter(|name| name.kind == TokenKind::String) {
            current.name = Some(literals::unquoted(&name.text).into());
        }
        Ok(())
    }
}

/// Tokens as they are written.
fn joined(line: &[Token]) -> String {
    let mut text = String::new();
    for token in line {
        if token.is_spaced && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&token.text);
    }
    text
}
