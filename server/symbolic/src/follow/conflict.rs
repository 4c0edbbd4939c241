//! A minimal set of bits that shows that a run is spurious (Junker, `QuickXplain`, AAAI 2004).

use std::collections::BTreeSet;

use boolprog_base::control::Stop;
use boolprog_explore::relations::Set;
use boolprog_program::program::Slot;

use super::{Failed, PathStep, mentioned};

impl Failed<'_, '_, '_, '_> {
    /// Bits that make the run impossible if they are visible too, none of which can be left out.
    pub(super) fn conflict(&self) -> Result<BTreeSet<Slot>, Stop> {
        if !self.is_possible(self.visible)? {
            return Ok(self.read_last());
        }
        let candidates = self.candidates();
        Ok(self.explain(self.visible, false, &candidates)?.into_iter().collect())
    }

    /// Forgotten bits that the impossible step reads, or else those of the last step before it that reads any: for runs that
    /// are impossible although no bit more is visible, since the smaller program had forgotten more than bits.
    fn read_last(&self) -> BTreeSet<Slot> {
        let forgotten = |step| self.read_by(step).difference(self.visible).copied().collect::<BTreeSet<_>>();
        (0..=self.step()).rev().map(forgotten).find(|bits| !bits.is_empty()).unwrap_or_default()
    }

    /// The forgotten bits that the run mentions. Of several explanations one with the first of them is found: with the bits
    /// that block threads, such as locks, rather than with those that choose a branch, of which every other run takes
    /// another one; and then with those of the impossible step.
    fn candidates(&self) -> Vec<Slot> {
        let blocking = mentioned::blocking(self.way.relations.program, self.way.path);
        let last = self.read_by(self.step());
        let mut candidates: Vec<Slot> = self.among.difference(self.visible).copied().collect();
        candidates.sort_by_key(|slot| (!blocking.contains(slot), !last.contains(slot)));
        candidates
    }

    /// The bits that a step reads, by number; that after the last step is the violation.
    fn read_by(&self, step: usize) -> BTreeSet<Slot> {
        let program = self.way.relations.program;
        match self.way.path.steps.get(step) {
            Some(PathStep { edge, .. }) => mentioned::read(program, &program.edges[edge.0 as usize]),
            None => mentioned::enforced(program, &self.way.places[self.way.taken.len()]),
        }
    }

    /// `true` if the run is possible where all but these bits are forgotten.
    fn is_possible(&self, kept: &BTreeSet<Slot>) -> Result<bool, Stop> {
        Ok(!self.way.forwards(Some(kept))?.iter().any(Set::is_empty))
    }

    /// A minimal part of the candidates that makes the run impossible together with the kept bits. `is_new`: these may do
    /// so alone.
    fn explain(&self, kept: &BTreeSet<Slot>, is_new: bool, candidates: &[Slot]) -> Result<Vec<Slot>, Stop> {
        if is_new && !self.is_possible(kept)? {
            return Ok(Vec::new());
        }
        if candidates.len() <= 1 {
            return Ok(candidates.to_vec());
        }
        let (first, second) = candidates.split_at(candidates.len() / 2);
        let and = |more: &[Slot]| kept.iter().chain(more).copied().collect::<BTreeSet<_>>();
        let mut found = self.explain(&and(first), true, second)?;
        let rest = self.explain(&and(&found), !found.is_empty(), first)?;
        found.extend(rest);
        Ok(found)
    }
}
