//! The parts of a step that change or constrain the bits of other threads (`x$`), one relation for each of them.

use boolprog_base::control::Stop;
use boolprog_program::names::VariableId;
use boolprog_program::program::{Atom, Edge, Goal, LocationId, Passive, Slot, Value};

use super::expression::{Read, can, takes};
use super::{Relations, Step};

/// When the parts of a step for the other threads are taken, so that a step is a sequence of relations, each of which
/// writes bits of one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Before the part of the thread that acts: they read its old values.
    Before,
    /// After it: they read its new values.
    After,
}

/// The turn of the parts for other threads; `None` if they read an old and a new value of the thread that acts, of bits
/// that it writes.
pub fn turn(edge: &Edge, passive: &Passive) -> Option<Turn> {
    let (mut reads_old, mut reads_new) = (false, false);
    let is_written = |slot| edge.updates.iter().any(|(written, _)| *written == slot);
    atoms(passive, &mut |atom| match atom {
        Atom::Old(slot) => reads_old |= is_written(slot),
        Atom::New(slot) => reads_new |= is_written(slot),
        Atom::PassiveOld(_) | Atom::PassiveNew(_) => {}
    });
    match (reads_old, reads_new) {
        (true, true) => None,
        (false, true) => Some(Turn::After),
        _ => Some(Turn::Before),
    }
}

/// Visits what the parts for other threads read and write.
fn atoms(passive: &Passive, visit: &mut impl FnMut(Atom)) {
    for (variable, value) in &passive.updates {
        visit(Atom::PassiveNew(*variable));
        if let Value::Expr(expr) = value {
            expr.atoms(visit);
        }
    }
    passive.constrain.iter().for_each(|constrain| constrain.atoms(visit));
}

impl Relations<'_, '_> {
    /// The part of a step of `active` for the thread `other` at this location; `None` if it leaves that thread alone,
    /// which is without an activation of the procedure concerned. The values of `active` that it reads are present ones.
    pub fn passive_step(
        &self,
        passive: &Passive,
        active: u32,
        (other, location): (u32, LocationId),
    ) -> Result<Option<Step>, Stop> {
        let Self { sets, variables, program, .. } = self;
        let slot = |variable: VariableId| program.slot_in(location, variable);
        let mut is_concerned = true;
        atoms(passive, &mut |atom| {
            if let Atom::PassiveOld(variable) | Atom::PassiveNew(variable) = atom {
                is_concerned &= slot(variable).is_some();
            }
        });
        if !is_concerned {
            return Ok(None);
        }
        let written: Vec<Slot> = passive.updates.iter().filter_map(|(variable, _)| slot(*variable)).collect();
        let read = |read| match read {
            Read::Old(slot) | Read::New(slot) => Some(variables.now(slot, active)),
            Read::PassiveOld(variable) => Some(variables.now(slot(variable)?, other)),
            Read::PassiveNew(variable) => {
                let slot = slot(variable)?;
                Some(if written.contains(&slot) { variables.next(slot) } else { variables.now(slot, other) })
            }
        };
        let mut relation = sets.all();
        for (slot, (_, value)) in written.iter().zip(&passive.updates) {
            relation = sets.and(&relation, &takes(sets, variables.next(*slot), value, &read)?)?;
        }
        if let Some(constrain) = &passive.constrain {
            relation = sets.and(&relation, &can(sets, constrain, &read)?.be_true)?;
        }
        Ok(Some(Step { goal: Goal::Location(location), relation, written, created: None }))
    }
}
