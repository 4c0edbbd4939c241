//! Statements.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;

use super::contents::{cases, changes, has_label};
use super::objects::Slot;
use super::{Binding, Check, Lower, Lowered};
use crate::ast::{Expr, Initial, Stmt, StmtKind, Type, Variable};
use crate::graph::{Node, Op};
use crate::term;
use crate::value::ValueKind;

impl<'a> Lower<'a> {
    /// Lowers a statement; one that is refused has no effect, and the next ones are looked at.
    pub(super) fn statement(&mut self, statement: &'a Stmt) {
        if self.node.is_none() && !has_label(statement) {
            return;
        }
        let outer = std::mem::replace(&mut self.span, statement.span);
        if self.is_too_large(statement.span).is_ok() && self.kind(statement).is_err() && self.node.is_none() {
            self.node = Some(self.graph.node(false));
        }
        self.span = outer;
        self.boundary();
    }

    fn kind(&mut self, statement: &'a Stmt) -> Lowered<()> {
        self.check_order(statement);
        match &statement.kind {
            StmtKind::Empty => Ok(()),
            StmtKind::Expr(expr) => self.rvalue(expr).map(|_| ()),
            StmtKind::Declare(variables) => variables.iter().try_for_each(|variable| {
                self.span = variable.span.cover(statement.span);
                self.local(variable)?;
                self.boundary();
                Ok(())
            }),
            StmtKind::Block(inner) => {
                self.scopes.push(std::collections::BTreeMap::new());
                for it in inner {
                    self.statement(it);
                }
                self.scopes.pop();
                Ok(())
            }
            StmtKind::If(condition, then, otherwise) => self.conditional(condition, then, otherwise.as_deref()),
            StmtKind::While(condition, body) => self.repeat(Some(condition), None, body, false),
            StmtKind::DoWhile(body, condition) => self.repeat(Some(condition), None, body, true),
            StmtKind::For(first, condition, step, body) => {
                self.scopes.push(std::collections::BTreeMap::new());
                if let Some(first) = first {
                    self.statement(first);
                }
                let result = match self.rounds(first.as_deref(), condition.as_ref(), step.as_ref(), body) {
                    Some(rounds) => self.unroll(&rounds, body, statement.span),
                    None => self.repeat(condition.as_ref(), step.as_ref(), body, false),
                };
                self.scopes.pop();
                result
            }
            StmtKind::Switch(value, body) => self.switch(value, body),
            StmtKind::Case(.., inner) | StmtKind::Default(inner) => {
                let found = self.frames.last().and_then(|frame| frame.cases.last());
                let found = found.and_then(|cases| cases.iter().find(|(it, _)| std::ptr::eq(*it, statement)));
                let Some((_, node)) = found.copied() else {
                    return self.refuse(statement.span, "This `case` is in no `switch`.");
                };
                self.go(node);
                self.node = Some(node);
                self.statement(inner);
                Ok(())
            }
            StmtKind::Label(name, inner) => self.label(name, inner, statement),
            StmtKind::Goto(label) => {
                let node = self.label_node(label);
                self.go(node);
                Ok(())
            }
            StmtKind::Break => self.leave(statement, |frame| frame.breaks.last().copied()),
            StmtKind::Continue => self.leave(statement, |frame| frame.continues.last().copied()),
            StmtKind::Return(value) => self.return_from(value.as_ref()),
            StmtKind::Refused(what) => self.unsupported(statement.span, what),
        }
    }

    fn leave(&mut self, statement: &Stmt, to: impl Fn(&super::Frame<'a>) -> Option<Node>) -> Lowered<()> {
        match self.frames.last().and_then(to) {
            Some(node) => {
                self.go(node);
                Ok(())
            }
            None => self.refuse(statement.span, "There is no loop around this."),
        }
    }

    fn return_from(&mut self, value: Option<&'a Expr>) -> Lowered<()> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (back, result) = (frame.back, frame.result.clone());
        let ends = self.frames.len() == 1;
        if let Some(expr) = value {
            let value = self.rvalue(expr)?;
            if ends {
                self.give(&value, expr.span)?;
            } else if let Some(place) = result {
                self.assign(&place, &value, expr.span)?;
            }
        }
        self.boundary();
        self.go(back);
        Ok(())
    }

    /// A local variable: any value, or that of its initialiser.
    fn local(&mut self, variable: &'a Variable) -> Lowered<()> {
        let Variable { name, initial, is_static, thread_local, span, .. } = variable;
        if variable.is_extern {
            self.declare_again(name);
            return Ok(());
        }
        if *is_static || *thread_local {
            return self.static_variable(variable);
        }
        if let (true, Some(Initial::Value(value))) = (variable.is_enumerator, initial) {
            let value = self.rvalue(value)?;
            self.bind(name, Binding::Value(value));
            return Ok(());
        }
        let place = self.declared(variable, false)?;
        self.bind(name, Binding::Object { place: place.clone(), owner: Some(self.thread) });
        // Where control never is, the name is needed only.
        if self.node.is_none() {
            return Ok(());
        }
        match (initial, &place.ty) {
            (None, _) => self.any(&place, *span),
            (Some(Initial::Value(value)), Type::Pointer(_)) => {
                let value = self.rvalue(value)?;
                let is_known =
                    matches!(value.kind, ValueKind::Address(_) | ValueKind::Function(_) | ValueKind::Text(..));
                if is_known && value.is_constant() && self.frames.last().is_some_and(|frame| !changes(frame.body, name))
                {
                    let value = self.converted(&value, &place.ty, *span)?;
                    self.bind(name, Binding::Value(value));
                    return Ok(());
                }
                self.assign(&place, &value, *span)
            }
            (Some(initial), _) => self.initialise(&place, initial, *span),
        }
    }

    /// A global variable is declared in a function: it hides a local one.
    fn declare_again(&mut self, name: &smol_str::SmolStr) {
        if self.scopes.iter().any(|scope| scope.contains_key(name)) {
            let global = self.globals.get(name).cloned();
            self.bind(name, global.unwrap_or(Binding::Refused(Vec::new())));
        }
    }

    /// The object of a variable of a function. If it is refused, uses of the variable are refused for the same reason.
    fn declared(&mut self, variable: &Variable, shared: bool) -> Lowered<super::Place> {
        let before = self.refused.len();
        let ty = self.resolved(&variable.ty, variable.span);
        let object = ty.and_then(|ty| self.object(&variable.name, &ty, shared, variable.span));
        if object.is_err() {
            let why = self.refused.get(before..).unwrap_or_default().to_vec();
            self.bind(&variable.name, Binding::Refused(why));
        }
        object
    }

    fn static_variable(&mut self, variable: &'a Variable) -> Lowered<()> {
        let Variable { name, initial, thread_local, span, .. } = variable;
        let owner = thread_local.then_some(self.thread);
        let known = self.statics.iter().find(|(it, of, _)| it == span && *of == owner).map(|(.., place)| place.clone());
        let place = if let Some(place) = known {
            place
        } else {
            let place = self.declared(variable, !thread_local)?;
            self.statics.push((*span, owner, place.clone()));
            if let Some(initial) = initial {
                let before = self.graph.edges.len();
                self.start_with(&place, initial, *span)?;
                if self.graph.edges.len() != before {
                    return self.unsupported(*span, "a static variable whose initialiser is not constant");
                }
            }
            place
        };
        self.bind(name, Binding::Object { place, owner: None });
        Ok(())
    }

    /// Gives a place any value of its type.
    pub(super) fn any(&mut self, place: &super::Place, span: boolprog_base::Span) -> Lowered<()> {
        let slots = self.layout("", &place.ty, span)?;
        let Some((_, leaves)) = place.alternatives.first().cloned() else { return Ok(()) };
        for (name, Slot { ty, .. }) in leaves.iter().zip(slots) {
            let ty = if self.numbers.contains(name) { super::numbers::NUMBER } else { ty };
            match &ty {
                Type::Integer { .. } | Type::BitField(..) | Type::Handle => {
                    let range = self.range(&ty);
                    let shared = self.leaves.get(name).is_some_and(|leaf| leaf.shared);
                    self.step(Op::Choose(name.clone(), range), shared);
                }
                // A pointer without a value points nowhere.
                _ => self.step(Op::Assign(vec![(name.clone(), Term::Number(0))]), false),
            }
        }
        Ok(())
    }

    /// Gives a local integer any value between two bounds.
    pub(super) fn choose(&mut self, place: &super::Place, low: i64, high: i64) {
        for leaf in place.alternatives.iter().flat_map(|(_, leaves)| leaves.iter()) {
            self.step(Op::Choose(leaf.clone(), Some((low, high))), false);
        }
    }

    /// The least and the greatest of all values of a type; none if any integer is one.
    pub(super) fn range(&self, ty: &Type) -> Option<(i64, i64)> {
        let (low, high) = crate::value::bounds(ty);
        let is_narrow = matches!(ty, Type::Integer { bits: ..=8, .. } | Type::BitField(_, ..=8));
        (is_narrow || !self.options.unbounded).then_some((low as i64, high as i64))
    }

    fn conditional(&mut self, condition: &'a Expr, then: &'a Stmt, otherwise: Option<&'a Stmt>) -> Lowered<()> {
        let (yes, no, end) = (self.graph.node(false), self.graph.node(false), self.graph.node(false));
        let head = self.head(condition, then);
        let outer = std::mem::replace(&mut self.span, head);
        let result = self.branch(condition, yes, no);
        self.span = outer;
        self.boundary();
        self.enter(yes);
        self.statement(then);
        self.go(end);
        self.enter(no);
        if let Some(otherwise) = otherwise {
            self.statement(otherwise);
        }
        self.go(end);
        self.enter(end);
        result
    }

    /// The part of the statement at hand before its body, such as `while (x > 0)`; the condition alone if they come from
    /// different macros.
    fn head(&self, condition: &Expr, body: &Stmt) -> Span {
        let (start, end) = (self.span.start, body.span.start);
        if start <= condition.span.start && condition.span.end <= end { Span::new(start, end) } else { condition.span }
    }

    /// Control is at a place, if anything leads there.
    pub(super) fn enter(&mut self, node: Node) {
        self.node = self.graph.entered[node].then_some(node);
    }

    fn repeat(
        &mut self,
        condition: Option<&'a Expr>,
        step: Option<&'a Expr>,
        body: &'a Stmt,
        body_first: bool,
    ) -> Lowered<()> {
        let (head, inside) = (self.graph.node(false), self.graph.node(false));
        let (next, end) = (self.graph.node(false), self.graph.node(false));
        self.go(if body_first { inside } else { head });
        self.node = Some(head);
        let outer = self.span;
        let mut result = Ok(());
        if let Some(condition) = condition {
            self.span = if body_first { condition.span } else { self.head(condition, body) };
            result = self.branch(condition, inside, end);
        } else {
            self.go(inside);
        }
        self.span = outer;
        self.node = Some(inside);
        self.boundary();
        if let Some(frame) = self.frames.last_mut() {
            frame.breaks.push(end);
            frame.continues.push(next);
        }
        self.statement(body);
        self.go(next);
        if let Some(frame) = self.frames.last_mut() {
            frame.breaks.pop();
            frame.continues.pop();
        }
        self.enter(next);
        if let Some(step) = step {
            self.span = step.span;
            let stepped = self.rvalue(step).map(|_| ());
            result = result.and(stepped);
            self.boundary();
        }
        self.span = outer;
        self.go(head);
        self.enter(end);
        result
    }

    fn switch(&mut self, value: &'a Expr, body: &'a Stmt) -> Lowered<()> {
        let switched = self.rvalue(value)?;
        let promoted = self.integers.promote(&switched).and_then(|it| self.integers.settle(&it).map(|done| (it, done)));
        let (promoted, (number, ..)) = self.computed(promoted, value.span)?;
        let number = Term::Name(self.temporary(number, &promoted.ty, false));
        let mut found = Vec::new();
        cases(body, &mut found);
        let end = self.graph.node(false);
        let nodes: Vec<(&Stmt, Node)> = found.iter().map(|it| (*it, self.graph.node(false))).collect();
        let (mut otherwise, mut fallback) = (Term::Truth(true), end);
        let from = self.node;
        for (case, node) in &nodes {
            let StmtKind::Case(first, last, _) = &case.kind else {
                fallback = *node;
                continue;
            };
            let value = self.case(first, &promoted.ty)?;
            let is = |comparison, value| term::compare(comparison, number.clone(), value);
            let is_it = match last {
                None => is(Comparison::Equal, value),
                Some(last) => {
                    let last = self.case(last, &promoted.ty)?;
                    term::and(is(Comparison::GreaterOrEqual, value), is(Comparison::LessOrEqual, last))
                }
            };
            otherwise = term::and(otherwise, Term::complement(is_it.clone()));
            self.node = from;
            self.assume(is_it);
            self.go(*node);
        }
        self.node = from;
        self.assume(otherwise);
        self.go(fallback);
        if let Some(frame) = self.frames.last_mut() {
            frame.breaks.push(end);
            frame.cases.push(nodes);
        }
        self.boundary();
        self.statement(body);
        if let Some(frame) = self.frames.last_mut() {
            frame.breaks.pop();
            frame.cases.pop();
        }
        self.go(end);
        self.enter(end);
        Ok(())
    }

    /// The constant of a `case`, as one of the type that is switched over.
    fn case(&mut self, expr: &'a Expr, ty: &Type) -> Lowered<Term> {
        let value = self.rvalue(expr)?;
        let converted = self.integers.convert(&value, ty).and_then(|it| self.integers.settle(&it));
        match self.computed(converted, expr.span)?.0 {
            number @ Term::Number(_) => Ok(number),
            _ => self.refuse(expr.span, "A constant is required here."),
        }
    }

    fn label_node(&mut self, label: &smol_str::SmolStr) -> Node {
        let known = self.frames.last().and_then(|frame| frame.labels.get(label)).copied();
        known.unwrap_or_else(|| {
            let node = self.graph.node(false);
            if let Some(frame) = self.frames.last_mut() {
                frame.labels.insert(label.clone(), node);
            }
            node
        })
    }

    fn label(&mut self, name: &smol_str::SmolStr, inner: &'a Stmt, statement: &'a Stmt) -> Lowered<()> {
        if name.starts_with("__CPROVER_ASYNC") {
            return self.start_statement(inner, statement.span);
        }
        let node = self.label_node(name);
        self.boundary();
        self.go(node);
        self.node = Some(node);
        if self.options.error_labels.contains(name) {
            let error = self.error(Check::Label, statement.span);
            self.go(error);
            return Ok(());
        }
        self.statement(inner);
        Ok(())
    }
}
