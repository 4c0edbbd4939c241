//! Runs of integer programs as documents.

use std::borrow::Cow;

use boolprog_export::integer::{
    INTEGER_RUN_SCHEMA, IntegerChange, IntegerRunDocument, IntegerStep, IntegerValue, Named,
};
use boolprog_integer::explicit::Run;
use boolprog_integer::{InstanceId, LocationId, Sort, State, System, Transition, Variable};

use super::super::load::Source;

/// A run with the names and lines of its text.
pub(super) fn document(system: &System, source: &Source, run: &Run) -> IntegerRunDocument {
    let mut before = &run.start;
    let mut steps = Vec::with_capacity(run.steps.len());
    for taken in &run.steps {
        let transition = &system.transitions[taken.transition as usize];
        steps.push(step(system, source, transition, &taken.inputs, changes(system, before, &taken.state)));
        before = &taken.state;
    }
    let locations = (0..).zip(&*run.start.locations).map(|(instance, location)| {
        let instance = InstanceId(instance);
        let name = system.location(instance, LocationId(*location)).name.to_string();
        (system.instance(instance).name.to_string(), name)
    });
    let values = system.variables.iter().zip(&*run.start.values);
    IntegerRunDocument {
        schema: Cow::Borrowed(INTEGER_RUN_SCHEMA),
        instances: system.instances.iter().map(|instance| instance.name.to_string()).collect(),
        locations: Named(locations.collect()),
        values: Named(values.map(|(variable, at)| (variable.name.to_string(), value(variable, *at))).collect()),
        steps,
    }
}

/// One step.
pub(super) fn step(
    system: &System,
    source: &Source,
    transition: &Transition,
    inputs: &[i64],
    changes: Vec<IntegerChange>,
) -> IntegerStep {
    let location = |location| system.location(transition.instance, location).name.to_string();
    IntegerStep {
        instance: system.instance(transition.instance).name.to_string(),
        line: source.line_and_column(transition.span.start).0,
        from: location(transition.from),
        to: location(transition.to),
        inputs: inputs.to_vec(),
        changes,
    }
}

fn changes(system: &System, before: &State, behind: &State) -> Vec<IntegerChange> {
    let values = before.values.iter().zip(&*behind.values);
    let changed = system.variables.iter().zip(values).filter(|(_, (from, to))| from != to);
    let change = |(variable, (from, to)): (&Variable, (&i64, &i64))| IntegerChange {
        name: variable.name.to_string(),
        from: value(variable, *from),
        to: value(variable, *to),
    };
    changed.map(change).collect()
}

fn value(variable: &Variable, value: i64) -> IntegerValue {
    match variable.sort {
        Sort::Boolean => IntegerValue::Truth(value != 0),
        Sort::Integer | Sort::Range(..) => IntegerValue::Number(value),
    }
}
