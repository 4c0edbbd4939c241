//! The languages of programs.

use std::path::Path;

use tower_lsp::ls_types::Uri;

/// What a program is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    /// A Boolean program, `.bp`.
    Boolean,
    /// An integer program, `.ip`.
    Integer,
}

impl Language {
    /// The language of a file to which a client gives this id.
    pub(super) fn new(id: &str, uri: &Uri) -> Self {
        if id == "boolprog-integer" { Self::Integer } else { Self::of(uri) }
    }

    /// The language that the name of a file stands for.
    pub(super) fn of(uri: &Uri) -> Self {
        let is_integer = Path::new(uri.as_str()).extension().is_some_and(|extension| extension == "ip");
        if is_integer { Self::Integer } else { Self::Boolean }
    }
}
