//! Knowledge about instances at their spots, whatever the properties are.

use boolprog_base::control::{Control, Stop};
use boolprog_integer::Formula;

use super::boxes::boxes;
use super::equations::Sums;
use super::instances::{Found, Instances};
use super::pairs::{Followed, Pairs};
use super::sums::Copying;

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
    /// The knowledge without sums; `None` if there are too many pairs.
    pub(super) fn of(
        instances: &Instances<'_>,
        followed: Followed<'_>,
        control: &dyn Control,
    ) -> Result<Option<Self>, Stop> {
        let Some(pairs) = Pairs::of(instances, followed, control)? else { return Ok(None) };
        let found = boxes(instances, &pairs, control)?;
        Ok(Some(Self { pairs, sums: Sums::default(), found, is_once_known: false }))
    }

    /// The same with the sums by which the pairs were explored.
    pub(super) fn with(mut self, mut sums: Sums) -> Self {
        self.learn(std::mem::take(&mut sums.copies));
        Self { sums, ..self }
    }

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
