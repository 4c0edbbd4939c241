//! Text to syntax tree and syntax diagnostics.
//!
//! **Invariant:** parsing never fails. Every text gives a [`ast::SourceFile`] with holes, and diagnostics that depend on
//! the text alone.
//!
//! This is a recursive-descent parser that makes tree, repairs and messages in one pass. The tree-sitter grammar gives
//! the shape of a text (folding, selections); a test compares the two.

pub mod ast;
mod expression;
mod items;
pub mod lexer;
mod parser;
mod process;

pub use parser::{MAX_BYTES, Parsed, parse};
