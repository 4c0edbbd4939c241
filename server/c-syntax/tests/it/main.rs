//! C texts: tokens, places, literals, limits.

mod limits;
mod literals;
mod places;
mod preprocess;
mod support;
