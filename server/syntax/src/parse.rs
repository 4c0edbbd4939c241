//! Parsing: text to tree, typed tree and diagnostics.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use boolprog_base::{Diagnostic, Severity, Span};
use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use crate::ast::SourceFile;
use crate::build::TOO_DEEP;
use crate::diagnose::{self, MAX_DIAGNOSTICS};
use crate::earlier::Earlier;
use crate::{build, kinds};

/// Everything that is known about a text after parsing.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree-sitter tree.
    pub tree: Tree,
    /// The typed tree.
    pub file: Arc<SourceFile>,
    /// What is wrong with the syntax, in textual order.
    pub diagnostics: Vec<Diagnostic>,
}

/// What is known about a text without its typed tree.
#[derive(Clone, Debug)]
pub(crate) struct Syntax {
    /// The tree-sitter tree.
    pub(crate) tree: Tree,
    /// What is wrong with the syntax, in textual order.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Where parts of the typed tree are that have messages; `None` if no part says by itself whether it has some.
    pub(crate) reported: Option<Vec<Span>>,
    /// Whether the trees cover only the start of a text that takes too many steps.
    pub(crate) cut: bool,
    /// Whether the trees are those of the text alone, however it was typed.
    pub(crate) settled: bool,
}

/// Longer texts are not parsed: programs are never that long, and memory is bounded.
pub const MAX_BYTES: usize = 4 << 20;

/// How many steps parsing may take; the parser counts a hundred of its own as one.
///
/// Counted in steps and not in time, so that results depend on the text alone. Programs of [`MAX_BYTES`] with
/// names of usual length take two thirds of this.
const MAX_STEPS: u32 = 64_000;

/// How many of the steps may be spent on text that does not fit the grammar. A slip takes less than one.
const MAX_REPAIR_STEPS: u32 = 2_000;

/// The same where an old tree is at hand: beyond that, little of it is of use.
const MAX_REPAIR_STEPS_AGAIN: u32 = 100;

/// How many repairs the start of a text may need for the rest to be read too. Quick repairs are not among the
/// steps spent on repairing, but slow all the same.
const MAX_REPAIRS_IN_PREFIX: usize = 1_000;

/// How much is looked at of a text that takes more steps.
const PREFIX_BYTES: usize = 1 << 16;

/// Parses a whole text; one longer than [`MAX_BYTES`] counts as empty, with a diagnostic that says so.
pub fn parse(text: &str) -> Parsed {
    let (Syntax { tree, diagnostics, .. }, file) = parse_whole(text);
    Parsed { tree, file: Arc::new(file), diagnostics }
}

/// Parses `text`, of which nothing is known.
pub(crate) fn parse_whole(text: &str) -> (Syntax, SourceFile) {
    if text.len() > MAX_BYTES {
        return (too_long(), SourceFile::default());
    }
    let read = parse_tree(text, None);
    let built = build::build(&read.tree, text, None);
    let diagnostics = diagnose::diagnose(&read.tree, text, None);
    (syntax(read, diagnostics, built.diagnostics), built.file)
}

/// What is known about `text` without its typed tree; `earlier` is what was known about an earlier text, and the edits that
/// made `text` of it. Parts that no edit touched are not visited.
pub(crate) fn parse_again(text: &str, earlier: &Earlier) -> Syntax {
    if text.len() > MAX_BYTES {
        return too_long();
    }
    let read = parse_tree(text, Some(earlier.tree()));
    let reported = build::report(&read.tree, text, earlier);
    debug_assert_eq!(reported, build::build(&read.tree, text, None).diagnostics, "what is kept has no messages");
    let diagnostics = diagnose::diagnose(&read.tree, text, Some(earlier));
    syntax(read, diagnostics, reported)
}

/// The typed tree of `text`, whose tree-sitter tree is known; parts that no edit touched are copied.
pub(crate) fn typed(tree: &Tree, text: &str, earlier: Option<&Earlier>) -> SourceFile {
    if text.len() > MAX_BYTES {
        return SourceFile::default();
    }
    let file = build::build(tree, text, earlier).file;
    debug_assert_eq!(file, build::build(tree, text, None).file, "what is kept is the same");
    file
}

fn syntax(Read { tree, cut, settled }: Read, mut diagnostics: Vec<Diagnostic>, built: Vec<Diagnostic>) -> Syntax {
    let broken = tree.root_node().has_error();
    // That of a deep nest is made only once, and no more than so many are made.
    let complete = built.len() < MAX_DIAGNOSTICS && built.iter().all(|diagnostic| diagnostic.code != TOO_DEEP);
    let reported = (complete && !broken).then(|| built.iter().map(|diagnostic| diagnostic.span).collect());
    diagnostics.extend(built);
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    if cut {
        diagnostics.insert(0, cut_short());
    }
    diagnostics.truncate(MAX_DIAGNOSTICS);
    Syntax { tree, diagnostics, reported, cut, settled }
}

fn cut_short() -> Diagnostic {
    let message = format!(
        "Reading this whole file would take too long, so only its first {} KiB are read. \
         Mend the syntax errors there first, or check that this is a Boolean program at all.",
        PREFIX_BYTES >> 10
    );
    Diagnostic::new("file-too-broken", Severity::Error, Span::empty(0), message)
}

fn too_long() -> Syntax {
    let (mut syntax, _) = parse_whole("");
    let message = format!("This file is longer than {} MiB and is not read.", MAX_BYTES >> 20);
    syntax.diagnostics.push(Diagnostic::new("file-too-long", Severity::Error, Span::empty(0), message));
    syntax
}

thread_local! {
    /// A parser keeps the memory of its stacks from one text to the next.
    static PARSER: RefCell<Parser> = RefCell::new(new_parser());
}

fn new_parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(kinds::language()).expect("the grammar is generated for this version of tree-sitter");
    parser
}

/// A tree-sitter tree, and what it is a tree of.
struct Read {
    tree: Tree,
    /// Whether it covers only the [`PREFIX_BYTES`] at the start.
    cut: bool,
    /// Whether the text alone decides what it looks like.
    settled: bool,
}

/// The tree of `text`, with what can be used of an `old` tree to which its edits were applied.
///
/// How a broken text is repaired depends on what was reused, so its tree is not settled then.
fn parse_tree(text: &str, old: Option<&Tree>) -> Read {
    // Generated lexers take a NUL for the end of the text, also inside a comment.
    let text = if text.contains('\0') { Cow::Owned(text.replace('\0', "\u{1}")) } else { Cow::Borrowed(text) };
    PARSER.with_borrow_mut(|parser| match old.and_then(|old| parse_within_bounds(parser, &text, Some(old))) {
        Some(tree) => Read { settled: !tree.root_node().has_error(), tree, cut: false },
        None => parse_afresh(parser, &text),
    })
}

/// Like [`parse_tree`], without an old tree.
fn parse_afresh(parser: &mut Parser, text: &str) -> Read {
    let read = |tree, cut| Read { tree, cut, settled: true };
    if text.len() > 4 * PREFIX_BYTES {
        let start = parse_prefix(parser, text);
        if repairs(&start) > MAX_REPAIRS_IN_PREFIX {
            return read(start, true);
        }
    }
    match parse_within_bounds(parser, text, None) {
        Some(tree) => read(tree, false),
        None => read(parse_prefix(parser, text), true),
    }
}

/// The tree of the first [`PREFIX_BYTES`].
fn parse_prefix(parser: &mut Parser, text: &str) -> Tree {
    let end = (0..=PREFIX_BYTES.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    let tree = parser.parse(&text[..end.unwrap_or_default()], None);
    tree.expect("a parser with a language and without a callback always finishes")
}

/// The number of tokens that were put in or left out to make the tree.
fn repairs(tree: &Tree) -> usize {
    let mut repairs = 0;
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        repairs += usize::from(node.is_error() || node.is_missing());
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return repairs;
            }
        }
    }
}

/// The tree of `text`; `None` if that takes more than [`MAX_STEPS`], or more repairs than are allowed.
fn parse_within_bounds(parser: &mut Parser, text: &str, old: Option<&Tree>) -> Option<Tree> {
    let max_repair_steps = if old.is_some() { MAX_REPAIR_STEPS_AGAIN } else { MAX_REPAIR_STEPS };
    let (mut steps, mut repair_steps) = (0, 0);
    let mut count = |state: &ParseState| {
        steps += 1;
        repair_steps += u32::from(state.has_error());
        let go_on = steps <= MAX_STEPS && repair_steps <= max_repair_steps;
        if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut count);
    let tree =
        parser.parse_with_options(&mut |start, _| text.as_bytes().get(start..).unwrap_or_default(), old, Some(options));
    if tree.is_none() {
        parser.reset();
    }
    tree
}
