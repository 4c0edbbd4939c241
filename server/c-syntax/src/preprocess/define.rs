//! `#define` (C11 6.10.3).

use smol_str::SmolStr;

use super::macros::{Definition, Parameters, Piece, PieceKind};
use super::{Preprocessor, Step};
use crate::lexer::Token;
use crate::mistake::Mistake;
use crate::source::Place;

impl Preprocessor<'_> {
    /// Defines a macro, given the line after `#define`, which is at a place.
    pub(super) fn define(&mut self, line: &[Token], place: Place) -> Step {
        let is_option = place.file == self.defines;
        match definition(line, place) {
            Ok(definition) => {
                let place = definition.place.filter(|_| !is_option);
                self.macros.define(Definition { place, ..definition });
            }
            Err(mistake) => self.mistake(mistake.place, mistake.message)?,
        }
        Ok(())
    }
}

fn definition(line: &[Token], place: Place) -> Result<Definition, Mistake> {
    let [name, rest @ ..] = line else {
        return Err(Mistake::new(place, "After `#define` stands the name of a macro."));
    };
    if !name.is_word() || name.is("defined") {
        return Err(Mistake::new(name.place, format!("`{}` cannot be the name of a macro.", name.text)));
    }
    let (parameters, body) = match rest {
        [open, rest @ ..] if open.is("(") && !open.is_spaced => {
            let (parameters, length) = parameters(rest, open.place)?;
            (Some(parameters), &rest[length..])
        }
        _ => (None, rest),
    };
    let body = pieces(body, parameters.as_ref())?.into();
    Ok(Definition { name: name.text.clone(), parameters, body, place: Some(name.place), is_open: false, id: None })
}

/// The parameters, and the number of their tokens with the closing parenthesis.
fn parameters(line: &[Token], open: Place) -> Result<(Parameters, usize), Mistake> {
    let wrong = |at: usize| {
        let place = line.get(at).map_or(open, |token| token.place);
        Mistake::new(place, "The parameters of a macro are names with commas between them; `...` may be the last one.")
    };
    let mut parameters = Parameters { names: Vec::new(), is_variadic: false };
    let mut at = 0;
    if line.first().is_some_and(|token| token.is(")")) {
        return Ok((parameters, 1));
    }
    loop {
        let token = line.get(at).ok_or_else(|| wrong(at))?;
        let name: SmolStr = if token.is("...") { "__VA_ARGS__".into() } else { token.text.clone() };
        if !(token.is_word() || token.is("...")) || parameters.names.contains(&name) {
            return Err(wrong(at));
        }
        parameters.names.push(name);
        at += 1;
        // `args...` of GNU C names the rest.
        let is_named_rest = token.is_word() && line.get(at).is_some_and(|it| it.is("..."));
        parameters.is_variadic = token.is("...") || is_named_rest;
        at += usize::from(is_named_rest);
        match line.get(at) {
            Some(it) if it.is(")") => return Ok((parameters, at + 1)),
            Some(it) if it.is(",") && !parameters.is_variadic => at += 1,
            _ => return Err(wrong(at)),
        }
    }
}

/// The replacement of a macro.
fn pieces(tokens: &[Token], parameters: Option<&Parameters>) -> Result<Vec<Piece>, Mistake> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let is_pasted = token.is_paste();
        let is_spaced = token.is_spaced;
        at += usize::from(is_pasted);
        let Some(token) = tokens.get(at).filter(|_| !is_pasted || !pieces.is_empty()) else {
            return Err(Mistake::new(token.place, "`##` stands between two tokens."));
        };
        let (kind, length) = piece(token, &tokens[at..], parameters)?;
        at += length;
        pieces.push(Piece { kind, is_pasted, is_spaced });
    }
    Ok(pieces)
}

/// A piece, and the number of its tokens.
fn piece(token: &Token, tokens: &[Token], parameters: Option<&Parameters>) -> Result<(PieceKind, usize), Mistake> {
    let parameter = |token: &Token| {
        let names = parameters.map_or(&[][..], |parameters| &parameters.names);
        names.iter().position(|name| token.is_word() && *name == token.text)
    };
    if let Some(index) = parameter(token) {
        return Ok((PieceKind::Argument(index), 1));
    }
    if token.is_hash() && parameters.is_some() {
        let index = tokens.get(1).and_then(parameter);
        let index = index.ok_or_else(|| Mistake::new(token.place, "`#` stands before a parameter of the macro."))?;
        return Ok((PieceKind::Text(index), 2));
    }
    if token.is("__VA_OPT__") && parameters.is_some_and(|parameters| parameters.is_variadic) {
        let length = optional(tokens).ok_or_else(|| {
            Mistake::new(token.place, "After `__VA_OPT__` stand tokens in parentheses, without another `__VA_OPT__`.")
        })?;
        let inside = pieces(&tokens[2..length - 1], parameters)?;
        return Ok((PieceKind::Optional(inside), length));
    }
    Ok((PieceKind::Token(token.clone()), 1))
}

/// The number of tokens of `__VA_OPT__ ( .. )`.
fn optional(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(1) {
        match token.text.as_str() {
            "(" => depth += 1,
            ")" if depth == 1 => return Some(at + 1),
            ")" => depth = depth.checked_sub(1)?,
            "__VA_OPT__" => return None,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}
