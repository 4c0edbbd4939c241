//! Clauses in SMT-LIB.

use std::collections::BTreeSet;
use std::fmt::Write;

use boolprog_integer::expression::Leaf;
use boolprog_integer::smt_lib::{Symbol, Writer, sort, within};
use boolprog_integer::{Choice, Formula, InputId, InstanceId, LocationId, Replacement, Sort, System, Term, VariableId};

use crate::system::{Argument, Clause, Step, Unknowns};

/// Declarations of relations, and clauses over them.
pub fn text<U: Unknowns>(system: &System, unknowns: &U, relations: &[U::At], clauses: &[Clause<'_, U::At>]) -> String {
    let arguments: Vec<Vec<Argument>> = relations.iter().map(|at| unknowns.arguments(at)).collect();
    let mut text = Text::new(system, unknowns);
    for (at, arguments) in relations.iter().zip(&arguments) {
        let sorts: Vec<&str> = arguments.iter().copied().map(sort_of).collect();
        _ = writeln!(text.written, "(declare-fun {} ({}) Bool)", unknowns.relation(at), sorts.join(" "));
    }
    text.numbered = arguments.iter().flatten().filter_map(|it| numbered(*it)).collect();
    let mut last = None;
    for clause in clauses {
        let comment = unknowns.comment(clause);
        if comment != last {
            _ = writeln!(text.written, "; {}", comment.as_deref().unwrap_or_default());
            last = comment;
        }
        text.clause(clause);
    }
    text.written
}

fn sort_of(argument: Argument) -> &'static str {
    match argument {
        Argument::Variable(_, of) => sort(of),
        Argument::At(..) => "Bool",
        Argument::Location(_) => "Int",
    }
}

/// The instance whose location is a number.
fn numbered(argument: Argument) -> Option<InstanceId> {
    if let Argument::Location(instance) = argument { Some(instance) } else { None }
}

struct Text<'t, U> {
    system: &'t System,
    unknowns: &'t U,
    /// Of each instance, the Boolean of its first location: they are variables after those of the system.
    bits: Vec<u32>,
    /// The instances whose locations are numbers.
    numbered: BTreeSet<InstanceId>,
    written: String,
}

impl<'t, U: Unknowns> Text<'t, U> {
    fn new(system: &'t System, unknowns: &'t U) -> Self {
        let mut next = system.variables.len() as u32;
        let mut bits = Vec::new();
        for instance in (0..system.instances.len() as u16).map(InstanceId) {
            bits.push(next);
            next += system.process_of(instance).locations.len() as u32;
        }
        Self { system, unknowns, bits, numbered: BTreeSet::new(), written: String::new() }
    }

    fn clause(&mut self, clause: &Clause<'_, U::At>) {
        let mut symbols = BTreeSet::new();
        let mut body: Vec<String> = clause.before.iter().map(|at| self.apply(at, None, &mut symbols)).collect();
        let elsewhere = clause.formulas.iter().flat_map(|formula| self.elsewhere(formula));
        body.extend(
            clause.formulas.iter().chain(&elsewhere.collect::<Vec<_>>()).map(|it| self.formula(it, &mut symbols)),
        );
        let after = clause.after().map(|at| self.apply(at, clause.step.as_ref(), &mut symbols));
        let mut declared = Vec::new();
        for symbol in symbols {
            let (name, of) = (self.unknowns.name(symbol), self.sort(symbol, clause.choices));
            declared.push(format!("({name} {})", sort(of)));
            body.extend(within(&name, of));
        }
        let head = after.as_deref().unwrap_or("false");
        body.retain(|it| it != "true");
        let body = match &body[..] {
            [] => "true".to_owned(),
            [one] => one.clone(),
            all => format!("(and {})", all.join(" ")),
        };
        let implication = format!("(=> {body} {head})");
        _ = if declared.is_empty() {
            writeln!(self.written, "(assert {implication})")
        } else {
            writeln!(self.written, "(assert (forall ({}) {implication}))", declared.join(" "))
        };
    }

    fn sort(&self, symbol: Symbol, choices: &[Choice]) -> Sort {
        match symbol {
            Symbol::Variable(VariableId(bit)) if bit as usize >= self.system.variables.len() => Sort::Boolean,
            Symbol::Variable(variable) => self.system.variable(variable).sort,
            Symbol::Input(InputId(input)) => choices[usize::from(input)].sort,
            Symbol::Location(_) => Sort::Integer,
        }
    }

    /// A relation, after a step if there is one.
    fn apply(&self, at: &U::At, step: Option<&Step<'_>>, symbols: &mut BTreeSet<Symbol>) -> String {
        let arguments = self.unknowns.arguments(at);
        let values: Vec<String> = arguments.into_iter().map(|it| self.value(it, step, symbols)).collect();
        let relation = self.unknowns.relation(at);
        // A relation without arguments is a constant.
        if values.is_empty() { relation } else { format!("({relation} {})", values.join(" ")) }
    }

    fn value(&self, argument: Argument, step: Option<&Step<'_>>, symbols: &mut BTreeSet<Symbol>) -> String {
        match (argument, step) {
            (Argument::At(instance, location), Some(Step { transition, .. })) if instance == transition.instance => {
                (location == transition.to).to_string()
            }
            (Argument::Location(instance), Some(Step { transition, .. })) if instance == transition.instance => {
                transition.to.0.to_string()
            }
            (Argument::At(instance, location), _) => self.formula(&Formula::At { instance, location }, symbols),
            (Argument::Location(instance), _) => {
                symbols.insert(Symbol::Location(instance));
                self.unknowns.name(Symbol::Location(instance))
            }
            (Argument::Variable(variable, Sort::Boolean), step) => {
                let new =
                    step.map_or(Formula::Variable(variable), |step| Replacement::formula(&*step.update, variable));
                self.formula(&new, symbols)
            }
            (Argument::Variable(variable, _), step) => {
                let new = step.map_or(Term::Variable(variable), |step| Replacement::term(&*step.update, variable));
                self.term(&new, symbols)
            }
        }
    }

    /// That an instance is nowhere else than at its location.
    fn elsewhere(&self, formula: &Formula) -> Vec<Formula> {
        let Formula::At { instance, location } = *formula else { return Vec::new() };
        if self.numbered.contains(&instance) {
            return Vec::new();
        }
        let others =
            (0..self.system.process_of(instance).locations.len() as u16).map(LocationId).filter(|it| *it != location);
        others.map(|location| Formula::negation(Formula::At { instance, location })).collect()
    }

    fn formula(&self, formula: &Formula, symbols: &mut BTreeSet<Symbol>) -> String {
        let (formula, mut text) = (formula.replace(self), String::new());
        formula.leaves(&mut |leaf: Leaf| _ = symbols.insert(Symbol::from(leaf)));
        Writer { text: &mut text, name: &|it| self.unknowns.name(it) }.formula(&formula);
        text
    }

    fn term(&self, term: &Term, symbols: &mut BTreeSet<Symbol>) -> String {
        let (term, mut text) = (term.replace(self), String::new());
        term.leaves(&mut |leaf: Leaf| _ = symbols.insert(Symbol::from(leaf)));
        Writer { text: &mut text, name: &|it| self.unknowns.name(it) }.term(&term);
        text
    }
}

/// Booleans in the place of locations.
impl<U> Replacement for Text<'_, U> {
    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        if self.numbered.contains(&instance) {
            Formula::At { instance, location }
        } else {
            Formula::Variable(VariableId(self.bits[usize::from(instance.0)] + u32::from(location.0)))
        }
    }
}
