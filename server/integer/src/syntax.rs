//! Text to syntax tree and syntax diagnostics.
//!
//! **Invariant:** parsing never fails. Every text gives a [`ast::SourceFile`] with holes, and diagnostics that depend on
//! the text alone.
//!
//! This parser goes by recursive descent and makes tree, repairs and messages in one pass. The tree-sitter grammar gives
//! the shape of a text (folding, selections); a test holds the two together.

pub mod ast;
mod expression;
mod items;
pub mod lexer;
mod parser;
mod process;

pub use parser::{MAX_BYTES, Parsed, parse};
