//! Refinement by counterexamples: against plain search, on programs of papers, with provers that do not work.

mod random;
