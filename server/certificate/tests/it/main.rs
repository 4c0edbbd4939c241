//! Evidence by hand: accepted as it is, and not with a part missing.

mod integer;
mod sets;
