//! What can be folded: processes, comments and runs of declarations.

use boolprog_base::Span;
use boolprog_integer::syntax::lexer::{Kind, tokens};

use super::Snapshot;
use crate::folding::{Blocks, Fold, in_tokens};

const BLOCKS: Blocks = Blocks { outermost: "process", open: &["{"], close: &[("}", &["{"])] };

/// The folds of a text, by where they begin, outer ones first. Found in the tokens, so that half a program folds as far
/// as it is there. Linear in the text, but for the sorting.
pub fn folds(snapshot: &Snapshot) -> Vec<Fold> {
    let found = tokens(&snapshot.text);
    let code = found.all.iter().filter(|token| token.kind != Kind::End).map(|token| (token.span, false));
    let mut all: Vec<(Span, bool)> = code.chain(found.comments.iter().map(|comment| (*comment, true))).collect();
    all.sort_unstable();
    in_tokens(&snapshot.text, &BLOCKS, all)
}
