//! Bits that separate the valuations that executions reach from those in which the next step is possible.

use std::collections::BTreeSet;

use boolprog_base::control::Stop;
use boolprog_base::separation::Samples;
use boolprog_explore::relations::{Relations, Set};
use boolprog_program::program::Slot;

use super::Failed;

/// Samples of each kind, after which the separation is as good as it gets.
const MOST_SAMPLES: usize = 60;

/// A dead end and a bad valuation, by variable.
type Pair = (Vec<bool>, Vec<bool>);

impl Failed<'_, '_, '_, '_> {
    /// Chooses bits that separate samples, and samples a pair that they do not separate, until there is none. Where the visible
    /// bits separate them, an earlier step chose a forgotten bit twice: a conflict shows which.
    pub(super) fn separate(&self, choose: fn(&Samples) -> BTreeSet<usize>) -> Result<BTreeSet<Slot>, Stop> {
        let able = self.able()?;
        let hidden: Vec<Slot> = self.among.difference(self.visible).copied().collect();
        let mut samples = Samples::default();
        let mut chosen = BTreeSet::new();
        while let Some((dead, bad)) = self.unseparated(&able, &chosen)? {
            samples.dead_ends.push(self.bits(&hidden, &dead));
            samples.bad.push(self.bits(&hidden, &bad));
            let better: BTreeSet<Slot> =
                choose(&samples).into_iter().map(|index| hidden[index / self.threads()]).collect();
            if better == chosen || samples.bad.len() > MOST_SAMPLES {
                break;
            }
            chosen = better;
        }
        if chosen.is_empty() { self.conflict() } else { Ok(chosen) }
    }

    /// The valuations in which the next step, or at its end the violation, is possible.
    fn able(&self) -> Result<Set, Stop> {
        let Relations { sets, variables, .. } = self.way.relations;
        let Some(taken) = self.way.taken.get(self.part) else { return Ok(self.way.end.clone()) };
        let mut after: Vec<_> = taken.step.written.iter().map(|slot| variables.next(*slot)).collect();
        after.sort_unstable();
        sets.exists(&taken.step.relation, &sets.cube(after)?)
    }

    /// A reached valuation and one in which the step is possible, with the same visible and chosen bits.
    fn unseparated(&self, able: &Set, chosen: &BTreeSet<Slot>) -> Result<Option<Pair>, Stop> {
        let sets = &self.way.relations.sets;
        let is_same = |slot| self.visible.contains(&slot) || chosen.contains(&slot);
        let others = sets.cube(self.way.variables(|slot| !is_same(slot)))?;
        let common = sets.and(&sets.exists(self.reached, &others)?, &sets.exists(able, &others)?)?;
        let Some(example) = common.example() else { return Ok(None) };
        let same = self.way.variables(is_same).into_iter();
        let same = sets.conjunction(same.map(|variable| (variable, example[variable as usize])).collect())?;
        let dead = sets.and(self.reached, &same)?.example();
        let bad = sets.and(able, &same)?.example();
        Ok(dead.zip(bad))
    }

    /// The values of these bits in each thread.
    fn bits(&self, slots: &[Slot], values: &[bool]) -> Vec<i64> {
        let variables = &self.way.relations.variables;
        let threads = |slot: &Slot| if matches!(slot, Slot::Shared(_)) { 1 } else { variables.threads() };
        let of = |slot: &Slot| {
            let (slot, own) = (*slot, threads(slot));
            // A shared bit counts once; the other places stay F in all samples.
            let value = move |thread| thread < own && values[variables.now(slot, thread) as usize];
            (0..self.threads() as u32).map(move |thread| i64::from(value(thread)))
        };
        slots.iter().flat_map(of).collect()
    }

    fn threads(&self) -> usize {
        self.way.relations.variables.threads() as usize
    }
}
