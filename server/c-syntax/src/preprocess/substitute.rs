//! The replacement of a macro with its arguments: `#`, `##` and parameters (C11 6.10.3.1 to 6.10.3.3).

use std::rc::Rc;

use super::arguments::Arguments;
use super::macros::{DefinitionId, Parameters, Piece, PieceKind};
use super::paste::{paste, text_of};
use super::{Preprocessor, Step};
use crate::lexer::Token;
use crate::source::Place;

/// The longest token that `#` and `##` make, in bytes.
const MAX_LENGTH: usize = 256 << 10;

/// An argument.
struct Argument {
    written: Vec<Token>,
    /// Its replacement, once that is asked.
    expanded: Option<Vec<Token>>,
}

/// A use of a macro whose tokens are made.
struct Substitution {
    arguments: Vec<Argument>,
    /// The parameter that takes all other arguments.
    rest: Option<usize>,
    /// `true` if there is no argument for it.
    is_rest_absent: bool,
    /// The place of the use.
    place: Place,
    output: Vec<Token>,
    /// `true` if there is no token with which `##` joins the next one.
    is_left_empty: bool,
    /// `true` if a blank stood before pieces that are nothing.
    is_spaced: bool,
    /// Number of tokens of arguments, as they are written and expanded.
    held: usize,
}

impl Preprocessor<'_> {
    /// The tokens that a macro stands for, when it is used at a place. They are held: the caller releases them.
    pub(super) fn substitute(&mut self, id: DefinitionId, given: Option<Arguments>, place: Place) -> Step<Vec<Token>> {
        let definition = self.macros.get(id);
        let body = Rc::clone(&definition.body);
        let rest = definition.parameters.as_ref().and_then(Parameters::rest);
        let (list, is_rest_absent, held) =
            given.map_or_else(Default::default, |given| (given.list, given.is_rest_absent, given.held));
        let mut to = Substitution {
            arguments: list.into_iter().map(|written| Argument { written, expanded: None }).collect(),
            rest,
            is_rest_absent,
            place,
            output: Vec::new(),
            is_left_empty: true,
            is_spaced: false,
            held,
        };
        self.pieces(&body, &mut to)?;
        self.work.release(to.held);
        Ok(to.output)
    }

    fn pieces(&mut self, mut pieces: &[Piece], to: &mut Substitution) -> Step {
        while let [piece, behind @ ..] = pieces {
            let next = behind.first().filter(|next| next.is_pasted);
            pieces = behind;
            if let Some(rest) = next.filter(|next| is_comma_before_rest(piece, next, to.rest)) {
                pieces = &behind[1..];
                self.comma(piece, rest, to)?;
            } else {
                let tokens = self.tokens(piece, piece.is_pasted || next.is_some(), to)?;
                self.add(tokens, piece.is_pasted, piece.is_spaced, to)?;
            }
        }
        Ok(())
    }

    /// `, ## __VA_ARGS__` of GNU C: without an argument, the comma is nothing. It is never joined.
    fn comma(&mut self, comma: &Piece, rest: &Piece, to: &mut Substitution) -> Step {
        if to.is_rest_absent {
            return Ok(());
        }
        let tokens = self.tokens(comma, true, to)?;
        self.add(tokens, comma.is_pasted, comma.is_spaced, to)?;
        let tokens = self.tokens(rest, true, to)?;
        self.add(tokens, false, rest.is_spaced, to)
    }

    /// The tokens of a piece; an argument that `##` joins is not expanded.
    fn tokens(&mut self, piece: &Piece, is_joined: bool, to: &mut Substitution) -> Step<Vec<Token>> {
        Ok(match &piece.kind {
            PieceKind::Token(token) => vec![Token { place: to.place, is_first: false, ..token.clone() }],
            PieceKind::Text(index) => self.text(&to.arguments[*index].written, to.place)?,
            PieceKind::Argument(index) if is_joined => to.arguments[*index].written.clone(),
            PieceKind::Argument(index) => self.expanded(*index, to)?.to_vec(),
            PieceKind::Optional(inside) => self.optional(inside, to)?,
        })
    }

    /// `#` before a parameter: a string.
    fn text(&mut self, argument: &[Token], place: Place) -> Step<Vec<Token>> {
        let bytes: usize = argument.iter().map(|token| token.text.len() + 1).sum();
        self.check_length(bytes, place)?;
        Ok(vec![text_of(argument, place)])
    }

    /// Tokens that macros make are not longer than [`MAX_LENGTH`].
    fn check_length(&mut self, bytes: usize, place: Place) -> Step {
        if bytes <= MAX_LENGTH {
            return Ok(());
        }
        let message = format!(
            "A macro makes a token of more than {} KiB; look for one that grows with each use.",
            MAX_LENGTH >> 10
        );
        Err(self.fatal(place, message))
    }

    /// An argument without macros.
    fn expanded<'s>(&mut self, index: usize, to: &'s mut Substitution) -> Step<&'s [Token]> {
        let argument = &mut to.arguments[index];
        if argument.expanded.is_none() {
            let expanded = self.expand_alone(argument.written.clone())?;
            to.held += expanded.len();
            argument.expanded = Some(expanded);
        }
        Ok(argument.expanded.as_deref().unwrap_or_default())
    }

    /// The tokens inside of `__VA_OPT__`, if there are other arguments.
    fn optional(&mut self, inside: &[Piece], to: &mut Substitution) -> Step<Vec<Token>> {
        let Some(rest) = to.rest else { return Ok(Vec::new()) };
        if self.expanded(rest, to)?.is_empty() {
            return Ok(Vec::new());
        }
        let output = std::mem::take(&mut to.output);
        let outer = (std::mem::replace(&mut to.is_left_empty, true), std::mem::take(&mut to.is_spaced));
        self.pieces(inside, to)?;
        (to.is_left_empty, to.is_spaced) = outer;
        let tokens = std::mem::replace(&mut to.output, output);
        self.work.release(tokens.len());
        Ok(tokens)
    }

    /// Adds the tokens of a piece.
    fn add(&mut self, mut tokens: Vec<Token>, is_pasted: bool, is_spaced: bool, to: &mut Substitution) -> Step {
        self.spend(tokens.len() + 1, to.place)?;
        self.work.hold(tokens.len());
        to.is_spaced |= is_spaced;
        if let Some(first) = tokens.first_mut() {
            first.is_spaced = std::mem::take(&mut to.is_spaced);
        }
        let is_empty = tokens.is_empty();
        let mut tokens = tokens.into_iter();
        if is_pasted && !to.is_left_empty && !is_empty {
            self.join(tokens.next(), to)?;
        }
        to.output.extend(tokens);
        to.is_left_empty = is_empty && (to.is_left_empty || !is_pasted);
        Ok(())
    }

    /// Joins the last token with another one.
    fn join(&mut self, right: Option<Token>, to: &mut Substitution) -> Step {
        let (Some(left), Some(right)) = (to.output.pop(), right) else { return Ok(()) };
        self.work.release(1);
        self.check_length(left.text.len() + right.text.len(), to.place)?;
        if let Some(token) = paste(&left, &right, to.place) {
            to.output.push(token);
            return Ok(());
        }
        let message = format!("`##` does not make one token of `{}` and `{}`.", left.text, right.text);
        to.output.push(left);
        self.mistake(to.place, message)
    }
}

/// Returns `true` for `, ##` before the parameter that takes all other arguments.
fn is_comma_before_rest(piece: &Piece, next: &Piece, rest: Option<usize>) -> bool {
    let is_comma = matches!(&piece.kind, PieceKind::Token(token) if token.is(","));
    is_comma && matches!(next.kind, PieceKind::Argument(index) if rest == Some(index))
}
