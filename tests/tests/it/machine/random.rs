//! Random programs. `PROPTEST_CASES` and `BOOLPROG_CSMITH` ask for another number of them, `BOOLPROG_FUZZ_SEED` for others.

mod concurrent;
mod csmith;
mod sequential;
