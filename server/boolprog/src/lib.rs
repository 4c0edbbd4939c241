//! The `boolprog` binary as a library: language server, debug adapter and command line.
//!
//! **Invariant:** only [`lsp`] names types of the language server protocol, only [`dap`] those of the debug
//! adapter protocol, and only [`cli`], [`cache`], [`limits`] and the parts of [`lsp`] that look
//! for programs read files, the clock and the environment.

pub mod cache;
pub mod cli;
pub mod dap;
pub mod limits;
pub mod lsp;
mod provers;
