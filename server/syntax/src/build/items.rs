//! The items of a file or a block: declarations, procedures, clauses, statements, and the `;` between them.

use std::sync::Arc;

use boolprog_base::{Diagnostic, Edit, Severity, Span};

use super::Builder;
use super::procedure::Clause;
use super::statement::Labels;
use crate::ast::{Declaration, Statement};
use crate::kinds::Kind;

/// Which items are being visited.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Those of the file, or directly of a procedure.
    Outermost,
    /// Those of an `if` or `while`.
    Nested,
}

/// The item before the current one, if it may need a `;`.
enum Previous {
    Nothing,
    /// Needs a `;` before the next item; `always` also at the end of the block.
    Item {
        end: u32,
        always: bool,
    },
    /// A declaration that may still grow by its `;`.
    Declaration {
        declaration: Declaration,
        broken: bool,
    },
}

impl Builder<'_> {
    /// Visits the children of a file, procedure, block or hole; appends the statements among them.
    pub(super) fn items(&mut self, statements: &mut Vec<Arc<Statement>>, place: Place) {
        let mut previous = Previous::Nothing;
        let mut labels = Labels::default();
        self.all_children(|builder, kind| {
            let before = std::mem::replace(&mut previous, Previous::Nothing);
            builder.settle(before, kind, place);
            previous = builder.item(kind, statements, &mut labels, place);
        });
        self.settle(previous, Kind::End, place);
        if let Some(statement) = self.hole(labels) {
            statements.push(Arc::new(statement));
        }
    }

    /// The item under the cursor; what it leaves to be settled with the next one.
    fn item(
        &mut self,
        kind: Kind,
        statements: &mut Vec<Arc<Statement>>,
        labels: &mut Labels,
        place: Place,
    ) -> Previous {
        // A broken item has a message of its own.
        let end = |node: tree_sitter::Node<'_>| (!node.has_error()).then_some(node.end_byte() as u32);
        match kind {
            Kind::ProcedureHeader if place == Place::Outermost => self.open_procedure(statements),
            Kind::Begin => {
                let end = self.span().end;
                if let Some(open) = &mut self.open {
                    open.declarations_end = end;
                }
            }
            Kind::End if place == Place::Outermost => {
                let end = self.span();
                self.close_procedure(statements, end);
            }
            Kind::Procedure => {
                self.close_procedure(statements, Span::empty(self.span().start));
                if !self.keep_procedure() {
                    self.items(statements, place);
                }
            }
            Kind::Block => self.items(statements, place),
            Kind::Error => self.error_items(statements, place),
            Kind::Label => self.label(labels),
            Kind::Declaration => {
                let late = place == Place::Nested
                    || match &self.open {
                        Some(open) => open.declarations_over || !statements.is_empty(),
                        None => !self.file.procedures.is_empty(),
                    };
                let declaration = self.declaration(late);
                return Previous::Declaration { declaration, broken: self.node().has_error() };
            }
            Kind::EnforceClause | Kind::AbortifClause => {
                let clause = if kind == Kind::EnforceClause { Clause::Enforce } else { Clause::Abortif };
                self.clause(clause, place == Place::Outermost, !statements.is_empty());
                return end(self.node()).map_or(Previous::Nothing, |end| Previous::Item { end, always: true });
            }
            Kind::Statement if self.open.is_some() => {
                let kept = if labels.is_empty() { self.kept_statement() } else { None };
                let statement = kept.unwrap_or_else(|| Arc::new(self.statement(std::mem::take(labels))));
                let closed = statement.ends_with_word();
                statements.push(statement);
                let end = end(self.node()).filter(|_| !closed);
                return end.map_or(Previous::Nothing, |end| Previous::Item { end, always: false });
            }
            _ => {}
        }
        Previous::Nothing
    }

    /// What can be kept of the text under the cursor, which the parser could not make sense of; if that is no
    /// statement, a hole takes its place.
    fn error_items(&mut self, statements: &mut Vec<Arc<Statement>>, place: Place) {
        let (count, procedures) = (statements.len(), self.file.procedures.len());
        let span = self.span();
        let was_open = self.open.is_some();
        self.items(statements, place);
        let same_procedure = was_open && self.open.is_some() && procedures == self.file.procedures.len();
        if same_procedure && statements.len() == count {
            let hole = self.hole_at(Labels::default(), span);
            statements.push(Arc::new(hole));
        }
    }

    /// Decides whether a `;` is missing behind `previous`, now that the next item is known to be `next`.
    fn settle(&mut self, previous: Previous, next: Kind, place: Place) {
        match previous {
            Previous::Nothing => {}
            Previous::Item { end, always } => {
                if always && next != Kind::Semicolon && next != Kind::Error || begins_item(next) {
                    self.missing_semicolon(end);
                }
            }
            Previous::Declaration { mut declaration, broken } => {
                if next == Kind::Semicolon {
                    declaration.span.end = self.span().end;
                } else if next != Kind::Error && !broken {
                    self.missing_semicolon(declaration.span.end);
                }
                self.finish_declaration(declaration, place);
            }
        }
    }

    fn missing_semicolon(&mut self, end: u32) {
        // What stands before a `;` always ends with an ASCII character.
        let span = Span::new(end.saturating_sub(1), end);
        let insertion = Edit { span: Span::empty(end), text: ";".into() };
        self.report(
            Diagnostic::new("missing-semicolon", Severity::Error, span, "A `;` is missing here.")
                .with_fix("Insert `;`", vec![insertion]),
        );
    }
}

fn begins_item(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Statement | Kind::Declaration | Kind::EnforceClause | Kind::AbortifClause | Kind::Procedure | Kind::Label
    )
}
