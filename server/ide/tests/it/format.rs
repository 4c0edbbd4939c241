//! Formatting: adding a case is adding a `.bp` file to `format/`, to `format_range/` (the range is between two `$0`) or
//! to `format_on_type/` (the `$0` follows the `;` or line break that was typed).

use boolprog_base::{Edit, Span};
use boolprog_ide::format::{Style, format, format_on_type, format_range};
use boolprog_syntax::parse;

use crate::programs::programs;
use crate::support::{expect, take_markers};

/// Blanks are easy to miss in a snapshot, so every line ends with a bar.
fn shown(text: &str) -> String {
    text.replace('\t', "→").replace('\r', "␍").lines().flat_map(|line| [line, "|\n"]).collect()
}

#[test]
fn whole_texts() {
    for (name, text) in programs("format") {
        let formatted = |text: &str| Edit::apply(text, &format(text, &parse(text).diagnostics, Style::default()));
        let once = formatted(&text);
        assert_eq!(formatted(&once), once, "{name}");
        expect("format", &name, &shown(&once));
    }
}

#[test]
fn ranges() {
    for (name, marked) in programs("format_range") {
        let (text, offsets) = take_markers(&marked);
        let range = Span::new(offsets[0], offsets[1]);
        let edits = format_range(&text, &parse(&text).diagnostics, range, Style::default());
        expect("format_range", &name, &shown(&Edit::apply(&text, &edits)));
    }
}

#[test]
fn while_typing() {
    for (name, marked) in programs("format_on_type") {
        let (text, offsets) = take_markers(&marked);
        let typed = if text[..offsets[0] as usize].ends_with(';') { ';' } else { '\n' };
        let edits = format_on_type(&text, &parse(&text).diagnostics, offsets[0], typed, Style::default());
        expect("format_on_type", &name, &shown(&Edit::apply(&text, &edits)));
    }
}

#[test]
fn indentation_is_the_editors_choice() {
    let text = "void main() begin if * then\nskip; fi; end\n";
    let formatted = |style| Edit::apply(text, &format(text, &[], style));
    assert_eq!(formatted(Style::new(4, false)), "void main() begin\n    if * then\n        skip;\n    fi;\nend\n");
    assert_eq!(formatted(Style::new(4, true)), "void main() begin\n\tif * then\n\t\tskip;\n\tfi;\nend\n");
}

#[test]
fn edits_are_as_short_as_possible() {
    let text = "void main() begin\r\n    skip;\r\nend";
    let edits = format(text, &[], Style::default());
    let shown: Vec<_> = edits.iter().map(|edit| (&text[edit.span.range()], edit.text.as_str())).collect();
    assert_eq!(shown, [("  ", ""), ("", "\r\n")]);
}
