//! Sequence interpolants: what holds between the steps of a path that cannot be taken, so that each step leads from one to
//! the next, and the end contradicts the last.
//!
//! Between two steps stands an unknown relation over the values that the path mentions; one Horn clause says that the step
//! between two of them keeps it. The clauses have no circle, so that their number bounds the search of Spacer, whose solution
//! is a sequence of interpolants (`McMillan`, "Lazy abstraction with interpolants", CAV 2006; Komuravelli, Gurfinkel, Chaki,
//! "SMT-based model checking for recursive programs", CAV 2014).

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use boolprog_base::control::{Control, Stop};
use boolprog_integer::expression::Leaf;
use boolprog_integer::smt_lib::{Symbol, Writer, sort, within};
use boolprog_integer::{Formula, InputId, Sort, VariableId};
use boolprog_prover::{HornClauses, Prover, Solution};

use super::Path;
use super::unrolled::{Kind, Unrolled};
use crate::boolean::atoms;
use crate::solution::{Argument, Definitions};

/// The time for all interpolants of one path.
const LIMIT: Duration = Duration::from_secs(5);

/// The atoms of interpolants of a path that cannot be taken, over its system; none if the prover finds no interpolants.
pub fn interpolants(path: Path<'_>, prover: &mut dyn Prover, control: &dyn Control) -> Result<Vec<Formula>, Stop> {
    let Some(unrolled) = Unrolled::new(path) else { return Ok(Vec::new()) };
    let clauses = Clauses::new(path, &unrolled);
    let question = HornClauses { text: &clauses.text(path.transitions.len() + 1), inlining: false, limit: LIMIT };
    let Solution::Model(model) = prover.solve(&question, control)? else { return Ok(Vec::new()) };
    let Some(definitions) = Definitions::read(&model) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for place in 1..=path.transitions.len() + 1 {
        let formulas = definitions.of(&relation(place), &clauses.arguments()).unwrap_or_default();
        for atom in formulas.iter().flat_map(atoms) {
            if !matches!(atom, Formula::Constant(_)) && !found.contains(&atom) {
                found.push(atom);
            }
        }
    }
    Ok(found)
}

/// Name of the relation before a step.
fn relation(step: usize) -> String {
    format!("I{step}")
}

fn name(symbol: Symbol) -> String {
    match symbol {
        Symbol::Variable(variable) => format!("v{}", variable.0),
        Symbol::Input(input) => format!("i{}", input.0),
        Symbol::Location(instance) => format!("p{}", instance.0),
    }
}

struct Clauses<'a> {
    unrolled: &'a Unrolled,
    /// The variables of the path's system that it mentions.
    relevant: Vec<VariableId>,
    /// Of each step, those of its variables that hold their values before it, and after the last one.
    before: Vec<Vec<VariableId>>,
}

impl<'a> Clauses<'a> {
    fn new(path: Path<'_>, unrolled: &'a Unrolled) -> Self {
        let own = path.system.variables.len() as u32;
        let mut origin: Vec<VariableId> = (0..own).map(VariableId).collect();
        let mut current = origin.clone();
        let mut before = Vec::new();
        let mut parts = unrolled.parts.iter().peekable();
        for step in 0..=path.transitions.len() + 1 {
            before.push(current.clone());
            while let Some(part) = parts.next_if(|part| part.step == step) {
                if let Kind::Assign(variable) = part.kind
                    && step > 0
                {
                    current[variable.0 as usize] = VariableId(origin.len() as u32);
                    origin.push(variable);
                }
            }
        }
        before.push(current);
        let mentioned: BTreeSet<VariableId> = unrolled.parts.iter().flat_map(|part| part.formula.variables()).collect();
        let relevant: BTreeSet<VariableId> = mentioned.into_iter().map(|it| origin[it.0 as usize]).collect();
        Self { unrolled, relevant: relevant.into_iter().collect(), before }
    }

    /// The arguments of every relation.
    fn arguments(&self) -> Vec<Argument> {
        self.relevant.iter().map(|variable| Argument::Variable(*variable, self.sort(*variable))).collect()
    }

    fn sort(&self, variable: VariableId) -> Sort {
        self.unrolled.system.variable(variable).sort
    }

    /// The clauses of steps up to the last one, which contradicts what is before it.
    fn text(&self, last: usize) -> String {
        let mut text = String::new();
        let sorts: Vec<_> = self.relevant.iter().map(|variable| sort(self.sort(*variable))).collect();
        for step in 1..=last {
            _ = writeln!(text, "(declare-fun {} ({}) Bool)", relation(step), sorts.join(" "));
        }
        for step in 0..=last {
            self.clause(step, step == last, &mut text);
        }
        text
    }

    fn clause(&self, step: usize, is_last: bool, text: &mut String) {
        let mut symbols: BTreeSet<Symbol> = BTreeSet::new();
        let mut body = String::new();
        if step > 0 {
            body.push_str(&self.holds(step, &mut symbols));
        }
        for part in self.unrolled.parts.iter().filter(|part| part.step == step) {
            part.formula.leaves(&mut |leaf: Leaf| _ = symbols.insert(Symbol::from(leaf)));
            body.push(' ');
            Writer { text: &mut body, name: &name }.formula(&part.formula);
        }
        let head = if is_last { "false".to_owned() } else { self.holds(step + 1, &mut symbols) };
        let mut declared = String::new();
        for symbol in symbols {
            let (name, of) = (name(symbol), self.sort_of(symbol));
            _ = write!(declared, "({name} {})", sort(of));
            body.extend(within(&name, of).map(|bound| format!(" {bound}")));
        }
        let implication = format!("(=> (and true {body}) {head})");
        _ = if declared.is_empty() {
            writeln!(text, "(assert {implication})")
        } else {
            writeln!(text, "(assert (forall ({declared}) {implication}))")
        };
    }

    fn sort_of(&self, symbol: Symbol) -> Sort {
        match symbol {
            Symbol::Variable(variable) => self.sort(variable),
            Symbol::Input(InputId(input)) => self.unrolled.choices[usize::from(input)].sort,
            Symbol::Location(_) => Sort::Integer,
        }
    }

    /// That the relation before a step holds.
    fn holds(&self, step: usize, symbols: &mut BTreeSet<Symbol>) -> String {
        let values = self.relevant.iter().map(|variable| Symbol::Variable(self.before[step][variable.0 as usize]));
        let values: Vec<_> = values.inspect(|symbol| _ = symbols.insert(*symbol)).collect();
        let names: Vec<_> = values.into_iter().map(name).collect();
        if names.is_empty() { relation(step) } else { format!("({} {})", relation(step), names.join(" ")) }
    }
}
