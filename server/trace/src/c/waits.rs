//! The waits of threads, in words, and the thread for which all others wait.

use std::collections::BTreeMap;

use boolprog_machine::thread::ThreadId;

use super::model::Wait;
use super::names::Names;

/// The object for which a thread waits, in words: ``mutex `b`, held by T2``, whose holder is named like this.
pub(super) fn waits_for(names: &Names<'_>, wait: &Wait, named: &dyn Fn(u32) -> String) -> String {
    let object = wait.object.and_then(|(id, offset)| names.lying(id, offset));
    let object = object.map_or_else(String::new, |name| format!(" `{name}`"));
    let thread = wait.end_of.map_or_else(String::new, |thread| format!(" {}", named(thread)));
    let holder = wait.holder.map_or_else(String::new, |holder| format!(", held by {}", named(holder)));
    format!("{}{object}{thread}{holder}", wait.what)
}

/// The words for a thread that holds something although it has ended.
pub(super) const fn ended(has_ended: bool) -> &'static str {
    if has_ended { ", which has ended" } else { "" }
}

/// The first thread that waits for what another one that waits holds. The waits of others are a consequence.
pub(super) fn in_circle(waits: &BTreeMap<ThreadId, &Wait>) -> Option<ThreadId> {
    let is_in_circle = |wait: &Wait| wait.holder().is_some_and(|holder| waits.contains_key(&holder));
    waits.iter().find(|(_, wait)| is_in_circle(wait)).map(|(id, _)| *id)
}

/// The first thread that waits for an object, such as a condition variable, and not for the end of a thread that waits itself.
pub(super) fn for_object(waits: &BTreeMap<ThreadId, &Wait>) -> Option<ThreadId> {
    waits.iter().find(|(_, wait)| wait.object.is_some()).map(|(id, _)| *id)
}
