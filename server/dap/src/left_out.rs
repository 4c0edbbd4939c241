//! Variables of a C program that a trace does not have.

use crate::protocol::Variable;
use crate::variables::fact;
use crate::viewpoint::Viewpoint;

/// More of them are only counted.
const MOST: usize = 12;

/// A line that says once which variables are not shown, if there are some. A simulation is not over: it may use them yet.
pub(crate) fn line(viewpoint: Viewpoint<'_>) -> Option<Variable> {
    if viewpoint.recording.simulated().is_some() {
        return None;
    }
    let (expressions, moment) = viewpoint.language()?;
    let missing = expressions.left_out(&moment);
    let rest = missing.len().saturating_sub(MOST);
    let named = missing.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if rest == 0 { String::new() } else { format!(", and {rest} more") };
    (!missing.is_empty()).then(|| fact("not shown", format!("{named}{more}: no step reads or writes it by itself")))
}
