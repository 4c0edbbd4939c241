//! Scopes of a place, in which an expression is read once the text has been.

use boolprog_base::control::Control;

use super::scopes::Scopes;
use super::{Parser, cursor};
use crate::lexer::Token;
use crate::mistake::Failure;
use crate::source::{FileId, Place, Sources};
use crate::target::Target;
use crate::tree::{ExprId, Unit};

/// A place whose scopes are wanted.
pub(super) struct Watch {
    file: FileId,
    offset: u32,
    /// Those of the first token that ends there or later.
    scopes: Option<Scopes>,
}

impl Parser<'_> {
    /// Remembers the scopes if a token that was taken is the one that is waited for.
    pub(super) fn watch(&mut self, taken: Place) {
        if let Some(watch) = &mut self.watch
            && watch.scopes.is_none()
            && taken.file == watch.file
            && taken.span.end >= watch.offset
        {
            watch.scopes = Some(self.scopes.clone());
        }
    }
}

/// Reads a translation unit and, in the scopes of a place of it, an expression; without a place, in the scope of the unit.
pub(crate) fn parse_expression(
    tokens: Vec<Token>,
    mut expression: Vec<Token>,
    sources: Sources,
    (target, here): (Target, Option<(FileId, u32)>),
    control: &dyn Control,
) -> Result<(Unit, ExprId), Failure> {
    let mut parser = Parser::new(tokens, sources, target, control);
    parser.watch = here.map(|(file, offset)| Watch { file, offset, scopes: None });
    parser.unit();
    let mut found = None;
    if parser.mistakes.is_empty() && parser.stop.is_none() {
        if let Some(scopes) = parser.watch.take().and_then(|watch| watch.scopes) {
            parser.scopes = scopes;
        }
        expression.push(cursor::end(&expression));
        (parser.tokens, parser.at) = (expression, 0);
        found = parser.expression().ok();
        if found.is_some() && !parser.at_end() {
            parser.expected("the end of the expression");
        }
    }
    if let Some(stop) = parser.stop {
        return Err(Failure::Stopped(stop));
    }
    match found.filter(|_| parser.mistakes.is_empty()) {
        Some(root) => Ok((parser.unit, root)),
        None => Err(Failure::Mistakes { mistakes: parser.mistakes, sources: parser.unit.sources }),
    }
}
