//! Weakest preconditions along a core.
//!
//! From the last part to the first, a condition adds its atoms and an assignment is substituted; statements outside of the
//! core are skipped. The assigned value is arbitrary there, and is eliminated: of two comparisons that mention it, one says
//! where its bound is, which the other is compared with (test points as in Loos, Weispfenning, "Applying Linear Quantifier
//! Elimination", 1993). So `x == a` and `x == b` leave `a == b`.

use std::collections::BTreeMap;

use boolprog_integer::expression::Leaf;
use boolprog_integer::{Formula, Update, VariableId};

use super::Path;
use super::unrolled::{Kind, Part};
use crate::boolean::atoms;
use crate::condition::mentions_choices;
use crate::normal::{boundary, merged};

/// Of more comparisons with a variable than this the rest is left behind, since their pairs are many.
const MOST_ELIMINATED: usize = 12;

/// Atoms with more occurrences of variables are left behind: what is computed from itself in each step doubles in each step.
const LARGEST: usize = 1_000;

/// The atoms of weakest preconditions, without those that mention a choice.
#[derive(Debug, Default)]
pub(super) struct Along {
    /// All of them, each once.
    pub(super) atoms: Vec<Formula>,
    /// Those in each state of the path, from the start.
    pub(super) states: Vec<Vec<Formula>>,
}

/// The atoms of the weakest preconditions along these parts.
pub(super) fn along(path: Path<'_>, core: &[&Part]) -> Along {
    let locations = path.locations();
    let (mut present, mut found) = (Vec::new(), Vec::new());
    let mut states = Vec::new();
    for step in (0..=path.transitions.len() + 1).rev() {
        let parts: Vec<_> = core.iter().filter(|part| part.step == step).collect();
        let kept: Vec<VariableId> = parts.iter().filter_map(|part| assigned(part)).collect();
        if let Some(transition) = step.checked_sub(1).and_then(|step| path.transitions.get(step)) {
            let update = &path.system.transitions[*transition as usize].update;
            let own = restricted(update, &kept);
            let before = &locations[step - 1];
            for variable in update.assigned().filter(|variable| !kept.contains(variable)) {
                eliminate(variable, &mut present, &mut found);
            }
            let after = std::mem::take(&mut present);
            for formula in after.into_iter().filter(|formula| size_after(formula, &own) <= LARGEST) {
                for atom in atoms(&formula.substitute(&own).fold(Some(before))) {
                    enter(&atom, &mut present, &mut found);
                }
            }
        }
        for part in parts {
            if let Kind::Assume(condition) = &part.kind {
                for atom in atoms(condition) {
                    enter(&atom, &mut present, &mut found);
                }
            }
        }
        if step > 0 {
            states.push(present.clone());
        }
    }
    states.reverse();
    Along { atoms: found, states }
}

/// Replaces the atoms that mention a variable by those that follow for the others, and adds these to all that were found.
fn eliminate(variable: VariableId, present: &mut Vec<Formula>, found: &mut Vec<Formula>) {
    let mentions = |formula: &Formula| formula.variables().contains(&variable);
    let about: Vec<_> = present.iter().filter(|formula| mentions(formula)).cloned().collect();
    present.retain(|formula| !mentions(formula));
    for (number, one) in about.iter().enumerate().take(MOST_ELIMINATED) {
        let Some(bound) = boundary(one, variable) else { continue };
        let mut at_bound = Update::default();
        at_bound.terms.insert(variable, bound);
        for other in about.iter().skip(number + 1).take(MOST_ELIMINATED) {
            for atom in atoms(&other.substitute(&at_bound)) {
                enter(&atom, present, found);
            }
        }
    }
}

/// Adds an atom, unless it mentions a choice.
fn enter(atom: &Formula, present: &mut Vec<Formula>, found: &mut Vec<Formula>) {
    let atom = merged(atom);
    if matches!(atom, Formula::Constant(_)) {
        return;
    }
    if mentions_choices(&atom) {
        return;
    }
    for list in [present, found] {
        if !list.contains(&atom) {
            list.push(atom.clone());
        }
    }
}

/// The number of occurrences of variables after an update is substituted. Linear in the formula and the update.
fn size_after(formula: &Formula, update: &Update) -> usize {
    let mut sizes: BTreeMap<VariableId, usize> = BTreeMap::new();
    for (variable, term) in &update.terms {
        term.leaves(&mut |_| *sizes.entry(*variable).or_default() += 1);
    }
    for (variable, new) in &update.formulas {
        new.leaves(&mut |_| *sizes.entry(*variable).or_default() += 1);
    }
    let mut size = 0;
    formula.leaves(&mut |leaf| {
        size += match leaf {
            Leaf::Variable(variable) => sizes.get(&variable).copied().unwrap_or(1),
            Leaf::Input(_) | Leaf::At(..) => 1,
        };
    });
    size
}

fn assigned(part: &Part) -> Option<VariableId> {
    match part.kind {
        Kind::Assign(variable) => Some(variable),
        Kind::Assume(_) => None,
    }
}

/// The part of an update that assigns these variables.
fn restricted(update: &Update, kept: &[VariableId]) -> Update {
    let mut own = Update::default();
    own.terms.extend(update.terms.iter().filter(|(id, _)| kept.contains(id)).map(|(id, term)| (*id, term.clone())));
    own.formulas.extend(update.formulas.iter().filter(|(id, _)| kept.contains(id)).map(|(id, f)| (*id, f.clone())));
    own
}
