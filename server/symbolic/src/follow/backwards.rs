//! Reading an execution off the sets along a run, from its end.

use boolprog_base::control::Stop;
use boolprog_explore::relations::{Relations, Set};
use boolprog_program::program::{Goal, Slot};

use super::Way;
use crate::run::{Moment, Run, run};

impl Way<'_, '_, '_> {
    /// An execution through these sets, none of which is empty; the last one has the violations among the one before.
    pub(super) fn backwards(&self, layers: &[Set]) -> Result<Run, Stop> {
        let sets = &self.relations.sets;
        let violating = layers.last().and_then(Set::example).unwrap_or_default();
        let mut moments = vec![violating];
        for (index, taken) in self.taken.iter().enumerate().rev() {
            let after = &moments[moments.len() - 1];
            let mut before = sets.and(&layers[index], &taken.step.relation)?;
            if let Some((_, start)) = &taken.step.created {
                before = sets.and(&before, start)?;
            }
            before = sets.and(&before, &self.fixed(index, after)?)?;
            moments.push(before.example().unwrap_or_default());
        }
        moments.reverse();
        let mut moments: Vec<Moment> = (0..)
            .zip(moments.into_iter().zip(&self.places))
            .filter(|(index, _)| self.is_between_steps(*index))
            .map(|(_, (values, places))| Moment { places: places.clone(), values: self.filled(values) })
            .collect();
        let actors: Vec<u32> = self.path.steps.iter().map(|step| step.thread).collect();
        let fails = self.taken.last().is_some_and(|taken| matches!(taken.step.goal, Goal::Violation(_)));
        if fails {
            // The failing assertion changes nothing.
            moments.pop();
        }
        Ok(run(self.relations, &moments, &actors))
    }

    /// `true` if the part with this index, if there is one, is the first of its step.
    fn is_between_steps(&self, part: usize) -> bool {
        let number = |part: usize| self.taken.get(part).map(|taken| taken.number);
        part == 0 || number(part) != number(part - 1)
    }

    /// The constraints of the values after a step on its variables: a written bit has its value afterwards, any other one
    /// has had it all the time.
    fn fixed(&self, index: usize, after: &[bool]) -> Result<Set, Stop> {
        let Relations { variables, sets, .. } = self.relations;
        let taken = &self.taken[index];
        let mut literals = Vec::new();
        let mut fix = |slot: Slot, thread: u32, moves: bool| {
            let now = variables.now(slot, thread);
            let known = if moves && taken.step.written.contains(&slot) { variables.next(slot) } else { now };
            literals.push((known, after[now as usize]));
        };
        let alive: Vec<u32> =
            (0..).zip(&self.places[index + 1]).filter_map(|(thread, place)| place.map(|_| thread)).collect();
        let atomic = variables.atomic().into_iter().flat_map(|(held, inside)| [held, inside]);
        for slot in self.mentioned.iter().copied().chain(atomic) {
            match slot {
                Slot::Shared(_) => fix(slot, 0, true),
                Slot::Local(_) => alive.iter().for_each(|thread| fix(slot, *thread, *thread == taken.thread)),
            }
        }
        sets.conjunction(literals)
    }

    /// The valuation with the initial values of the bits that the run does not mention.
    fn filled(&self, mut values: Vec<bool>) -> Vec<bool> {
        let Relations { program, variables, .. } = self.relations;
        let initial = |list: &[Option<bool>], bit: u32| list[bit as usize].unwrap_or(false);
        for bit in (0..program.shared_slots).filter(|bit| !self.mentioned.contains(&Slot::Shared(*bit))) {
            values[variables.now(Slot::Shared(bit), 0) as usize] = initial(&program.shared_initial, bit);
        }
        for bit in (0..program.local_slots).filter(|bit| !self.mentioned.contains(&Slot::Local(*bit))) {
            for thread in 0..variables.threads() {
                // The bits of a created thread that its creation does not name are F.
                let value = thread < self.path.threads && initial(&program.local_initial, bit);
                values[variables.now(Slot::Local(bit), thread) as usize] = value;
            }
        }
        values
    }
}
