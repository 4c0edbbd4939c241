//! C texts: preprocessor, parser, types and layout. The result is a typed syntax tree.

pub mod environment;
pub mod expression;
mod headers;
mod ids;
pub mod layout;
pub mod lexer;
pub mod library;
pub mod literals;
pub mod mistake;
pub mod options;
mod parser;
pub mod preprocess;
mod print;
pub mod program;
pub mod source;
pub mod target;
pub mod texts;
pub mod tree;
pub mod types;

use boolprog_base::control::Control;

pub use mistake::{Failure, Mistake};
pub use options::{Files, Options};
pub use tree::Unit;

/// Reads a C text, whose path is that of a file beside which included files are looked for. Fails with its mistakes, at most 50,
/// or if the work is stopped. Takes time linear in the number of tokens that are read or that macros stand for.
pub fn parse(path: &str, text: &str, options: &Options, control: &dyn Control) -> Result<Unit, Failure> {
    let preprocessed = preprocess::preprocess(path, text, options, control)?;
    parser::parse(preprocessed.tokens, preprocessed.sources, options.target, control)
}
