//! The files of a translation unit, and places in them.

use std::sync::Arc;

use boolprog_base::Span;
use smol_str::SmolStr;

/// Index into [`Sources::files`]; 0 is the text itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FileId(pub u32);

/// Index into [`Sources::macros`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MacroId(pub u32);

/// A place in a file. The replacement of a macro has the place of the outermost use of a macro.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// Bytes of the file.
    pub span: Span,
    /// The macro, if a macro stands there.
    pub of_macro: Option<MacroId>,
}

/// All files that were read, and all macros that were used.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The files, in the order in which they were first read.
    pub files: Vec<File>,
    /// The macros.
    pub macros: Vec<Macro>,
}

/// A file.
#[derive(Clone, Debug)]
pub struct File {
    /// The path, as it was given or found.
    pub path: SmolStr,
    /// The text.
    pub text: Arc<str>,
    /// Offsets at which its lines begin; the first one is 0.
    pub lines: Arc<[u32]>,
    /// Comments, in textual order.
    pub comments: Vec<Span>,
    /// Where it was first included; none for the text itself, and for headers that every text has.
    pub included: Option<Place>,
    /// `true` for a header that is part of the program and not a file.
    pub is_built_in: bool,
}

/// A macro.
#[derive(Clone, Debug)]
pub struct Macro {
    /// The name.
    pub name: SmolStr,
    /// The place of its definition; none if an option defines it.
    pub place: Option<Place>,
}

/// A place as a person says it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The path of the file.
    pub path: SmolStr,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl Sources {
    /// The place in the text itself: that of the directive which includes the file, if it is in an included one. None for files
    /// that no directive includes.
    pub fn in_text(&self, mut place: Place) -> Option<Place> {
        while place.file != FileId(0) {
            place = self.files.get(place.file.0 as usize)?.included?;
        }
        Some(place)
    }

    /// The beginning of a place. Takes logarithmic time in the number of lines, and linear time in the length of the line.
    pub fn position(&self, place: Place) -> Position {
        self.files.get(place.file.0 as usize).map_or_else(
            || Position { path: SmolStr::default(), line: 1, column: 1 },
            |file| file.position(place.span.start),
        )
    }
}

impl File {
    /// A file of the program.
    pub(crate) fn new(path: SmolStr, text: Arc<str>, included: Option<Place>, is_built_in: bool) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect();
        Self { path, text, lines, comments: Vec::new(), included, is_built_in }
    }

    /// The line of an offset, from 1.
    pub fn line(&self, offset: u32) -> u32 {
        self.lines.partition_point(|start| *start <= offset) as u32
    }

    fn position(&self, offset: u32) -> Position {
        let line = self.line(offset);
        let start = self.lines.get(line as usize - 1).copied().unwrap_or(0);
        let before = self.text.get(start as usize..offset as usize).unwrap_or("");
        Position { path: self.path.clone(), line, column: before.chars().count() as u32 + 1 }
    }
}
