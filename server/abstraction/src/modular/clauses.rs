//! The Horn clauses of one level, in SMT-LIB.
//!
//! Control is one Boolean for each location of an instance, since Spacer is several times faster with these than with the
//! number of a location: they are variables after those of the system.

use std::collections::BTreeSet;
use std::fmt::Write;

use boolprog_integer::smt_lib::{Symbol, Writer, number, sort, within};
use boolprog_integer::{
    Counter, Formula, Initial, InputId, InstanceId, LocationId, Replacement, Sort, System, Term, Transition, VariableId,
};

use super::Counted;
use super::reads::{instances_in, is_counter, reads_no_other, starts_alike};
use crate::obligations;
use crate::solution::Argument;

/// Name of the unknown relation.
pub(super) const RELATION: &str = "Inv";

/// The clauses as text, and the arguments of their relation.
pub(super) struct Clauses<'s> {
    system: &'s System,
    /// Of each process with `[*]`, its instances: as many as the level, and one more.
    replicated: Vec<Vec<InstanceId>>,
    fixed: Vec<InstanceId>,
    /// The counters of the relation.
    counters: Vec<Counter>,
    /// Of each instance, the Boolean of its first location.
    bits: Vec<u32>,
    text: String,
}

impl<'s> Clauses<'s> {
    /// The clauses of a system; or why there are none, as a clause.
    pub(super) fn of(system: &'s System, level: u16, counted: Counted) -> Result<Self, String> {
        let instances = || (0..system.instances.len() as u16).map(InstanceId);
        let replicated: Vec<Vec<InstanceId>> = (0..system.processes.len())
            .filter(|process| system.processes[*process].replicated)
            .map(|process| instances().filter(|it| usize::from(system.instance(*it).process) == process).collect())
            .collect();
        let mut next = system.variables.len() as u32;
        let mut bits = Vec::new();
        for instance in instances() {
            bits.push(next);
            next += system.process_of(instance).locations.len() as u32;
        }
        let fixed = instances().filter(|it| !system.process_of(*it).replicated).collect();
        let mentioned = mentioned(system);
        let is_kept = |it: &&Counter| counted == Counted::Everything || mentioned.contains(&it.variable);
        let counters = system.counters.iter().filter(is_kept).copied().collect();
        let mut clauses = Self { system, replicated, fixed, counters, bits, text: String::new() };
        clauses.write(usize::from(level))?;
        Ok(clauses)
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The arguments of the relation, in order.
    pub(super) fn arguments(&self) -> Vec<Argument> {
        self.arguments_of(&self.chosen())
    }

    /// The chosen instances: of each process all but the last.
    fn chosen(&self) -> Vec<InstanceId> {
        self.replicated.iter().flat_map(|instances| &instances[..instances.len() - 1]).copied().collect()
    }

    /// The arguments for other chosen instances.
    fn arguments_of(&self, chosen: &[InstanceId]) -> Vec<Argument> {
        let is_kept = |variable: VariableId| {
            let of = |counters: &[Counter]| counters.iter().any(|counter| counter.variable == variable);
            !of(&self.system.counters) || of(&self.counters)
        };
        let of_owner = |owner: Option<InstanceId>| {
            let all = (0..).map(VariableId).zip(&self.system.variables);
            let own = all.filter(move |(id, variable)| variable.owner == owner && is_kept(*id));
            own.map(|(id, variable)| Argument::Variable(id, variable.sort))
        };
        let mut arguments: Vec<Argument> = of_owner(None).collect();
        for instance in self.fixed.iter().chain(chosen).copied() {
            let locations = 0..self.system.process_of(instance).locations.len() as u16;
            arguments.extend(locations.map(|location| Argument::At(instance, LocationId(location))));
            arguments.extend(of_owner(Some(instance)));
        }
        arguments
    }

    fn write(&mut self, level: usize) -> Result<(), String> {
        let (system, chosen) = (self.system, self.chosen());
        let sorts = self.arguments().into_iter().map(|argument| match argument {
            Argument::Variable(_, of) => sort(of),
            Argument::At(..) => "Bool",
        });
        let sorts = sorts.collect::<Vec<_>>().join(" ");
        _ = writeln!(self.text, "(declare-fun {RELATION} ({sorts}) Bool)");
        self.start(&chosen)?;
        for transition in &system.transitions {
            reads_no_other(system, transition)?;
            let mover = transition.instance;
            match self.replicated.iter().find(|instances| instances.contains(&mover)) {
                Some(instances) if instances[level] == mover => self.interference(transition),
                _ => self.step(transition, &chosen, std::slice::from_ref(&chosen)),
            }
        }
        for property in &system.properties {
            let is_unknown = |instance| self.instance_is_unknown(instance, &chosen);
            if instances_in(std::slice::from_ref(&property.error), system).into_iter().any(is_unknown) {
                let name = property.id();
                return Err(format!("{name} names an instance that level {level} does not have"));
            }
            let mut body = vec![self.holds(&chosen)];
            body.extend(self.counted(&chosen, None));
            self.without_value(&chosen, &body, &obligations::of_conjuncts(std::slice::from_ref(&property.error)), &[]);
            body.push(self.formula(&property.error));
            self.clause(&chosen, &[], &body, "false");
        }
        Ok(())
    }

    /// Every start of the system satisfies the relation.
    fn start(&mut self, chosen: &[InstanceId]) -> Result<(), String> {
        let system = self.system;
        starts_alike(system)?;
        let mut body = Vec::new();
        for argument in self.arguments_of(chosen) {
            match argument {
                Argument::Variable(variable, of) => {
                    let name = name(variable);
                    match (system.variable(variable).initial, of) {
                        (Initial::Value(value), Sort::Boolean) => body.push(format!("(= {name} {})", value != 0)),
                        (Initial::Value(value), _) => body.push(format!("(= {name} {})", number(value))),
                        (Initial::Unspecified, _) => {}
                    }
                }
                Argument::At(instance, location) => {
                    body.push(format!("(= {} {})", name(self.bit(instance, location)), location.0 == 0));
                }
            }
        }
        // At least one instance of each process is somewhere.
        let first = self.counters.iter().filter(|counter| counter.location.0 == 0);
        body.extend(first.map(|counter| format!("(>= {} 1)", name(counter.variable))));
        let forgotten = |formula: &&Formula| {
            let counters = formula.variables().into_iter().filter(|it| is_counter(system, *it));
            counters.into_iter().all(|it| self.counters.iter().any(|kept| kept.variable == it))
        };
        let known: Vec<Formula> = system.initial.iter().filter(forgotten).cloned().collect();
        self.without_value(chosen, &body, &obligations::of_conjuncts(&known), &[]);
        body.extend(known.iter().map(|formula| self.formula(formula)));
        let head = self.holds(chosen);
        self.clause(chosen, &[], &body, &head);
        Ok(())
    }

    /// A step of an instance that is not chosen keeps the relation: the relation holds for all choices from the chosen
    /// instances and this one.
    fn interference(&mut self, transition: &Transition) {
        let chosen = self.chosen();
        let mover = transition.instance;
        let is_alike = |it: &&InstanceId| self.system.instance(**it).process == self.system.instance(mover).process;
        let replaced = |left_out: InstanceId| -> Vec<InstanceId> {
            chosen.iter().map(|it| if *it == left_out { mover } else { *it }).collect()
        };
        let mut choices: Vec<Vec<InstanceId>> = chosen.iter().filter(is_alike).map(|it| replaced(*it)).collect();
        choices.push(chosen.clone());
        let involved: Vec<InstanceId> = chosen.iter().copied().chain([mover]).collect();
        self.step(transition, &involved, &choices);
    }

    /// A step keeps the relation. It holds before for each of these choices from the instances involved; afterwards it
    /// has to hold for the chosen ones.
    fn step(&mut self, transition: &Transition, involved: &[InstanceId], choices: &[Vec<InstanceId>]) {
        let mut body: Vec<String> = choices.iter().map(|choice| self.holds(choice)).collect();
        let locations = 0..self.system.process_of(transition.instance).locations.len() as u16;
        for location in locations.map(LocationId) {
            let bit = name(self.bit(transition.instance, location));
            body.push(if location == transition.from { bit } else { format!("(not {bit})") });
        }
        body.extend(self.counted(involved, Some(transition)));
        let inputs = (0..).map(InputId).zip(&transition.choices);
        body.extend(inputs.filter_map(|(input, choice)| within(&input_name(input), choice.sort)));
        if choices.len() == 1 {
            // A value that is missing for another instance is missing for a chosen one.
            let kept: Vec<_> = obligations::of(self.system, transition);
            self.without_value(involved, &body, &kept, &transition.choices);
        }
        body.extend(transition.guard.iter().map(|formula| self.formula(formula)));
        let after: Vec<String> =
            self.arguments().into_iter().map(|argument| self.after(transition, argument)).collect();
        let head = format!("({RELATION} {})", after.join(" "));
        self.clause(involved, &transition.choices, &body, &head);
    }

    /// The new value of an argument.
    fn after(&self, transition: &Transition, argument: Argument) -> String {
        match argument {
            Argument::At(instance, location) if instance == transition.instance => {
                (location == transition.to).to_string()
            }
            Argument::At(instance, location) => name(self.bit(instance, location)),
            Argument::Variable(variable, Sort::Boolean) => {
                self.formula(&Replacement::formula(&transition.update, variable))
            }
            Argument::Variable(variable, _) => {
                let new = Replacement::term(&transition.update, variable).replace(&Bits(self));
                let mut text = String::new();
                Writer { text: &mut text, name: &symbol }.term(&new);
                text
            }
        }
    }

    /// What counters are known to be: at least the number of the instances involved that are there. In a first location
    /// they may be imagined, except for the one that leaves it.
    fn counted(&self, involved: &[InstanceId], leaving: Option<&Transition>) -> Vec<String> {
        let at_least = |counter: &Counter| {
            let is_there = |it: &&InstanceId| self.system.instance(**it).process == counter.process;
            let leaves = leaving.filter(|it| {
                self.system.instance(it.instance).process == counter.process && it.from == counter.location
            });
            let number = if counter.location.0 == 0 {
                u8::from(leaves.is_some()).to_string()
            } else {
                let one = |it: &InstanceId| format!("(ite {} 1 0)", name(self.bit(*it, counter.location)));
                let there = involved.iter().filter(is_there).map(one);
                there.reduce(|sum, one| format!("(+ {sum} {one})")).unwrap_or_default()
            };
            format!("(>= {} {number})", name(counter.variable))
        };
        self.counters.iter().map(at_least).collect()
    }

    /// Adds that a state in which something has no value is not reached.
    fn without_value(
        &mut self,
        involved: &[InstanceId],
        body: &[String],
        obligations: &[Formula],
        choices: &[boolprog_integer::Choice],
    ) {
        if !obligations.is_empty() {
            let mut body = body.to_vec();
            body.push(format!("(not {})", self.formula(&Formula::All(obligations.to_vec()))));
            self.clause(involved, choices, &body, "false");
        }
    }

    /// `body` implies `head`, for all values of the variables and choices.
    fn clause(&mut self, involved: &[InstanceId], choices: &[boolprog_integer::Choice], body: &[String], head: &str) {
        let (mut declared, mut bounds) = (String::new(), String::new());
        for argument in self.arguments_of(involved) {
            match argument {
                Argument::Variable(variable, of) => {
                    let name = name(variable);
                    _ = write!(declared, "({name} {})", sort(of));
                    bounds.extend(within(&name, of).map(|bound| format!(" {bound}")));
                }
                Argument::At(instance, location) => {
                    _ = write!(declared, "({} Bool)", name(self.bit(instance, location)));
                }
            }
        }
        for (input, choice) in (0..).map(InputId).zip(choices) {
            _ = write!(declared, "({} {})", input_name(input), sort(choice.sort));
        }
        let body = format!("(and true{bounds} {})", body.join(" "));
        // A process has at least one location, so that something is declared.
        _ = writeln!(self.text, "(assert (forall ({declared}) (=> {body} {head})))");
    }

    /// The relation for these chosen instances.
    fn holds(&self, chosen: &[InstanceId]) -> String {
        let names = self.arguments_of(chosen).into_iter().map(|argument| match argument {
            Argument::Variable(variable, _) => name(variable),
            Argument::At(instance, location) => name(self.bit(instance, location)),
        });
        format!("({RELATION} {})", names.collect::<Vec<_>>().join(" "))
    }

    fn formula(&self, formula: &Formula) -> String {
        let mut text = String::new();
        Writer { text: &mut text, name: &symbol }.formula(&formula.replace(&Bits(self)));
        text
    }

    fn bit(&self, instance: InstanceId, location: LocationId) -> VariableId {
        VariableId(self.bits[usize::from(instance.0)] + u32::from(location.0))
    }

    fn instance_is_unknown(&self, instance: InstanceId, chosen: &[InstanceId]) -> bool {
        self.system.process_of(instance).replicated && !chosen.contains(&instance)
    }
}

/// Booleans in the place of locations.
struct Bits<'c, 's>(&'c Clauses<'s>);

impl Replacement for Bits<'_, '_> {
    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        Formula::Variable(self.0.bit(instance, location))
    }
}

/// The counters that guards, assignments and properties mention.
fn mentioned(system: &System) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    for transition in &system.transitions {
        found.extend(transition.guard.iter().flat_map(Formula::variables));
        let stated = |(variable, _): &(VariableId, &Term)| !is_counter(system, *variable);
        found.extend(transition.update.all_terms().filter(stated).flat_map(|(_, term)| term.variables()));
        found.extend(transition.update.all_formulas().flat_map(|(_, formula)| formula.variables()));
    }
    found.extend(system.properties.iter().flat_map(|property| property.error.variables()));
    found.retain(|variable| is_counter(system, *variable));
    found
}

pub(super) fn name(variable: VariableId) -> String {
    format!("v{}", variable.0)
}

pub(super) fn input_name(input: InputId) -> String {
    format!("i{}", input.0)
}

pub(super) fn symbol(symbol: Symbol) -> String {
    match symbol {
        Symbol::Variable(variable) => name(variable),
        Symbol::Input(input) => input_name(input),
        // Locations are Booleans here.
        Symbol::Location(instance) => format!("p{}", instance.0),
    }
}
