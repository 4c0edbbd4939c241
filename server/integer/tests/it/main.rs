//! Integer programs: messages, grammar, meaning.

mod common;
mod diagnostics;
mod grammar;
mod models;
mod properties;
