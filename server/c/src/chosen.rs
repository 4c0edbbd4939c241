//! Values that are chosen in a step.

use boolprog_import::Expr;
use boolprog_integer::Comparison;
use smol_str::{SmolStr, format_smolstr};

use crate::term;

/// A value that is chosen in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chosen {
    pub(crate) name: SmolStr,
    /// Its bounds; none for any integer.
    pub(crate) bounds: Option<(i64, i64)>,
}

impl Chosen {
    /// The value that it has where nothing is chosen.
    pub(crate) fn at_rest(&self) -> i64 {
        self.bounds.map_or(0, |(low, high)| 0.clamp(low, high))
    }
}

/// A new choice between two bounds, or of any integer. Of many values, one outside of the bounds becomes 0: engines that try
/// values need not try all of them.
pub(crate) fn choose(chosen: &mut Vec<Chosen>, range: Option<(i64, i64)>) -> Expr {
    let few = range.filter(|(low, high)| high.abs_diff(*low) < 256);
    let number = chosen.len();
    let name = if let Some((low, high)) = few {
        let number_of =
            |it: i64| if it < 0 { format_smolstr!("m{}", it.unsigned_abs()) } else { format_smolstr!("{it}") };
        format_smolstr!("any_{}_{}_{number}", number_of(low), number_of(high))
    } else {
        format_smolstr!("any_{number}")
    };
    let value = Expr::Name(name.clone());
    chosen.push(Chosen { name, bounds: few });
    let Some((low, high)) = range.filter(|_| few.is_none()) else { return value };
    let at_least = term::compare(Comparison::GreaterOrEqual, value.clone(), Expr::Number(low));
    let at_most = term::compare(Comparison::LessOrEqual, value.clone(), Expr::Number(high));
    term::conditional(term::and(at_least, at_most), value, Expr::Number(0))
}
