//! Typed trees as text that people can check against the program.

use std::fmt::Write as _;

use boolprog_base::Span;
use boolprog_syntax::ast::{
    BinaryOp, Block, Branch, Call, Declaration, Expr, ExprKind, Initial, Name, Procedure, SiteId, SiteKind, SourceFile,
    Statement, StatementKind, Target, ThreadStart, Variable,
};

/// The tree of `text`, one line for each declaration, clause, statement and branch, then the sites and pragmas.
pub(crate) fn dump(file: &SourceFile, text: &str) -> String {
    let mut dump = Dump { text, out: String::new(), indent: 0 };
    for declaration in &file.declarations {
        dump.declaration(declaration);
    }
    for procedure in &file.procedures {
        dump.procedure(procedure);
    }
    dump.line("sites");
    dump.indent += 1;
    for (index, site) in file.sites.iter().enumerate() {
        let kind = match site.kind {
            SiteKind::Statement => "statement",
            SiteKind::Condition => "condition",
            SiteKind::End => "end",
        };
        dump.line(&format!("@{index} in procedure {}: {kind} {}", site.procedure, dump.quote(site.span)));
    }
    dump.indent -= 1;
    for pragma in &file.pragmas {
        dump.line(&format!("pragma {} = {} in {}", name(&pragma.key), name(&pragma.value), dump.quote(pragma.span)));
    }
    if !file.comments.is_empty() {
        let comments: Vec<String> = file.comments.iter().map(|comment| dump.quote(*comment)).collect();
        dump.line(&format!("comments {}", comments.join(" ")));
    }
    dump.out
}

struct Dump<'t> {
    text: &'t str,
    out: String,
    indent: usize,
}

impl Dump<'_> {
    fn line(&mut self, line: &str) {
        writeln!(self.out, "{:width$}{line}", "", width = 2 * self.indent).expect("strings take everything");
    }

    /// The text of a span; for an empty one its place.
    fn quote(&self, span: Span) -> String {
        if span.start == span.end {
            let before = &self.text[..span.start as usize];
            let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
            return format!("<empty at {}:{}>", before.matches('\n').count() + 1, column + 1);
        }
        let words: Vec<&str> = self.text[span.range()].split_whitespace().collect();
        format!("⟨{}⟩", words.join(" "))
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let late = if declaration.late { "late " } else { "" };
        let thread_local = if declaration.thread_local.is_some() { "thread_local " } else { "" };
        let variables: Vec<String> = declaration
            .variables
            .iter()
            .map(|variable| match variable.initial {
                None => name(&variable.name),
                Some((Initial::Any, _)) => format!("{} := *", name(&variable.name)),
                Some((Initial::Const(value), _)) => format!("{} := {}", name(&variable.name), constant(value)),
            })
            .collect();
        let line = format!("{late}{thread_local}decl {} {}", variables.join(", "), self.quote(declaration.span));
        self.line(&line);
    }

    fn procedure(&mut self, procedure: &Procedure) {
        let result_type = procedure.result_type.map_or("no type".into(), |span| self.quote(span));
        let head = format!(
            "procedure {}({}), {} results, {result_type}",
            name(&procedure.name),
            names(&procedure.parameters),
            procedure.results
        );
        self.line(&head);
        self.indent += 1;
        for declaration in &procedure.declarations {
            self.declaration(declaration);
        }
        for (word, clause) in [("enforce", &procedure.enforce), ("abortif", &procedure.abortif)] {
            if let Some(condition) = clause {
                self.line(&format!("{word} {}", expr(condition)));
            }
        }
        self.statements(&procedure.body);
        self.line(&format!("{} end", site(procedure.end)));
        self.indent -= 1;
    }

    fn block(&mut self, block: &Block) {
        self.indent += 1;
        self.statements(block);
        self.indent -= 1;
    }

    fn statements(&mut self, block: &Block) {
        if block.statements.is_empty() {
            let place = self.quote(block.span);
            self.line(&format!("no statements {place}"));
        }
        for statement in &block.statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let labels: String = statement.labels.iter().map(|label| name(label) + ": ").collect();
        let line = format!("{} {labels}{}", site(statement.site), action(&statement.kind));
        match &statement.kind {
            StatementKind::If { branches, otherwise } => {
                self.line(&line);
                for branch in branches {
                    self.branch(branch);
                }
                if let Some(block) = otherwise {
                    self.line("else");
                    self.block(block);
                }
            }
            StatementKind::While { body, .. } => {
                self.line(&line);
                self.block(body);
            }
            StatementKind::Skip { implicit: true } | StatementKind::Hole => {
                let place = self.quote(statement.span);
                self.line(&format!("{line} {place}"));
            }
            _ => self.line(&line),
        }
    }

    fn branch(&mut self, branch: &Branch) {
        self.line(&format!("{} when {}", site(branch.site), expr(&branch.condition)));
        self.block(&branch.body);
    }
}

fn site(site: SiteId) -> String {
    format!("@{}", site.0)
}

fn action(kind: &StatementKind) -> String {
    match kind {
        StatementKind::Skip { implicit: false } => "skip".into(),
        StatementKind::Skip { implicit: true } => "implicit skip".into(),
        StatementKind::Goto(labels) => format!("goto {}", names(labels)),
        StatementKind::Return(values) => format!("return [{}]", exprs(values)),
        StatementKind::Assign { targets, values, constrain } => {
            let constrain = constrain.as_ref().map_or(String::new(), |filter| format!(" constrain {}", expr(filter)));
            format!("assign [{}] := [{}]{constrain}", all_targets(targets), exprs(values))
        }
        StatementKind::Call { results, call } => format!("call [{}] := {}", all_targets(results), call_text(call)),
        StatementKind::Assume(condition) => format!("assume {}", expr(condition)),
        StatementKind::Assert(condition) => format!("assert {}", expr(condition)),
        StatementKind::Constrain(condition) => format!("constrain {}", expr(condition)),
        StatementKind::Print(values) => format!("print [{}]", exprs(values)),
        StatementKind::Dead(variables) => format!("dead {}", names(variables)),
        StatementKind::Sync(variable) => format!("sync {}", name(variable)),
        StatementKind::If { .. } => "if".into(),
        StatementKind::While { condition, .. } => format!("while {}", expr(condition)),
        StatementKind::StartThread(ThreadStart::Goto(label) | ThreadStart::Label(label)) => {
            format!("start_thread at label {}", name(label))
        }
        StatementKind::StartThread(ThreadStart::Procedure(procedure)) => {
            format!("start_thread in procedure {}", name(procedure))
        }
        StatementKind::StartThread(ThreadStart::Call(call)) => format!("start_thread calls {}", call_text(call)),
        StatementKind::EndThread => "end_thread".into(),
        StatementKind::AtomicBegin => "atomic_begin".into(),
        StatementKind::AtomicEnd => "atomic_end".into(),
        StatementKind::Wait => "wait".into(),
        StatementKind::Signal => "signal".into(),
        StatementKind::Broadcast => "broadcast".into(),
        StatementKind::Hole => "hole".into(),
    }
}

fn name(name: &Name) -> String {
    if name.text.is_empty() { "<no name>".into() } else { name.text.to_string() }
}

fn names(all: &[Name]) -> String {
    all.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn all_targets(targets: &[Target]) -> String {
    let text = |target: &Target| match target {
        Target::Variable(target) => variable(target),
        Target::Discard(_) => "_".into(),
    };
    targets.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn variable(variable: &Variable) -> String {
    format!("{}{}", if variable.primed { "'" } else { "" }, name(&variable.name))
}

fn call_text(call: &Call) -> String {
    format!("{}[{}]", name(&call.procedure), exprs(&call.arguments))
}

fn exprs(all: &[Expr]) -> String {
    all.iter().map(expr).collect::<Vec<_>>().join(", ")
}

/// An expression with its operators in front, so that the grouping shows.
fn expr(whole: &Expr) -> String {
    match &whole.kind {
        ExprKind::Const(value) => constant(*value).into(),
        ExprKind::Any => "*".into(),
        ExprKind::Variable(inner) => variable(inner),
        ExprKind::Paren(inner) => format!("(paren {})", expr(inner)),
        ExprKind::Not(inner) => format!("(not {})", expr(inner)),
        ExprKind::Binary(operator, left, right) => format!("({} {} {})", word(*operator), expr(left), expr(right)),
        ExprKind::Ternary(condition, yes, no) => format!("(ternary {} {} {})", expr(condition), expr(yes), expr(no)),
        ExprKind::Schoose(yes, no) => format!("(schoose {} {})", expr(yes), expr(no)),
        ExprKind::Call(call) => call_text(call),
        ExprKind::Hole => "<hole>".into(),
    }
}

fn constant(value: bool) -> &'static str {
    if value { "T" } else { "F" }
}

fn word(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::Equal => "equal",
        BinaryOp::NotEqual => "differ",
        BinaryOp::And => "and",
        BinaryOp::Xor => "xor",
        BinaryOp::Or => "or",
        BinaryOp::Implies => "implies",
        BinaryOp::Iff => "iff",
    }
}
