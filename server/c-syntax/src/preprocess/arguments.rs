//! The arguments of a macro (C11 6.10.3p11).

use super::macros::Parameters;
use super::{Preprocessor, Step};
use crate::lexer::Token;
use crate::source::Place;

/// The arguments of a use of a macro.
pub(super) struct Arguments {
    /// One for each parameter.
    pub(super) list: Vec<Vec<Token>>,
    /// `true` if there is none for `...`, not even one without tokens.
    pub(super) is_rest_absent: bool,
    /// Number of all their tokens, which are held.
    pub(super) held: usize,
    /// The place of the closing parenthesis.
    pub(super) close: Place,
}

impl Preprocessor<'_> {
    /// Reads the arguments of a macro, which the caller releases; none if the macro has no arguments here, or wrong ones,
    /// which is a mistake.
    pub(super) fn arguments(&mut self, name: &Token, parameters: &Parameters) -> Step<Option<Arguments>> {
        let Some(open) = self.next_token()? else { return Ok(None) };
        if !open.is("(") {
            self.unread(open);
            return Ok(None);
        }
        let mut list = Vec::new();
        let close = self.argument_list(parameters, &mut list)?;
        let held = list.iter().map(Vec::len).sum();
        let Some(close) = close else {
            self.work.release(held);
            let message = format!("The arguments of the macro `{}` have no closing parenthesis.", name.text);
            self.mistake(name.place, message)?;
            return Ok(None);
        };
        let wanted = parameters.names.len();
        let is_empty = list.len() == 1 && list[0].is_empty();
        if wanted == 0 && is_empty {
            list.clear();
        }
        let is_short = list.len() + 1 == wanted;
        let is_rest_absent = parameters.is_variadic && (is_short || wanted == 1 && is_empty);
        if is_rest_absent && is_short {
            list.push(Vec::new());
        }
        if list.len() != wanted {
            self.work.release(held);
            let (name, given) = (&name.text, list.len());
            let message = format!("The macro `{name}` takes {}, but is given {given}.", counted(wanted));
            self.mistake(close, message)?;
            return Ok(None);
        }
        Ok(Some(Arguments { list, is_rest_absent, held, close }))
    }

    /// Reads arguments up to the closing parenthesis, and gives its place; none if there is none.
    fn argument_list(&mut self, parameters: &Parameters, arguments: &mut Vec<Vec<Token>>) -> Step<Option<Place>> {
        let mut depth = 0_usize;
        let mut argument = Vec::new();
        let close = loop {
            let Some(token) = self.next_token()? else { break None };
            self.spend(1, token.place)?;
            let is_rest = parameters.rest() == Some(arguments.len());
            match token.text.as_str() {
                ")" if depth == 0 => break Some(token.place),
                "," if depth == 0 && !is_rest => {
                    arguments.push(std::mem::take(&mut argument));
                    continue;
                }
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            argument.push(token);
            self.work.hold(1);
        };
        arguments.push(argument);
        Ok(close)
    }
}

fn counted(arguments: usize) -> String {
    format!("{arguments} argument{}", if arguments == 1 { "" } else { "s" })
}
