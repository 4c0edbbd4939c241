//! The command line, which starts the language server and the debug adapter, too.

pub mod cli;
