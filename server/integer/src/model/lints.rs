//! Hints: what has no effect.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::{Diagnostic, Tag};

use super::codes;
use super::properties::names;
use super::symbols::{Declared, ProcessSymbols, Symbols};
use crate::LocationId;
use crate::syntax::ast::{Copies, Expr, ExprKind, InitialValue, Item, ProcessItem, SourceFile, Type, Value};

pub(super) fn check(file: &SourceFile, symbols: &Symbols<'_>, report: &mut Vec<Diagnostic>) {
    for process in &symbols.processes {
        unreachable_locations(process, report);
    }
    unused(file, symbols, report);
}

fn unreachable_locations(process: &ProcessSymbols<'_>, report: &mut Vec<Diagnostic>) {
    let mut targets: BTreeMap<LocationId, Vec<LocationId>> = BTreeMap::new();
    for edge in &process.edges {
        if let (Some(source), Some(target)) = (process.location(&edge.source.text), process.location(&edge.target.text))
        {
            targets.entry(source).or_default().push(target);
        }
    }
    let mut reached = vec![false; process.locations.len()];
    let mut waiting = vec![LocationId(0)];
    while let Some(location) = waiting.pop() {
        if !std::mem::replace(reached.get_mut(usize::from(location.0)).unwrap_or(&mut true), true) {
            waiting.extend(targets.get(&location).into_iter().flatten());
        }
    }
    for (location, _) in process.locations.iter().zip(reached).filter(|(_, reached)| !reached) {
        let message = format!("No path of edges leads to `{}`.", location.name);
        report.push(codes::UNREACHABLE_LOCATION.at(location.span, message).with_tag(Tag::Unnecessary));
    }
}

/// The names that are read anywhere, and those that are assigned. A name of one process counts for all: hints may be
/// missed, but none is wrong.
#[derive(Default)]
struct Uses {
    read: BTreeSet<String>,
    assigned: BTreeSet<String>,
}

impl Uses {
    fn expr(&mut self, expr: &Expr) {
        names(expr, &mut |name| {
            self.read.insert(name.to_owned());
        });
        self.members(expr);
    }

    /// The variables that are named together with their process.
    fn members(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Member(instance, variable) => {
                self.read.insert(variable.text.to_string());
                instance.index.iter().for_each(|index| self.expr(index));
            }
            ExprKind::At(instance, _) => instance.index.iter().for_each(|index| self.expr(index)),
            ExprKind::Paren(inner) | ExprKind::Not(inner) | ExprKind::Negate(inner) => self.members(inner),
            ExprKind::Binary(_, left, right) => {
                self.members(left);
                self.members(right);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.members(condition);
                self.members(then);
                self.members(otherwise);
            }
            ExprKind::Hole | ExprKind::Number(_) | ExprKind::Boolean(_) | ExprKind::Name(_) | ExprKind::Count(..) => {}
        }
    }

    fn declaration(&mut self, declaration: &crate::syntax::ast::Declaration) {
        for variable in &declaration.variables {
            if let Type::Range(low, high) = &variable.ty {
                self.expr(low);
                self.expr(high);
            }
            if let Some(InitialValue::Value(value)) = &variable.initial {
                self.expr(value);
            }
        }
    }

    fn edge(&mut self, edge: &crate::syntax::ast::Edge) {
        edge.guard.iter().for_each(|guard| self.expr(guard));
        for assignment in edge.update.iter().flatten() {
            self.assigned.insert(assignment.target.text.to_string());
            match &assignment.value {
                Value::Expression(expr) => self.expr(expr),
                Value::Input(Some((low, high)), _) => {
                    self.expr(low);
                    self.expr(high);
                }
                Value::Input(None, _) | Value::Any(_) => {}
            }
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Constant(constant) => self.expr(&constant.value),
            Item::Declaration(declaration) => self.declaration(declaration),
            Item::Initial(initial) => self.expr(&initial.condition),
            Item::Property(property) => self.expr(&property.condition),
            Item::Predicate(predicate) => {
                self.expr(&predicate.condition);
                if let Some(index) = predicate.place.as_ref().and_then(|(instance, _)| instance.index.as_deref()) {
                    self.expr(index);
                }
            }
            Item::Process(process) => {
                if let Some(Copies::Number(number)) = &process.copies {
                    self.expr(number);
                }
                for item in &process.items {
                    match item {
                        ProcessItem::Declaration(declaration) => self.declaration(declaration),
                        ProcessItem::Edge(edge) => self.edge(edge),
                        ProcessItem::Locations(_) => {}
                    }
                }
            }
        }
    }
}

fn unused(file: &SourceFile, symbols: &Symbols<'_>, report: &mut Vec<Diagnostic>) {
    let mut uses = Uses::default();
    file.items.iter().for_each(|item| uses.item(item));
    for (name, constant) in symbols.constants.iter().filter(|(name, _)| !uses.read.contains(name.as_str())) {
        let message = format!("The constant `{name}` is not used.");
        report.push(codes::UNUSED_VARIABLE.at(constant.span, message).with_tag(Tag::Unnecessary));
    }
    let locals = symbols.processes.iter().flat_map(|process| &process.scope.variables);
    for Declared { name, span, .. } in symbols.shared.variables.iter().chain(locals) {
        if uses.read.contains(name.as_str()) {
            continue;
        }
        report.push(if uses.assigned.contains(name.as_str()) {
            codes::NEVER_READ.at(*span, format!("`{name}` is assigned, but its value is never read."))
        } else {
            codes::UNUSED_VARIABLE.at(*span, format!("The variable `{name}` is not used.")).with_tag(Tag::Unnecessary)
        });
    }
}
