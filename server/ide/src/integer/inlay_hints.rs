//! Inlay hints: the values of constant expressions that are no numbers.

use boolprog_base::{Severity, Span};
use boolprog_integer::Sort;
use boolprog_integer::model::SymbolKind;
use boolprog_integer::syntax::ast::{Constant, Copies, Declaration, Expr, ExprKind, Item, Name, ProcessItem, Type};

use super::Snapshot;
use crate::inlay_hints::{InlayHint, Wanted};

/// The hints in a span, in textual order. Linear in the declarations.
pub fn inlay_hints(snapshot: &Snapshot, within: Span, wanted: &Wanted) -> Vec<InlayHint> {
    let lines = snapshot.text.bytes().filter(|byte| *byte == b'\n').take(wanted.max_lines).count();
    if lines == wanted.max_lines || !wanted.constants || has_errors(snapshot) {
        return Vec::new();
    }
    let mut hints = Hints { snapshot, found: Vec::new() };
    for item in &snapshot.file.items {
        match item {
            Item::Constant(constant) => hints.value(&constant.name, &constant.value),
            Item::Declaration(declaration) => hints.declaration(declaration),
            Item::Process(process) => {
                if let Some(Copies::Number(number)) = &process.copies {
                    hints.value(&process.name, number);
                }
                for item in &process.items {
                    if let ProcessItem::Declaration(declaration) = item {
                        hints.declaration(declaration);
                    }
                }
            }
            Item::Initial(_) | Item::Property(_) | Item::Predicate(_) => {}
        }
    }
    hints.found.retain(|hint| within.touches(hint.offset));
    hints.found
}

/// `true` if a constant has an error: then values are unknown.
fn has_errors(snapshot: &Snapshot) -> bool {
    let errors = || snapshot.diagnostics().filter(|found| found.severity == Severity::Error);
    let has_error = |constant: &Constant| errors().any(|found| constant.span.contains(found.span));
    snapshot.file.items.iter().any(|item| matches!(item, Item::Constant(constant) if has_error(constant)))
}

struct Hints<'a> {
    snapshot: &'a Snapshot,
    found: Vec<InlayHint>,
}

impl Hints<'_> {
    fn kind(&self, name: &Name) -> Option<SymbolKind> {
        let id = self.snapshot.names.declared_at(name.span)?;
        self.snapshot.names.symbol(id).map(|symbol| symbol.kind)
    }

    /// The value of a constant, or of a number of instances.
    fn value(&mut self, name: &Name, written: &Expr) {
        let value = match self.kind(name) {
            Some(SymbolKind::Constant(value)) => value,
            Some(SymbolKind::Process { instances: Some(number), .. }) => i64::from(number),
            _ => return,
        };
        if !is_number(written) {
            self.add(written.span, format!("= {value}"));
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        for variable in &declaration.variables {
            let Type::Range(low, high) = &variable.ty else { continue };
            let Some(SymbolKind::Variable { sort: Sort::Range(least, most), .. }) = self.kind(&variable.name) else {
                continue;
            };
            if !(is_number(low) && is_number(high)) {
                self.add(variable.ty.span(), format!("= {least}..{most}"));
            }
        }
    }

    fn add(&mut self, behind: Span, label: String) {
        // An expression with an error has no value.
        let is_sound = !self.snapshot.diagnostics().any(|found| behind.contains(found.span));
        if is_sound {
            self.found.push(InlayHint { offset: behind.end, label, site: None });
        }
    }
}

fn is_number(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Hole => true,
        ExprKind::Negate(inner) => is_number(inner),
        _ => false,
    }
}
