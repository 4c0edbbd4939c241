//! Declarations: names, ranges, and what processes become.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use boolprog_integer::{Comparison, Sort};
use smol_str::SmolStr;

use super::build::{Builder, Place, no_state};
use super::expression::{Context, Meaning, Scope, as_integer};
use super::tree::{Kind, Process, Variable};
use crate::Refusal;
use crate::cursor::Name;
use crate::expression::Expr;
use crate::names::Names;
use crate::program::Declaration;
use crate::ranges::Ranges;

/// Arrays with more elements are not read.
const MAX_ELEMENTS: i64 = 256;

/// More variables are not written, counting elements of arrays.
const MAX_VARIABLES: i64 = 5000;

/// More processes are not read: states would hold them all.
const MAX_PROCESSES: usize = boolprog_integer::model::MAX_INSTANCES as usize;

/// More committed states are not read: all other edges must wait for them.
const MAX_COMMITTED: usize = 500;

impl Builder<'_> {
    pub(super) fn declare(&mut self) -> Result<(), Refusal> {
        let (mut scope, mut ranges) = (Scope::default(), Ranges::default());
        let file = self.file;
        for variable in &file.variables {
            let mut declared = Vec::new();
            let mut names = std::mem::take(&mut self.names);
            let result = self.variable(variable, ("", true), &mut names, &mut scope, &mut ranges, &mut declared);
            self.names = names;
            result?;
            self.program.variables.extend(declared);
        }
        let processes = self.processes();
        if let Some(process) = processes.get(MAX_PROCESSES) {
            return Err(Refusal::new(process.name.span, format!("There are more than {MAX_PROCESSES} processes.")));
        }
        let mut seen = BTreeSet::new();
        for process in &processes {
            if !seen.insert(&process.name.text) {
                return Err(twice(&process.name));
            }
            let name = self.names.take(&process.name.text);
            self.places.push(Place {
                name,
                scope: scope.clone(),
                ranges: ranges.clone(),
                states: BTreeMap::new(),
                control: None,
                variables: Vec::new(),
                edges: Vec::new(),
                outside: Vec::new(),
            });
        }
        // The shared names first: those of one process must not hide one of them.
        let moved = |process: &Process| process.transitions.iter().any(|t| t.sync.as_ref().is_some_and(|s| !s.sends));
        let mut order: Vec<usize> = (0..processes.len()).collect();
        order.sort_by_key(|number| !moved(processes[*number]));
        for number in order {
            self.process(number, processes[number], moved(processes[number]))?;
        }
        for (number, process) in processes.iter().enumerate() {
            for name in &process.committed {
                self.state(number, name)?;
                self.committed.insert((number, name.text.clone()));
            }
            if self.committed.len() > MAX_COMMITTED {
                let message = format!("There are more than {MAX_COMMITTED} committed states.");
                return Err(Refusal::new(process.name.span, message));
            }
            for transition in &process.transitions {
                if let Some(sync) = transition.sync.as_ref().filter(|sync| !sync.sends) {
                    let receivers = self.receivers.entry(sync.channel.text.clone()).or_default();
                    receivers.push((number, transition));
                }
            }
        }
        Ok(())
    }

    fn process(&mut self, number: usize, process: &Process, moved: bool) -> Result<(), Refusal> {
        let mut place = std::mem::replace(&mut self.places[number], Place::nothing());
        let mut names = if moved { std::mem::take(&mut self.names) } else { self.names.clone() };
        let prefix = if moved { format!("{}_", place.name) } else { String::new() };
        let mut seen: BTreeSet<&SmolStr> = BTreeSet::new();
        let mut declared = Vec::new();
        for variable in &process.variables {
            if !seen.insert(&variable.name.text) {
                return Err(twice(&variable.name));
            }
            self.variable(variable, (&prefix, false), &mut names, &mut place.scope, &mut place.ranges, &mut declared)?;
        }
        let mut locations = Names::default();
        for (index, state) in process.states.iter().enumerate() {
            let name = if moved {
                let name = names.take(&format!("{prefix}{}", state.text));
                self.program.constants.push((name.clone(), as_integer(index)));
                name
            } else {
                locations.take(&state.text)
            };
            if place.states.insert(state.text.clone(), name).is_some() {
                return Err(twice(state));
            }
        }
        if moved {
            let control = names.take(&format!("{prefix}at"));
            let initial = place.states.get(&process.initial.text).ok_or_else(|| no_state(&process.initial))?;
            let sort = Sort::Range(0, as_integer(process.states.len()) - 1);
            declared.push(Declaration { name: control.clone(), sort, initial: Some(Expr::name(initial)) });
            place.control = Some(control);
            self.program.variables.append(&mut declared);
            self.names = names;
        } else {
            place.variables = declared;
        }
        for (state, name) in &place.states {
            let at = match &place.control {
                Some(control) => Expr::compare(Comparison::Equal, Expr::name(control), Expr::name(name)),
                None => Expr::At(place.name.clone(), name.clone()),
            };
            self.states.insert((process.name.text.clone(), state.clone()), at);
        }
        self.places[number] = place;
        Ok(())
    }

    /// Declares a variable, the elements of an array, or a constant.
    fn variable(
        &mut self,
        variable: &Variable,
        (prefix, is_shared): (&str, bool),
        names: &mut Names,
        scope: &mut Scope,
        ranges: &mut Ranges,
        declared: &mut Vec<Declaration>,
    ) -> Result<(), Refusal> {
        let no_states = BTreeMap::new();
        let mut context = Context::new(scope.clone(), &no_states, ranges.clone());
        let size = variable.size.as_ref().map(|size| context.number(size)).transpose()?;
        let mut initial = Vec::new();
        for value in &variable.initial {
            let value = context.number(value)?;
            initial.push(match variable.kind {
                Kind::Byte => value.rem_euclid(256),
                Kind::Int => (value.wrapping_add(32768)).rem_euclid(65536) - 32768,
            });
        }
        // Nobody else may look at the maps that are changed below, or these would be copied.
        drop(context);
        if size.is_some_and(|size| !(1..=MAX_ELEMENTS).contains(&size)) {
            let message = format!("An array can have 1 to {MAX_ELEMENTS} elements here.");
            return Err(Refusal::new(variable.name.span, message));
        }
        if as_integer(initial.len()) > size.unwrap_or(1) {
            return Err(Refusal::new(variable.name.span, "There are more initial values than elements."));
        }
        let wanted = format!("{prefix}{}", variable.name.text);
        let mut element = |wanted: &str, value: i64| {
            let name = names.take(wanted);
            ranges.declare(&name, variable.kind.sort());
            declared.push(Declaration {
                name: name.clone(),
                sort: variable.kind.sort(),
                initial: Some(Expr::Number(value)),
            });
            name
        };
        let value = |index: usize| initial.get(index).copied().unwrap_or(0);
        let meaning = match size {
            Some(size) => {
                let elements = 0..usize::try_from(size).unwrap_or(0);
                let elements = elements.map(|index| element(&format!("{wanted}_{index}"), value(index))).collect();
                Meaning::Array(variable.kind, elements)
            }
            None if variable.is_constant && is_shared => {
                let name = names.take(&wanted);
                ranges.declare(&name, Sort::Range(value(0), value(0)));
                self.program.constants.push((name.clone(), value(0)));
                Meaning::Constant(Expr::Name(name))
            }
            // Constants of `.ip` are shared, and would hide variables of other processes.
            None if variable.is_constant => Meaning::Constant(Expr::Number(value(0))),
            None => Meaning::Variable(variable.kind, element(&wanted, value(0))),
        };
        let elements = as_integer(initial.len()).max(size.unwrap_or(1));
        let known = scope.get(&variable.name.text).is_some();
        let of_scope = if is_shared { &mut scope.shared } else { &mut scope.own };
        Rc::make_mut(of_scope).insert(variable.name.text.clone(), meaning);
        if known {
            return Err(twice(&variable.name));
        }
        self.elements += elements;
        if self.elements > MAX_VARIABLES {
            return Err(Refusal::new(variable.name.span, format!("There are more than {MAX_VARIABLES} variables.")));
        }
        Ok(())
    }
}

fn twice(name: &Name) -> Refusal {
    Refusal::new(name.span, format!("`{}` is declared already.", name.text))
}
