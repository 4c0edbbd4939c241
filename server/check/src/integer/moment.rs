//! The violations at one moment of a simulation.

use boolprog_base::Span;
use boolprog_integer::{EVERY_VALUE, Environment, State, System, Undefined};
use boolprog_trace::document::PropertyKind;

use super::evidence::missing;

/// A property that is violated at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violated {
    /// Its id in reports.
    pub id: String,
    /// Kind of the property.
    pub kind: PropertyKind,
    /// Its name or, of a value that does not exist, why it does not.
    pub name: String,
    /// Its range in the text.
    pub span: Span,
}

/// The violation in a state: the first property, in textual order, that does not hold or has no value in it.
pub fn violated_in(system: &System, state: &State) -> Option<Violated> {
    let violated = |(property, id): (&boolprog_integer::Property, String)| match property
        .error
        .evaluate(&Environment::of(state))
    {
        Ok(false) => None,
        Ok(true) => {
            let (kind, name) = (property.kind.into(), property.name.to_string());
            Some(Violated { id, kind, name, span: property.span })
        }
        Err(undefined) => Some(valueless(system, undefined, property.span)),
    };
    system.properties.iter().zip(system.property_ids()).find_map(violated)
}

/// The violation by a missing value of the expression at a span.
pub fn valueless(system: &System, undefined: Undefined, span: Span) -> Violated {
    Violated { id: EVERY_VALUE.to_owned(), kind: PropertyKind::Value, name: missing(system, undefined), span }
}
