//! Meanings of the names of a file, for editors.
//!
//! Names are looked up in the same [`Symbols`] in which checks look them up, so that both agree.

use boolprog_base::Span;
use smol_str::SmolStr;

use super::properties::process_of_locals;
use super::symbols::{CopyCount, Declared, Scope, Symbols};
use crate::syntax::ast::{
    Assignment, Copies, Declaration, Edge, Expr, ExprKind, InitialValue, InstanceName, Item, Name, Predicate, Process,
    ProcessItem, SourceFile, Type, Value,
};
use crate::{Initial, Sort};

/// The number of a symbol in [`Names::symbols`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub u32);

/// Kind of a declared symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// A constant with this value.
    Constant(i64),
    /// A variable.
    Variable {
        /// Values of the variable.
        sort: Sort,
        /// Its value at the start.
        initial: Initial,
    },
    /// A process.
    Process {
        /// Number of its instances; `None` means any number, written `[*]`.
        instances: Option<u16>,
        /// `true` if the instances are distinguished by an index.
        indexed: bool,
    },
    /// A location of a process.
    Location,
    /// An `error` or an `invariant`.
    Property,
}

/// Something with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Name of the symbol; empty for a process whose name is missing.
    pub name: SmolStr,
    /// Kind of the symbol.
    pub kind: SymbolKind,
    /// Process that declares the variable or location.
    pub process: Option<SymbolId>,
    /// Its name where it is declared first.
    pub span: Span,
}

/// Role of an occurrence of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The occurrence declares the symbol.
    Declaration,
    /// The value is read.
    Read,
    /// The variable is assigned.
    Write,
    /// An edge leaves the location.
    Leave,
    /// An edge enters the location.
    Enter,
    /// The process or location is spoken of, as in `P @ busy`.
    Mention,
}

/// An occurrence of a resolved name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// Span of the name.
    pub span: Span,
    /// Symbol that it refers to.
    pub symbol: SymbolId,
    /// Role of the occurrence.
    pub role: Role,
}

/// Meanings of the names of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Symbols, by place of declaration.
    pub symbols: Vec<Symbol>,
    /// All occurrences in textual order.
    pub uses: Vec<Use>,
    /// Unresolved names, in textual order.
    pub unresolved: Vec<Span>,
}

impl Names {
    /// The symbol with this number.
    pub fn symbol(&self, id: SymbolId) -> Option<&Symbol> {
        self.symbols.get(id.0 as usize)
    }

    /// The symbols with their numbers.
    pub fn all(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        (0..).map(SymbolId).zip(&self.symbols)
    }

    /// The occurrence that an offset touches; of two, the one that begins there.
    pub fn use_at(&self, offset: u32) -> Option<&Use> {
        let behind = self.uses.partition_point(|found| found.span.start <= offset);
        self.uses[..behind].last().filter(|found| offset <= found.span.end)
    }

    /// The occurrences of a symbol, in textual order.
    pub fn uses_of(&self, symbol: SymbolId) -> impl Iterator<Item = &Use> {
        self.uses.iter().filter(move |found| found.symbol == symbol)
    }

    /// The symbol whose first declaration has its name at this span.
    pub fn declared_at(&self, name: Span) -> Option<SymbolId> {
        let index = self.symbols.binary_search_by_key(&name.start, |symbol| symbol.span.start).ok()?;
        Some(SymbolId(index as u32))
    }
}

/// Resolves the names of a file. Linear in the file, except for the sorting.
pub fn names(file: &SourceFile) -> Names {
    names_in(file, &Symbols::collect(file, &mut Vec::new()))
}

/// The same where the declarations are known.
pub(super) fn names_in(file: &SourceFile, symbols: &Symbols<'_>) -> Names {
    let mut table = Names { symbols: declared(file, symbols), ..Names::default() };
    // Owners are known by their places only once all places are known.
    for process in &symbols.processes {
        let owner = table.declared_at(process.span);
        let inside = process.scope.variables.iter().map(|it| it.span).chain(process.locations.iter().map(|it| it.span));
        for span in inside {
            if let Some(id) = table.declared_at(span) {
                table.symbols[id.0 as usize].process = owner;
            }
        }
    }
    let mut walker = Walker { symbols, process: None, table };
    walker.file(file);
    let Walker { mut table, .. } = walker;
    table.uses.sort_by_key(|found| found.span);
    table.unresolved.sort_unstable();
    table
}

fn declared(file: &SourceFile, symbols: &Symbols<'_>) -> Vec<Symbol> {
    let mut all: Vec<Symbol> = Vec::new();
    let mut add = |name: &SmolStr, span, kind| all.push(Symbol { name: name.clone(), kind, process: None, span });
    for (name, constant) in &symbols.constants {
        add(name, constant.span, SymbolKind::Constant(constant.value));
    }
    for process in &symbols.processes {
        let (instances, indexed) = match process.copies {
            CopyCount::One => (Some(1), false),
            CopyCount::Number(number) => (Some(number), true),
            CopyCount::Any => (None, true),
        };
        add(&process.name, process.span, SymbolKind::Process { instances, indexed });
        process.locations.iter().for_each(|location| add(&location.name, location.span, SymbolKind::Location));
    }
    let scopes = std::iter::once(&symbols.shared).chain(symbols.processes.iter().map(|process| &process.scope));
    for Declared { name, sort, initial, span } in scopes.flat_map(|scope| &scope.variables) {
        add(name, *span, SymbolKind::Variable { sort: *sort, initial: *initial });
    }
    for item in &file.items {
        if let Item::Property(property) = item
            && !property.name.text.is_empty()
        {
            add(&property.name.text, property.name.span, SymbolKind::Property);
        }
    }
    all.sort_by_key(|symbol| symbol.span);
    all
}

/// A traversal of a file that resolves its names.
struct Walker<'a> {
    symbols: &'a Symbols<'a>,
    /// Process whose variables are named without its name.
    process: Option<usize>,
    table: Names,
}

impl Walker<'_> {
    /// Notes a name that is declared at `first`.
    fn note(&mut self, name: Span, first: Option<Span>, role: Role) {
        match first.and_then(|first| self.table.declared_at(first)) {
            Some(symbol) => self.table.uses.push(Use { span: name, symbol, role }),
            None if name.is_empty() => {}
            None => self.table.unresolved.push(name),
        }
    }

    fn variable(&mut self, text: &str, span: Span, role: Role) {
        let declared = |scope: &Scope| scope.get(text).map(|index| scope.variables[index].span);
        let own = || self.process.and_then(|process| declared(&self.symbols.processes[process].scope));
        let constant = self.symbols.constants.get(text).map(|constant| constant.span);
        let first = constant.or_else(own).or_else(|| declared(&self.symbols.shared));
        self.note(span, first, role);
    }

    /// Notes the name of a process; says which it is.
    fn process(&mut self, name: &Name) -> Option<usize> {
        let found = self.symbols.process_named(&name.text);
        self.note(name.span, found.map(|process| self.symbols.processes[process].span), Role::Mention);
        found
    }

    fn location(&mut self, process: Option<usize>, name: &Name, role: Role) {
        let found = process.and_then(|process| {
            let process = &self.symbols.processes[process];
            Some(process.locations[usize::from(process.location(&name.text)?.0)].span)
        });
        self.note(name.span, found, role);
    }

    fn instance(&mut self, instance: &InstanceName) -> Option<usize> {
        instance.index.iter().for_each(|index| self.expr(index));
        self.process(&instance.process)
    }

    fn member(&mut self, instance: &InstanceName, variable: &Name) {
        let found = self.instance(instance).and_then(|process| {
            let scope = &self.symbols.processes[process].scope;
            Some(scope.variables[scope.get(&variable.text)?].span)
        });
        self.note(variable.span, found, Role::Read);
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Hole | ExprKind::Number(_) | ExprKind::Boolean(_) => {}
            ExprKind::Name(name) => self.variable(name, expr.span, Role::Read),
            ExprKind::Member(instance, variable) => self.member(instance, variable),
            ExprKind::At(instance, location) => {
                let process = self.instance(instance);
                self.location(process, location, Role::Mention);
            }
            ExprKind::Count(process, location) => {
                let process = self.process(process);
                self.location(process, location, Role::Mention);
            }
            ExprKind::Paren(inner) | ExprKind::Not(inner) | ExprKind::Negate(inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
        }
    }

    fn file(&mut self, file: &SourceFile) {
        let mut processes = 0..;
        for item in &file.items {
            match item {
                Item::Constant(constant) => {
                    self.variable(&constant.name.text, constant.name.span, Role::Declaration);
                    self.expr(&constant.value);
                }
                Item::Declaration(declaration) => self.declaration(declaration),
                Item::Process(process) => {
                    self.process = processes.next();
                    self.body(process);
                    self.process = None;
                }
                Item::Initial(initial) => self.expr(&initial.condition),
                Item::Property(property) => {
                    self.note(property.name.span, Some(property.name.span), Role::Declaration);
                    self.expr(&property.condition);
                }
                Item::Predicate(predicate) => self.predicate(predicate),
            }
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        for variable in &declaration.variables {
            self.variable(&variable.name.text, variable.name.span, Role::Declaration);
            if let Type::Range(low, high) = &variable.ty {
                self.expr(low);
                self.expr(high);
            }
            if let Some(InitialValue::Value(value)) = &variable.initial {
                self.expr(value);
            }
        }
    }

    fn body(&mut self, process: &Process) {
        if !process.name.text.is_empty() {
            self.note(process.name.span, Some(process.name.span), Role::Declaration);
        }
        if let Some(Copies::Number(number)) = &process.copies {
            self.expr(number);
        }
        for item in &process.items {
            match item {
                ProcessItem::Declaration(declaration) => self.declaration(declaration),
                ProcessItem::Locations(locations) => {
                    locations.names.iter().for_each(|name| self.location(self.process, name, Role::Declaration));
                }
                ProcessItem::Edge(edge) => self.edge(edge),
            }
        }
    }

    fn edge(&mut self, edge: &Edge) {
        self.location(self.process, &edge.source, Role::Leave);
        self.location(self.process, &edge.target, Role::Enter);
        edge.guard.iter().for_each(|guard| self.expr(guard));
        edge.update.iter().flatten().for_each(|assignment| self.assignment(assignment));
    }

    fn assignment(&mut self, assignment: &Assignment) {
        self.variable(&assignment.target.text, assignment.target.span, Role::Write);
        match &assignment.value {
            Value::Expression(expr) => self.expr(expr),
            Value::Input(Some((low, high)), _) => {
                self.expr(low);
                self.expr(high);
            }
            Value::Input(None, _) | Value::Any(_) => {}
        }
    }

    fn predicate(&mut self, predicate: &Predicate) {
        let process = match &predicate.place {
            Some((instance, location)) => {
                let process = self.instance(instance);
                self.location(process, location, Role::Mention);
                process
            }
            None => process_of_locals(self.symbols, &predicate.condition),
        };
        self.process = process;
        self.expr(&predicate.condition);
        self.process = None;
    }
}
