//! Requests for checks of files in the languages of other tools, which are not checked otherwise.

use boolprog_frontend::FrontEnd;
use boolprog_syntax::Document;

use super::globs;
use super::settings::Settings;

/// A comment on a line of its own that asks for checks of a file.
const COMMENT: &str = "// boolprog: check";

/// The number of bytes at the beginning of a text in which the comment is looked for.
const SEARCHED: usize = 1 << 16;

/// The answer whether a file is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// It is in a language of ours.
    Always,
    /// A person has asked for it since it was opened.
    ByCommand,
    /// Its text or the settings say so.
    ByItself,
    /// It is left alone.
    No,
}

impl Asked {
    /// `true` if a text is checked without a request. Takes bounded time.
    pub(crate) fn of(front_end: &FrontEnd, path: &str, document: &Document, settings: &Settings) -> Self {
        if !front_end.is_shared() {
            Self::Always
        } else if settings.c.check.iter().any(|pattern| globs::matches(pattern, path)) || has_comment(document) {
            Self::ByItself
        } else {
            Self::No
        }
    }

    /// The same for a later text or other settings: what a person has asked for stays.
    pub(crate) fn again(self, front_end: &FrontEnd, path: &str, document: &Document, settings: &Settings) -> Self {
        if self == Self::ByCommand { self } else { Self::of(front_end, path, document, settings) }
    }
}

fn has_comment(document: &Document) -> bool {
    let rope = document.rope();
    let searched = rope.byte_to_char(rope.len_bytes().min(SEARCHED));
    let text = rope.slice(..searched).to_string();
    text.lines().any(|line| line.trim() == COMMENT)
}
