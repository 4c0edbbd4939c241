//! Replacing macros by what they stand for (C11 6.10.3).
//!
//! A macro is not replaced inside of what it stands for: while this is read, the macro is open, and its names that are met are
//! painted forever. Where C leaves open whether a name is inside (DR 017), this is what GNU C does.

use super::macros::{DefinitionId, Meaning};
use super::{Preprocessor, Step};
use crate::lexer::Token;
use crate::source::Place;

/// The deepest nesting of arguments of macros in one another.
const MAX_DEPTH: usize = 200;

/// Tokens that a macro stands for, or that were read too early.
pub(super) struct Context {
    /// The macro, which is open.
    of_macro: Option<DefinitionId>,
    tokens: std::vec::IntoIter<Token>,
    /// Number of all its tokens.
    size: usize,
}

impl Preprocessor<'_> {
    /// The next token, without macros; none at the end of all files, or of what is expanded by itself.
    pub(super) fn next_expanded(&mut self) -> Step<Option<Token>> {
        while let Some(token) = self.next_token()? {
            if !token.is_word() || token.is_painted {
                return Ok(Some(token));
            }
            if self.is_condition && token.is("defined") {
                return self.defined(&token).map(Some);
            }
            let is_replaced = match self.macros.meaning(&token.text) {
                None => false,
                Some(Meaning::Dynamic(dynamic)) => return self.dynamic(dynamic, &token).map(Some),
                Some(Meaning::Defined(id)) => self.enter(id, &token)?,
            };
            if !is_replaced {
                return Ok(Some(token));
            }
        }
        Ok(None)
    }

    /// The next token, with macros. Names of open macros are painted.
    pub(super) fn next_token(&mut self) -> Step<Option<Token>> {
        let Some(mut token) = self.next_unpainted()? else { return Ok(None) };
        token.is_painted |= token.is_word() && !self.contexts.is_empty() && self.macros.is_open(&token.text);
        token.is_spaced |= std::mem::take(&mut self.is_spaced);
        Ok(Some(token))
    }

    fn next_unpainted(&mut self) -> Step<Option<Token>> {
        while self.contexts.len() > self.floor.unwrap_or(0) {
            if let Some(token) = self.contexts.last_mut().and_then(|context| context.tokens.next()) {
                return Ok(Some(token));
            }
            self.leave();
        }
        if self.floor.is_some() { Ok(None) } else { self.file_token() }
    }

    fn leave(&mut self) {
        let Some(context) = self.contexts.pop() else { return };
        self.work.release(context.size);
        if let Some(id) = context.of_macro {
            self.macros.set_open(id, false);
        }
    }

    fn push(&mut self, of_macro: Option<DefinitionId>, tokens: Vec<Token>) {
        let size = tokens.len();
        self.work.hold(size);
        if let Some(id) = of_macro {
            self.macros.set_open(id, true);
        }
        self.contexts.push(Context { of_macro, tokens: tokens.into_iter(), size });
    }

    /// Reads a token again.
    pub(super) fn unread(&mut self, token: Token) {
        self.push(None, vec![token]);
    }

    /// Reads what a macro stands for from now on. Returns `false` if its name stands for itself here: without arguments.
    fn enter(&mut self, id: DefinitionId, name: &Token) -> Step<bool> {
        let mut place = name.place;
        let mut arguments = None;
        if let Some(parameters) = self.macros.get(id).parameters.clone() {
            let Some(given) = self.arguments(name, &parameters)? else { return Ok(false) };
            place = cover(place, given.close);
            arguments = Some(given);
        }
        let used = self.macros.used(id, &mut self.files.sources);
        place.of_macro = place.of_macro.or(Some(used));
        let mut tokens = self.substitute(id, arguments, place)?;
        match tokens.first_mut() {
            Some(first) => (first.is_spaced, first.is_first) = (name.is_spaced, name.is_first),
            None => self.is_spaced |= name.is_spaced || name.is_first,
        }
        self.work.release(tokens.len());
        self.push(Some(id), tokens);
        Ok(true)
    }

    /// Expands tokens by themselves, as if nothing followed them (C11 6.10.3.1). They are held: the caller releases them.
    pub(super) fn expand_alone(&mut self, tokens: Vec<Token>) -> Step<Vec<Token>> {
        if self.depth == MAX_DEPTH {
            let place = tokens.first().map(|token| token.place).unwrap_or_default();
            let message = format!("Macros are nested in arguments of macros more than {MAX_DEPTH} levels deep.");
            return Err(self.fatal(place, message));
        }
        self.depth += 1;
        let floor = self.floor.replace(self.contexts.len());
        self.push(None, tokens);
        let mut expanded = Vec::new();
        while let Some(token) = self.next_expanded()? {
            self.spend(1, token.place)?;
            self.work.hold(1);
            expanded.push(token);
        }
        self.floor = floor;
        self.depth -= 1;
        self.is_spaced = false;
        Ok(expanded)
    }

    /// Expands the tokens of a directive.
    pub(super) fn expand_line(&mut self, tokens: Vec<Token>) -> Step<Vec<Token>> {
        let expanded = self.expand_alone(tokens)?;
        self.work.release(expanded.len());
        Ok(expanded)
    }

    /// Some tokens are read or made.
    pub(super) fn spend(&mut self, tokens: usize, place: Place) -> Step {
        self.work.step(tokens)?;
        self.work.excess().map_or(Ok(()), |excess| Err(self.fatal(place, excess)))
    }
}

/// The use of a macro from its name to its closing parenthesis.
fn cover(name: Place, close: Place) -> Place {
    let is_written = name.of_macro.is_none() && close.of_macro.is_none() && name.file == close.file;
    if is_written { Place { span: name.span.cover(close.span), ..name } } else { name }
}
