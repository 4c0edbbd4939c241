//! From the tree-sitter tree to the typed syntax tree.
//!
//! One walk with one cursor: every method deals with the node under the cursor, visits its children through
//! [`Builder::children`] or [`Builder::parts`] and leaves the cursor where it found it. What the parser could not make sense of becomes
//! a hole; statements, declarations and procedure heads inside it are kept.
//!
//! Messages made here are about texts that do have a tree (a missing `;`, a late declaration); those about
//! missing and unexpected tokens come from [`crate::diagnose`].

mod declaration;
mod expression;
mod items;
mod kept;
mod pragma;
mod procedure;
mod shift;
mod statement;

use std::sync::Arc;

use boolprog_base::{Diagnostic, MAX_DEPTH, Severity, Span, too_deep};
use smol_str::SmolStr;
use tree_sitter::{Node, Tree, TreeCursor};

use crate::ast::{Name, Site, SiteId, SiteKind, SourceFile, Statement};
use crate::diagnose::MAX_DIAGNOSTICS;
use crate::earlier::Earlier;
use crate::kinds::{Field, Kind};
use kept::{Kept, Wanted};

/// The code of the message about text that is nested deeper than [`MAX_DEPTH`], statements and expressions counted together,
/// chains of operators by operator; it becomes a hole. There is one such message at most, wherever else text is too deep.
pub(crate) const TOO_DEEP: &str = "nesting-too-deep";

/// The typed tree of a text, and what is wrong with it beyond the tokens.
pub(crate) struct Built {
    pub(crate) file: SourceFile,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Builds the typed tree of `text` from its tree-sitter tree; what no edit touched is copied from the `earlier` one.
/// Linear in the size of the text.
pub(crate) fn build(tree: &Tree, text: &str, earlier: Option<&Earlier>) -> Built {
    let builder = Builder::new(tree, text, earlier.and_then(|earlier| Kept::new(earlier, Wanted::Tree)));
    builder.built()
}

/// What is wrong with `text` beyond the tokens, as [`build()`] says it, without a tree. What no edit touched is not visited.
pub(crate) fn report(tree: &Tree, text: &str, earlier: &Earlier) -> Vec<Diagnostic> {
    Builder::new(tree, text, Kept::new(earlier, Wanted::Messages)).built().diagnostics
}

struct Builder<'t> {
    text: &'t str,
    cursor: TreeCursor<'t>,
    file: SourceFile,
    diagnostics: Vec<Diagnostic>,
    /// The procedure whose parts are being visited.
    open: Option<procedure::OpenProcedure>,
    /// What may be copied.
    kept: Option<Kept<'t>>,
    depth: u32,
    /// Whether the limit of nesting was already reported.
    too_deep: bool,
}

impl<'t> Builder<'t> {
    fn new(tree: &'t Tree, text: &'t str, kept: Option<Kept<'t>>) -> Self {
        Self {
            text,
            cursor: tree.walk(),
            file: SourceFile::default(),
            diagnostics: Vec::new(),
            open: None,
            kept,
            depth: 0,
            too_deep: false,
        }
    }

    /// Visits the whole tree.
    fn built(mut self) -> Built {
        let mut statements: Vec<Arc<Statement>> = Vec::new();
        self.items(&mut statements, items::Place::Outermost);
        let end = Span::empty(self.text.len() as u32);
        self.close_procedure(&mut statements, end);
        Built { file: self.file, diagnostics: self.diagnostics }
    }

    /// Visits the children of the current node in order, with the parts they play; comments and holes apart:
    /// comments are noted, holes have a message of their own.
    fn parts(&mut self, mut visit: impl FnMut(&mut Self, Kind, Field)) {
        self.children(|builder, kind| {
            let field = Field::at(&builder.cursor);
            visit(builder, kind, field);
        });
    }

    /// Like [`Self::parts`] where the kind of a child says enough: finding its part takes as long as the visit.
    fn children(&mut self, mut visit: impl FnMut(&mut Self, Kind)) {
        self.all_children(|builder, kind| {
            if kind == Kind::Error {
                builder.comments_within();
            } else {
                visit(builder, kind);
            }
        });
    }

    /// Visits the children of the current node in order, holes included; comments are noted.
    fn all_children(&mut self, mut visit: impl FnMut(&mut Self, Kind)) {
        if !self.cursor.goto_first_child() {
            return;
        }
        loop {
            match Kind::of(self.node()) {
                Kind::Comment => self.comment(),
                kind => visit(self, kind),
            }
            if !self.cursor.goto_next_sibling() {
                break;
            }
        }
        self.cursor.goto_parent();
    }

    fn node(&self) -> Node<'t> {
        self.cursor.node()
    }

    fn span(&self) -> Span {
        span_of(self.node())
    }

    fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The current node as a name; a missing one is empty.
    fn name(&self) -> Name {
        let span = self.span();
        Name { text: SmolStr::new(self.slice(span)), span }
    }

    fn site(&mut self, kind: SiteKind, span: Span) -> SiteId {
        let id = SiteId(self.file.sites.len() as u32);
        let procedure = self.file.procedures.len() as u32;
        self.file.sites.push(Site { span, kind, procedure });
        id
    }

    /// Notes a diagnostic; there are only so many.
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, Severity::Error, span, message));
    }

    /// Runs `build` one level deeper; beyond [`MAX_DEPTH`] reports that and returns `None`.
    fn deeper<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth == MAX_DEPTH {
            self.report_too_deep();
            self.comments_within();
            return None;
        }
        self.depth += 1;
        let result = build(self);
        self.depth -= 1;
        Some(result)
    }

    fn report_too_deep(&mut self) {
        if !self.too_deep {
            self.too_deep = true;
            self.error(TOO_DEEP, self.span(), too_deep());
        }
    }

    /// Notes the comments below the current node, of which nothing else is kept. Without recursion: the node may
    /// be deeply nested.
    fn comments_within(&mut self) {
        let mut below = 0;
        loop {
            if Kind::of(self.node()) == Kind::Comment {
                self.comment();
            }
            if self.cursor.goto_first_child() {
                below += 1;
                continue;
            }
            while below > 0 && !self.cursor.goto_next_sibling() {
                self.cursor.goto_parent();
                below -= 1;
            }
            if below == 0 {
                return;
            }
        }
    }
}

/// The name that is missing at `offset`.
fn no_name(offset: u32) -> Name {
    Name { text: SmolStr::default(), span: Span::empty(offset) }
}

/// The bytes of a node.
pub(crate) fn span_of(node: Node<'_>) -> Span {
    Span::new(node.start_byte() as u32, node.end_byte() as u32)
}
