//! Implicit checks of a C program: one line for all that have the same answer.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use boolprog_base::words::{count, listed};
use boolprog_export::report::{FileDocument, PropertyDocument, Verdict};
use boolprog_integer::Check;

/// The properties that are listed, and groups of those that are counted, each with one answer.
pub(super) type Divided<'a> = (Vec<&'a PropertyDocument>, Vec<Vec<&'a PropertyDocument>>);

/// Divides the properties of a file. One alone is listed: its line is as long as that of a group. Takes n log n time.
pub(super) fn divided(properties: &[PropertyDocument]) -> Divided<'_> {
    let mut groups = BTreeMap::<_, Vec<_>>::new();
    for property in properties.iter().filter(|property| noun(property).is_some()) {
        groups.entry(property.reason.as_deref()).or_default().push(property);
    }
    groups.retain(|_, group| group.len() > 1);
    let is_listed =
        |property: &&PropertyDocument| noun(property).is_none() || !groups.contains_key(&property.reason.as_deref());
    (properties.iter().filter(is_listed).collect(), groups.into_values().collect())
}

/// The noun by which a property is counted; none if it is listed by itself.
fn noun(property: &PropertyDocument) -> Option<&'static str> {
    let is_plain = property.verdict != Verdict::Violated && property.notes.is_empty();
    Check::of_name(property.check.as_deref().filter(|_| is_plain)?)?.counted()
}

/// Prints the answer to a group, and what it consists of.
pub(super) fn print(document: &FileDocument, group: &[&PropertyDocument], out: &mut impl Write) -> io::Result<()> {
    let (mut numbers, mut engines) = (BTreeMap::<_, u32>::new(), BTreeSet::new());
    for property in group {
        *numbers.entry(noun(property)).or_default() += 1;
        engines.extend(property.engine.as_deref());
    }
    let kinds: Vec<_> = numbers.into_iter().filter_map(|(noun, number)| Some(count(number, noun?))).collect();
    let (all, kinds) = (count(group.len() as u64, "implicit check"), listed(&kinds));
    if let Some(reason) = group.first().and_then(|property| property.reason.as_deref()) {
        return writeln!(out, "  unknown   {all} ({kinds}) - {reason}");
    }
    let engines = engines.into_iter().collect::<Vec<_>>().join(", ");
    let scope = document.scope.as_deref().unwrap_or_default();
    writeln!(out, "  proved    {all} ({kinds}) - hold {scope} ({engines})")
}
