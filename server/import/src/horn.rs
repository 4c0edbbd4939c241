//! Horn clauses in SMT-LIB 2: the input of provers with fixed points, such as Z3's Spacer.
//!
//! One relation holds for all reachable states, over the numbers of the locations and the values. There is one clause
//! for each kind of start, step and violation. **`sat` means safe**: the relation can be chosen so that no violation is
//! derivable. `unsat` means that an error is reachable. Integers are the mathematical ones, so that no value is too
//! large.

mod definedness;
mod question;

use std::fmt::Write;

use boolprog_integer::smt_lib::{Symbol, Writer, number, sort, within};
use boolprog_integer::{Formula, Initial, InputId, InstanceId, Sort, System, Term, Transition, VariableId};

use definedness::{all, of_all, of_formula, of_update};
pub use question::Question;

/// The clauses. Linear in the size of the system, times the number of variables and transitions.
pub fn write(system: &System, question: Question) -> String {
    let mut writer = Clauses { system, text: String::new() };
    writer.line(&format!("; The question is {}.", question.in_words(system)));
    writer.line("; sat: yes. unsat: no.");
    writer.line("(set-logic HORN)");
    let sorts: Vec<&str> = writer.columns().iter().map(|(_, sort)| *sort).collect();
    writer.line(&format!("(declare-fun State ({}) Bool)", sorts.join(" ")));
    writer.start();
    for transition in &system.transitions {
        writer.transition(transition, question);
    }
    for property in question.properties(system) {
        writer.line(&format!("; {}", property.name));
        let defined = of_formula(&property.error);
        let error = all(vec![defined.clone(), property.error.clone()]);
        writer.clause(&[], vec![writer.state(), formula(system, &error)], "false");
        writer.missing(&[], &[], &defined, question);
    }
    writer.line("(check-sat)");
    writer.text
}

struct Clauses<'s> {
    system: &'s System,
    text: String,
}

impl Clauses<'_> {
    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
        _ = writeln!(self.text, "{line}");
    }

    /// The arguments of the relation and their sorts.
    fn columns(&self) -> Vec<(String, &'static str)> {
        let locations = (0..self.system.instances.len())
            .map(|instance| (name(self.system, Symbol::Location(InstanceId(instance as u16))), "Int"));
        let variables = (0..self.system.variables.len()).map(|index| {
            let variable = VariableId(index as u32);
            (name(self.system, Symbol::Variable(variable)), sort(self.system.variable(variable).sort))
        });
        locations.chain(variables).collect()
    }

    fn state(&self) -> String {
        let names: Vec<String> = self.columns().into_iter().map(|(name, _)| name).collect();
        call("State", &names)
    }

    /// `body` implies `head`, for all states and choices.
    fn clause(&mut self, choices: &[(String, &'static str)], body: Vec<String>, head: &str) {
        let columns = self.columns();
        let variables: Vec<String> =
            columns.iter().chain(choices).map(|(name, sort)| format!("({name} {sort})")).collect();
        let body = conjunction(body);
        let clause = format!("(=> {body} {head})");
        if variables.is_empty() {
            self.line(&format!("(assert {clause})"));
        } else {
            self.line(&format!("(assert (forall ({}) {clause}))", variables.join(" ")));
        }
    }

    fn start(&mut self) {
        let system = self.system;
        let mut body = Vec::new();
        for instance in 0..system.instances.len() {
            body.push(format!("(= {} 0)", name(system, Symbol::Location(InstanceId(instance as u16)))));
        }
        for (index, variable) in system.variables.iter().enumerate() {
            let name = name(system, Symbol::Variable(VariableId(index as u32)));
            match (variable.initial, variable.sort) {
                (Initial::Value(value), Sort::Boolean) => body.push(format!("(= {name} {})", value != 0)),
                (Initial::Value(value), _) => body.push(format!("(= {name} {})", number(value))),
                (Initial::Unspecified, sort) => body.extend(within(&name, sort)),
            }
        }
        body.push(formula(system, &of_all(&system.initial)));
        body.extend(system.initial.iter().map(|condition| formula(system, condition)));
        let state = self.state();
        self.clause(&[], body, &state);
    }

    fn transition(&mut self, transition: &Transition, question: Question) {
        let system = self.system;
        let instance = system.instance(transition.instance);
        let location = |location| system.location(transition.instance, location).name.as_str();
        self.line(&format!("; {}: {} -> {}", instance.name, location(transition.from), location(transition.to)));
        let choices: Vec<(String, &'static str)> = transition
            .choices
            .iter()
            .enumerate()
            .map(|(index, choice)| (name(system, input(index)), sort(choice.sort)))
            .collect();
        let here = format!("(= {} {})", name(system, Symbol::Location(transition.instance)), transition.from.0);
        let (guarded, updated) = (of_all(&transition.guard), of_update(system, transition));
        let mut body = vec![here.clone(), formula(system, &guarded)];
        body.extend(transition.guard.iter().map(|part| formula(system, part)));
        body.extend(
            transition
                .choices
                .iter()
                .enumerate()
                .filter_map(|(index, choice)| within(&name(system, input(index)), choice.sort)),
        );
        self.missing(&[], &[here], &guarded, question);
        self.missing(&choices, &body, &updated, question);
        body.insert(0, self.state());
        body.push(formula(system, &updated));
        let head = call("State", &self.next(transition));
        self.clause(&choices, body, &head);
    }

    /// Says that a value exists where it is needed.
    fn missing(&mut self, choices: &[(String, &'static str)], body: &[String], defined: &Formula, question: Question) {
        if question.wants_values() && *defined != Formula::Constant(true) {
            let mut body = [&[self.state()], body].concat();
            body.push(call("not", &[formula(self.system, defined)]));
            self.clause(choices, body, "false");
        }
    }

    fn next(&self, transition: &Transition) -> Vec<String> {
        let system = self.system;
        let locations = (0..system.instances.len()).map(|index| {
            let instance = InstanceId(index as u16);
            if instance == transition.instance {
                transition.to.0.to_string()
            } else {
                name(system, Symbol::Location(instance))
            }
        });
        let values = (0..system.variables.len()).map(|index| {
            let variable = VariableId(index as u32);
            let new = transition.update.terms.get(&variable).map(|value| term(system, value));
            let new = new.or_else(|| transition.update.formulas.get(&variable).map(|value| formula(system, value)));
            new.unwrap_or_else(|| name(system, Symbol::Variable(variable)))
        });
        locations.chain(values).collect()
    }
}

/// The symbol of a choice, by its index.
fn input(index: usize) -> Symbol {
    Symbol::Input(InputId(index as u16))
}

fn name(system: &System, symbol: Symbol) -> String {
    match symbol {
        Symbol::Variable(variable) => format!("|{}|", system.variable(variable).name),
        Symbol::Input(input) => format!("|input {}|", input.0),
        Symbol::Location(instance) => format!("|{} @|", system.instance(instance).name),
    }
}

fn call(function: &str, arguments: &[String]) -> String {
    if arguments.is_empty() { function.to_owned() } else { format!("({function} {})", arguments.join(" ")) }
}

fn conjunction(mut parts: Vec<String>) -> String {
    parts.retain(|part| part != "true");
    match parts.len() {
        0 => "true".to_owned(),
        1 => parts.swap_remove(0),
        _ => call("and", &parts),
    }
}

fn term(system: &System, expression: &Term) -> String {
    let mut text = String::new();
    Writer { text: &mut text, name: &|symbol| name(system, symbol) }.term(expression);
    text
}

fn formula(system: &System, expression: &Formula) -> String {
    let mut text = String::new();
    Writer { text: &mut text, name: &|symbol| name(system, symbol) }.formula(expression);
    text
}
