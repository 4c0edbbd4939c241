//! The parser and the tree-sitter grammar read the same language.

use std::collections::BTreeSet;

use boolprog_base::{Diagnostic, Span};
use boolprog_syntax::ast::{Block, Call, Expr, ExprKind, Procedure, SourceFile, Statement, StatementKind, ThreadStart};
use boolprog_syntax::parse;
use proptest::prelude::*;
use tree_sitter::{Node, Parser, Tree};

fn tree(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_boolprog::LANGUAGE.into()).expect("this version of tree-sitter");
    parser.parse(text, None).expect("no time limit")
}

/// Kinds and places of the parts of a program.
type Parts = BTreeSet<(String, usize, usize)>;

/// The parts in the grammar's tree.
fn nodes(node: Node<'_>, found: &mut Parts) {
    let kind = node.kind();
    let is_part = ["procedure", "declared_variable", "call", "constant", "any", "variable"].contains(&kind)
        || kind.ends_with("_expression")
        || kind.ends_with("_statement")
        || kind == "assignment";
    // The target of an assignment is no expression here.
    let is_target = kind == "variable" && node.parent().is_some_and(|parent| is_target(parent, node));
    if is_part && node.is_named() && !is_target {
        found.insert((kind.to_owned(), node.start_byte(), node.end_byte()));
    }
    let mut cursor = node.walk();
    node.children(&mut cursor).for_each(|child| nodes(child, found));
}

fn is_target(assignment: Node<'_>, variable: Node<'_>) -> bool {
    let mut cursor = assignment.walk();
    let mut targets = assignment.children_by_field_name("target", &mut cursor);
    assignment.kind() == "assignment" && targets.any(|target| target.id() == variable.id())
}

/// The parts in the parser's tree.
#[derive(Default)]
struct Seen(Parts);

impl Seen {
    fn of(file: &SourceFile) -> Parts {
        let mut seen = Self::default();
        let of_file = file.declarations.iter();
        let of_procedures = file.procedures.iter().flat_map(|procedure| &procedure.declarations);
        for variable in of_file.chain(of_procedures).flat_map(|declaration| &declaration.variables) {
            seen.add("declared_variable", variable.span);
            if let Some((initial, span)) = variable.initial {
                seen.add(if initial == boolprog_syntax::ast::Initial::Any { "any" } else { "constant" }, span);
            }
        }
        file.procedures.iter().for_each(|procedure| seen.procedure(procedure));
        seen.0
    }

    fn add(&mut self, kind: &str, span: Span) {
        self.0.insert((kind.to_owned(), span.start as usize, span.end as usize));
    }

    fn procedure(&mut self, procedure: &Procedure) {
        self.add("procedure", procedure.span);
        procedure.enforce.iter().chain(&procedure.abortif).for_each(|condition| self.expr(condition));
        self.block(&procedure.body);
    }

    fn block(&mut self, block: &Block) {
        block.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        let kind = match &statement.kind {
            StatementKind::Skip { implicit: true } => return,
            StatementKind::Skip { .. } => "skip_statement",
            StatementKind::Goto(_) => "goto_statement",
            StatementKind::Return(values) => self.all(values, "return_statement"),
            StatementKind::Assign { values, constrain, .. } => {
                if let Some(constrain) = constrain {
                    self.expr(constrain);
                }
                self.all(values, "assignment")
            }
            StatementKind::Call { results, call } => {
                self.call(call);
                if results.is_empty() {
                    return;
                }
                "assignment"
            }
            StatementKind::Assume(condition) => self.one(condition, "assume_statement"),
            StatementKind::Assert(condition) => self.one(condition, "assert_statement"),
            StatementKind::Constrain(condition) => self.one(condition, "constrain_statement"),
            StatementKind::Print(values) => self.all(values, "print_statement"),
            StatementKind::Dead(_) => "dead_statement",
            StatementKind::Sync(_) => "sync_statement",
            StatementKind::If { branches, otherwise } => {
                for branch in branches {
                    self.expr(&branch.condition);
                    self.block(&branch.body);
                }
                if let Some(block) = otherwise {
                    self.block(block);
                }
                "if_statement"
            }
            StatementKind::While { condition, body } => {
                self.block(body);
                self.one(condition, "while_statement")
            }
            StatementKind::StartThread(start) => {
                if let ThreadStart::Call(call) = start {
                    self.call(call);
                }
                "start_thread_statement"
            }
            StatementKind::EndThread => "end_thread_statement",
            StatementKind::AtomicBegin => "atomic_begin_statement",
            StatementKind::AtomicEnd => "atomic_end_statement",
            StatementKind::Wait => "wait_statement",
            StatementKind::Signal => "signal_statement",
            StatementKind::Broadcast => "broadcast_statement",
            StatementKind::Hole => "hole",
        };
        self.add(kind, statement.span);
    }

    fn one(&mut self, expr: &Expr, kind: &'static str) -> &'static str {
        self.expr(expr);
        kind
    }

    fn all(&mut self, exprs: &[Expr], kind: &'static str) -> &'static str {
        for expr in exprs {
            self.expr(expr);
        }
        kind
    }

    fn call(&mut self, call: &Call) {
        call.arguments.iter().for_each(|argument| self.expr(argument));
        self.add("call", call.span);
    }

    fn expr(&mut self, expr: &Expr) {
        let kind = match &expr.kind {
            ExprKind::Const(_) => "constant",
            ExprKind::Any => "any",
            ExprKind::Variable(_) => "variable",
            ExprKind::Paren(inner) => self.one(inner, "parenthesized_expression"),
            ExprKind::Not(operand) => self.one(operand, "not_expression"),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.one(right, "binary_expression")
            }
            ExprKind::Ternary(condition, consequence, alternative) => {
                self.expr(condition);
                self.expr(consequence);
                self.one(alternative, "ternary_expression")
            }
            ExprKind::Schoose(true_if, false_if) => {
                self.expr(true_if);
                self.one(false_if, "schoose_expression")
            }
            ExprKind::Call(call) => return self.call(call),
            ExprKind::Hole => "hole",
        };
        self.add(kind, expr.span);
    }
}

/// Returns `true` if a message is about a text that the grammar has a tree for.
fn is_about_a_tree(diagnostic: &Diagnostic) -> bool {
    const CODES: [&str; 9] = [
        "duplicate-clause",
        "late-declaration",
        "malformed-pragma",
        "misplaced-clause",
        "missing-semicolon",
        "nesting-too-deep",
        "number-operand",
        "result-count",
        "unterminated-comment",
    ];
    CODES.contains(&diagnostic.code)
}

fn agree(text: &str) {
    let (tree, parsed) = (tree(text), parse(text));
    let is_broken = !parsed.diagnostics.iter().all(is_about_a_tree);
    assert_eq!(tree.root_node().has_error(), is_broken, "{text:?}\n{:?}\n{}", parsed.diagnostics, tree.root_node());
    // Numbers that are no values, and clauses and values too many, are in the tree of the grammar only.
    if parsed.diagnostics.is_empty() {
        let mut found = Parts::new();
        nodes(tree.root_node(), &mut found);
        assert_eq!(found, Seen::of(&parsed.file), "{text:?}");
    }
}

/// A program without mistakes, in lines.
const LINES: &[&str] = &[
    "decl g, h := *, {a b} := T;",
    "// boolprog: threads = 2",
    "void main() begin",
    "  decl l, m;",
    "  enforce g | h;",
    "  L: 0: g, l$, _ := l & (h | !g), *, schoose[g, /* here */ h] constrain 'g => l;",
    "  if * then goto L, 0; elsif g = h then l := f(g, h); N: else",
    "    // boolprog: initial = false",
    "    while g ? h : l do start_thread goto L; start_thread f(g, T); wait; od;",
    "  fi;",
    "  // a comment",
    "  assume(g <-> h => l ? m : g ? h : m); assert !g ^ h = l != m & g; end_thread;",
    "  f(l, T); start_thread f; signal; broadcast; sync g; constrain(h);",
    "  g := h => l -> m; l, m := f(g, g);",
    "M:",
    "end",
    "bool f(p, _) begin",
    "  atomic_begin; dead p, q; print(p, q); atomic_end;",
    "  while p do if q then skip; fi; od;",
    "  return p & q;",
    "end",
    "dfs bool<2> g() begin return 1, ? end",
];

/// Lines that may occur between those of [`LINES`].
fn line() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "  skip;",
        "  x := y;",
        "  return x, y := 1, 2;",
        "  return x y := f(1)",
        "  K: if g then g := h; fi;",
        "  if g then",
        "  fi;",
        "  od;",
        "  else",
        "  while h do",
        "end",
        "void f2() begin",
        "  decl late;",
        "  goto 0",
        "  x := ;",
        "  begin",
        "",
    ])
}

/// Pieces that are likely to break something: tokens, line ends, characters of every width.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "decl ",
        "x",
        "y$",
        "{a b}$",
        ";",
        " := ",
        ":",
        "void main() begin\n",
        "end\n",
        "if ",
        " then ",
        "else ",
        " fi;",
        "while ",
        " do ",
        "od",
        "goto ",
        "0",
        "17",
        "*",
        "?",
        "(",
        ")",
        " & ",
        " | ",
        "=",
        " => ",
        "assert ",
        "'x",
        "_",
        "constrain ",
        "skip;",
        "return ",
        "start_thread ",
        "schoose [",
        "]",
        ",",
        "/*",
        "*/",
        "// c\n",
        "\u{b}",
        "\r",
        "@",
    ])
}

#[test]
fn the_program_is_read_alike() {
    agree(&LINES.join("\n"));
}

proptest! {
    #[test]
    fn pieces_are_read_alike(pieces in prop::collection::vec(piece(), 0..30)) {
        agree(&pieces.concat());
    }

    #[test]
    fn edited_programs_are_read_alike(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..2, prop::collection::vec(line(), 0..3)), 0..4),
        typed in prop::option::of((any::<prop::sample::Index>(), piece())),
    ) {
        let mut lines = LINES.to_vec();
        for (place, removed, inserted) in edits {
            let line = place.index(lines.len() + 1);
            lines.splice(line..(line + removed).min(lines.len()), inserted);
        }
        let mut text = lines.join("\n");
        if let Some((place, piece)) = typed {
            text.insert_str(place.index(text.len() + 1), piece);
        }
        agree(&text);
    }
}
