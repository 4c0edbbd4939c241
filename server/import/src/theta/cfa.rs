//! Control-flow automata of Theta (`.cfa`).
//!
//! The main process becomes the one process of the program. The part from an assumption after an assignment on gets a
//! separate location; no other process moves, so the same states are reached.

use std::collections::BTreeMap;

use boolprog_base::Span;
use boolprog_integer::Sort;
use smol_str::{SmolStr, format_smolstr};

use super::cursor::{Cursor, Name};
use super::grammar::{CFA, CFA_KEYWORDS, declaration, twice};
use super::source::Source;
use super::typing::Scope;
use crate::origin;
use crate::program::expression::Expr;
use crate::program::names::Names;
use crate::program::{Declaration, Edge, Process, Program, Property};
use crate::{Imported, Note, Refusal};

/// The text of an `.ip` program for a `.cfa` text; `file` is how the comment at the top names it.
pub fn read(text: &str, file: &str) -> Result<Imported, Refusal> {
    let mut cursor = Cursor::new(text)?;
    let mut variables = Vec::new();
    let mut automata = Vec::new();
    while !cursor.is_at_end() {
        if cursor.eat("var") {
            variables.push(declaration(&mut cursor, &CFA)?);
        } else {
            automata.push(automaton(&mut cursor)?);
        }
    }
    let (main, others) = choose(automata, &cursor)?;
    let mut program = Builder::new(file).build(&variables, &main)?;
    for other in others {
        program.notes.push(Note::on_all(format!("Process {} is left out: nothing can call it.", other.name.text)));
    }
    program.finish()
}

struct Automaton {
    is_main: bool,
    name: Name,
    variables: Vec<(Name, Sort)>,
    locations: Vec<(Role, Name)>,
    edges: Vec<Written>,
}

struct Written {
    from: Name,
    to: Name,
    statements: Vec<Statement>,
    span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Initial,
    Error,
    Other,
}

enum Statement {
    Assume(Source),
    Havoc(Name),
    Assign(Name, Source),
}

fn automaton(cursor: &mut Cursor<'_>) -> Result<Automaton, Refusal> {
    let is_main = cursor.eat("main");
    cursor.expect("process")?;
    let name = cursor.name(CFA_KEYWORDS)?;
    if cursor.eat("(") && !cursor.eat(")") {
        return Err(cursor.refuse("Parameters of processes are not supported in integer programs."));
    }
    cursor.expect("{")?;
    let mut automaton = Automaton { is_main, name, variables: vec![], locations: vec![], edges: vec![] };
    while !cursor.eat("}") {
        if cursor.eat("var") {
            automaton.variables.push(declaration(cursor, &CFA)?);
        } else if cursor.peek_second() == "->" {
            automaton.edges.push(edge(cursor)?);
        } else {
            let role = match cursor.peek().text {
                "init" => Role::Initial,
                "error" => Role::Error,
                _ => Role::Other,
            };
            if role != Role::Other || cursor.is_at("final") {
                cursor.advance();
            }
            cursor.expect("loc")?;
            automaton.locations.push((role, cursor.name(CFA_KEYWORDS)?));
        }
    }
    Ok(automaton)
}

fn edge(cursor: &mut Cursor<'_>) -> Result<Written, Refusal> {
    let from = cursor.name(CFA_KEYWORDS)?;
    cursor.expect("->")?;
    let to = cursor.name(CFA_KEYWORDS)?;
    let (mut statements, mut span) = (Vec::new(), from.span.cover(to.span));
    if cursor.eat("{") {
        while !cursor.is_at("}") {
            statements.push(statement(cursor)?);
        }
        span = span.cover(cursor.expect("}")?);
    }
    Ok(Written { from, to, statements, span })
}

fn statement(cursor: &mut Cursor<'_>) -> Result<Statement, Refusal> {
    if cursor.eat("assume") {
        return Ok(Statement::Assume(CFA.expression(cursor)?));
    }
    if cursor.eat("havoc") {
        return Ok(Statement::Havoc(cursor.name(CFA_KEYWORDS)?));
    }
    if cursor.is_at("return") {
        return Err(cursor.refuse("Processes that return a value are not supported in integer programs."));
    }
    let target = cursor.name(CFA_KEYWORDS)?;
    cursor.expect(":=")?;
    Ok(Statement::Assign(target, CFA.expression(cursor)?))
}

/// The main process, or the only one; and the others.
fn choose(mut automata: Vec<Automaton>, cursor: &Cursor<'_>) -> Result<(Automaton, Vec<Automaton>), Refusal> {
    if let Some(second) = automata.iter().filter(|automaton| automaton.is_main).nth(1) {
        return Err(Refusal::new(second.name.span, "There are two main processes, and only one can start."));
    }
    let main = automata.iter().position(|automaton| automaton.is_main);
    match main.or((automata.len() == 1).then_some(0)) {
        Some(main) => {
            let main = automata.remove(main);
            Ok((main, automata))
        }
        None => Err(cursor.refuse("There is no main process.")),
    }
}

struct Builder {
    program: Program,
    scope: Scope,
    names: Names,
    locations: BTreeMap<SmolStr, SmolStr>,
    location_names: Names,
    process: Process,
}

impl Builder {
    fn new(file: &str) -> Self {
        let program = Program { origin: origin(file, "a control-flow automaton of Theta"), ..Program::default() };
        Self {
            program,
            scope: Scope::default(),
            names: Names::default(),
            locations: BTreeMap::new(),
            location_names: Names::default(),
            process: Process {
                replicated: false,
                name: SmolStr::default(),
                variables: vec![],
                locations: vec![],
                edges: vec![],
                span: Span::empty(0),
            },
        }
    }

    fn build(mut self, shared: &[(Name, Sort)], main: &Automaton) -> Result<Program, Refusal> {
        self.program.variables = self.declare(shared)?;
        self.process.variables = self.declare(&main.variables)?;
        self.process.name = self.names.take(&main.name.text);
        self.process.span = main.name.span;
        self.locations(main)?;
        for edge in &main.edges {
            self.edge(edge)?;
        }
        self.property(main);
        self.program.processes.push(self.process);
        Ok(self.program)
    }

    /// Variables start with any value.
    fn declare(&mut self, variables: &[(Name, Sort)]) -> Result<Vec<Declaration>, Refusal> {
        let mut declarations = Vec::new();
        for (name, sort) in variables {
            if self.scope.names.contains_key(&name.text) {
                return Err(twice(name));
            }
            let new = self.names.take(&name.text);
            self.scope.declare(&name.text, Expr::name(&new), *sort);
            declarations.push(Declaration { name: new, sort: *sort, initial: None });
        }
        Ok(declarations)
    }

    fn locations(&mut self, main: &Automaton) -> Result<(), Refusal> {
        let initial: Vec<_> = main.locations.iter().filter(|(role, _)| *role == Role::Initial).collect();
        let [(_, initial)] = initial[..] else {
            let span = initial.get(1).map_or(main.name.span, |(_, second)| second.span);
            return Err(Refusal::new(span, "A process has one initial location: write `init loc` once."));
        };
        for (_, name) in &main.locations {
            let new = self.location_names.take(&name.text);
            if self.locations.insert(name.text.clone(), new.clone()).is_some() {
                return Err(twice(name));
            }
            let index = if name.text == initial.text { 0 } else { self.process.locations.len() };
            self.process.locations.insert(index, (new, name.span));
        }
        Ok(())
    }

    fn location(&self, name: &Name) -> Result<SmolStr, Refusal> {
        let unknown = || Refusal::new(name.span, format!("There is no location `{}`.", name.text));
        self.locations.get(&name.text).cloned().ok_or_else(unknown)
    }

    fn edge(&mut self, Written { from, to, statements, span }: &Written) -> Result<(), Refusal> {
        let to = self.location(to)?;
        let nothing = |from| Edge { from, to: to.clone(), guard: Vec::new(), groups: Vec::new(), span: *span };
        let mut edge = nothing(self.location(from)?);
        for statement in statements {
            match statement {
                Statement::Assume(condition) => {
                    let condition = self.scope.truth(condition)?;
                    if !edge.groups.is_empty() {
                        let between = self.location_names.take(&format_smolstr!("{}_{}", edge.from, edge.to));
                        self.process.locations.push((between.clone(), *span));
                        edge.to = between.clone();
                        self.process.edges.push(std::mem::replace(&mut edge, nothing(between)));
                    }
                    edge.guard.push(condition);
                }
                Statement::Havoc(target) => edge.groups.push(vec![(self.target(target)?.0, None)]),
                Statement::Assign(target, value) => {
                    let (target, is_truth) = self.target(target)?;
                    edge.groups.push(vec![(target, Some(self.scope.typed(value, is_truth)?))]);
                }
            }
        }
        self.process.edges.push(edge);
        Ok(())
    }

    /// A variable that is assigned, and whether it is a truth value.
    fn target(&self, name: &Name) -> Result<(SmolStr, bool), Refusal> {
        let meaning = self.scope.find(&name.text, name.span)?;
        match &meaning.value {
            Expr::Name(variable) => Ok((variable.clone(), meaning.is_truth)),
            _ => Err(Refusal::new(name.span, format!("`{}` is no variable.", name.text))),
        }
    }

    fn property(&mut self, main: &Automaton) {
        let errors = main.locations.iter().filter(|(role, _)| *role == Role::Error);
        for (_, name) in errors {
            let at = Expr::At(self.process.name.clone(), self.locations[&name.text].clone());
            let property = self.names.take(&name.text);
            self.program.properties.push(Property::error(property, at, name.span));
        }
        if self.program.properties.is_empty() {
            self.program.notes.push(Note::on_all("There is no error location, hence no property."));
        }
    }
}
