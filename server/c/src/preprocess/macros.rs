//! Macros: definition and expansion.

use boolprog_base::Span;
use boolprog_import::Refusal;
use smol_str::{SmolStr, ToSmolStr};

use super::{Run, error};
use crate::lexer::{Kind, Token, lex};

/// The deepest nesting of macros.
const MAX_DEPTH: usize = 200;

/// A macro.
#[derive(Clone, Default)]
pub(super) struct Macro {
    /// Names of its parameters; none if it has no parentheses.
    pub(super) parameters: Option<Vec<SmolStr>>,
    /// `true` if the last parameter takes any number of arguments.
    pub(super) variadic: bool,
    pub(super) body: Vec<Token>,
}

impl Run<'_> {
    pub(super) fn define(&mut self, line: &[Token], span: Span) -> Result<(), Refusal> {
        let name = line.first().filter(|it| it.is_word()).ok_or_else(|| error(span, "A macro needs a name."))?;
        let mut rest = &line[1..];
        let mut defined = Macro::default();
        if rest.first().is_some_and(|it| it.is("(") && !it.spaced) {
            let close = rest.iter().position(|it| it.is(")")).ok_or_else(|| error(span, "`)` is missing."))?;
            let inside = &rest[1..close];
            let mut parameters: Vec<_> = inside.iter().filter(|it| it.is_word()).map(|it| it.text.clone()).collect();
            defined.variadic = inside.last().is_some_and(|it| it.is("..."));
            // `args...` names the arguments that `...` does not.
            if defined.variadic && !inside.iter().rev().nth(1).is_some_and(Token::is_word) {
                parameters.push("__VA_ARGS__".into());
            }
            defined.parameters = Some(parameters);
            rest = &rest[close + 1..];
        }
        defined.body = rest.to_vec();
        self.macros.insert(name.text.clone(), defined);
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
        // The name of a macro at the end of an expansion, whose arguments come after it.
        let mut again: Option<Token> = None;
        while at < tokens.len() {
            let token = &again.take().unwrap_or_else(|| {
                at += 1;
                tokens[at - 1].clone()
            });
            let span = place.unwrap_or(token.span);
            self.count(span, 0)?;
            if let Some(text) = self.known(token, span) {
                let kind = if token.is("__LINE__") { Kind::Number } else { Kind::String };
                output.push(Token { kind, text, span, ..token.clone() });
                continue;
            }
            let found =
                if token.is_word() && !active.contains(&token.text) { self.macros.get(&token.text) } else { None };
            let Some(found) = found.cloned() else {
                output.push(Token { span, ..token.clone() });
                continue;
            };
            let mut span = span;
            let mut arguments = Vec::new();
            if let Some(parameters) = &found.parameters {
                if !tokens.get(at).is_some_and(|it| it.is("(")) {
                    output.push(Token { span, ..token.clone() });
                    continue;
                }
                let most = if found.variadic { parameters.len() } else { usize::MAX };
                (arguments, at) = arguments_of(tokens, at + 1, most, span)?;
                if place.is_none() {
                    span = Span::new(span.start, tokens[at - 1].span.end.max(span.end));
                }
                if arguments.len() + 1 == parameters.len() && found.variadic {
                    arguments.push(&[]);
                }
                if arguments.len() != parameters.len() && !(parameters.is_empty() && arguments == [&[] as &[Token]]) {
                    let (wanted, given) = (parameters.len(), arguments.len());
                    return Err(error(span, format!("Macro `{}` takes {wanted} arguments, not {given}.", token.text)));
                }
            }
            let body = self.substitute(&found, &arguments, active, span)?;
            active.push(token.text.clone());
            let before = output.len();
            let result = self.expand(&body, active, output, Some(span));
            active.pop();
            result?;
            let is_used = tokens.get(at).is_some_and(|it| it.is("("));
            if is_used && output.len() > before {
                again = output.pop_if(|last| last.text != token.text && self.takes_arguments(last, active));
            }
        }
        Ok(())
    }

    fn takes_arguments(&self, token: &Token, active: &[SmolStr]) -> bool {
        let is_macro = self.macros.get(&token.text).is_some_and(|it| it.parameters.is_some());
        is_macro && token.is_word() && !active.contains(&token.text)
    }

    /// What a macro that is always defined stands for; the lines of included files are not known.
    fn known(&self, token: &Token, span: Span) -> Option<SmolStr> {
        match token.text.as_str() {
            _ if !token.is_word() => None,
            "__LINE__" if self.included == 0 => Some(self.lines.number(span)?.to_smolstr()),
            "__FILE__" => Some("\"\"".into()),
            _ => None,
        }
    }

    /// The body of a macro with its arguments. Tokens of an argument have been expanded, and are not expanded again: a name of
    /// a macro in it is no use. Operands of `##` are not expanded at all, and `#` makes a text, of which none has a meaning.
    fn substitute(
        &mut self,
        found: &Macro,
        arguments: &[&[Token]],
        active: &mut Vec<SmolStr>,
        span: Span,
    ) -> Result<Vec<Token>, Refusal> {
        let parameters = found.parameters.as_deref().unwrap_or_default();
        let index_of = |token: &Token| parameters.iter().position(|it| token.is_word() && *it == token.text);
        let mut result = Vec::new();
        // The number of tokens before the operands of the `##`s that were just read.
        let mut pasted: Option<usize> = None;
        let mut body = found.body.iter().peekable();
        while let Some(token) = body.next() {
            self.count(span, 0)?;
            let before = result.len();
            if token.is("#") && body.peek().and_then(|next| index_of(next)).is_some() {
                body.next();
                result.push(Token { kind: Kind::String, text: "\"\"".into(), ..token.clone() });
                continue;
            }
            let pastes = body.peek().is_some_and(|next| next.is("##"));
            let index = index_of(token);
            match index.and_then(|index| arguments.get(index)) {
                Some(argument) if pastes || pasted.is_some() => {
                    self.count(span, argument.len())?;
                    result.extend_from_slice(argument);
                }
                Some(argument) => self.expand(argument, active, &mut result, Some(span))?,
                None => result.push(token.clone()),
            }
            let left = pasted.take();
            if let Some(left) = left {
                let is_rest = found.variadic && index.is_some_and(|index| index + 1 == parameters.len());
                self.paste(&mut result, left, before, is_rest, span)?;
            }
            if pastes {
                body.next();
                pasted = Some(left.unwrap_or(before));
            }
        }
        Ok(result)
    }

    /// Makes one token of the last one of the left operand and the first one of the right operand. A comma before any number of
    /// arguments stays, or goes if there are none.
    fn paste(
        &mut self,
        result: &mut Vec<Token>,
        left: usize,
        right: usize,
        is_rest: bool,
        span: Span,
    ) -> Result<(), Refusal> {
        let is_empty = right == result.len();
        if is_rest && right > left && result[right - 1].is(",") {
            if is_empty {
                result.pop();
            }
            return Ok(());
        }
        if is_empty || left == right {
            return Ok(());
        }
        let text = format!("{}{}", result[right - 1].text, result[right].text);
        self.count(span, text.len())?;
        let [token] = <[Token; 1]>::try_from(lex(&text, Some(span), self.watch)?.tokens)
            .map_err(|_| error(span, "`##` does not make a token here."))?;
        result.splice(right - 1..=right, [token]);
        Ok(())
    }
}

/// The arguments of a use of a macro, at most a number of them, and the index after its `)`.
fn arguments_of(tokens: &[Token], from: usize, most: usize, span: Span) -> Result<(Vec<&[Token]>, usize), Refusal> {
    let (mut found, mut start, mut depth) = (Vec::new(), from, 0);
    for (at, token) in tokens.iter().enumerate().skip(from) {
        if token.is("(") {
            depth += 1;
        } else if token.is(")") && depth > 0 {
            depth -= 1;
        } else if token.is(")") {
            found.push(&tokens[start..at]);
            return Ok((found, at + 1));
        } else if token.is(",") && depth == 0 && found.len() + 1 < most {
            found.push(&tokens[start..at]);
            start = at + 1;
        }
    }
    Err(error(span, "`)` is missing after the arguments of a macro."))
}
