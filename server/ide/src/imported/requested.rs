//! Properties that are checked on request only.

use boolprog_check::integer::Model;
use boolprog_integer::{Check, Property};

/// A check on request, with its words and its name in requests.
pub(super) type OnRequest = (Check, [&'static str; 2], &'static str);

pub(super) const ON_REQUEST: [OnRequest; 2] =
    [(Check::Race, ["data race", "data races"], "race"), (Check::Deadlock, ["deadlock", "deadlocks"], "deadlock")];

/// Those that were not requested of a program; none if it has no threads.
pub(super) fn left_out(model: Option<&Model>, requested: &[Check]) -> impl Iterator<Item = OnRequest> {
    let all = ON_REQUEST.into_iter().filter(move |_| has_threads(model));
    all.filter(|(check, ..)| !requested.contains(check))
}

pub(super) fn has_threads(model: Option<&Model>) -> bool {
    model.is_some_and(|model| model.system.processes.len() > 1)
}

/// Returns `true` if a property is one of those that are checked on request only.
pub(super) fn is_on_request(property: &Property) -> bool {
    property.claim.as_ref().is_some_and(|claim| ON_REQUEST.iter().any(|(check, ..)| *check == claim.check))
}
