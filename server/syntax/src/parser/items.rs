//! The items of a file: declarations, procedures and their clauses, statements, and the `;` between them.

use boolprog_base::{Diagnostic, Edit, Severity, Span};

use super::blocks::block;
use super::message::{Finding, MAX_FINDINGS, NAME};
use super::statement::Labels;
use super::tokens::Kind;
use super::{Parser, Unseparated, no_name};
use crate::ast::{Block, Declaration, DeclaredVariable, Initial, Name, Procedure, SiteId, SiteKind, StatementKind};

/// More results than any program has; more would only cost memory.
const MAX_RESULTS: u32 = 10_000;

/// A procedure whose `end` has not been read.
pub(super) struct OpenProcedure {
    procedure: Procedure,
    /// After `begin` or the last declaration in its place: where one more can be inserted.
    declarations_end: u32,
    /// `true` if an `enforce`, an `abortif` or a statement was read.
    declarations_over: bool,
}

impl Parser<'_> {
    pub(super) fn items(&mut self) {
        while self.next < self.tokens.all.len() {
            let begin = self.next;
            let head = self.item();
            self.recover(begin, head);
        }
        self.settle_labels(Kind::EndOfText);
        if let Some(Unseparated { end, always: true }) = self.before.take() {
            self.missing_semicolon(end);
        }
        if self.procedure.is_some() {
            self.unbalanced = true;
            self.close_procedure(Span::empty(self.tokens.text.len() as u32));
        }
    }

    /// Reads the next item. The existing part of a broken head of a procedure is kept.
    fn item(&mut self) -> Option<Procedure> {
        let (first, inside) = (self.peek(), self.procedure.is_some());
        self.settle_labels(first);
        let before = self.before.take();
        let is_untyped_head = first == Kind::Identifier && !inside && self.peek_second() == Kind::ParenthesisOpen;
        let is_head = is_untyped_head || matches!(first, Kind::Dfs | Kind::Void | Kind::Bool);
        let mut head = None;
        match first {
            // A file has no statements, and `begin` opens none.
            Kind::Decl => self.declaration(),
            Kind::End => self.end_of_procedure(),
            Kind::Semicolon => {
                self.advance();
                return None;
            }
            _ if is_head => head = self.procedure_head(),
            _ if !inside => self.fail("a declaration or a procedure"),
            _ => self.statement(first),
        }
        let begins_item = !(first.ends_or_divides_block() || is_head && inside);
        if let Some(before) = before
            && self.unexpected.is_none()
            && (before.always || begins_item)
        {
            self.missing_semicolon(before.end);
        }
        head
    }

    /// Records the error of the item, if there is one, and clears it.
    fn note(&mut self) -> bool {
        let Some(unexpected) = self.unexpected.take() else { return false };
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(Finding::new(self.tokens, self.next, &unexpected));
        }
        true
    }

    /// Records the error of an item, if there is one, and skips to the possible start of the next one. The item begins
    /// with the token at `begin`; `head` is that of a procedure, if it is one.
    fn recover(&mut self, begin: usize, head: Option<Procedure>) {
        let found = self.next;
        if !self.note() {
            return;
        }
        if self.next == begin {
            self.advance();
        }
        while self.next < self.tokens.all.len()
            && !self.peek().begins_or_ends_item()
            && !self.begins_line_of_statement()
        {
            self.advance();
        }
        if found == begin && self.procedure.is_some() {
            let start = self.tokens.all[begin].span.start;
            self.push(StatementKind::Hole, Span::new(start, self.end()));
        }
        self.before = None;
        if self.procedure.is_none() && self.accept(Kind::Begin) {
            // The body of a procedure whose head is broken.
            let start = self.tokens.all[begin].span.start;
            self.open_procedure(head.unwrap_or_else(|| Procedure::nameless(start)));
        }
    }

    /// `true` if a statement probably begins with the next token, which is a name or a number: `x :=` or `L:` on a new
    /// line.
    fn begins_line_of_statement(&self) -> bool {
        let is_name = matches!(self.peek(), Kind::Identifier | Kind::Number);
        let between = Span::new(self.end(), self.start());
        is_name
            && matches!(self.peek_second(), Kind::Becomes | Kind::Colon)
            && self.slice(between).contains(['\n', '\r'])
    }

    /// `decl [thread_local] x, y := *;`
    fn declaration(&mut self) {
        let is_outside_of_place = match &self.procedure {
            Some(open) => open.declarations_over || !self.statements.is_empty() || !self.blocks.is_empty(),
            None => !self.file.procedures.is_empty(),
        };
        let mut declaration =
            Declaration { span: self.span(), thread_local: None, variables: Vec::new(), late: is_outside_of_place };
        self.advance();
        let thread_local = self.span();
        declaration.thread_local = self.accept(Kind::ThreadLocal).then_some(thread_local);
        loop {
            declaration.variables.extend(self.declared_variable());
            if self.tokens.kind(self.next) == Kind::Comma {
                // A mistake does not hide the names after it.
                self.note();
            }
            if !self.accept(Kind::Comma) {
                break;
            }
        }
        self.end_of_declaration();
        self.accept(Kind::Semicolon);
        declaration.span.end = self.end();
        self.finish_declaration(declaration);
    }

    fn declared_variable(&mut self) -> Option<DeclaredVariable> {
        let name = self.name(NAME);
        let mut initial = None;
        if self.accept(Kind::Becomes) {
            let span = self.span();
            initial = self.initial().map(|initial| (initial, span));
        }
        let span = Span::new(name.span.start, self.end());
        (!name.text.is_empty()).then_some(DeclaredVariable { name, initial, span })
    }

    fn initial(&mut self) -> Option<Initial> {
        match self.peek() {
            Kind::Star => {
                self.advance();
                Some(Initial::Any)
            }
            Kind::Number | Kind::TrueLetter | Kind::FalseLetter | Kind::True | Kind::False => {
                self.constant().map(Initial::Const)
            }
            _ => {
                self.fail("`*`, `0` or `1`");
                None
            }
        }
    }

    /// A declaration without a `;` must at least be followed by the beginning of something else.
    fn end_of_declaration(&mut self) {
        let next = self.peek();
        let begins_more = match next {
            Kind::Identifier => {
                matches!(self.peek_second(), Kind::ParenthesisOpen | Kind::Becomes | Kind::Colon | Kind::Comma)
            }
            _ => matches!(next, Kind::Number | Kind::EndOfText) || next.begins_or_ends_item(),
        };
        if !begins_more {
            self.fail("`;`, `,` or `:=`");
        } else if next != Kind::Semicolon {
            self.before = Some(Unseparated { end: self.end(), always: true });
        }
    }

    fn finish_declaration(&mut self, declaration: Declaration) {
        if declaration.late {
            self.report_late(&declaration);
        }
        match &mut self.procedure {
            Some(open) => {
                if !declaration.late {
                    open.declarations_end = declaration.span.end;
                }
                open.procedure.declarations.push(declaration);
            }
            None => self.file.declarations.push(declaration),
        }
    }

    fn report_late(&mut self, declaration: &Declaration) {
        let mut text = self.slice(declaration.span).to_owned();
        if !text.ends_with(';') {
            text.push(';');
        }
        let (message, insertion) = match &self.procedure {
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

    /// The head of a procedure, which is then open; left, if it is broken.
    fn procedure_head(&mut self) -> Option<Procedure> {
        let start = self.start();
        let mut procedure = Procedure::nameless(start);
        self.accept(Kind::Dfs);
        (procedure.result_type, procedure.results) = self.result_type();
        procedure.name = self.name("the name of a procedure");
        self.expect(Kind::ParenthesisOpen, "`(`");
        if !self.accept(Kind::ParenthesisClose) {
            if !matches!(self.peek(), Kind::Identifier | Kind::Discard) {
                self.fail("a parameter or `)`");
            }
            procedure.parameters = self.names(|parser| parser.name(NAME));
            self.expect(Kind::ParenthesisClose, "`,` or `)`");
        }
        procedure.span.end = self.end().max(start);
        if self.unexpected.is_some() {
            return Some(procedure);
        }
        if self.procedure.is_some() {
            self.unbalanced = true;
            self.close_procedure(Span::empty(start));
        }
        // The text after it is parsed as the body in any case.
        self.expect(Kind::Begin, "`begin`");
        self.open_procedure(procedure);
        None
    }

    /// The result type, if it is written, and the number of results.
    fn result_type(&mut self) -> (Option<Span>, u32) {
        let start = self.start();
        let mut results = 0;
        if !self.accept(Kind::Void) {
            if !self.accept(Kind::Bool) {
                return (None, 0);
            }
            results = 1;
            if self.accept(Kind::Less) {
                let number = self.span();
                self.expect(Kind::Number, "a number");
                self.expect(Kind::Greater, "`>`");
                results = self.number_of_results(number).unwrap_or(results);
            }
        }
        (Some(Span::new(start, self.end())), results)
    }

    fn number_of_results(&mut self, number: Span) -> Option<u32> {
        if self.unexpected.is_some() {
            return None;
        }
        let results = self.slice(number).parse().ok().filter(|results| (1..=MAX_RESULTS).contains(results));
        if results.is_none() {
            let message = format!("A procedure returns between 1 and {MAX_RESULTS} values; write `void` for none.");
            self.error("result-count", number, message);
        }
        results
    }

    fn open_procedure(&mut self, procedure: Procedure) {
        self.statements.clear();
        let declarations_end = self.end();
        self.procedure = Some(OpenProcedure { procedure, declarations_end, declarations_over: false });
    }

    /// `end`
    fn end_of_procedure(&mut self) {
        let end = self.span();
        if self.procedure.is_none() {
            self.unbalanced = true;
        }
        self.close_procedure(end);
        self.advance();
    }

    /// Ends the procedure that is open, if there is one: `end` is its closing word or, if that is missing, the place where it
    /// should be.
    fn close_procedure(&mut self, end: Span) {
        self.labels = Labels::default();
        self.close_blocks(0, self.end());
        let Some(OpenProcedure { mut procedure, declarations_end, .. }) = self.procedure.take() else { return };
        procedure.end = self.site(SiteKind::End, end);
        procedure.body = block(std::mem::take(&mut self.statements), declarations_end);
        procedure.span = procedure.span.cover(end);
        self.file.procedures.push(procedure);
    }

    /// The `enforce` or `abortif` whose first word has been read.
    pub(super) fn clause(&mut self, clause: Kind, start: u32) {
        let condition = self.expression();
        let span = Span::new(start, self.end());
        self.before = Some(Unseparated { end: span.end, always: true });
        let in_place = self.blocks.is_empty() && self.statements.is_empty();
        let Some(open) = &mut self.procedure else { return };
        open.declarations_over = true;
        let is_enforce = clause == Kind::Enforce;
        let misplaced = !in_place || (is_enforce && open.procedure.abortif.is_some());
        let slot = if is_enforce { &mut open.procedure.enforce } else { &mut open.procedure.abortif };
        let first = slot.as_ref().map(|first| first.span);
        slot.get_or_insert(condition);
        if let Some(first) = first {
            let word = clause.spelling();
            let message = format!("A procedure has at most one `{word}`. Join the conditions into one.");
            self.report(
                Diagnostic::new("duplicate-clause", Severity::Error, span, message)
                    .with_related(first, format!("the first `{word}`")),
            );
        } else if misplaced {
            let message = if is_enforce {
                "`enforce` stands after the declarations, before `abortif` and the statements."
            } else {
                "`abortif` stands after the declarations and `enforce`, before the statements."
            };
            self.error("misplaced-clause", span, message);
        }
    }
}

impl Kind {
    /// `true` if a block or a part of one ends at this token.
    fn ends_or_divides_block(self) -> bool {
        let ends = matches!(self, Self::End | Self::Fi | Self::Od | Self::EndOfText);
        ends || matches!(self, Self::Then | Self::Do | Self::Else | Self::Elsif | Self::Elif | Self::Begin)
    }
}

impl Procedure {
    /// A procedure without any part, at an offset.
    fn nameless(offset: u32) -> Self {
        Self {
            span: Span::empty(offset),
            name: no_name(offset),
            results: 0,
            result_type: None,
            parameters: Vec::<Name>::new(),
            declarations: Vec::new(),
            enforce: None,
            abortif: None,
            body: Block::default(),
            end: SiteId(0),
        }
    }
}
