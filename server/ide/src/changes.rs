//! The differences between two checks: verdicts, sizes of counterexamples, and new or removed properties.

use std::collections::BTreeMap;

use boolprog_base::words::count;
use boolprog_trace::document::PropertyKind;

/// A property with its verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding<'a> {
    /// Kind of the property.
    pub kind: PropertyKind,
    /// The expression, the label or the target, as written.
    pub name: &'a str,
    /// `proved`, `violated` or `unknown`.
    pub verdict: &'a str,
    /// With how many threads and in how many steps it is violated; of an integer program, the steps alone.
    pub needs: Option<(Option<u32>, usize)>,
}

/// Something that is different.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change<'a> {
    /// The index of the property among those of now; `None` if it is gone.
    pub now: Option<usize>,
    /// Kind of the property.
    pub kind: PropertyKind,
    /// Name of the property.
    pub name: &'a str,
    /// Difference in words: `was unknown, is proved`.
    pub what: String,
}

/// All differences, in the current order, removed properties last. Properties are identified by their text,
/// independently of their place; equal ones in order.
pub fn changes<'a>(before: &[Finding<'a>], now: &[Finding<'a>]) -> Vec<Change<'a>> {
    let mut old: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for finding in before.iter().rev() {
        old.entry((finding.kind, finding.name)).or_default().push(finding);
    }
    let mut changes = Vec::new();
    for (index, finding) in now.iter().enumerate() {
        let before = old.get_mut(&(finding.kind, finding.name)).and_then(Vec::pop);
        let what = match before {
            None => format!("new: {}", told(finding)),
            Some(before) if before == finding => continue,
            Some(before) => format!("was {}, is {}", told(before), told(finding)),
        };
        changes.push(Change { now: Some(index), kind: finding.kind, name: finding.name, what });
    }
    let gone = old.into_values().flat_map(|rest| rest.into_iter().rev());
    changes.extend(gone.map(|finding| Change {
        now: None,
        kind: finding.kind,
        name: finding.name,
        what: format!("gone, was {}", told(finding)),
    }));
    changes
}

fn told(finding: &Finding<'_>) -> String {
    match finding.needs {
        Some((threads, steps)) => {
            let threads = threads.map(|threads| format!(" with {}", count(threads, "thread")));
            format!("{}{} in {}", finding.verdict, threads.unwrap_or_default(), count(steps as u64, "step"))
        }
        None => finding.verdict.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding<'a>(name: &'a str, verdict: &'a str) -> Finding<'a> {
        Finding { kind: PropertyKind::Assert, name, verdict, needs: (verdict == "violated").then_some((Some(2), 7)) }
    }

    fn told_of(before: &[Finding<'_>], now: &[Finding<'_>]) -> Vec<(Option<usize>, String)> {
        changes(before, now)
            .into_iter()
            .map(|change| (change.now, format!("{} {}", change.name, change.what)))
            .collect()
    }

    #[test]
    fn what_is_the_same_is_no_change() {
        let both = [finding("a", "proved"), finding("b", "violated")];
        assert!(changes(&both, &both).is_empty());
    }

    #[test]
    fn verdicts_change_and_properties_come_and_go() {
        let before = [finding("a", "violated"), finding("b", "unknown"), finding("c", "proved")];
        let now = [finding("d", "proved"), finding("a", "proved"), finding("c", "proved")];
        let expected = [
            (Some(0), "d new: proved".to_owned()),
            (Some(1), "a was violated with 2 threads in 7 steps, is proved".to_owned()),
            (None, "b gone, was unknown".to_owned()),
        ];
        assert_eq!(told_of(&before, &now), expected);
    }

    #[test]
    fn of_equal_properties_the_first_is_the_first() {
        let before = [finding("a", "proved"), finding("a", "unknown")];
        let now = [finding("a", "proved"), finding("a", "violated"), finding("a", "proved")];
        let expected = [
            (Some(1), "a was unknown, is violated with 2 threads in 7 steps".to_owned()),
            (Some(2), "a new: proved".to_owned()),
        ];
        assert_eq!(told_of(&before, &now), expected);
    }
}
