//! `#include` (C11 6.10.2), and `#include_next` of GNU C.

use smol_str::SmolStr;

use super::files::NotFound;
use super::{Preprocessor, Step};
use crate::lexer::{Token, TokenKind};
use crate::mistake::Mistake;
use crate::source::Place;

/// The deepest nesting of included files.
const MAX_LEVEL: usize = 200;

/// The longest file, in bytes.
const MAX_BYTES: usize = 64 << 20;

impl Preprocessor<'_> {
    /// Reads a file from now on.
    pub(super) fn include(&mut self, directive: &Token, is_next: bool) -> Step {
        let (name, is_quoted, place) = match self.current().lexer.header_name() {
            Some((name, place)) => (name, false, place),
            None => match self.computed_name(directive)? {
                Some(computed) => computed,
                None => return Ok(()),
            },
        };
        self.rest_of_line()?;
        match self.files.find(&name, is_quoted, is_next, place) {
            Ok((file, found)) => self.open(file, found, place),
            Err(NotFound::Missing) => self.note(missing(&name, is_quoted, place)),
            Err(NotFound::Refused(path, why)) => self.mistake(place, unread(&path, why)),
        }
    }

    /// The name on the line of a directive, which macros may stand for. That there is none is a mistake.
    fn computed_name(&mut self, directive: &Token) -> Step<Option<(SmolStr, bool, Place)>> {
        let line = self.rest_of_line()?;
        let place = line.first().map_or(directive.place, |token| token.place);
        let named = match name_of(&line) {
            Some(named) => Some(named),
            None => name_of(&self.expand_line(line)?),
        };
        if named.is_none() {
            self.mistake(place, "`#include` takes `<name>` or `\"name\"`.")?;
        }
        Ok(named.map(|(name, is_quoted)| (name, is_quoted, place)))
    }

    fn open(&mut self, file: crate::source::FileId, found: usize, place: Place) -> Step {
        if self.files.level() >= MAX_LEVEL {
            let message = format!(
                "Files include one another more than {MAX_LEVEL} levels deep; look for one that includes itself."
            );
            return Err(self.fatal(place, message));
        }
        let is_guarded = self.files.guard(file).is_some_and(|name| self.macros.is_defined(name));
        if is_guarded || self.files.is_done(file) {
            return self.spend(1, place);
        }
        let bytes = self.files.file(file).text.len();
        if bytes > MAX_BYTES {
            return self.mistake(place, format!("Files of more than {} MiB are not read.", MAX_BYTES >> 20));
        }
        self.work.read(bytes);
        self.files.open(file, found);
        self.spend(1, place)?;
        Ok(self.work.poll()?)
    }
}

/// The name that tokens say, and whether it stands in quotes.
pub(super) fn name_of(tokens: &[Token]) -> Option<(SmolStr, bool)> {
    match tokens {
        [name, ..] if name.kind == TokenKind::String => {
            let text = name.text.strip_prefix('"').and_then(|text| text.strip_suffix('"'))?;
            Some((text.into(), true))
        }
        [open, rest @ ..] if open.is("<") => {
            let length = rest.iter().position(|token| token.is(">"))?;
            let mut name = String::new();
            for (at, token) in rest[..length].iter().enumerate() {
                if at > 0 && token.is_spaced {
                    name.push(' ');
                }
                name.push_str(&token.text);
            }
            Some((name.into(), false))
        }
        _ => None,
    }
}

fn missing(name: &str, is_quoted: bool, place: Place) -> Mistake {
    match name {
        "complex.h" => Mistake::unsupported(place, "Complex numbers are not read: use two numbers."),
        "tgmath.h" => {
            Mistake::unsupported(place, "`<tgmath.h>` is not read: name the function of the type, such as `sqrtf`.")
        }
        _ if name.starts_with('/') => Mistake::new(place, unread(name, "it is not there")),
        _ => Mistake::new(place, not_found(name, is_quoted)),
    }
}

fn not_found(name: &str, is_quoted: bool) -> String {
    let place = if is_quoted {
        "neither beside this one nor in a folder of the options"
    } else {
        "in no folder of the options"
    };
    format!("The file `{}` is {place}, and is not a built-in header; give its folder with `-I`.", name.escape_debug())
}

fn unread(path: &str, why: &str) -> String {
    format!("The file `{}` cannot be read: {why}.", path.escape_debug())
}
