//! Code lenses of an integer program: those of its verdicts, and the way to its Boolean program.

use super::Snapshot;
use crate::lenses::{Action, Lens};

/// The lenses of a snapshot that the person wants to see, in textual order.
pub fn lenses(snapshot: &Snapshot) -> Vec<Lens> {
    let mut lenses = crate::lenses::lenses(snapshot);
    let first = snapshot.properties.first().filter(|_| !snapshot.has_errors());
    if let Some(property) = first.filter(|_| snapshot.context.preferences.lenses.abstraction) {
        // Behind those of the property, which keep their places.
        let behind = lenses.iter().take_while(|lens| lens.span.start <= property.span.start).count();
        let lens = |title: &str, action| Lens { span: property.span, title: title.to_owned(), action };
        lenses.splice(behind..behind, [lens("Abstract to .bp", Action::Abstract), lens("Refine", Action::Refine)]);
    }
    lenses
}
