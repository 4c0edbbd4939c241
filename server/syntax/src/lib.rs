//! Text, syntax tree and syntax diagnostics of Boolean programs.
//!
//! All that works on the text or the syntax tree of a `.bp` program depends on this crate.
//!
//! **Invariant:** parsing never fails. Every text gives an [`ast::SourceFile`] with holes, and diagnostics.
//! **Invariant:** byte offsets everywhere; this crate knows no protocol.

pub mod ast;
mod change;
mod document;
pub mod expression;
pub mod lexer;
mod parser;

pub use change::Change;
pub use document::Document;
pub use parser::{MAX_BYTES, Parsed, parse};
