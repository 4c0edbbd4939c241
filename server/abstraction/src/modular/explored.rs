//! What is known about instances at their spots, whatever the properties are.

use std::collections::BTreeMap;

use boolprog_base::control::{Control, Stop};
use boolprog_integer::Formula;

use super::boxes::Boxes;
use super::equations::Sums;
use super::instances::{Instances, Spot};
use super::pairs::{Followed, Pairs};
use super::sums::{Copies, Copying, sums};

/// A spot, or two places in order.
pub(super) type Spots = Vec<Spot>;

/// Formulas about the first instances at spots; `false` alone if they never are there.
pub(super) type Found = BTreeMap<Spots, Vec<Formula>>;

/// Pairs, boxes and sums of a system, and what was found with them.
pub(super) struct Explored {
    pub(super) pairs: Pairs,
    pub(super) boxes: Boxes,
    /// None, unless they are asked for.
    pub(super) sums: Sums,
    pub(super) copies: Copies,
    /// What candidates have told.
    pub(super) kept: Found,
    /// Whether those were tried that are about instances which exist once.
    pub(super) is_once_known: bool,
}

impl Explored {
    fn of(
        instances: &Instances<'_>,
        pairs: Pairs,
        (sums, copies): (Sums, Copies),
        control: &dyn Control,
    ) -> Result<Self, Stop> {
        let boxes = Boxes::of(instances, &pairs, control)?;
        Ok(Self { pairs, boxes, sums, copies, kept: Found::new(), is_once_known: false })
    }

    /// Adds what was found.
    pub(super) fn learn(&mut self, found: Found) {
        for (spots, formulas) in found {
            let known = self.kept.entry(spots).or_default();
            if formulas.contains(&Formula::Constant(false)) {
                *known = formulas;
            } else if !known.contains(&Formula::Constant(false)) {
                let are_new = formulas.into_iter().filter(|it| !known.contains(it)).collect::<Vec<_>>();
                known.extend(are_new);
            }
        }
    }
}

/// A choice of values that are explored explicitly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Values {
    /// Those of the variables of instances alone, whatever is shared.
    Own,
    /// All variables that have few values.
    Plain,
    /// The same with sums that no step changes, by which small values of others are followed; they start from what is plain.
    Sums(Copying),
}

/// What is known of a system, for questions about other properties of it; nothing if there are too many pairs, or no sums.
#[derive(Default)]
pub struct Memory(BTreeMap<Values, Option<Box<Explored>>>);

impl Memory {
    /// The knowledge that starts from some values; `None` if there are too many pairs, or no sums that need it.
    pub(super) fn explored(
        &mut self,
        values: Values,
        instances: &Instances<'_>,
        control: &dyn Control,
    ) -> Result<Option<&mut Explored>, Stop> {
        if !self.0.contains_key(&values) {
            let found = match values {
                Values::Own => without_sums(instances, Followed::Own, control)?,
                Values::Plain => without_sums(instances, Followed::All, control)?,
                Values::Sums(copying) => self.with_sums(instances, copying, control)?,
            };
            self.0.insert(values, found.map(Box::new));
        }
        Ok(self.0.get_mut(&values).and_then(Option::as_deref_mut))
    }

    fn with_sums(
        &mut self,
        instances: &Instances<'_>,
        copying: Copying,
        control: &dyn Control,
    ) -> Result<Option<Explored>, Stop> {
        let Some(Explored { pairs, .. }) = self.explored(Values::Plain, instances, control)? else { return Ok(None) };
        let (sums, copies) = sums(instances, pairs, copying);
        let pairs =
            if sums.all.is_empty() { None } else { Pairs::of(instances, Followed::Summed(&sums, pairs), control)? };
        pairs.map(|pairs| Explored::of(instances, pairs, (sums, copies), control)).transpose()
    }
}

fn without_sums(
    instances: &Instances<'_>,
    followed: Followed<'_>,
    control: &dyn Control,
) -> Result<Option<Explored>, Stop> {
    let pairs = Pairs::of(instances, followed, control)?;
    let nothing = (Sums::default(), Copies::new());
    pairs.map(|pairs| Explored::of(instances, pairs, nothing, control)).transpose()
}
