//! `decl`

use boolprog_base::{Diagnostic, Edit, Severity, Span};

use super::Builder;
use super::items::Place;
use crate::ast::{Declaration, DeclaredVariable, Initial};
use crate::kinds::{Field, Kind};

impl Builder<'_> {
    /// The declaration under the cursor, without its `;`.
    pub(super) fn declaration(&mut self, late: bool) -> Declaration {
        let mut declaration = Declaration { span: self.span(), thread_local: None, variables: Vec::new(), late };
        self.children(|builder, kind| match kind {
            Kind::ThreadLocal => declaration.thread_local = Some(builder.span()),
            Kind::DeclaredVariable => declaration.variables.push(builder.declared_variable()),
            _ => {}
        });
        declaration
    }

    fn declared_variable(&mut self) -> DeclaredVariable {
        let span = self.span();
        let mut name = None;
        let mut initial = None;
        self.parts(|builder, kind, field| match (field, kind) {
            (Field::Name, _) => name = Some(builder.name()),
            (Field::Initial, Kind::Any) => initial = Some((Initial::Any, builder.span())),
            (Field::Initial, Kind::Constant) => {
                initial = builder.constant().map(|value| (Initial::Const(value), builder.span()));
            }
            _ => {}
        });
        DeclaredVariable { name: name.unwrap_or_else(|| super::no_name(span.start)), initial, span }
    }

    /// Keeps a declaration whose `;`, if any, has been seen.
    pub(super) fn finish_declaration(&mut self, declaration: Declaration, place: Place) {
        if declaration.late {
            self.report_late(&declaration);
        }
        match &mut self.open {
            Some(open) => {
                if !declaration.late {
                    open.declarations_end = declaration.span.end;
                }
                open.procedure.declarations.push(declaration);
            }
            None if place == Place::Outermost => self.file.declarations.push(declaration),
            // A nested block without a procedure around it: the inside of a hole.
            None => {}
        }
    }

    fn report_late(&mut self, declaration: &Declaration) {
        let mut text = self.slice(declaration.span).to_owned();
        if !text.ends_with(';') {
            text.push(';');
        }
        let (message, insertion) = match &self.open {
            Some(open) => (
                "Local variables are declared at the start of the procedure, before its statements.",
                Edit { span: Span::empty(open.declarations_end), text: format!("\n  {text}") },
            ),
            None => (
                "Global variables are declared at the start of the file, before the procedures.",
                Edit { span: Span::empty(self.first_procedure()), text: format!("{text}\n") },
            ),
        };
        let deletion = Edit { span: declaration.span, text: String::new() };
        self.report(
            Diagnostic::new("late-declaration", Severity::Error, declaration.span, message)
                .with_fix("Move the declaration to the start", vec![insertion, deletion]),
        );
    }

    fn first_procedure(&self) -> u32 {
        self.file.procedures.first().map_or(0, |procedure| procedure.span.start)
    }
}
