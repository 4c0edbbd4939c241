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

/// A place in a file. What a macro stands for has the place of the outermost use of a macro.
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
    /// Where it is defined; none if an option defines it.
    pub place: Option<Place>,
}
