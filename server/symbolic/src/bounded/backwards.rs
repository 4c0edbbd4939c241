//! Reading a run off the layers, from its end.

use std::rc::Rc;

use boolprog_base::control::Stop;
use boolprog_program::program::Slot;

use super::layers::{Arrival, Layers, Move, moves};
use crate::run::{Moment, Run, run};
use boolprog_certificate::diagrams::Places;
use boolprog_explore::relations::{Set, Variable};

impl Layers<'_, '_, '_> {
    /// A run to one of the configurations in `there`, which are of the last layer, and the failing assertion of a
    /// thread after it. `None` if there are none.
    pub(super) fn run_to(&mut self, places: &Places, there: &Set, failing: Option<u32>) -> Result<Option<Run>, Stop> {
        let Some(values) = there.example() else { return Ok(None) };
        let mut moments = vec![Moment { places: places.clone(), values }];
        let mut actors = Vec::new();
        for layer in (0..self.found.len() - 1).rev() {
            let last = &moments[moments.len() - 1];
            let Some((before, actor)) = self.before(layer, last)? else { return Ok(None) };
            moments.push(before);
            actors.push(actor);
        }
        moments.reverse();
        actors.reverse();
        actors.extend(failing);
        Ok(Some(run(self.relations, &moments, &actors)))
    }

    /// A configuration of the layer from which one step leads to this one, and the place of the thread that takes it.
    fn before(&mut self, layer: usize, to: &Moment) -> Result<Option<(Moment, u32)>, Stop> {
        let relations = self.relations;
        let sets = &relations.sets;
        let found = Rc::clone(&self.found[layer]);
        for (places, set) in &*found {
            for (by, arrival) in moves(relations, places) {
                if !matches!(arrival, Arrival::At(arrived) if arrived == to.places) {
                    continue;
                }
                let fixed = self.fixed(by, to)?;
                let (step, _) = self.step(by)?;
                let mut taken = sets.and(&sets.and(set, &fixed)?, &step.relation)?;
                if let Some((_, values)) = &step.created {
                    taken = sets.and(&taken, values)?;
                }
                if let Some(values) = taken.example() {
                    return Ok(Some((Moment { places: places.clone(), values }, by.thread)));
                }
            }
        }
        Ok(None)
    }

    /// The constraints of the configuration after a move on the variables of the move: a bit that is written has its
    /// value afterwards, any other one has had it all the time.
    fn fixed(&mut self, by: Move, to: &Moment) -> Result<Set, Stop> {
        let relations = self.relations;
        let (sets, variables) = (&relations.sets, &relations.variables);
        let written = self.step(by)?.0.written.clone();
        let mut literals: Vec<(Variable, bool)> = Vec::new();
        let mut fix = |slot: Slot, thread: u32, mover: bool| {
            let now = variables.now(slot, thread);
            let known = if mover && written.contains(&slot) { variables.next(slot) } else { now };
            literals.push((known, to.values[now as usize]));
        };
        variables.shared_slots().for_each(|slot| fix(slot, by.thread, true));
        for thread in (0..variables.threads()).filter(|thread| to.places[*thread as usize].is_some()) {
            variables.local_slots().for_each(|slot| fix(slot, thread, thread == by.thread));
        }
        sets.conjunction(literals)
    }
}
