//! C texts: tokens, places, literals, limits, trees.

mod limits;
mod literals;
mod places;
mod preprocess;
mod support;
mod tree;
