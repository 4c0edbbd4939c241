//! Syntax trees and messages, also while a text is edited.

mod document;
mod dump;
mod expression;
mod fixtures;
mod grammar;
mod robustness;
