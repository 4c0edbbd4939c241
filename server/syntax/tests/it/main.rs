//! Syntax trees and messages, also while a text is edited.

mod corpus;
mod document;
mod dump;
mod fixtures;
mod grammar;
mod robustness;
