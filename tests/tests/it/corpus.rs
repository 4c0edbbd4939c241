//! The [corpus](boolprog_tests::corpus) of public programs, where it is available.

mod naive;
mod systems;
mod texts;
mod verdicts;
