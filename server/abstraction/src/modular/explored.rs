//! What is known explicitly about instances, whatever the properties are.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Stop};
use boolprog_integer::{Formula, System};

use super::boxes::Boxes;
use super::equations::Sums;
use super::pairs::{Followed, Pairs, families};
use super::sums::{Copies, Copying, sums};

/// Pairs, boxes and sums of a system.
pub(super) struct Explored {
    pub(super) pairs: Pairs,
    pub(super) boxes: Boxes,
    /// None, unless they are asked for.
    pub(super) sums: Sums,
    pub(super) copies: Copies,
    /// What holds where instances that exist once are; none before the first question.
    pub(super) facts: Option<Vec<Formula>>,
}

/// A choice of values that are explored explicitly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Domain {
    /// The variables of instances alone, whatever is shared.
    Own,
    /// All variables that have few values.
    Plain,
    /// The same with sums that no step changes, by which small values of others are followed; they start from what is plain.
    Sums(Copying),
}

/// The domains that are tried one after the other, until one proves something: each knows more than those before it, of more pairs.
pub(super) static DOMAINS: [Domain; 4] = [
    // Most programs need no sums, and there are fewer pairs without them.
    Domain::Plain,
    // Machine integers are copied, and would wrap around: a counter of threads, a ticket.
    Domain::Sums(Copying::Assumed),
    // Counters without bounds, and where no copy is needed.
    Domain::Sums(Copying::Certain),
    // Negative values stand for another state: a lock that is -1 while one writes.
    Domain::Sums(Copying::Signed),
];

/// The explored domains of a system, for questions about other properties of it; nothing if there are too many pairs, or no sums.
#[derive(Default)]
pub struct Memory(BTreeMap<Domain, Option<Box<Explored>>>);

impl Memory {
    /// The knowledge of a domain; `None` if there are too many pairs, or no sums that need it.
    pub(super) fn explored(
        &mut self,
        domain: Domain,
        system: &System,
        control: &dyn Control,
    ) -> Result<Option<&mut Explored>, Stop> {
        if !self.0.contains_key(&domain) {
            let found = match domain {
                Domain::Own => without_sums(system, Followed::Own, control)?,
                Domain::Plain => without_sums(system, Followed::All, control)?,
                Domain::Sums(copying) => self.with_sums(system, copying, control)?,
            };
            self.0.insert(domain, found.map(Box::new));
        }
        Ok(self.0.get_mut(&domain).and_then(Option::as_deref_mut))
    }

    fn with_sums(
        &mut self,
        system: &System,
        copying: Copying,
        control: &dyn Control,
    ) -> Result<Option<Explored>, Stop> {
        let Some(Explored { pairs, .. }) = self.explored(Domain::Plain, system, control)? else { return Ok(None) };
        let (sums, copies) = sums(system, &families(system, &BTreeSet::new()), pairs, copying);
        let pairs =
            if sums.all.is_empty() { None } else { Pairs::of(system, Followed::Summed(&sums, pairs), control)? };
        pairs.map(|pairs| explored(system, pairs, (sums, copies), control)).transpose()
    }
}

fn without_sums(system: &System, followed: Followed<'_>, control: &dyn Control) -> Result<Option<Explored>, Stop> {
    let pairs = Pairs::of(system, followed, control)?;
    let nothing = (Sums::default(), Copies::new());
    pairs.map(|pairs| explored(system, pairs, nothing, control)).transpose()
}

fn explored(
    system: &System,
    pairs: Pairs,
    (sums, copies): (Sums, Copies),
    control: &dyn Control,
) -> Result<Explored, Stop> {
    let boxes = Boxes::of(system, &families(system, &BTreeSet::new()), &pairs, control)?;
    Ok(Explored { pairs, boxes, sums, copies, facts: None })
}
