//! Images of sets under the edges of a program.

use boolprog_base::control::Stop;
use boolprog_program::program::{Goal, Slot};

use boolprog_explore::relations::{Cube, Relations, Renaming, Set, Sets, Step, Variable};

/// The computation of the successors of a set under one [`Step`].
pub(crate) struct Image {
    pub(crate) goal: Goal,
    relation: Set,
    /// The variables that the step forgets, before it.
    forgotten: Cube,
    /// Written bits, from after the step to before it.
    back: Renaming,
    /// The number of these bits.
    renamed: usize,
}

impl Image {
    /// The image under a step of `thread`. A thread that ends leaves no bits behind, and a thread that is created
    /// is part of the image.
    pub(crate) fn new(relations: &Relations<'_, '_>, step: &Step, thread: u32) -> Result<Self, Stop> {
        let Relations { sets, variables, .. } = relations;
        let ends = step.goal == Goal::End;
        let kept = |slot: &Slot| !ends || matches!(slot, Slot::Shared(_));
        let mut forgotten: Vec<_> = step.written.iter().map(|slot| variables.now(*slot, thread)).collect();
        if ends {
            forgotten.extend(variables.of_thread(thread));
            forgotten.extend(step.written.iter().filter(|slot| !kept(slot)).map(|slot| variables.next(*slot)));
            forgotten.sort_unstable();
            forgotten.dedup();
        }
        let back: Vec<_> = step.written.iter().filter(|slot| kept(slot)).copied().collect();
        let back: Vec<_> = back.into_iter().map(|slot| (variables.next(slot), variables.now(slot, thread))).collect();
        let relation = match &step.created {
            Some((_, start)) => sets.and(&step.relation, start)?,
            None => step.relation.clone(),
        };
        let (forgotten, renamed) = (sets.cube(forgotten)?, back.len());
        Ok(Self { goal: step.goal, relation, forgotten, back: sets.renaming(&back)?, renamed })
    }

    /// About its memory beside the sets, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + self.renamed * size_of::<(Variable, Set)>()
    }

    pub(crate) fn of(&self, sets: &Sets<'_>, set: &Set) -> Result<Set, Stop> {
        sets.rename(&sets.and_exists(set, &self.relation, &self.forgotten)?, &self.back)
    }
}
