//! Predicates of a Boolean program: those to begin with, and those that refinement adds.

use boolprog_certificate::boolean::{Predicate, Template};
use boolprog_integer::expression::Leaf;
use boolprog_integer::{Formula, InstanceId, LocationId};

use crate::condition::Atoms;
use crate::normal::{Known, merged, spelled};

/// The formulas whose atoms are the first predicates, besides those that the file declares and the locations that edges and
/// properties look at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seeds {
    /// Those of the guards.
    pub guards: bool,
    /// Those of the properties.
    pub properties: bool,
}

impl Default for Seeds {
    fn default() -> Self {
        Self { guards: true, properties: true }
    }
}

/// A formula about local variables of several threads, which no predicate of one thread can express.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a predicate over two threads is needed: {0}")]
pub struct Between(pub String);

/// The predicates to begin with.
pub fn seeds(template: &Template, seeds: Seeds) -> Vec<Predicate> {
    let system = template.system();
    let mut found = Vec::new();
    for predicate in &system.predicates {
        add_all(template, &mut found, atoms(&predicate.formula));
    }
    for (_, transition) in template.transitions() {
        for part in &transition.guard {
            add_all(template, &mut found, places(part));
            if seeds.guards {
                add_all(template, &mut found, atoms(part));
            }
        }
        for (_, value) in transition.update.all_formulas() {
            add_all(template, &mut found, places(value));
        }
    }
    for property in &system.properties {
        add_all(template, &mut found, places(&property.error));
        if seeds.properties {
            add_all(template, &mut found, atoms(&property.error));
        }
    }
    found
}

/// Adds the predicates for formulas that concern one thread each; ignores the others.
fn add_all(template: &Template, predicates: &mut Vec<Predicate>, formulas: Vec<Formula>) {
    for formula in formulas {
        _ = add(template, predicates, &formula);
    }
}

/// Adds the predicate of an atom; `false` if it is there already, or depends on a choice of the environment.
pub fn add(template: &Template, predicates: &mut Vec<Predicate>, formula: &Formula) -> Result<bool, Between> {
    let (system, formula) = (template.system(), merged(formula));
    let mut owners: Vec<InstanceId> = Vec::new();
    let mut has_input = false;
    formula.leaves(&mut |leaf| match leaf {
        Leaf::Input(_) => has_input = true,
        Leaf::Variable(variable) if template.owner(variable).is_some() => {
            owners.extend(system.variable(variable).owner);
        }
        Leaf::At(instance, _) if template.is_any(system.instance(instance).process) => has_input = true,
        Leaf::Variable(_) | Leaf::At(..) => {}
    });
    owners.sort_unstable();
    owners.dedup();
    if owners.len() > 1 {
        return Err(Between(system.print_formula(&formula).to_string()));
    }
    let owner = owners.first().map(|instance| system.instance(*instance).process);
    let is_other = owner.is_some_and(|owner| owners != [template.first(owner)]);
    let is_known = predicates.iter().any(|known| known.formula == formula);
    if has_input || is_other || is_known || matches!(formula, Formula::Constant(_)) {
        return Ok(false);
    }
    let spelled = spelled(system, &formula);
    let name = match owner {
        None => system.print_formula(&spelled).to_string(),
        Some(owner) => system.print_formula_inside(&spelled, template.first(owner)).to_string(),
    };
    let process = owner.map(|owner| system.processes[usize::from(owner)].name.as_str());
    let is_taken = predicates.iter().any(|known| known.name == name);
    let name = if is_taken { format!("{}: {name}", process.unwrap_or("shared")) } else { name };
    predicates.push(Predicate { name, formula, owner });
    Ok(true)
}

/// The comparisons and Boolean variables of a formula, in their normal form.
pub(crate) fn atoms(formula: &Formula) -> Vec<Formula> {
    let mut atoms = Atoms::default();
    let condition = atoms.condition(formula, Known::default());
    condition.atoms().into_iter().map(|atom| atoms.formula(atom).clone()).collect()
}

/// The locations that a formula looks at.
fn places(formula: &Formula) -> Vec<Formula> {
    let mut found: Vec<(InstanceId, LocationId)> = Vec::new();
    formula.leaves(&mut |leaf| {
        if let Leaf::At(instance, location) = leaf {
            found.push((instance, location));
        }
    });
    found.into_iter().map(|(instance, location)| Formula::At { instance, location }).collect()
}
