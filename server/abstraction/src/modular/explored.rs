//! Knowledge about instances at their spots, whatever the properties are.

use std::collections::BTreeMap;

use boolprog_base::control::{Control, Stop};
use boolprog_integer::Formula;

use super::boxes::boxes;
use super::equations::Sums;
use super::instances::{Found, Instances};
use super::pairs::{Followed, Pairs};
use super::sums::{Copying, sums};

/// Pairs and sums of a system, and what was found with them.
pub(super) struct Explored {
    pub(super) pairs: Pairs,
    /// None, unless they are asked for.
    pub(super) sums: Sums,
    /// Formulas of boxes, copies of variables and candidates.
    pub(super) found: Found,
    /// `true` if candidates about instances that exist once were tried.
    pub(super) is_once_known: bool,
}

impl Explored {
    /// Adds what was found.
    pub(super) fn learn(&mut self, found: Found) {
        for (spots, formulas) in found {
            let known = self.found.entry(spots).or_default();
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

/// Knowledge about a system, for questions about other properties of it; nothing if there are too many pairs, or no sums.
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
            let found = self.explore(values, instances, control)?;
            self.0.insert(values, found.map(Box::new));
        }
        Ok(self.0.get_mut(&values).and_then(Option::as_deref_mut))
    }

    fn explore(
        &mut self,
        values: Values,
        instances: &Instances<'_>,
        control: &dyn Control,
    ) -> Result<Option<Explored>, Stop> {
        let mut all = Sums::default();
        let pairs = match values {
            Values::Own => Pairs::of(instances, Followed::Own, control)?,
            Values::Plain => Pairs::of(instances, Followed::All, control)?,
            Values::Sums(copying) => match self.explored(Values::Plain, instances, control)? {
                Some(Explored { pairs, .. }) => {
                    all = sums(instances, pairs, copying);
                    let followed = Followed::Summed(&all, pairs);
                    if all.all.is_empty() { None } else { Pairs::of(instances, followed, control)? }
                }
                None => None,
            },
        };
        let Some(pairs) = pairs else { return Ok(None) };
        let (found, copies) = (boxes(instances, &pairs, control)?, std::mem::take(&mut all.copies));
        let mut explored = Explored { pairs, sums: all, found, is_once_known: false };
        explored.learn(copies);
        Ok(Some(explored))
    }
}
