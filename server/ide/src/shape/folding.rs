//! Folding ranges: the nodes in `folds.scm` of the grammar, and runs of declarations and of comments.

use boolprog_base::Span;
use tree_sitter::{Node, QueryCursor};

use super::Shape;
use super::grammar::Folding;

/// Kind of the text that a fold hides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldKind {
    /// A piece of program.
    Code,
    /// Comments.
    Comment,
}

/// A range of several lines that can be folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// Hidden text: from the end of the first line, which stays, to the end of the last hidden one. The word that
    /// closes a node stays if it begins its line.
    pub span: Span,
    /// Kind of the hidden text.
    pub kind: FoldKind,
}

impl Shape {
    /// The folding ranges by their start, outer ones first. Linear in the text, except for the sorting.
    pub fn folds(&self) -> Vec<Fold> {
        let mut folder = Folder { shape: self, start: 0, cursor: QueryCursor::new(), folds: Vec::new() };
        for item in &*self.items {
            folder.start = item.span.start;
            folder.item(item.tree.root_node());
        }
        folder.folds.sort_by_key(|fold| (fold.span.start, std::cmp::Reverse(fold.span.end)));
        // A run of one is a node as well.
        folder.folds.dedup();
        folder.folds
    }
}

struct Folder<'s> {
    shape: &'s Shape,
    start: u32,
    cursor: QueryCursor,
    folds: Vec<Fold>,
}

impl Folder<'_> {
    fn item(&mut self, root: Node<'_>) {
        let mut walk = root.walk();
        // Nodes of several lines, each with the place where it ends, or where the next part of its parent begins.
        let mut open = vec![(root, root.end_byte())];
        while let Some((node, end)) = open.pop() {
            let children: Vec<Node<'_>> = node.named_children(&mut walk).collect();
            if self.folding(node).alone {
                let last = node.child_count().checked_sub(1).and_then(|last| node.child(last));
                let closing = last.filter(|last| !last.is_named());
                let stop = children.iter().find(|child| is_clause(**child)).copied().or(closing);
                self.fold(node, stop.map_or(end, |stop| stop.start_byte()));
            }
            for child in children.iter().filter(|child| has_lines(**child)) {
                open.push((*child, end_of(*child)));
            }
            let (comments, parts): (Vec<_>, Vec<_>) = children.into_iter().partition(Node::is_extra);
            self.run_of_comments(&comments);
            self.runs_of_parts(&parts);
        }
    }

    fn folding(&mut self, node: Node<'_>) -> Folding {
        self.shape.grammar.folding(node, &mut self.cursor)
    }

    /// Comments of one line each, line by line.
    fn run_of_comments(&mut self, comments: &[Node<'_>]) {
        let fills_line = |comment: &Node<'_>| !has_lines(*comment) && self.begins_line(comment.start_byte());
        let lines: Vec<_> = comments.iter().copied().filter(fills_line).collect();
        let row = |comment: &Node<'_>| comment.start_position().row;
        for run in lines.chunk_by(|one, next| row(one) + 1 == row(next)) {
            self.fold(run[0], run[run.len() - 1].end_byte());
        }
    }

    fn runs_of_parts(&mut self, parts: &[Node<'_>]) {
        let parts: Vec<_> = parts.iter().map(|part| (*part, self.folding(*part).in_runs)).collect();
        for run in parts.chunk_by(|one, next| one.1 && next.1).filter(|run| run[0].1) {
            self.fold(run[0].0, run[run.len() - 1].0.end_byte());
        }
    }

    /// Folds from the first line of a node to the text before an end, unless all of it is on that line.
    fn fold(&mut self, node: Node<'_>, end: usize) {
        let text = &self.shape.text[self.start as usize..][..end];
        let hidden = text.trim_end().len();
        // In a text that does not parse, a node may begin with characters, such as U+2028, that are blanks here.
        let shown = text.get(node.start_byte()..hidden).unwrap_or_default();
        let Some(line) = shown.find('\n') else { return };
        let start = text[..node.start_byte() + line].trim_end().len();
        let kind = if node.is_extra() { FoldKind::Comment } else { FoldKind::Code };
        self.folds.push(Fold { span: Span::new(self.start + start as u32, self.start + hidden as u32), kind });
    }

    fn begins_line(&self, offset: usize) -> bool {
        let before = &self.shape.text[..self.start as usize + offset];
        before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty())
    }
}

fn has_lines(node: Node<'_>) -> bool {
    node.start_position().row < node.end_position().row
}

/// `true` if a node is a clause such as `else`, which the fold before it does not hide.
fn is_clause(node: Node<'_>) -> bool {
    node.kind().ends_with("_clause") && has_lines(node)
}

/// The end of a node; a clause ends at the start of the next one.
fn end_of(node: Node<'_>) -> usize {
    let mut next = Some(node).filter(|node| is_clause(*node)).and_then(|node| node.next_sibling());
    while let Some(comment) = next.filter(Node::is_extra) {
        next = comment.next_sibling();
    }
    next.map_or(node.end_byte(), |next| next.start_byte())
}
