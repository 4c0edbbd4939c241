//! Threads: their creation, and what a new thread knows of its creator.

use std::collections::BTreeMap;
use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use smol_str::SmolStr;

use super::{Binding, Lower, Lowered, Place, Thread};
use crate::ast::{Expr, Function, Stmt, Type};
use crate::graph::{Graph, Node, Op};
use crate::value::{Value, ValueKind};

/// More threads than this are refused.
const MAX_THREADS: usize = 200;

/// How a thread is created.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The thread that creates it, and where.
    pub(crate) creator: usize,
    pub(crate) at: Node,
    /// `true` if the creator can come back there: any number of threads is created.
    pub(crate) many: bool,
    /// Copies of variables of the creator: the copy, and the original.
    pub(crate) copies: Vec<(SmolStr, SmolStr)>,
}

/// What a thread executes.
enum Body<'a> {
    Statement(&'a Stmt),
    Call(&'a Rc<Function>, Option<Value>),
}

/// A thread that is to be lowered.
pub(super) struct Waiting<'a> {
    body: Body<'a>,
    scopes: Vec<BTreeMap<SmolStr, Binding>>,
    start: Start,
    number: usize,
    span: Span,
}

impl<'a> Lower<'a> {
    /// Lowers `main` and all threads that it creates.
    pub(super) fn program(&mut self) {
        let unit = self.unit;
        let entry = self.options.entry.as_str();
        let Some(main) = unit.functions.get(entry).filter(|it| it.body.is_some()) else {
            _ = self
                .refuse::<()>(Span::empty(0), format!("There is no function `{entry}` (`--function` names another)."));
            return;
        };
        self.open(&main.name, main.span, None);
        let globals = self.declare_globals();
        self.thread_locals();
        for (variable, place) in globals {
            self.span = variable.span;
            self.start_global(variable, &place);
        }
        self.span = main.span;
        self.boundary();
        self.span = main.span;
        self.run_thread(main, &[], main.span);
        self.close();
        while let Some(waiting) = self.queue.pop_front() {
            self.lower_thread(waiting);
        }
        self.check_barriers();
        self.check_handles();
    }

    fn open(&mut self, name: &SmolStr, span: Span, start: Option<Start>) {
        let name = self.names.take(name);
        self.graph = Graph::default();
        let (first, end) = (self.graph.node(false), self.graph.node(false));
        self.node = Some(first);
        self.thread = self.threads.len();
        self.threads.push(Thread { name, graph: Graph::default(), end, span, start, leaves_others: false });
    }

    fn close(&mut self) {
        let end = self.thread_end();
        self.go(end);
        let graph = std::mem::take(&mut self.graph);
        self.close_allocations(&graph);
        let thread = self.thread;
        // Creation at a place that control comes back to happens any number of times.
        for waiting in self.queue.iter_mut().filter(|it| it.start.creator == thread) {
            waiting.start.many = graph.reached(waiting.start.at, &|_| true)[waiting.start.at];
        }
        self.threads[thread].graph = graph;
    }

    pub(super) fn thread_end(&self) -> Node {
        self.threads[self.thread].end
    }

    /// Returns `true` if there is one instance of the thread that is lowered.
    pub(super) fn runs_once(&self) -> bool {
        self.threads.get(self.thread).is_none_or(|it| !it.start.as_ref().is_some_and(|start| start.many))
    }

    /// Thread-local variables: the thread that is lowered has its own, with the values that the initialisers say.
    fn thread_locals(&mut self) {
        let unit = self.unit;
        for variable in unit.globals.iter().filter(|it| it.thread_local) {
            let refused = self.refused.len();
            let object = self.object(&variable.name, &variable.ty, false, variable.span);
            self.refused.truncate(refused);
            let Ok(place) = object else { continue };
            let binding = Binding::Object { place: place.clone(), owner: None };
            self.globals.insert(variable.name.clone(), binding);
            self.start_global(variable, &place);
        }
    }

    /// `__CPROVER_ASYNC_n: statement`
    pub(super) fn start_statement(&mut self, statement: &'a Stmt, span: Span) -> Lowered<()> {
        self.spawn(Body::Statement(statement), span)?;
        Ok(())
    }

    /// `pthread_create`
    pub(super) fn create(
        &mut self,
        handle: &'a Expr,
        function: &'a Expr,
        argument: &'a Expr,
        span: Span,
    ) -> Lowered<()> {
        let handle_value = self.rvalue(handle)?;
        let called = self.rvalue(function)?;
        let unit = self.unit;
        if let ValueKind::Function(name) = &called.kind {
            let Some(callee) = unit.functions.get(name).filter(|it| it.body.is_some()) else {
                return self.refuse(function.span, format!("`{name}` has no definition."));
            };
            return self.create_running(callee, (&handle_value, handle.span), argument, span);
        }
        self.for_each_function(&called, 1, function.span, |it, callee| {
            it.create_running(callee, (&handle_value, handle.span), argument, span)?;
            Ok(Value::nothing())
        })?;
        Ok(())
    }

    /// Creates a thread that runs a function.
    fn create_running(
        &mut self,
        callee: &'a Rc<Function>,
        (handle_value, handle): (&Value, Span),
        argument: &'a Expr,
        span: Span,
    ) -> Lowered<()> {
        let value = self.rvalue(argument)?;
        let constant =
            value.is_constant() && !matches!(value.kind, ValueKind::Address(ref place) if !self.is_shared(place));
        let value = if constant {
            value
        } else {
            // What it is at this moment, kept for the new thread.
            let pointer = Type::Void.pointer();
            let ty = if matches!(value.ty, Type::Pointer(_)) { &pointer } else { &value.ty };
            let settled = self.integer(&value, ty, argument.span)?;
            let name = self.temporary(settled, ty, false);
            let mut kept = self.integers.named(name, value.ty.clone());
            if let ValueKind::Number(_, low, high) = &mut kept.kind {
                (*low, *high) = (i128::from(i64::MIN), i128::from(i64::MAX));
            }
            kept
        };
        let number = self.spawn(Body::Call(callee, Some(value)), span)?;
        if !matches!(handle_value.kind, ValueKind::Number(Term::Number(0), ..)) {
            let place = self.pointed(handle_value, handle)?;
            self.assign(&place, &super::handles::handle_of(number), handle)?;
        }
        Ok(())
    }

    fn spawn(&mut self, body: Body<'a>, span: Span) -> Lowered<usize> {
        if self.node.is_none() {
            return Ok(0);
        }
        if !self.runs_once() {
            return self.unsupported(span, "threads created by any number of threads");
        }
        let number = self.threads.len() + self.queue.len();
        // Threads are numbered in the order in which they are lowered.
        if number > MAX_THREADS {
            return self.unsupported(span, &format!("more than {MAX_THREADS} places that create threads"));
        }
        // Objects of the creator that parameters point to are accessed by both.
        let bindings: Vec<Binding> = self.scopes.iter().flat_map(BTreeMap::values).cloned().collect();
        for binding in bindings {
            match binding {
                Binding::Value(Value { kind: ValueKind::Address(place), .. }) if !self.is_shared(&place) => {
                    self.number_of(&place, span)?;
                }
                Binding::Value(value) if !value.is_constant() => {
                    return self.unsupported(span, "a thread created where its creator has a number as an argument");
                }
                _ => {}
            }
        }
        self.boundary();
        let at = self.here();
        let start = Start { creator: self.thread, at, many: false, copies: Vec::new() };
        self.queue.push_back(Waiting { body, scopes: self.scopes.clone(), start, number, span });
        self.step(Op::Create(number), false);
        self.boundary();
        Ok(number)
    }

    fn lower_thread(&mut self, waiting: Waiting<'a>) {
        let Waiting { body, scopes, start, number, span } = waiting;
        let name: SmolStr = match &body {
            Body::Call(callee, _) => callee.name.clone(),
            Body::Statement(statement) => called(statement).unwrap_or_else(|| "thread".into()),
        };
        self.open(&name, span, Some(start));
        debug_assert_eq!(self.thread, number, "threads are lowered in the order of their numbers");
        self.scopes = scopes;
        // The thread is at its second place when it runs: the first waits for its creation.
        // Its beginning is at its function: the creation is a step of the creator.
        self.span = match &body {
            Body::Call(callee, _) => callee.span,
            Body::Statement(_) => span,
        };
        let first = self.graph.node(false);
        self.go(first);
        self.node = Some(first);
        self.thread_locals();
        match body {
            Body::Statement(statement) => {
                self.frames.push(super::Frame {
                    name: "".into(),
                    body: statement,
                    back: self.threads[self.thread].end,
                    result: None,
                    labels: BTreeMap::new(),
                    breaks: Vec::new(),
                    continues: Vec::new(),
                    cases: Vec::new(),
                });
                self.statement(statement);
                self.frames.pop();
            }
            Body::Call(callee, argument) => {
                let argument = argument.map(|value| (self.of_creator(value), span));
                let arguments: Vec<_> = argument.into_iter().collect();
                self.run_thread(callee, &arguments, span);
            }
        }
        self.scopes.clear();
        self.close();
    }

    /// A value of the creator, as the new thread has it.
    fn of_creator(&mut self, value: Value) -> Value {
        let ValueKind::Number(Term::Name(name), low, high) = &value.kind else { return value };
        let place = Place { alternatives: vec![(Term::Truth(true), Rc::from([name.clone()]))], ty: value.ty.clone() };
        let copy = self.copied(&place);
        let name = copy.alternatives[0].1[0].clone();
        Value { kind: ValueKind::Number(Term::Name(name), *low, *high), ty: value.ty }
    }

    /// A copy of an object of the creator, made when the thread starts.
    pub(super) fn copied(&mut self, place: &Place) -> Place {
        let mut made = Vec::new();
        for (condition, leaves) in &place.alternatives {
            let mut names = Vec::new();
            for leaf in leaves.iter() {
                let copy = self.names.take(leaf);
                if let Some(of) = self.leaves.get(leaf).cloned() {
                    self.leaves.insert(copy.clone(), super::Leaf { shared: false, ..of });
                }
                self.holds_as(&copy, leaf);
                if let Some(start) = self.threads[self.thread].start.as_mut() {
                    start.copies.push((copy.clone(), leaf.clone()));
                }
                names.push(copy);
            }
            made.push((condition.clone(), Rc::from(names)));
        }
        let place = Place { alternatives: made, ty: place.ty.clone() };
        self.remember(&place);
        place
    }
}

/// The name of the function that a statement calls.
fn called(statement: &Stmt) -> Option<SmolStr> {
    use crate::ast::{ExprKind, StmtKind};
    match &statement.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Call(function, _), .. }) => match &function.kind {
            ExprKind::Name(name) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    }
}
