//! What is known explicitly about instances, whatever the properties are.

use std::collections::BTreeSet;

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

/// What is known of a question.
#[derive(Default)]
enum Known {
    #[default]
    NotAsked,
    /// There is no answer: too many pairs, or no sums.
    Nothing,
    Explored(Box<Explored>),
}

impl Known {
    fn of(answer: Option<Explored>) -> Self {
        answer.map_or(Self::Nothing, |explored| Self::Explored(Box::new(explored)))
    }

    fn explored(&mut self) -> Option<&mut Explored> {
        if let Self::Explored(explored) = self { Some(explored) } else { None }
    }
}

/// What was explored of a system, for questions about other properties of it.
#[derive(Default)]
pub struct Memory {
    own: Known,
    plain: Known,
    counting: Known,
    assuming: Known,
    signed: Known,
}

impl Memory {
    /// What is known of the variables of instances alone; `None` if there are too many pairs.
    pub(super) fn own(&mut self, system: &System, control: &dyn Control) -> Result<Option<&mut Explored>, Stop> {
        if matches!(self.own, Known::NotAsked) {
            self.own = without_sums(system, Followed::Own, control)?;
        }
        Ok(self.own.explored())
    }

    /// What is known without sums; `None` if there are too many pairs.
    pub(super) fn plain(&mut self, system: &System, control: &dyn Control) -> Result<Option<&mut Explored>, Stop> {
        if matches!(self.plain, Known::NotAsked) {
            self.plain = without_sums(system, Followed::All, control)?;
        }
        Ok(self.plain.explored())
    }

    /// What is known with sums; `None` if there are too many pairs, or no sums.
    pub(super) fn counting(&mut self, system: &System, control: &dyn Control) -> Result<Option<&mut Explored>, Stop> {
        if matches!(self.counting, Known::NotAsked) {
            self.counting = self.with_sums(system, Copying::Certain, control)?;
        }
        Ok(self.counting.explored())
    }

    /// The same, if copies of variables that may wrap around do not; `None` if no sums need this.
    pub(super) fn assuming(&mut self, system: &System, control: &dyn Control) -> Result<Option<&mut Explored>, Stop> {
        if matches!(self.assuming, Known::NotAsked) {
            self.assuming = self.with_sums(system, Copying::Assumed, control)?;
        }
        Ok(self.assuming.explored())
    }

    /// The same, if variables that are set to negative constants keep their signs otherwise; `None` if there are none.
    pub(super) fn signed(&mut self, system: &System, control: &dyn Control) -> Result<Option<&mut Explored>, Stop> {
        if matches!(self.signed, Known::NotAsked) {
            self.signed = self.with_sums(system, Copying::Signed, control)?;
        }
        Ok(self.signed.explored())
    }

    fn with_sums(&mut self, system: &System, copying: Copying, control: &dyn Control) -> Result<Known, Stop> {
        let Some(Explored { pairs, .. }) = self.plain(system, control)? else { return Ok(Known::Nothing) };
        let (sums, copies) = sums(system, &families(system, &BTreeSet::new()), pairs, copying);
        let pairs =
            if sums.all.is_empty() { None } else { Pairs::of(system, Followed::Summed(&sums, pairs), control)? };
        Ok(Known::of(pairs.map(|pairs| explored(system, pairs, (sums, copies), control)).transpose()?))
    }
}

fn without_sums(system: &System, followed: Followed<'_>, control: &dyn Control) -> Result<Known, Stop> {
    let pairs = Pairs::of(system, followed, control)?;
    let nothing = (Sums::default(), Copies::new());
    Ok(Known::of(pairs.map(|pairs| explored(system, pairs, nothing, control)).transpose()?))
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
