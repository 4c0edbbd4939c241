//! Programs of DiVinE (`.dve`), the notation of the BEEM benchmarks.
//!
//! The grammar is that of the DiVinE library: `&&` and `||` are equally strong and read from the left, `not` is stronger than
//! every operator on two operands, division truncates. A `byte` counts on from the other end, effects happen one after the
//! other, and a process in a committed state goes first. Where versions of DiVinE differ and a program depends on it, a
//! comment says what was chosen.

mod build;
mod declare;
mod expression;
mod notes;
mod parser;
mod step;
mod tree;

use crate::{Imported, Refusal};

/// The text of an `.ip` program for a `.dve` text; `file` is how the comment at the top names it.
pub fn read(text: &str, file: &str) -> Result<Imported, Refusal> {
    let file_tree = parser::parse(text)?;
    build::build(&file_tree, text, file)?.finish()
}
