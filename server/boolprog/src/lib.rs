//! The command line, which also starts the language server and the debug adapter.
//!
//! The top of the workspace: one module of [`cli`] per subcommand. Nothing but the binary `boolprog` uses this crate.

pub mod cli;
