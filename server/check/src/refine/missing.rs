//! From the atoms of a counterexample to predicates of the next round.

use std::collections::BTreeSet;

use boolprog_abstraction::boolean;
use boolprog_certificate::boolean::{Predicate, Template};
use boolprog_integer::expression::Replacement;
use boolprog_integer::{Formula, InstanceId, System, Term, VariableId};
use itertools::Itertools as _;

/// With more instances than this, a predicate is added for those of the counterexample alone.
const MOST_IMAGES: usize = 32;

/// Adds the predicate of an atom over the instances of a path. Fails with a sentence if it concerns several instances of
/// processes with `[*]`.
pub(super) fn add(
    template: &Template,
    system: &System,
    predicates: &mut Vec<Predicate>,
    atom: &Formula,
) -> Result<(), String> {
    let is_any = |instance: InstanceId| template.is_any(system.instance(instance).process);
    let owners: BTreeSet<_> = atom.variables().into_iter().filter_map(|it| system.variable(it).owner).collect();
    if owners.iter().filter(|owner| is_any(**owner)).count() > 1 {
        return Err(format!("a predicate over two threads is needed: {}", system.print_formula(atom)));
    }
    let renamed = atom.replace(&Renamed(&|variable| in_template(template, system, variable)));
    for image in images(template, renamed) {
        boolean::add(template, predicates, &image).map_err(|why| why.to_string())?;
    }
    Ok(())
}

/// Other variables of the same sort; those without one stay.
struct Renamed<'a>(&'a dyn Fn(VariableId) -> Option<VariableId>);

impl Replacement for Renamed<'_> {
    fn term(&self, variable: VariableId) -> Term {
        Term::Variable(self.0(variable).unwrap_or(variable))
    }

    fn formula(&self, variable: VariableId) -> Formula {
        Formula::Variable(self.0(variable).unwrap_or(variable))
    }
}

/// A formula, and what it says of other instances of the same processes: programs are symmetric in them, as a rule.
fn images(template: &Template, formula: Formula) -> Vec<Formula> {
    let system = template.system();
    let owners: BTreeSet<_> = formula.variables().into_iter().filter_map(|it| system.variable(it).owner).collect();
    let owners: Vec<_> = owners.into_iter().filter(|owner| !template.is_any(system.instance(*owner).process)).collect();
    let of = |instance: &InstanceId| system.instance(*instance).process;
    let same = |owner: &InstanceId| -> Vec<_> {
        (0..system.instances.len() as u16).map(InstanceId).filter(|other| of(other) == of(owner)).collect()
    };
    let choices: Vec<Vec<_>> = owners.iter().map(same).collect();
    if choices.is_empty() || choices.iter().map(Vec::len).product::<usize>() > MOST_IMAGES {
        return vec![formula];
    }
    let is_injective = |choice: &Vec<InstanceId>| choice.iter().all_unique();
    let image = |choice: Vec<InstanceId>| {
        formula.replace(&Renamed(&|variable| {
            let place = owners.iter().position(|owner| system.variable(variable).owner == Some(*owner))?;
            let number = variables(system, owners[place]).position(|other| other == variable)?;
            variables(system, choice[place]).nth(number)
        }))
    };
    choices.into_iter().multi_cartesian_product().filter(is_injective).map(image).collect()
}

/// The variable of the template that stands for one of a system with other instances.
fn in_template(template: &Template, system: &System, variable: VariableId) -> Option<VariableId> {
    let Some(owner) = system.variable(variable).owner else { return Some(variable) };
    let instance = system.instance(owner);
    let own = if template.is_any(instance.process) {
        template.first(instance.process)
    } else {
        let instances = &template.system().instances;
        InstanceId(instances.iter().position(|other| other.name == instance.name)? as u16)
    };
    let place = variables(system, owner).position(|other| other == variable)?;
    variables(template.system(), own).nth(place)
}

fn variables(system: &System, owner: InstanceId) -> impl Iterator<Item = VariableId> + '_ {
    let all = system.variables.iter().zip(0..);
    all.filter(move |(variable, _)| variable.owner == Some(owner)).map(|(_, id)| VariableId(id))
}
