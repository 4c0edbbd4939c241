//! Documents under random edits against plain strings: text, positions in all encodings, and the parsed form.

use boolprog_base::position::{Ascending, Encoding, Position, offset, position};
use boolprog_syntax::{Document, parse};
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

/// An edit: its approximate place and its text.
fn edits() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, String)>> {
    let new = prop::collection::vec(piece(), 0..4).prop_map(|pieces| pieces.concat());
    prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, new), 1..8)
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
            document.apply(start..start + length, &new);
            model.replace_range(start..end, &new);

            prop_assert_eq!(&**document.text(), &model);
            prop_assert_eq!(&**snapshot.0.text(), &snapshot.1);
            let fresh = parse(&model);
            prop_assert_eq!(document.source_file(), &fresh.file);
            prop_assert_eq!(document.diagnostics(), &fresh.diagnostics[..]);
        }
    }
}
