//! What is known explicitly about instances, whatever the properties are.

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Stop};
use boolprog_integer::System;

use super::boxes::Boxes;
use super::equations::Sums;
use super::pairs::{Pairs, families};
use super::sums::{Copies, sums};

/// Pairs, boxes and sums of a system.
pub(super) struct Explored {
    pub(super) pairs: Pairs,
    pub(super) boxes: Boxes,
    /// None, unless they are asked for.
    pub(super) sums: Sums,
    pub(super) copies: Copies,
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

    fn explored(&self) -> Option<&Explored> {
        if let Self::Explored(explored) = self { Some(explored) } else { None }
    }
}

/// What was explored of a system, for questions about other properties of it.
#[derive(Default)]
pub struct Memory {
    plain: Known,
    counting: Known,
}

impl Memory {
    /// What is known without sums; `None` if there are too many pairs.
    pub(super) fn plain(&mut self, system: &System, control: &dyn Control) -> Result<Option<&Explored>, Stop> {
        if matches!(self.plain, Known::NotAsked) {
            let nothing = (Sums::default(), Copies::new());
            let pairs = Pairs::of(system, None, control)?;
            self.plain = Known::of(pairs.map(|pairs| explored(system, pairs, nothing, control)).transpose()?);
        }
        Ok(self.plain.explored())
    }

    /// What is known with sums; `None` if there are too many pairs, or no sums.
    pub(super) fn counting(&mut self, system: &System, control: &dyn Control) -> Result<Option<&Explored>, Stop> {
        if matches!(self.counting, Known::NotAsked) {
            let Some(Explored { pairs, .. }) = self.plain(system, control)? else { return Ok(None) };
            let (sums, copies) = sums(system, &families(system, &BTreeSet::new()), pairs);
            let pairs = if sums.all.is_empty() { None } else { Pairs::of(system, Some((&sums, pairs)), control)? };
            self.counting = Known::of(pairs.map(|pairs| explored(system, pairs, (sums, copies), control)).transpose()?);
        }
        Ok(self.counting.explored())
    }
}

fn explored(
    system: &System,
    pairs: Pairs,
    (sums, copies): (Sums, Copies),
    control: &dyn Control,
) -> Result<Explored, Stop> {
    let boxes = Boxes::of(system, &families(system, &BTreeSet::new()), &pairs, control)?;
    Ok(Explored { pairs, boxes, sums, copies })
}
