//! Text, syntax tree and syntax diagnostics of Boolean programs.
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
