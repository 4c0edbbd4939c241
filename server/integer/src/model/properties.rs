//! `init`, `error`, `invariant` and `predicate`.

use boolprog_base::Diagnostic;

use super::codes;
use super::elaborate::{Elaborator, Visible};
use super::layout::Layout;
use super::symbols::Symbols;
use crate::syntax::ast::{self, Expr, ExprKind};
use crate::{Formula, InstanceId, LocationId, Predicate, Property, PropertyKind};

/// Elaboration of the items outside of processes.
pub(super) struct Statements<'a> {
    pub(super) symbols: &'a Symbols<'a>,
    pub(super) layout: &'a Layout,
    pub(super) report: &'a mut Vec<Diagnostic>,
}

impl Statements<'_> {
    fn elaborator(&mut self, visible: Visible, again: bool) -> Elaborator<'_> {
        Elaborator { symbols: self.symbols, layout: self.layout, visible, report: self.report, again }
    }

    pub(super) fn initial(&mut self, initial: &ast::Initial) -> Vec<Formula> {
        let formula = self.elaborator(Visible::Shared, false).formula(&initial.condition);
        formula.map(Formula::into_conjuncts).unwrap_or_default()
    }

    /// A property; one that names an instance which is not there is never violated, if such instances may be `absent`.
    pub(super) fn property(&mut self, property: &ast::Property, absent: bool) -> Option<Property> {
        let before = self.report.len();
        let formula = self.elaborator(Visible::Shared, false).formula(&property.condition);
        let names_none = absent && self.report[before..].iter().any(|it| it.code == codes::INSTANCE_INDEX.name);
        let error = match (formula, property.kind) {
            _ if names_none => Formula::Constant(false),
            (formula, PropertyKind::Error) => formula?,
            (formula, PropertyKind::Invariant) => Formula::negation(formula?),
        };
        if names_none {
            self.report.truncate(before);
        }
        let (name, kind, span) = (property.name.text.clone(), property.kind, property.span);
        Some(Property { name, kind, error, span, claim: None })
    }

    /// A predicate: one for each instance that it can be about. It may name variables of one process as that process
    /// does; then it is about every instance, or about those of its place.
    pub(super) fn predicates(&mut self, predicate: &ast::Predicate, found: &mut Vec<Predicate>) {
        let visible = match &predicate.place {
            Some((instance, location)) if instance.index.is_some() => {
                let Some(instance) = self.elaborator(Visible::Shared, false).instance(instance) else { return };
                self.at(location, [instance].into_iter())
            }
            Some((instance, location)) => {
                let Some(process) = self.elaborator(Visible::Shared, false).process(&instance.process) else { return };
                self.at(location, self.layout.instances_of(process))
            }
            None => match process_of_locals(self.symbols, &predicate.condition) {
                Some(process) => self.layout.instances_of(process).map(|instance| (Some(instance), None)).collect(),
                None => vec![(None, None)],
            },
        };
        for (index, (instance, location)) in visible.into_iter().enumerate() {
            let visible = instance.map_or(Visible::Shared, Visible::Instance);
            if let Some(formula) = self.elaborator(visible, index > 0).formula(&predicate.condition) {
                found.push(Predicate { formula, owner: instance.zip(location), span: predicate.span });
            }
        }
    }

    /// The instances, each with the location of this name; none if their process has none.
    fn at(
        &mut self,
        location: &ast::Name,
        instances: impl Iterator<Item = InstanceId>,
    ) -> Vec<(Option<InstanceId>, Option<LocationId>)> {
        let mut places = Vec::new();
        for instance in instances {
            let process = self.layout.process_of(instance);
            match self.elaborator(Visible::Shared, false).location(process, location) {
                Some(location) => places.push((Some(instance), Some(location))),
                None => break,
            }
        }
        places
    }
}

/// The only process that has the first variable which is not shared.
pub(super) fn process_of_locals(symbols: &Symbols<'_>, condition: &Expr) -> Option<usize> {
    let mut owners = Vec::new();
    names(condition, &mut |name| {
        let known = symbols.shared.get(name).is_some() || symbols.constants.contains_key(name);
        if owners.is_empty() && !known {
            let all = symbols.processes.iter().enumerate();
            owners = all.filter(|(_, process)| process.scope.get(name).is_some()).map(|(index, _)| index).collect();
        }
    });
    if let [process] = owners[..] { Some(process) } else { None }
}

/// Calls `visit` for every plain name in an expression.
fn names(expr: &Expr, visit: &mut dyn FnMut(&str)) {
    match &expr.kind {
        ExprKind::Name(name) => visit(name),
        ExprKind::Paren(inner) | ExprKind::Not(inner) | ExprKind::Negate(inner) => names(inner, visit),
        ExprKind::Binary(_, left, right) => {
            names(left, visit);
            names(right, visit);
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            names(condition, visit);
            names(then, visit);
            names(otherwise, visit);
        }
        ExprKind::Hole
        | ExprKind::Number(_)
        | ExprKind::Boolean(_)
        | ExprKind::Member(..)
        | ExprKind::At(..)
        | ExprKind::Count(..) => {}
    }
}
