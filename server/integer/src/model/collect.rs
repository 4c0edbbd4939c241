//! The declarations of a file, collected.

use std::collections::BTreeMap;

use boolprog_base::{Diagnostic, Span};

use super::elaborate::{Elaborator, Expression};
use super::layout::Layout;
use super::symbols::{ConstantSymbol, CopyCount, Declared, ProcessSymbols, Scope, Symbols};
use super::{MAX_INSTANCES, codes};
use crate::syntax::ast::{self, Copies, Declaration, InitialValue, Item, Name, ProcessItem, SourceFile, Type};
use crate::{Initial, Location, LocationId, Sort};

impl<'a> Symbols<'a> {
    /// Constants are known after their declaration; all other names everywhere in their scope.
    pub(super) fn collect(file: &'a SourceFile, report: &mut Vec<Diagnostic>) -> Self {
        let mut symbols = Self::default();
        for item in &file.items {
            if let Item::Constant(constant) = item {
                symbols.constant(constant, report);
            }
        }
        let mut shared = Scope::default();
        for item in &file.items {
            if let Item::Declaration(declaration) = item {
                symbols.declare(declaration, &mut shared, report);
            }
        }
        symbols.shared = shared;
        for item in &file.items {
            if let Item::Process(process) = item {
                symbols.process(process, report);
            }
        }
        symbols
    }

    fn constant(&mut self, constant: &ast::Constant, report: &mut Vec<Diagnostic>) {
        let ast::Constant { name, value, .. } = constant;
        // A constant without a value is known all the same, so that its uses are not reported too.
        let value = self.integer(value, report).unwrap_or(1);
        match self.constants.get(&name.text) {
            _ if name.text.is_empty() => {}
            Some(first) => report.push(duplicate(name, first.span)),
            None => {
                self.constants.insert(name.text.clone(), ConstantSymbol { value, span: name.span });
            }
        }
    }

    /// The value of an expression of constants; reports if it has none.
    fn integer(&self, expr: &ast::Expr, report: &mut Vec<Diagnostic>) -> Option<i64> {
        Elaborator::of_constants(self, &Layout::none(), report).constant(expr)
    }

    fn declare(&self, declaration: &Declaration, scope: &mut Scope, report: &mut Vec<Diagnostic>) {
        for variable in &declaration.variables {
            let Name { text, span } = variable.name.clone();
            if text.is_empty() {
                continue;
            }
            let shared = self.shared.get(&text).map(|index| self.shared.variables[index].span);
            let first = self.constants.get(&text).map(|constant| constant.span).or(shared);
            let first = first.or_else(|| scope.get(&text).map(|index| scope.variables[index].span));
            if let Some(first) = first {
                report.push(duplicate(&variable.name, first));
                continue;
            }
            let sort = self.sort(&variable.ty, report);
            let initial = self.initial(variable, sort, report);
            scope.names.insert(text.clone(), scope.variables.len());
            scope.variables.push(Declared { name: text, sort, initial, span });
        }
    }

    fn sort(&self, ty: &Type, report: &mut Vec<Diagnostic>) -> Sort {
        match ty {
            Type::Boolean(_) => Sort::Boolean,
            Type::Integer(_) | Type::Hole(_) => Sort::Integer,
            Type::Range(low, high) => match (self.integer(low, report), self.integer(high, report)) {
                (Some(low), Some(high)) if low <= high => Sort::Range(low, high),
                (Some(low), Some(high)) => {
                    let message = format!("No value is in {low}..{high}.");
                    report.push(codes::EMPTY_RANGE.at(ty.span(), message));
                    Sort::Integer
                }
                _ => Sort::Integer,
            },
        }
    }

    fn initial(&self, variable: &ast::DeclaredVariable, sort: Sort, report: &mut Vec<Diagnostic>) -> Initial {
        let (value, span) = match &variable.initial {
            Some(InitialValue::Any(_)) => return Initial::Unspecified,
            Some(InitialValue::Value(expr)) => {
                let layout = Layout::none();
                let mut elaborator = Elaborator::of_constants(self, &layout, report);
                let value = match elaborator.constant_of_sort(expr, sort) {
                    Some(Expression::Term(crate::Term::Constant(value))) => value,
                    Some(Expression::Formula(crate::Formula::Constant(value))) => i64::from(value),
                    _ => return Initial::Unspecified,
                };
                (value, expr.span)
            }
            None => (0, variable.span),
        };
        if let Some((low, high)) = sort.bounds().filter(|_| !sort.contains(value)) {
            let how = if variable.initial.is_none() { " Without `=` it would start with 0." } else { "" };
            let message =
                format!("`{}` starts with a value in {low}..{high}, not with {value}.{how}", variable.name.text);
            report.push(codes::INITIAL_VALUE.at(span, message));
        }
        Initial::Value(value)
    }

    fn process(&mut self, process: &'a ast::Process, report: &mut Vec<Diagnostic>) {
        let mut symbols = ProcessSymbols {
            name: process.name.text.clone(),
            span: process.name.span,
            copies: self.copies(process, report),
            scope: Scope::default(),
            locations: Vec::new(),
            location_names: BTreeMap::new(),
            edges: Vec::new(),
        };
        for item in &process.items {
            match item {
                ProcessItem::Declaration(declaration) => self.declare(declaration, &mut symbols.scope, report),
                ProcessItem::Locations(locations) => {
                    locations.names.iter().for_each(|name| declare_location(&mut symbols, name, report));
                }
                ProcessItem::Edge(edge) => symbols.edges.push(edge),
            }
        }
        if symbols.locations.is_empty() {
            let message = "A process needs at least one location, declared by `loc`; control starts in the first.";
            report.push(codes::NO_LOCATION.at(process.header, message));
        }
        if let Some(first) = self.process_named(&symbols.name) {
            report.push(duplicate(&process.name, self.processes[first].span));
        } else {
            self.process_names.insert(symbols.name.clone(), self.processes.len());
        }
        self.processes.push(symbols);
    }

    fn copies(&self, process: &ast::Process, report: &mut Vec<Diagnostic>) -> CopyCount {
        match &process.copies {
            None => CopyCount::One,
            Some(Copies::Any(_)) => CopyCount::Any,
            Some(Copies::Number(expr)) => {
                let Some(value) = self.integer(expr, report) else { return CopyCount::Number(1) };
                if let Ok(number @ 1..=MAX_INSTANCES) = u16::try_from(value) {
                    return CopyCount::Number(number);
                }
                let message = format!("A process has between 1 and {MAX_INSTANCES} instances, or `*`.");
                report.push(codes::INSTANCE_COUNT.at(expr.span, message));
                CopyCount::Number(1)
            }
        }
    }
}

fn declare_location(process: &mut ProcessSymbols<'_>, name: &Name, report: &mut Vec<Diagnostic>) {
    if name.text.is_empty() {
        return;
    }
    if let Some(first) = process.location(&name.text) {
        report.push(duplicate(name, process.locations[usize::from(first.0)].span));
        return;
    }
    let Ok(id) = u16::try_from(process.locations.len()).map(LocationId) else {
        let first_too_many = process.locations.len() == usize::from(u16::MAX) + 1;
        if first_too_many {
            report.push(codes::TOO_LARGE.at(name.span, "A process has at most 65536 locations."));
        }
        process.locations.push(Location { name: name.text.clone(), span: name.span });
        return;
    };
    process.location_names.insert(name.text.clone(), id);
    process.locations.push(Location { name: name.text.clone(), span: name.span });
}

fn duplicate(name: &Name, first: Span) -> Diagnostic {
    codes::DUPLICATE_NAME
        .at(name.span, format!("`{}` is declared already.", name.text))
        .with_related(first, "The first declaration is here.")
}
