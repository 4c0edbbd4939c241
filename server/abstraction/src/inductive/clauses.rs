//! The Horn clauses about places, in SMT-LIB.

use std::fmt::Write;

use boolprog_integer::smt_lib::{Symbol, Writer, number, sort, within};
use boolprog_integer::{Choice, Formula, Initial, InputId, Replacement, Sort, System, Term, Transition, VariableId};

use super::places::{Place, PlaceStep, Places};
use crate::obligations;
use crate::solution::Argument;

/// Name of the relation of a place.
pub(super) fn relation(place: usize) -> String {
    format!("at{place}")
}

/// The clauses as text.
pub(super) struct Clauses<'s> {
    system: &'s System,
    /// The variables that are no part of control.
    variables: Vec<VariableId>,
    text: String,
    /// `true` if some clause says that something is not reached.
    pub(super) asks: bool,
}

impl<'s> Clauses<'s> {
    pub(super) fn of(system: &'s System, places: &Places) -> Self {
        let is_free = |variable: &VariableId| !places.all[0].values.contains_key(variable);
        let variables: Vec<VariableId> = (0..system.variables.len() as u32).map(VariableId).filter(is_free).collect();
        let mut clauses = Self { system, variables, text: String::new(), asks: false };
        let sorts: Vec<&str> = clauses.variables.iter().map(|id| sort(system.variable(*id).sort)).collect();
        for place in 0..places.all.len() {
            _ = writeln!(clauses.text, "(declare-fun {} ({}) Bool)", relation(place), sorts.join(" "));
        }
        clauses.start(&places.all[0]);
        for step in &places.steps {
            clauses.step(&places.all[step.source], step);
        }
        for (place, number) in places.all.iter().zip(0..) {
            clauses.properties(place, number);
        }
        clauses
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The arguments of each relation, in order.
    pub(super) fn arguments(&self) -> Vec<Argument> {
        self.variables.iter().map(|id| Argument::Variable(*id, self.system.variable(*id).sort)).collect()
    }

    /// Every start of the system.
    fn start(&mut self, place: &Place) {
        let system = self.system;
        let mut body = Vec::new();
        for id in &self.variables {
            let (variable, name) = (system.variable(*id), name(*id));
            match (variable.initial, variable.sort) {
                (Initial::Value(value), Sort::Boolean) => body.push(format!("(= {name} {})", value != 0)),
                (Initial::Value(value), _) => body.push(format!("(= {name} {})", number(value))),
                (Initial::Unspecified, _) => {}
            }
        }
        self.without_value(place, &body, &obligations::of_conjuncts(&system.initial), &[]);
        body.extend(system.initial.iter().map(|formula| written(formula, place)));
        let head = self.holds(0);
        self.clause(&[], &body, &head);
    }

    fn step(&mut self, place: &Place, step: &PlaceStep) {
        let PlaceStep { source, transition, target } = *step;
        let transition = &self.system.transitions[transition as usize];
        let mut body = vec![self.holds(source)];
        let inputs = (0..).map(InputId).zip(&transition.choices);
        body.extend(inputs.filter_map(|(input, choice)| within(&input_name(input), choice.sort)));
        self.without_value(place, &body, &obligations::of(self.system, transition), &transition.choices);
        body.extend(transition.guard.iter().map(|formula| written(formula, place)));
        let head = self.after(place, target, transition);
        self.clause(&transition.choices, &body, &head);
    }

    fn properties(&mut self, place: &Place, number: usize) {
        for property in &self.system.properties {
            let mut body = vec![self.holds(number)];
            let error = std::slice::from_ref(&property.error);
            self.without_value(place, &body, &obligations::of_conjuncts(error), &[]);
            if place.formula(&property.error) != Formula::Constant(false) {
                body.push(written(&property.error, place));
                self.clause(&[], &body, "false");
            }
        }
    }

    /// The relation of a place, for the values before a step.
    fn holds(&self, place: usize) -> String {
        let mut text = format!("({}", relation(place));
        for id in &self.variables {
            _ = write!(text, " {}", name(*id));
        }
        // A relation without arguments is a constant.
        if self.variables.is_empty() { relation(place) } else { text + ")" }
    }

    /// The relation of a place, for the values after a transition.
    fn after(&self, place: &Place, target: usize, transition: &Transition) -> String {
        let value = |id: &VariableId| match self.system.variable(*id).sort {
            Sort::Boolean => written(&Replacement::formula(&transition.update, *id), place),
            _ => written_term(&Replacement::term(&transition.update, *id), place),
        };
        let values: Vec<String> = self.variables.iter().map(value).collect();
        if values.is_empty() { relation(target) } else { format!("({} {})", relation(target), values.join(" ")) }
    }

    /// Adds that a state in which something has no value is not reached.
    fn without_value(&mut self, place: &Place, body: &[String], obligations: &[Formula], choices: &[Choice]) {
        let all = Formula::All(obligations.to_vec());
        if place.formula(&all) != Formula::Constant(true) {
            let mut body = body.to_vec();
            body.push(format!("(not {})", written(&all, place)));
            self.clause(choices, &body, "false");
        }
    }

    /// `body` implies `head`, for all values of the variables and choices.
    fn clause(&mut self, choices: &[Choice], body: &[String], head: &str) {
        self.asks |= head == "false";
        let (mut declared, mut bounds) = (String::new(), String::new());
        for id in &self.variables {
            let (variable, name) = (self.system.variable(*id), name(*id));
            _ = write!(declared, "({name} {})", sort(variable.sort));
            bounds.extend(within(&name, variable.sort).map(|bound| format!(" {bound}")));
        }
        for (input, choice) in (0..).map(InputId).zip(choices) {
            _ = write!(declared, "({} {})", input_name(input), sort(choice.sort));
        }
        let implication = format!("(=> (and true{bounds} {}) {head})", body.join(" "));
        let text = if declared.is_empty() { implication } else { format!("(forall ({declared}) {implication})") };
        _ = writeln!(self.text, "(assert {text})");
    }
}

fn written(formula: &Formula, place: &Place) -> String {
    let mut text = String::new();
    Writer { text: &mut text, name: &symbol }.formula(&place.formula(formula));
    text
}

fn written_term(term: &Term, place: &Place) -> String {
    let mut text = String::new();
    Writer { text: &mut text, name: &symbol }.term(&place.term(term));
    text
}

fn name(variable: VariableId) -> String {
    format!("v{}", variable.0)
}

fn input_name(input: InputId) -> String {
    format!("i{}", input.0)
}

fn symbol(symbol: Symbol) -> String {
    match symbol {
        Symbol::Variable(variable) => name(variable),
        Symbol::Input(input) => input_name(input),
        // Folding leaves no locations.
        Symbol::Location(instance) => format!("p{}", instance.0),
    }
}
