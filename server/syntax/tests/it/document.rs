//! Documents under random edits against plain strings: text, positions in all encodings, and trees.

use std::collections::BTreeSet;

use boolprog_base::Diagnostic;
use boolprog_base::position::{Ascending, Encoding, Position, offset, position};
use boolprog_syntax::{Document, Parsed, parse};
use proptest::prelude::*;

const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

/// The starts of all lines and the ends of their contents, read off character by character.
fn lines(text: &str) -> Vec<(usize, usize)> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((index, character)) = characters.next() {
        if character == '\n' || character == '\r' {
            lines.push((start, index));
            let crlf = character == '\r' && characters.next_if(|(_, next)| *next == '\n').is_some();
            start = index + if crlf { 2 } else { 1 };
        }
    }
    lines.push((start, text.len()));
    lines
}

fn units(text: &str, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => text.len(),
        Encoding::Utf16 => text.encode_utf16().count(),
        Encoding::Utf32 => text.chars().count(),
    }
}

fn floor(text: &str, mut offset: usize) -> usize {
    offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn naive_position(text: &str, offset: usize, encoding: Encoding) -> Position {
    let offset = floor(text, offset);
    let lines = lines(text);
    let line = lines.iter().rposition(|(start, _)| *start <= offset).expect("a first line");
    let (start, end) = lines[line];
    let column = units(&text[start..offset.min(end)], encoding);
    Position { line: u32::try_from(line).expect("few lines"), column: u32::try_from(column).expect("short lines") }
}

fn naive_offset(text: &str, position: Position, encoding: Encoding) -> usize {
    let Some((start, end)) = lines(text).get(position.line as usize).copied() else { return text.len() };
    let mut best = start;
    for (index, character) in text[start..end].char_indices() {
        let behind = start + index + character.len_utf8();
        if units(&text[start..behind], encoding) <= position.column as usize {
            best = behind;
        }
    }
    best
}

/// Pieces that are likely to break something: tokens, line ends, characters of every width.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            "decl ", "x", "y$", "{a b}$", ";", " := ", ":", "void main() begin\n", "end\n", "if ", " then ", "else ",
            " fi;", "while ", " do ", "od", "goto ", "0", "17", "*", "?", "(", ")", " & ", " | ", "=", " => ", "assert ",
            "'x", "constrain ", "skip;", "return ", "start_thread ", "schoose [", "]", ",", "/*", "*/", "// c\n",
        ]).prop_map(str::to_owned),
        2 => prop::sample::select(vec!["\n", "\r", "\r\n", "\u{b}", "\u{85}", "\u{2028}", "\0", "é", "→", "😀", "\u{feff}", "@"])
            .prop_map(str::to_owned),
    ]
}

fn text() -> impl Strategy<Value = String> {
    let broken = prop::collection::vec(piece(), 0..30).prop_map(|pieces| pieces.concat());
    let whole = Just(
        "decl g, h;\nvoid main() begin\n  decl l;\n  L: g := l & (h | !g);\n  if * then goto L; fi;\n  assert(g);\nend\n"
            .to_owned(),
    );
    prop_oneof![broken, whole]
}

/// A place, roughly where in the text, and what comes there.
fn edits() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, String)>> {
    let new = prop::collection::vec(piece(), 0..4).prop_map(|pieces| pieces.concat());
    prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, new), 1..8)
}

/// A program without mistakes, in lines that can be removed and come between others.
const LINES: &[&str] = &[
    "decl g, h;",
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
    "  assume(g <-> h); assert !g ^ h; end_thread;",
    "  f(l, T); start_thread f; signal; broadcast; sync g; constrain(h);",
    "M:",
    "end",
    "bool f(p, q) begin",
    "  atomic_begin; dead p, q; print(p, q); atomic_end;",
    "  while p do if q then skip; fi; od;",
    "  return p & q;",
    "end",
];

/// Lines that may stand between those of [`LINES`].
fn line() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "  skip;",
        "  x := y;",
        "  // another comment",
        "  /*",
        "  */",
        "  // boolprog: error = L",
        "  K: if g then g := h; fi;",
        "  if g then",
        "  fi;",
        "  od;",
        "  while h do",
        "end",
        "void f2() begin",
        "  decl late;",
        "  goto 0",
        "  x := ;",
        "",
    ])
}

/// A text is broken or not however it was typed, and once it is settled, all that is known of it is the same.
fn equals_when_settled(document: &Document, fresh: &Parsed) -> Result<(), TestCaseError> {
    let is_broken = fresh.tree.root_node().has_error();
    prop_assert_eq!(document.tree().root_node().has_error(), is_broken);
    prop_assert_eq!(document.diagnostics().is_empty(), fresh.diagnostics.is_empty());
    let settled = document.settled();
    prop_assert!(is_broken || settled.is_none());
    let settled = settled.as_ref().unwrap_or(document);
    prop_assert!(settled.settled().is_none());
    prop_assert_eq!(settled.tree().root_node().to_sexp(), fresh.tree.root_node().to_sexp());
    prop_assert_eq!(&settled.source_file(), &fresh.file);
    prop_assert_eq!(settled.diagnostics(), &fresh.diagnostics[..]);
    Ok(())
}

/// Codes of the messages that are about the tree of a text, and not about its tokens.
const ABOUT_TREES: [&str; 7] = [
    "duplicate-clause",
    "late-declaration",
    "malformed-pragma",
    "misplaced-clause",
    "missing-semicolon",
    "nesting-too-deep",
    "unterminated-comment",
];

/// The messages about tokens depend on the text alone, however much of it was read again.
fn tokens_are_read_like_fresh_ones(document: &Document, fresh: &Parsed) -> Result<(), TestCaseError> {
    let about_tokens = |diagnostics: &[Diagnostic]| -> Vec<Diagnostic> {
        diagnostics.iter().filter(|it| !ABOUT_TREES.contains(&it.code)).cloned().collect()
    };
    prop_assert_eq!(about_tokens(document.diagnostics()), about_tokens(&fresh.diagnostics));
    Ok(())
}

/// The nodes of the statements of the first procedure.
fn statement_nodes(document: &Document) -> BTreeSet<usize> {
    let procedure = document.tree().root_node().named_child(1).expect("a procedure behind the declaration");
    let body = procedure.child_by_field_name("body").expect("a body");
    body.children(&mut body.walk()).filter(|node| node.kind() == "statement").map(|node| node.id()).collect()
}

#[test]
fn an_edit_keeps_the_nodes_of_other_statements() {
    let lines: Vec<String> = (0..50).map(|line| format!("L{line}: x := !x; x, y := y, x; y := *;\n")).collect();
    let mut document = Document::new(&format!("decl x, y;\nvoid main() begin\n{}end\n", lines.concat()));
    let middle = document.text().find("L25").expect("a label");
    for (range, new) in [(middle..middle, "M"), (middle..middle + 1, "x := y; "), (middle..middle + 8, "")] {
        let earlier = document.clone();
        earlier.source_file();
        document.apply(range, new);
        let made = statement_nodes(&document).difference(&statement_nodes(&earlier)).count();
        assert!(made <= 3, "{made} of 150 statements were parsed again");
    }
}

proptest! {
    #[test]
    fn ascending_positions_are_those_of_single_offsets(text in text(), begin in 0usize..40) {
        let document = Document::new(&text);
        for encoding in ENCODINGS {
            let begin = floor(&text, begin);
            let mut ascending = Ascending::new(&text, encoding, begin, position(document.rope(), begin, encoding));
            for at in (begin..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                prop_assert_eq!(ascending.position(at), position(document.rope(), at, encoding), "{} in {:?}", at, text);
            }
        }
    }

    #[test]
    fn positions_agree_with_a_plain_string(text in text(), line in 0u32..12, column in 0u32..40) {
        let document = Document::new(&text);
        let rope = document.rope();
        for encoding in ENCODINGS {
            for at in 0..=text.len() + 2 {
                let there = position(rope, at, encoding);
                prop_assert_eq!(there, naive_position(&text, at, encoding), "offset {} {:?}", at, encoding);
                prop_assert_eq!(offset(rope, there, encoding), naive_offset(&text, there, encoding));
            }
            let nonsense = Position { line, column };
            prop_assert_eq!(offset(rope, nonsense, encoding), naive_offset(&text, nonsense, encoding));
            let far = Position { line: u32::MAX, column: u32::MAX };
            prop_assert_eq!(offset(rope, far, encoding), text.len());
        }
    }

    #[test]
    fn edited_documents_equal_fresh_ones(text in text(), edits in edits()) {
        let mut model = text.clone();
        let mut document = Document::new(&text);
        for (place, length, new) in edits {
            let snapshot = (document.clone(), model.clone());
            let start = floor(&model, place.index(model.len() + 1));
            let end = floor(&model, start + length);
            document.source_file();
            document.apply(start..start + length, &new);
            model.replace_range(start..end, &new);

            prop_assert_eq!(&document.text(), &model);
            prop_assert_eq!(&snapshot.0.text(), &snapshot.1);
            let fresh = parse(&model);
            equals_when_settled(&document, &fresh)?;
            prop_assert!(!fresh.tree.root_node().has_error() || !fresh.diagnostics.is_empty());
            let vague = fresh.diagnostics.iter().find(|diagnostic| diagnostic.code == "invalid-program");
            prop_assert!(vague.is_none(), "{:?}: {:?}", model, vague);
        }
    }

    #[test]
    fn edited_lines_equal_fresh_ones(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..2, prop::collection::vec(line(), 0..3), any::<bool>()), 1..8),
    ) {
        let mut lines = LINES.to_vec();
        let mut document = Document::new(&(lines.join("\n") + "\n"));
        prop_assert_eq!(document.diagnostics(), &[]);
        for (place, removed, inserted, parsed) in edits {
            let line = place.index(lines.len() + 1);
            let end = (line + removed).min(lines.len());
            let length = |lines: &[&str]| lines.iter().map(|line| line.len() + 1).sum::<usize>();
            let start = length(&lines[..line]);
            let new: String = inserted.iter().flat_map(|line| [*line, "\n"]).collect();
            document.apply(start..start + length(&lines[line..end]), &new);
            lines.splice(line..end, inserted);
            // Several edits may come before the next parse.
            if parsed {
                let fresh = parse(&document.text());
                equals_when_settled(&document, &fresh)?;
                tokens_are_read_like_fresh_ones(&document, &fresh)?;
            }
        }
    }
}
