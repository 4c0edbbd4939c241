//! Text, syntax tree and syntax diagnostics of Boolean programs.
//!
//! **Invariant:** parsing never fails. Every text gives a tree, an [`ast::SourceFile`] with holes, and diagnostics.
//! **Invariant:** byte offsets everywhere; this crate knows no protocol.

pub mod ast;
mod build;
mod change;
mod diagnose;
mod document;
mod earlier;
pub mod kinds;
pub mod lexer;
mod parse;

pub use change::Change;
pub use document::Document;
pub use parse::{MAX_BYTES, Parsed, parse};
