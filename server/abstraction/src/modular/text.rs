//! Clauses about places in SMT-LIB.

use std::collections::BTreeSet;
use std::fmt::Write;

use boolprog_integer::expression::Leaf;
use boolprog_integer::smt_lib::{Writer, sort, within};
use boolprog_integer::{Formula, InputId, InstanceId, LocationId, Replacement, Sort, Term, VariableId};

use super::clauses::{input_name, name, symbol};
use super::located::{After, Clause, Located, Standing};
use super::pairs::{Place, variables_of};
use super::reads::{is_counter, is_replicated};
use crate::solution::Argument;

/// The name of the relation of a place.
pub(super) fn relation(place: Place) -> String {
    format!("at{}_{}", place.family, place.location.0)
}

impl Located<'_> {
    /// Declarations of the relations, and the clauses.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for place in self.places() {
            let sorts = self.arguments(Standing { place, index: 0 }).into_iter().map(|argument| match argument {
                Argument::Variable(_, of) => sort(of),
                Argument::At(..) => "Bool",
            });
            _ = writeln!(text, "(declare-fun {} ({}) Bool)", relation(place), sorts.collect::<Vec<_>>().join(" "));
        }
        self.clauses.iter().for_each(|clause| self.write_clause(clause, &mut text));
        text
    }

    /// The arguments of the relation of a place.
    pub(super) fn arguments(&self, standing: Standing) -> Vec<Argument> {
        let system = self.system;
        let argument = |variable: VariableId| Argument::Variable(variable, system.variable(variable).sort);
        let shared = (0..system.variables.len() as u32).map(VariableId);
        let is_shared = |it: &VariableId| system.variable(*it).owner.is_none_or(|owner| !is_replicated(system, owner));
        let mut arguments: Vec<_> =
            shared.filter(|it| is_shared(it) && !is_counter(system, *it)).map(argument).collect();
        for instance in (0..system.instances.len() as u16).map(InstanceId).filter(|it| !is_replicated(system, *it)) {
            let locations = 0..system.process_of(instance).locations.len() as u16;
            arguments.extend(locations.map(|location| Argument::At(instance, LocationId(location))));
        }
        let live = &self.live[standing.place.family][&standing.place.location];
        let own = variables_of(system, self.instance(standing)).into_iter().enumerate();
        arguments.extend(own.filter(|(position, _)| live.contains(position)).map(|(_, variable)| argument(variable)));
        arguments
    }

    fn write_clause(&self, clause: &Clause<'_>, text: &mut String) {
        let mut arguments: Vec<Argument> = clause.standing.iter().flat_map(|it| self.arguments(*it)).collect();
        arguments.extend(clause.head.after().iter().flat_map(|after| self.arguments(after.standing)));
        let mut declared: BTreeSet<VariableId> = arguments.iter().filter_map(variable_of).collect();
        let expressions = clause.formulas.iter().map(|formula| self.formula(formula));
        let mut body: Vec<String> = clause.standing.iter().map(|it| self.holds(*it)).chain(expressions).collect();
        body.extend(self.elsewhere(clause));
        let mut note = |leaf| {
            if let Leaf::Variable(variable) = leaf {
                declared.insert(variable);
            }
        };
        clause.formulas.iter().for_each(|formula| formula.leaves(&mut note));
        if let Some(step) = clause.head.after().and_then(|after| after.step) {
            step.update.terms.values().for_each(|term| term.leaves(&mut note));
            step.update.formulas.values().for_each(|formula| formula.leaves(&mut note));
        }
        let mut variables = String::new();
        for variable in declared {
            let of = self.system.variable(variable).sort;
            _ = write!(variables, "({} {})", name(variable), sort(of));
            body.extend(within(&name(variable), of));
        }
        for (instance, location) in self.bits() {
            _ = write!(variables, "({} Bool)", name(self.bit(instance, location)));
        }
        for (input, choice) in (0..).map(InputId).zip(clause.choices) {
            _ = write!(variables, "({} {})", input_name(input), sort(choice.sort));
            body.extend(within(&input_name(input), choice.sort));
        }
        let head = clause.head.after().map_or_else(|| "false".to_owned(), |after| self.head(after));
        let body = format!("(and true {})", body.join(" "));
        // A variable that occurs nowhere keeps the list from being empty.
        _ = writeln!(text, "(assert (forall ({variables}(unused Bool)) (=> {body} {head})))");
    }

    fn holds(&self, standing: Standing) -> String {
        self.apply(standing, |argument| match argument {
            Argument::Variable(variable, _) => name(variable),
            Argument::At(instance, location) => name(self.bit(instance, location)),
        })
    }

    fn head(&self, after: After<'_>) -> String {
        self.apply(after.standing, |argument| match (argument, after.step) {
            (Argument::At(instance, location), Some(step)) if instance == step.mover => {
                (location == step.to).to_string()
            }
            (Argument::At(instance, location), _) => name(self.bit(instance, location)),
            (Argument::Variable(variable, _), None) => name(variable),
            (Argument::Variable(variable, Sort::Boolean), Some(step)) => {
                self.formula(&Replacement::formula(step.update, variable))
            }
            (Argument::Variable(variable, _), Some(step)) => self.term(&Replacement::term(step.update, variable)),
        })
    }

    fn apply(&self, standing: Standing, write: impl Fn(Argument) -> String) -> String {
        let arguments: Vec<String> = self.arguments(standing).into_iter().map(write).collect();
        let relation = relation(standing.place);
        if arguments.is_empty() { relation } else { format!("({relation} {})", arguments.join(" ")) }
    }

    /// Where instances are not that are known to be somewhere.
    fn elsewhere(&self, clause: &Clause<'_>) -> impl Iterator<Item = String> {
        let others = self.bits().filter(|(instance, it)| clause.once.get(instance).is_some_and(|known| known != it));
        others.map(|(instance, location)| format!("(not {})", name(self.bit(instance, location))))
    }

    /// The Booleans of the locations of instances that exist once.
    fn bits(&self) -> impl Iterator<Item = (InstanceId, LocationId)> {
        let once = (0..self.system.instances.len() as u16).map(InstanceId);
        let once = once.filter(|it| !is_replicated(self.system, *it));
        once.flat_map(|instance| {
            (0..self.system.process_of(instance).locations.len() as u16).map(move |it| (instance, LocationId(it)))
        })
    }

    fn formula(&self, formula: &Formula) -> String {
        let mut text = String::new();
        Writer { text: &mut text, name: &symbol }.formula(&formula.replace(&Bits(self)));
        text
    }

    fn term(&self, term: &Term) -> String {
        let mut text = String::new();
        Writer { text: &mut text, name: &symbol }.term(&term.replace(&Bits(self)));
        text
    }

    /// The number of the Boolean of a location, after those of the variables.
    fn bit(&self, instance: InstanceId, location: LocationId) -> VariableId {
        let place = self.bits().position(|it| it == (instance, location)).unwrap_or_default();
        VariableId((self.system.variables.len() + place) as u32)
    }
}

/// Booleans in the place of locations.
struct Bits<'l, 's>(&'l Located<'s>);

impl Replacement for Bits<'_, '_> {
    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        Formula::Variable(self.0.bit(instance, location))
    }
}

fn variable_of(argument: &Argument) -> Option<VariableId> {
    if let Argument::Variable(variable, _) = argument { Some(*variable) } else { None }
}
