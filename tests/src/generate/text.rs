//! Generated programs as text.

use std::collections::BTreeSet;
use std::fmt;

use super::{Expr, Generated, Kind, Procedure, Statement, Target};

/// The `thread_local` global. The braces are part of the name.
const THREAD_LOCAL: &str = "{t 0}";

impl fmt::Display for Generated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for pragma in &self.pragmas {
            writeln!(f, "// boolprog: {pragma}")?;
        }
        for (index, initial) in self.globals.iter().enumerate() {
            writeln!(f, "decl g{index}{initial};")?;
        }
        if let Some(initial) = self.thread_local {
            writeln!(f, "decl thread_local {THREAD_LOCAL}{initial};")?;
        }
        for (index, procedure) in self.procedures.iter().enumerate() {
            f.write_str(&Writer::of(self, index, procedure).procedure(procedure))?;
        }
        Ok(())
    }
}

fn procedure_name(index: usize) -> String {
    if index == 0 { "main".to_owned() } else { format!("f{index}") }
}

/// Numeric labels and others take turns.
fn label(index: usize) -> String {
    if index.is_multiple_of(2) { format!("L{index}") } else { index.to_string() }
}

fn result_type(results: usize) -> String {
    match results {
        0 => "void".to_owned(),
        1 => "bool".to_owned(),
        more => format!("bool<{more}>"),
    }
}

/// Forms of variables that are allowed in an expression besides plain ones.
#[derive(Clone, Copy)]
enum Place {
    Plain,
    /// `x$`: the right side of a passive copy.
    PassiveValue,
    /// `'x`, `x$` and `'x$`.
    Constrain,
}

struct Writer<'a> {
    program: &'a Generated,
    index: usize,
    results: usize,
    variables: Vec<String>,
    /// Variables of which each thread has a copy.
    own: Vec<String>,
    /// Number of statements: each can be a target of jumps.
    statements: usize,
    targets: BTreeSet<usize>,
    /// Number of statements written so far.
    written: usize,
    out: String,
}

impl<'a> Writer<'a> {
    fn of(program: &'a Generated, index: usize, procedure: &Procedure) -> Self {
        let mut own: Vec<String> = (0..procedure.parameters).map(|parameter| format!("p{parameter}")).collect();
        own.extend(procedure.local.as_ref().map(|local| local_name(local.hides).to_owned()));
        let hidden = own.clone();
        own.extend(program.thread_local.map(|_| THREAD_LOCAL.to_owned()));
        let shared = (0..program.globals.len()).map(|global| format!("g{global}"));
        let variables = shared.filter(|name| !hidden.contains(name)).chain(own.clone()).collect();
        let mut statements = 0;
        let mut jumps = Vec::new();
        visit(&procedure.body, &mut |statement| {
            statements += 1;
            match &statement.kind {
                Kind::Goto(labels) => jumps.extend(labels.iter().copied()),
                Kind::StartGoto(label) => jumps.push(*label),
                _ => {}
            }
        });
        let targets = jumps.into_iter().map(|jump| usize::from(jump) % statements).collect();
        let results = procedure.results;
        Self { program, index, results, variables, own, statements, targets, written: 0, out: String::new() }
    }

    fn procedure(mut self, procedure: &Procedure) -> String {
        let parameters: Vec<String> = (0..procedure.parameters).map(|parameter| format!("p{parameter}")).collect();
        let (name, results) = (procedure_name(self.index), result_type(procedure.results));
        self.line(0, &format!("{results} {name}({}) begin", parameters.join(", ")));
        if let Some(local) = &procedure.local {
            self.line(1, &format!("decl {}{};", local_name(local.hides), local.initial));
        }
        for (word, condition) in [("enforce", &procedure.enforce), ("abortif", &procedure.abortif)] {
            if let Some(condition) = condition {
                self.line(1, &format!("{word} {};", self.plain(condition)));
            }
        }
        self.block(&procedure.body, 1);
        self.line(0, "end");
        self.out
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.out.push_str(&"  ".repeat(depth));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn block(&mut self, body: &[Statement], depth: usize) {
        for statement in body {
            self.statement(statement, depth);
        }
    }

    fn statement(&mut self, statement: &Statement, depth: usize) {
        let number = self.written;
        self.written += 1;
        let mut labels: Vec<String> = self.targets.get(&number).map(|&target| label(target)).into_iter().collect();
        // A call labelled `ASYNC_` is another statement; there is a form of its own for it.
        labels.extend(statement.label.filter(|_| !matches!(statement.kind, Kind::Call(..))).map(str::to_owned));
        match &statement.kind {
            Kind::Bare if labels.is_empty() => labels.push("HERE".to_owned()),
            Kind::Async(..) => labels.push("ASYNC_1".to_owned()),
            _ => {}
        }
        let labels = labels.iter().fold(String::new(), |text, label| text + label + ": ");
        match &statement.kind {
            Kind::If(branches, otherwise) => {
                for (word, (condition, body)) in std::iter::once("if").chain(std::iter::repeat("elsif")).zip(branches) {
                    let labels = if word == "if" { labels.as_str() } else { "" };
                    self.line(depth, &format!("{labels}{word} {} then", self.plain(condition)));
                    self.block(body, depth + 1);
                }
                if let Some(otherwise) = otherwise {
                    self.line(depth, "else");
                    self.block(otherwise, depth + 1);
                }
                self.line(depth, "fi;");
            }
            Kind::While(condition, body) => {
                self.line(depth, &format!("{labels}while {} do", self.plain(condition)));
                self.block(body, depth + 1);
                self.line(depth, "od;");
            }
            Kind::Atomic(body) => {
                self.line(depth, &format!("{labels}atomic_begin;"));
                self.block(body, depth + 1);
                self.line(depth, "atomic_end;");
            }
            simple => {
                let text = self.simple(simple);
                self.line(depth, &format!("{labels}{text};"));
            }
        }
    }

    fn simple(&self, kind: &Kind) -> String {
        match kind {
            Kind::Words(words) => (*words).to_owned(),
            Kind::Assign(values, constrain) => self.assign(values, constrain.as_ref()),
            Kind::Call(callee, arguments, results) => self.call(*callee, arguments, results),
            Kind::Assume(condition) => format!("assume {}", self.plain(condition)),
            Kind::Assert(condition) => format!("assert {}", self.plain(condition)),
            Kind::Constrain(condition) => format!("constrain({})", self.plain(condition)),
            Kind::Print(value) => format!("print({})", self.plain(value)),
            Kind::Sync(variable) => format!("sync {}", pick(&self.variables, *variable)),
            Kind::Dead(variables) => {
                let names: Vec<&str> = variables.iter().map(|variable| pick(&self.variables, *variable)).collect();
                format!("dead {}", names.join(", "))
            }
            Kind::Goto(labels) => {
                let labels: Vec<String> = labels.iter().map(|label| self.jump(*label)).collect();
                format!("goto {}", labels.join(", "))
            }
            Kind::Return(values) => {
                let values: Vec<String> = values.iter().take(self.results).map(|value| self.plain(value)).collect();
                format!("return {}", values.join(", ")).trim_end().to_owned()
            }
            Kind::StartGoto(label) => format!("start_thread goto {}", self.jump(*label)),
            Kind::Start(callee, arguments) => {
                let callee = usize::from(*callee) % self.program.procedures.len();
                match self.program.procedures[callee].parameters {
                    0 => format!("start_thread {}", procedure_name(callee)),
                    _ => format!("start_thread {}", self.invocation(callee, arguments)),
                }
            }
            Kind::Async(callee, arguments) => {
                self.invocation(usize::from(*callee) % self.program.procedures.len(), arguments)
            }
            Kind::Bare | Kind::If(..) | Kind::While(..) | Kind::Atomic(_) => String::new(),
        }
    }

    fn assign(&self, values: &[(Target, Expr)], constrain: Option<&Expr>) -> String {
        let targets = self.targets(values.iter().map(|(target, _)| target), values.len());
        let right: Vec<String> = targets
            .iter()
            .zip(values)
            .map(|(target, (_, value))| {
                let place = if target.ends_with('$') { Place::PassiveValue } else { Place::Plain };
                self.expr(value, place)
            })
            .collect();
        let constrain = constrain.map(|filter| format!(" constrain {}", self.expr(filter, Place::Constrain)));
        format!("{} := {}{}", targets.join(", "), right.join(", "), constrain.unwrap_or_default())
    }

    /// This number of left sides. One that is there already, or whose variable does not exist, discards.
    fn targets<'t>(&self, targets: impl Iterator<Item = &'t Target>, count: usize) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for target in targets.chain(std::iter::repeat(&Target::Discard)).take(count) {
            let name = match target {
                Target::Variable(variable) => pick(&self.variables, *variable).to_owned(),
                Target::Passive(variable) if !self.own.is_empty() => format!("{}$", pick(&self.own, *variable)),
                Target::Passive(_) | Target::Discard => "_".to_owned(),
            };
            names.push(if names.contains(&name) { "_".to_owned() } else { name });
        }
        names
    }

    fn call(&self, callee: u8, arguments: &[Expr; 2], results: &[Target]) -> String {
        let first = if self.program.recursive { 0 } else { self.index + 1 };
        let callable = self.program.procedures.len() - first;
        if callable == 0 {
            return "skip".to_owned();
        }
        let callee = first + usize::from(callee) % callable;
        let call = self.invocation(callee, arguments);
        match self.program.procedures[callee].results {
            count if count > 0 && !results.is_empty() => {
                format!("{} := {call}", self.targets(results.iter(), count).join(", "))
            }
            _ => call,
        }
    }

    fn invocation(&self, callee: usize, arguments: &[Expr; 2]) -> String {
        let count = self.program.procedures[callee].parameters;
        let arguments: Vec<String> = arguments.iter().take(count).map(|argument| self.plain(argument)).collect();
        format!("{}({})", procedure_name(callee), arguments.join(", "))
    }

    fn jump(&self, index: u8) -> String {
        label(usize::from(index) % self.statements)
    }

    fn plain(&self, expr: &Expr) -> String {
        self.expr(expr, Place::Plain)
    }

    fn expr(&self, expr: &Expr, place: Place) -> String {
        let inner = |expr: &Expr| self.expr(expr, place);
        let variable = |index: u8| pick(&self.variables, index);
        let own = |index: u8| (!self.own.is_empty()).then(|| pick(&self.own, index));
        match (expr, place) {
            (Expr::Const(value), _) => if *value { "T" } else { "F" }.to_owned(),
            (Expr::Any, _) => "*".to_owned(),
            (Expr::Not(operand), _) => format!("!{}", inner(operand)),
            (Expr::Binary(operator, left, right), _) => format!("({} {operator} {})", inner(left), inner(right)),
            (Expr::Ternary(test, yes, no), _) => format!("({} ? {} : {})", inner(test), inner(yes), inner(no)),
            (Expr::Schoose(yes, no), _) => format!("schoose[{}, {}]", inner(yes), inner(no)),
            (Expr::New(index), Place::Constrain) => format!("'{}", variable(*index)),
            (Expr::PassiveNew(index), Place::Constrain) => {
                own(*index).map_or_else(|| variable(*index).to_owned(), |name| format!("'{name}$"))
            }
            (Expr::Passive(index), Place::Constrain)
            | (Expr::Passive(index) | Expr::PassiveNew(index), Place::PassiveValue) => {
                own(*index).map_or_else(|| variable(*index).to_owned(), |name| format!("{name}$"))
            }
            (Expr::Variable(index) | Expr::New(index) | Expr::Passive(index) | Expr::PassiveNew(index), _) => {
                variable(*index).to_owned()
            }
        }
    }
}

fn local_name(hides: bool) -> &'static str {
    if hides { "g0" } else { "l" }
}

fn pick(names: &[String], index: u8) -> &str {
    &names[usize::from(index) % names.len()]
}

/// Visits all statements in the order in which they are written.
fn visit(body: &[Statement], visitor: &mut dyn FnMut(&Statement)) {
    for statement in body {
        visitor(statement);
        match &statement.kind {
            Kind::If(branches, otherwise) => {
                for (_, body) in branches {
                    visit(body, visitor);
                }
                if let Some(body) = otherwise {
                    visit(body, visitor);
                }
            }
            Kind::While(_, body) | Kind::Atomic(body) => visit(body, visitor),
            _ => {}
        }
    }
}
