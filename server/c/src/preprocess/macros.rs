//! Macros: definition and expansion.

use boolprog_base::Span;
use boolprog_import::Refusal;
use smol_str::SmolStr;

use super::{Run, error};
use crate::lexer::{Kind, Token};

/// The deepest nesting of macros.
const MAX_DEPTH: usize = 200;

/// A macro.
#[derive(Clone)]
pub(super) struct Macro {
    /// Names of its parameters; none if it has no parentheses.
    pub(super) parameters: Option<Vec<SmolStr>>,
    pub(super) body: Vec<Token>,
    /// What it has that is not supported.
    pub(super) unusable: Option<&'static str>,
}

impl Run<'_> {
    pub(super) fn define(&mut self, line: &[Token], span: Span) -> Result<(), Refusal> {
        let name = line.first().filter(|it| it.is_word()).ok_or_else(|| error(span, "A macro needs a name."))?;
        let mut rest = &line[1..];
        let mut parameters = None;
        let mut unusable = None;
        if rest.first().is_some_and(|it| it.is("(") && !it.spaced) {
            let close = rest.iter().position(|it| it.is(")")).ok_or_else(|| error(span, "`)` is missing."))?;
            let inside = &rest[1..close];
            if inside.iter().any(|it| it.is("...")) {
                unusable = Some("a macro with `...`");
            }
            parameters = Some(inside.iter().filter(|it| it.is_word()).map(|it| it.text.clone()).collect());
            rest = &rest[close + 1..];
        }
        if rest.iter().any(|it| it.is("##")) || (parameters.is_some() && rest.iter().any(|it| it.is("#"))) {
            unusable = Some("`#` and `##` in a macro");
        }
        let body = rest.to_vec();
        self.macros.insert(name.text.clone(), Macro { parameters, body, unusable });
        Ok(())
    }

    /// Appends the expansion of tokens. `active` are the macros that are being expanded, which are not expanded again;
    /// `place` is that of the outermost use.
    pub(super) fn expand(
        &mut self,
        tokens: &[Token],
        active: &mut Vec<SmolStr>,
        output: &mut Vec<Token>,
        place: Option<Span>,
    ) -> Result<(), Refusal> {
        if self.depth > MAX_DEPTH {
            let span = place.unwrap_or_default();
            return Err(error(span, format!("Macros are nested more than {MAX_DEPTH} levels deep.")));
        }
        self.depth += 1;
        let result = self.expand_all(tokens, active, output, place);
        self.depth -= 1;
        result
    }

    fn expand_all(
        &mut self,
        tokens: &[Token],
        active: &mut Vec<SmolStr>,
        output: &mut Vec<Token>,
        place: Option<Span>,
    ) -> Result<(), Refusal> {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let span = place.unwrap_or(token.span);
            self.count(span, 0)?;
            at += 1;
            let found =
                if token.is_word() && !active.contains(&token.text) { self.macros.get(&token.text) } else { None };
            let Some(found) = found.cloned() else {
                output.push(Token { span, ..token.clone() });
                continue;
            };
            let mut body = found.body;
            let mut span = span;
            if let Some(parameters) = found.parameters {
                if !tokens.get(at).is_some_and(|it| it.is("(")) {
                    output.push(Token { span, ..token.clone() });
                    continue;
                }
                let (arguments, end) = arguments(tokens, at + 1, span)?;
                if place.is_none() {
                    span = Span::new(span.start, tokens[end - 1].span.end.max(span.end));
                }
                at = end;
                let fits =
                    arguments.len() == parameters.len() || (parameters.is_empty() && arguments == [&[] as &[Token]]);
                if !fits && found.unusable.is_none() {
                    let (wanted, given) = (parameters.len(), arguments.len());
                    return Err(error(span, format!("Macro `{}` takes {wanted} arguments, not {given}.", token.text)));
                }
                body = self.substitute(&body, &parameters, &arguments, active, span)?;
            }
            if let Some(what) = found.unusable {
                return Err(error(span, format!("Not supported: {what} (`{}`).", token.text)));
            }
            self.count(span, body.len())?;
            active.push(token.text.clone());
            let result = self.expand(&body, active, output, Some(span));
            active.pop();
            result?;
        }
        Ok(())
    }

    fn substitute(
        &mut self,
        body: &[Token],
        parameters: &[SmolStr],
        arguments: &[&[Token]],
        active: &mut Vec<SmolStr>,
        span: Span,
    ) -> Result<Vec<Token>, Refusal> {
        let mut result = Vec::new();
        for token in body {
            let index = parameters.iter().position(|it| token.kind == Kind::Word && *it == token.text);
            match index.and_then(|index| arguments.get(index)) {
                // Tokens of an argument have been expanded, and are not expanded again: a name of a macro in it is no use.
                Some(argument) => self.expand(argument, active, &mut result, Some(span))?,
                None => result.push(token.clone()),
            }
            self.count(span, 0)?;
        }
        Ok(result)
    }
}

/// The arguments of a use of a macro, and the index behind its `)`.
fn arguments(tokens: &[Token], from: usize, span: Span) -> Result<(Vec<&[Token]>, usize), Refusal> {
    let (mut found, mut start, mut depth) = (Vec::new(), from, 0);
    for (at, token) in tokens.iter().enumerate().skip(from) {
        if token.is("(") {
            depth += 1;
        } else if token.is(")") && depth > 0 {
            depth -= 1;
        } else if token.is(")") {
            found.push(&tokens[start..at]);
            return Ok((found, at + 1));
        } else if token.is(",") && depth == 0 {
            found.push(&tokens[start..at]);
            start = at + 1;
        }
    }
    Err(error(span, "`)` is missing after the arguments of a macro."))
}
