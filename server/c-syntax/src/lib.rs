//! C texts: preprocessor, parser, types and layout. The result is a typed syntax tree.

pub mod source;
pub mod target;
pub mod tree;
pub mod types;
