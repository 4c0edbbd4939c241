//! Promotion, simplification and known addresses together: each can give the others something to do.

use boolprog_base::control::{Control, Stop};

use crate::form::{Function, Object};
use crate::known::use_places;
use crate::promote::promote;
use crate::simplify::simplify;

/// Rounds at most: each one may show that pointers are addresses of further locals.
const MOST_ROUNDS: usize = 8;

/// A function with temporaries in the place of locals that have no address, and simplified. Fails if the work is stopped. Takes a few
/// rounds over the function.
pub(crate) fn settled(mut function: Function, objects: &[Object], control: &dyn Control) -> Result<Function, Stop> {
    for _ in 0..MOST_ROUNDS {
        function = simplify(promote(function, control)?, control)?;
        if !use_places(&mut function, objects, control)? {
            break;
        }
        function = simplify(function, control)?;
    }
    Ok(function)
}
