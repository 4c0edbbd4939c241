//! Formulas that share nothing, directly or through others.

use std::collections::BTreeMap;

use boolprog_integer::expression::Leaf;
use boolprog_integer::{Formula, InputId, InstanceId, VariableId};

/// A symbol whose value formulas may depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Symbol {
    Variable(VariableId),
    Input(InputId),
    Location(InstanceId),
}

/// The parts of a conjunction of which no two have a symbol in common: they can hold together if each of them can.
pub(crate) fn independent<'f>(conjuncts: &[&'f Formula]) -> Vec<Vec<&'f Formula>> {
    let mut flat = Vec::with_capacity(conjuncts.len());
    for formula in conjuncts {
        flatten(formula, &mut flat);
    }
    let mut groups = Groups((0..flat.len()).collect());
    let mut first: BTreeMap<Symbol, usize> = BTreeMap::new();
    for (number, formula) in flat.iter().enumerate() {
        formula.leaves(&mut |leaf| {
            let other = *first.entry(symbol(leaf)).or_insert(number);
            groups.join(number, other);
        });
    }
    let mut parts: Vec<Vec<&Formula>> = vec![Vec::new(); flat.len()];
    for (number, formula) in flat.into_iter().enumerate() {
        parts[groups.of(number)].push(formula);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn flatten<'f>(formula: &'f Formula, flat: &mut Vec<&'f Formula>) {
    match formula {
        Formula::All(parts) => {
            for part in parts {
                flatten(part, flat);
            }
        }
        other => flat.push(other),
    }
}

const fn symbol(leaf: Leaf) -> Symbol {
    match leaf {
        Leaf::Variable(variable) => Symbol::Variable(variable),
        Leaf::Input(input) => Symbol::Input(input),
        Leaf::At(instance, _) => Symbol::Location(instance),
    }
}

/// Of each formula, one of its group with a number that is not greater.
struct Groups(Vec<usize>);

impl Groups {
    fn of(&self, mut number: usize) -> usize {
        while self.0[number] != number {
            number = self.0[number];
        }
        number
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other)] = one.min(other);
    }
}
