//! Clauses of whole programs.

mod exchange;
