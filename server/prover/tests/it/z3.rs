//! The program `z3` answers as it should. Where there is none on the search path, these tests say so and pass.

use crate::agreement;
use crate::available::z3;

#[test]
fn z3_agrees_with_trying_all_values() {
    z3().into_iter().for_each(agreement::agrees_with_trying_all_values);
}

#[test]
fn values_of_models_have_at_most_64_bits() {
    z3().into_iter().for_each(agreement::gives_values_of_at_most_64_bits);
}
