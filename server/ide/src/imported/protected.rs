//! Hints beside the declaration of an object: the lock that protects it.

use std::collections::BTreeMap;

use boolprog_base::words::listed;
use boolprog_check::report::Verdict;
use boolprog_integer::{Check, Protected};

use super::Snapshot;
use super::statement::line_around;
use crate::inlay_hints::{InlayHint, MAX_LINE};

/// The hints of a program without races on these objects, as proofs say. Takes time linear in the properties for each object.
pub(super) fn hints(snapshot: &Snapshot) -> Vec<InlayHint> {
    let origins = snapshot.model.as_ref().and_then(|model| model.origins.as_ref());
    let mut objects: BTreeMap<&str, Vec<&Protected>> = BTreeMap::new();
    for part in origins.iter().flat_map(|origins| &origins.protected) {
        objects.entry(&part.object).or_default().push(part);
    }
    let safe = objects.into_iter().filter(|(object, _)| has_no_race(snapshot, object));
    safe.filter_map(|(object, parts)| {
        Some(InlayHint { offset: place(snapshot, object)?, label: label(&parts), site: None })
    })
    .collect()
}

/// Returns `true` if races on an object are checked, and each of them is excluded.
fn has_no_race(snapshot: &Snapshot, object: &str) -> bool {
    let properties = snapshot.model.iter().flat_map(|model| &model.system.properties).enumerate();
    let of_it = |property: &boolprog_integer::Property| {
        property.claim.as_ref().is_some_and(|claim| claim.check == Check::Race && claim.text == object)
    };
    let mut races = properties.filter(|(_, property)| of_it(property)).map(|(index, _)| index).peekable();
    let is_proved = |index: usize| {
        snapshot.results.answer(index).is_some_and(|answer| matches!(answer.verdict(), Some(Verdict::Proved(_))))
    };
    snapshot.results.current().is_some() && races.peek().is_some() && races.all(is_proved)
}

/// The end of the line in which an object is declared; none if that is in another file.
fn place(snapshot: &Snapshot, object: &str) -> Option<u32> {
    let declared = snapshot.model.as_ref()?.machine.as_deref()?.object_in_text(object)?;
    let is_here = snapshot.joined.other(declared.start).is_none();
    is_here.then(|| line_around(&snapshot.text, declared.start).end)
}

/// Parts with the same locks.
type Alike<'a> = (&'a Protected, Vec<String>);

/// The hint about the parts of an object: `items, head: always under queue.mutex`. As many names as there is room for, and the
/// number of the others.
fn label(parts: &[&Protected]) -> String {
    let mut alike: Vec<Alike<'_>> = Vec::new();
    for part in parts {
        let own = part.part.strip_prefix(&*part.object).map_or(&*part.part, |rest| rest.trim_start_matches('.'));
        let name = if own.is_empty() { &*part.object } else { own }.to_owned();
        match alike.iter_mut().find(|(it, _)| (&it.locks, &it.except) == (&part.locks, &part.except)) {
            Some((_, names)) => names.push(name),
            None => alike.push((part, vec![name])),
        }
    }
    let most = alike.iter().map(|(_, names)| names.len()).max().unwrap_or_default();
    let labels = (1..=most).rev().map(|shown| {
        let told: Vec<String> = alike.iter().map(|alike| told(alike, shown)).collect();
        told.join("; ")
    });
    let mut labels: Vec<String> = labels.collect();
    let fitting = labels.iter().position(|label| label.chars().count() <= MAX_LINE);
    labels.swap_remove(fitting.unwrap_or(most.saturating_sub(1)))
}

fn told((Protected { locks, except, .. }, names): &Alike<'_>, shown: usize) -> String {
    let locks = listed(&locks.iter().map(ToString::to_string).collect::<Vec<_>>());
    let rest = except.as_ref().map(|thread| format!(", except in {thread}")).unwrap_or_default();
    let hidden = names.len().saturating_sub(shown);
    let names = names.iter().take(shown).cloned().chain((hidden > 0).then(|| format!("{hidden} more")));
    format!("{}: always under {locks}{rest}", names.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(part: &str, lock: &str, except: Option<&str>) -> Protected {
        let (object, locks) = ("q".into(), vec![lock.into()]);
        Protected { object, part: part.into(), locks, except: except.map(Into::into) }
    }

    #[test]
    fn a_label_has_the_names_that_fit_into_a_line() {
        let told = |parts: &[Protected]| label(&parts.iter().collect::<Vec<_>>());
        assert_eq!(told(&[part("q", "m", None)]), "q: always under m");
        assert_eq!(told(&[part("q", "m", Some("main"))]), "q: always under m, except in main");
        let mut all = vec![part("q.count", "q.mutex", None), part("q.head", "q.mutex", None)];
        assert_eq!(told(&all), "count, head: always under q.mutex");
        all.extend([part("q.items", "q.mutex", None), part("q.tail", "q.mutex", None)]);
        assert_eq!(told(&all), "count, head, 2 more: always under q.mutex");
        all.push(part("q.next", "o", None));
        assert_eq!(told(&all), "count, 3 more: always under q.mutex; next: always under o");
    }
}
