//! Processes: their declarations, locations and edges.

use boolprog_base::{Diagnostic, Severity, Span};

use super::ast::{Assignment, Copies, Edge, Locations, Process, ProcessItem, Value};
use super::lexer::Kind;
use super::parser::Parser;

impl Parser<'_> {
    /// A process, up to its `}`.
    pub(super) fn process(&mut self) -> Process {
        let start = self.start();
        self.advance();
        let name = self.name("the name of a process");
        let copies = self.accept(Kind::BracketOpen).then(|| {
            let copies =
                if self.peek() == Kind::Star { Copies::Any(self.advance()) } else { Copies::Number(self.expression()) };
            self.expect(Kind::BracketClose, "`]`");
            copies
        });
        let header = self.since(start);
        let brace = Span::new(self.start(), self.start() + 1);
        if self.peek() != Kind::BraceOpen {
            self.unexpected(if copies.is_some() { "`{`" } else { "`{` or `[`" });
        }
        self.skip_to_brace();
        let items = if self.accept(Kind::BraceOpen) { self.process_items(brace) } else { Vec::new() };
        Process { name, copies, items, header, span: self.since(start) }
    }

    fn process_items(&mut self, brace: Span) -> Vec<ProcessItem> {
        let mut items = Vec::new();
        loop {
            self.calm();
            match self.peek() {
                Kind::BraceClose => {
                    self.advance();
                    return items;
                }
                Kind::Semicolon => {
                    self.advance();
                    continue;
                }
                Kind::Decl => items.push(ProcessItem::Declaration(self.declaration())),
                Kind::Loc => items.push(ProcessItem::Locations(self.locations())),
                _ if self.peek() == Kind::End || self.begins_file_item() => {
                    let end = Span::empty(self.end());
                    let message = "This `{` of a process is never closed by `}`.";
                    self.report(
                        Diagnostic::new("missing-bracket", Severity::Error, brace, message)
                            .with_related(end, "The `}` is missing here at the latest."),
                    );
                    return items;
                }
                Kind::Name => items.push(ProcessItem::Edge(self.edge())),
                _ => {
                    self.unexpected("an edge, `loc`, `decl` or `}`");
                }
            }
            self.end_of_item(Self::begins_process_item);
        }
    }

    /// `true` if an item of a process begins here, or the process ends.
    fn begins_process_item(&self) -> bool {
        match self.peek() {
            Kind::Decl | Kind::Loc | Kind::BraceClose => true,
            Kind::Name => self.peek_second() == Kind::Arrow || self.begins_file_item(),
            _ => self.begins_file_item(),
        }
    }

    fn locations(&mut self) -> Locations {
        let start = self.advance().start;
        let names = self.names("the name of a location");
        Locations { names, span: self.since(start) }
    }

    /// An edge, without its last `;`.
    fn edge(&mut self) -> Edge {
        let start = self.start();
        let source = self.name("a location");
        self.expect(Kind::Arrow, "`->` and a location");
        let target = self.name("a location");
        let guard = self.accept(Kind::When).then(|| self.expression());
        let update = if self.accept(Kind::Do) {
            self.update()
        } else {
            if !matches!(self.peek(), Kind::Semicolon | Kind::End) && guard.is_none() && !self.begins_process_item() {
                self.unexpected("`when`, `do` or `;`");
            }
            Vec::new()
        };
        Edge { source, target, guard, update, span: self.since(start) }
    }

    /// The update after `do`. A `;` continues it if an assignment follows.
    fn update(&mut self) -> Vec<Vec<Assignment>> {
        let mut groups = vec![self.assignments()];
        while self.peek() == Kind::Semicolon && self.assignment_behind_semicolon() {
            self.advance();
            groups.push(self.assignments());
        }
        groups
    }

    fn assignments(&mut self) -> Vec<Assignment> {
        let mut assignments = vec![self.assignment()];
        while self.accept(Kind::Comma) {
            assignments.push(self.assignment());
        }
        assignments
    }

    fn assignment(&mut self) -> Assignment {
        let start = self.start();
        let target = self.name("a variable");
        if matches!(self.peek(), Kind::Equal | Kind::EqualEqual) {
            self.instead("assignment-operator", "An assignment is written `:=`.", ":=");
        } else {
            self.expect(Kind::Becomes, "`:=`");
        }
        let value = self.value();
        Assignment { target, value, span: self.since(start) }
    }

    fn value(&mut self) -> Value {
        match self.peek() {
            Kind::Star => Value::Any(self.advance()),
            Kind::Input => {
                let start = self.advance().start;
                let range = self.accept(Kind::ParenthesisOpen).then(|| {
                    let range = self.range();
                    self.expect(Kind::ParenthesisClose, "`)`");
                    range
                });
                Value::Input(range, self.since(start))
            }
            _ => Value::Expression(self.expression()),
        }
    }
}
