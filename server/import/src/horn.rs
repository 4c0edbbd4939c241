//! Horn clauses in SMT-LIB 2: the input of provers with fixed points, such as Z3's Spacer.
//!
//! One relation holds for all reachable states, over the numbers of the locations and the values. There is one clause
//! for each kind of start, step and violation. **`sat` means safe**: the relation can be chosen so that no violation is
//! derivable. `unsat` means that an error is reachable. Integers are the mathematical ones, so that no value is too
//! large.

mod definedness;
mod question;

use std::fmt::Write;

use boolprog_integer::{
    Arithmetic, Comparison, Formula, Initial, InstanceId, LocationId, Sort, System, Term, Transition, VariableId,
};

use definedness::{all, of_all, of_formula, of_update};
pub use question::Question;

/// The clauses. Linear in the size of the system, times the number of variables and transitions.
pub fn write(system: &System, question: Question) -> String {
    let mut writer = Writer { system, text: String::new() };
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

struct Writer<'s> {
    system: &'s System,
    text: String,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
        _ = writeln!(self.text, "{line}");
    }

    /// The arguments of the relation and their sorts.
    fn columns(&self) -> Vec<(String, &'static str)> {
        let locations =
            (0..self.system.instances.len()).map(|instance| (at(self.system, InstanceId(instance as u16)), "Int"));
        let variables = (0..self.system.variables.len()).map(|index| {
            let variable = VariableId(index as u32);
            (name(self.system, variable), sort(self.system.variable(variable).sort))
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
            body.push(format!("(= {} 0)", at(system, InstanceId(instance as u16))));
        }
        for (index, variable) in system.variables.iter().enumerate() {
            let name = name(system, VariableId(index as u32));
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
        let choices: Vec<(String, &'static str)> =
            transition.choices.iter().enumerate().map(|(index, choice)| (input(index), sort(choice.sort))).collect();
        let here = format!("(= {} {})", at(system, transition.instance), transition.from.0);
        let (guarded, updated) = (of_all(&transition.guard), of_update(system, transition));
        let mut body = vec![here.clone(), formula(system, &guarded)];
        body.extend(transition.guard.iter().map(|part| formula(system, part)));
        body.extend(
            transition.choices.iter().enumerate().flat_map(|(index, choice)| within(&input(index), choice.sort)),
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
            if instance == transition.instance { transition.to.0.to_string() } else { at(system, instance) }
        });
        let values = (0..system.variables.len()).map(|index| {
            let variable = VariableId(index as u32);
            let new = transition.update.terms.get(&variable).map(|value| term(system, value));
            let new = new.or_else(|| transition.update.formulas.get(&variable).map(|value| formula(system, value)));
            new.unwrap_or_else(|| name(system, variable))
        });
        locations.chain(values).collect()
    }
}

fn within(name: &str, sort: Sort) -> Vec<String> {
    match sort {
        Sort::Range(low, high) => vec![format!("(<= {} {name} {})", number(low), number(high))],
        Sort::Boolean | Sort::Integer => Vec::new(),
    }
}

const fn sort(sort: Sort) -> &'static str {
    match sort {
        Sort::Boolean => "Bool",
        Sort::Integer | Sort::Range(..) => "Int",
    }
}

fn name(system: &System, variable: VariableId) -> String {
    format!("|{}|", system.variable(variable).name)
}

fn at(system: &System, instance: InstanceId) -> String {
    format!("|{} @|", system.instance(instance).name)
}

fn input(index: usize) -> String {
    format!("|input {index}|")
}

fn number(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
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
    match expression {
        Term::Constant(value) => number(*value),
        Term::Variable(variable) => name(system, *variable),
        Term::Input(index) => input(usize::from(index.0)),
        Term::Negate(inner) => call("-", &[term(system, inner)]),
        Term::Binary(operation, left, right) => {
            let function = match operation {
                Arithmetic::Add => "+",
                Arithmetic::Subtract => "-",
                Arithmetic::Multiply => "*",
                Arithmetic::Divide => "div",
                Arithmetic::Remainder => "mod",
            };
            call(function, &[term(system, left), term(system, right)])
        }
        Term::Conditional(condition, then, otherwise) => {
            call("ite", &[formula(system, condition), term(system, then), term(system, otherwise)])
        }
    }
}

fn formula(system: &System, expression: &Formula) -> String {
    let parts = |parts: &[Formula]| parts.iter().map(|part| formula(system, part)).collect::<Vec<_>>();
    match expression {
        Formula::Constant(value) => value.to_string(),
        Formula::Variable(variable) => name(system, *variable),
        Formula::Input(index) => input(usize::from(index.0)),
        Formula::Compare(comparison, left, right) => {
            let operands = [term(system, left), term(system, right)];
            match comparison {
                Comparison::Equal => call("=", &operands),
                Comparison::NotEqual => call("not", &[call("=", &operands)]),
                _ => call(comparison.symbol(), &operands),
            }
        }
        Formula::Equal(left, right) => call("=", &[formula(system, left), formula(system, right)]),
        Formula::Not(inner) => call("not", &[formula(system, inner)]),
        Formula::All(conjuncts) => conjunction(parts(conjuncts)),
        Formula::Any(disjuncts) if disjuncts.is_empty() => "false".to_owned(),
        Formula::Any(disjuncts) => call("or", &parts(disjuncts)),
        Formula::At { instance, location: LocationId(location) } => format!("(= {} {location})", at(system, *instance)),
    }
}
