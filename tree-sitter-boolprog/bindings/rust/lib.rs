//! Tree-sitter grammars of concurrent Boolean programs (`.bp` files) and, in [`integer`], of integer programs (`.ip` files).
//!
//! ```
//! let mut parser = tree_sitter::Parser::new();
//! parser.set_language(&tree_sitter_boolprog::LANGUAGE.into())?;
//! let tree = parser.parse("void main() begin skip; end", None).expect("a language is set");
//! assert!(!tree.root_node().has_error());
//! # Ok::<(), tree_sitter::LanguageError>(())
//! ```

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_boolprog() -> *const ();
}

/// The grammar.
pub const LANGUAGE: LanguageFn =
    // SAFETY: the function is the one tree-sitter generates; it returns a pointer to a static language.
    unsafe { LanguageFn::from_raw(tree_sitter_boolprog) };

/// The node kinds and their fields, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// Syntax highlighting.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// Scopes, definitions and references.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// Queries for what can be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// Queries for where indentation begins and ends.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");

/// Definitions and calls of procedures, for code navigation.
pub const TAGS_QUERY: &str = include_str!("../../queries/tags.scm");

/// The grammar of integer programs.
pub mod integer {
    use tree_sitter_language::LanguageFn;

    unsafe extern "C" {
        fn tree_sitter_boolprog_integer() -> *const ();
    }

    /// The grammar.
    pub const LANGUAGE: LanguageFn =
        // SAFETY: the function is the one tree-sitter generates; it returns a pointer to a static language.
        unsafe { LanguageFn::from_raw(tree_sitter_boolprog_integer) };

    /// The node kinds and their fields, as JSON.
    pub const NODE_TYPES: &str = include_str!("../../integer/src/node-types.json");

    /// Syntax highlighting.
    pub const HIGHLIGHTS_QUERY: &str = include_str!("../../integer/queries/highlights.scm");

    /// Scopes, definitions and references.
    pub const LOCALS_QUERY: &str = include_str!("../../integer/queries/locals.scm");

    /// Queries for what can be folded.
    pub const FOLDS_QUERY: &str = include_str!("../../integer/queries/folds.scm");
}
