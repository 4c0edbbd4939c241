//! Formatting: the same tokens and comments with other blanks between them.
//!
//! The text is cut into pieces, tokens and comments, and only the gaps between them are ever replaced. So no token and
//! no comment can be lost or changed. A text with syntax errors is left unchanged.
//!
//! | what | how it is written |
//! |---|---|
//! | indentation | one unit for each `begin`, `then`, `else` and `do` around it; atomic sections, which are no blocks, add nothing |
//! | statements, declarations, `end`, `fi`, `od`, `else`, `elsif` | each begins a line |
//! | `then`, `do`, `begin`, `;`, `,` | at the end of the line before, never at the beginning of one |
//! | `if` and `while` on one line | stay there while each of their bodies is at most one simple statement without label, and the line is not too long |
//! | labels | one unit to the left; the statement stays on the line of its label, or on the next, as its author wrote it |
//! | line breaks inside a statement | stay; the rest is indented by two more units |
//! | lines of more than [`MAX_COLUMNS`] columns | are broken, only after commas and before `constrain` |
//! | blank lines | at most one, one before each procedure, none at the beginning and end of a body |
//! | operators, `:=` | one blank on either side; none after `!`, `~` and `'` |
//! | parentheses | no blank inside, none between a name and its `(`, nor in `assume(e)` and `assert(e)` |
//! | comments | stay on their line: one of its own, indented like what follows, or after the code; those after consecutive lines that are aligned stay aligned |
//! | pragmas | are comments, and stay on lines of their own |

mod comments;
mod edits;
mod layout;
mod structure;
pub(crate) mod tokens;

use boolprog_base::{Diagnostic, Edit, Severity, Span};
use edits::Selection;

/// Longer lines are broken where that is possible.
pub const MAX_COLUMNS: u32 = 100;

/// Options of formatting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Width of one unit of indentation in columns; at least 1.
    width: u32,
    /// `true` if a unit is one tab instead of blanks.
    tabs: bool,
}

impl Style {
    /// Units of this number of columns, within reason; each is a tab or that many blanks.
    pub fn new(width: u32, tabs: bool) -> Self {
        Self { width: width.clamp(1, 16), tabs }
    }

    pub(crate) fn unit(self) -> String {
        if self.tabs { "\t".to_owned() } else { " ".repeat(self.width as usize) }
    }
}

impl Default for Style {
    fn default() -> Self {
        Self::new(2, false)
    }
}

/// The edits that format a text: replacements of gaps, in textual order, as short as possible. None for a text with
/// syntax errors. Linear in the text.
pub fn format(text: &str, syntax: &[Diagnostic], style: Style) -> Vec<Edit> {
    changes(text, syntax, style, Selection::All)
}

/// The same for the statements that a range touches, and for the lines of closing words and comments in it.
pub fn format_range(text: &str, syntax: &[Diagnostic], range: Span, style: Style) -> Vec<Edit> {
    changes(text, syntax, style, Selection::Touched(range))
}

/// The edits of formatting after the user has typed a `;` that ends at `offset`, or a line break: then the line before,
/// and the indentation of the new one.
pub fn format_on_type(text: &str, syntax: &[Diagnostic], offset: u32, typed: char, style: Style) -> Vec<Edit> {
    match typed {
        ';' => changes(text, syntax, style, Selection::Semicolon(offset)),
        '\n' => changes(text, syntax, style, Selection::NewLine(offset)),
        _ => Vec::new(),
    }
}

fn changes(text: &str, syntax: &[Diagnostic], style: Style, selection: Selection) -> Vec<Edit> {
    if syntax.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Vec::new();
    }
    let Some(pieces) = tokens::pieces(text) else { return Vec::new() };
    let places = structure::places(&pieces);
    let mut gaps = layout::gaps(&pieces, &places, style);
    comments::align(text, &pieces, &mut gaps, style);
    edits::edits(text, &pieces, &places, &gaps, style, selection)
}
