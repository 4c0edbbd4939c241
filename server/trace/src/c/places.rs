//! Places of a C program as ranges of its files, and the texts of statements.

use std::cell::RefCell;

use boolprog_base::Span;
use boolprog_c_syntax::source::{File, Place};
use boolprog_c_syntax::tree::StmtKind;
use boolprog_machine::fault::Position;
use boolprog_machine::program::{FunctionIndex, Program, UnitId};
use rustc_hash::FxHashMap;

use crate::document::RangeDocument;
use crate::export::one_line;
use crate::lines::Lines;

/// The files of a program.
pub(super) struct Places<'a> {
    program: &'a Program,
    lines: RefCell<FxHashMap<(UnitId, u32), Lines<'a>>>,
    /// Paths of the files other than the program itself, in the order in which ranges refer to them.
    files: RefCell<Vec<String>>,
    /// The ends of declarations with an initialiser, by the place of the name.
    declarations: FxHashMap<(UnitId, u32, u32), u32>,
}

impl<'a> Places<'a> {
    /// Looks through the declarations. Linear in their number.
    pub(super) fn new(program: &'a Program) -> Self {
        let units = program.units().filter(|(unit, _)| !program.is_library(*unit));
        let declared = units.flat_map(|(unit, tree)| {
            let initialised =
                tree.objects.iter().filter_map(|object| Some((object.place, object.initialiser.as_ref()?)));
            initialised.map(move |(place, it)| ((unit, place.file.0, place.span.start), it.place.span.end))
        });
        let (lines, files) = (RefCell::default(), RefCell::default());
        Self { program, lines, files, declarations: declared.collect() }
    }

    /// The files that ranges refer to.
    pub(super) fn files(&self) -> Vec<String> {
        self.files.borrow().clone()
    }

    /// The first statement of a function; none without a body.
    pub(super) fn first_of(&self, function: FunctionIndex) -> Option<Position> {
        let (unit, id) = self.program.function(function).declaration?;
        let tree = self.program.unit(unit);
        let body = &tree[tree[id].body?];
        let first = match &body.kind {
            StmtKind::Block(statements) => statements.first().map(|it| &tree[*it]),
            _ => None,
        };
        Some(Position { unit, place: first.unwrap_or(body).place })
    }

    /// The range of a statement.
    pub(super) fn range(&self, position: Position) -> RangeDocument {
        let Position { unit, place } = position;
        let Some(file) = self.file(unit, place) else { return nowhere() };
        let mut all = self.lines.borrow_mut();
        let lines = all.entry((unit, place.file.0)).or_insert_with(|| Lines::of(&file.text));
        let range = lines.range(self.span(position, file));
        RangeDocument { file: self.number(position, file), ..range }
    }

    /// The bytes of a statement in its file.
    pub(super) fn statement(&self, position: Position) -> Span {
        self.file(position.unit, position.place).map_or(position.place.span, |file| self.span(position, file))
    }

    /// The text of a statement on one line.
    pub(super) fn text(&self, position: Position) -> String {
        let Some(file) = self.file(position.unit, position.place) else { return String::new() };
        one_line(&file.text, self.span(position, file), &file.comments).trim_end_matches([';', ' ']).to_owned()
    }

    fn file(&self, unit: UnitId, place: Place) -> Option<&'a File> {
        self.program.unit(unit).sources.files.get(place.file.0 as usize)
    }

    /// The index of a file among the others; none for the program itself.
    fn number(&self, position: Position, file: &File) -> Option<u32> {
        if position.unit == UnitId(0) && position.place.file.0 == 0 {
            return None;
        }
        let mut files = self.files.borrow_mut();
        let known = files.iter().position(|path| path == file.path.as_str()).unwrap_or_else(|| {
            files.push(file.path.to_string());
            files.len() - 1
        });
        Some(known as u32)
    }

    /// The whole of a declaration whose name is at a place; other statements are as long as their place.
    fn span(&self, Position { unit, place }: Position, file: &File) -> Span {
        let key = (unit, place.file.0, place.span.start);
        match self.declarations.get(&key) {
            Some(end) => Span::new(declaration_start(file, place.span.start), (*end).max(place.span.end)),
            None => with_keyword(file, trimmed(file, place.span)),
        }
    }
}

/// Without a place: the beginning.
fn nowhere() -> RangeDocument {
    RangeDocument { line: 1, column: 1, end_line: 1, end_column: 1, file: None }
}

/// A statement ends before its semicolon.
fn trimmed(file: &File, span: Span) -> Span {
    let text = file.text.get(span.range()).unwrap_or_default();
    Span::new(span.start, span.start + text.trim_end_matches(|c: char| c == ';' || c.is_whitespace()).len() as u32)
}

/// A condition with the keyword before it and the parentheses around, such as `while (1)`; anything else as it is.
fn with_keyword(file: &File, span: Span) -> Span {
    let before = file.text.get(..span.start as usize).unwrap_or_default().trim_end();
    let after = file.text.get(span.end as usize..).unwrap_or_default();
    let (Some(outside), true) = (before.strip_suffix('('), after.trim_start().starts_with(')')) else { return span };
    let outside = outside.trim_end();
    let start = outside.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    if !["if", "while", "switch"].contains(&&outside[start..]) {
        return span;
    }
    let blanks = after.len() - after.trim_start().len();
    Span::new(start as u32, span.end + blanks as u32 + 1)
}

/// Where the declaration of a name begins: after the statement, block, parenthesis or declarator before it.
fn declaration_start(file: &File, name: u32) -> u32 {
    let bytes = file.text.as_bytes();
    let mut comments = file.comments.iter().rev().skip_while(|comment| comment.end > name).peekable();
    let mut at = name as usize;
    while at > 0 {
        if let Some(comment) = comments.next_if(|comment| comment.end as usize == at) {
            at = comment.start as usize;
        } else if b";{},(".contains(&bytes[at - 1]) {
            break;
        } else {
            at -= 1;
        }
    }
    let skipped = file.text.get(at..name as usize).unwrap_or_default();
    let mut start = at + (skipped.len() - skipped.trim_start().len());
    while let Some(comment) = file.comments.iter().find(|comment| comment.start as usize == start) {
        let rest = file.text.get(comment.end as usize..name as usize).unwrap_or_default();
        start = comment.end as usize + (rest.len() - rest.trim_start().len());
    }
    start as u32
}
