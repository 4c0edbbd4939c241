//! The text of a lowered program: an edge a line, beside its line of the source.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use boolprog_program::names::VariableId;
use boolprog_program::program::{
    Creation, Edge, Effect, Expr, Goal, InstanceId, LocationId, Passive, Program, Property, PropertyKind, Role, Slot,
    Threads, Value,
};
use boolprog_program::reduce::{Abstraction, Bit};
use boolprog_syntax::ast::BinaryOp;

use super::source::Source;
use super::text::{Lists, harmless, number};

/// Writes a program for the prover.
pub(super) struct Writer<'a> {
    program: &'a Program,
    source: &'a Source<'a>,
    /// Identifiers of bits and of variables of other threads, with their definitions.
    identifiers: BTreeMap<(String, Key), String>,
    taken: BTreeSet<String>,
    definitions: String,
    /// The variables that other threads mention.
    mentioned: BTreeSet<VariableId>,
}

/// A number that has a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Bit(Slot),
    Named(VariableId),
}

impl<'a> Writer<'a> {
    pub(super) fn new(program: &'a Program, source: &'a Source<'a>) -> Self {
        let (identifiers, taken, mentioned) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
        Self { program, source, identifiers, taken, definitions: String::new(), mentioned }
    }

    /// The definition of the program, after those of its variables.
    pub(super) fn write(mut self) -> String {
        let mut lists = Lists::default();
        let program = self.program;
        let edges: Vec<String> = program.edges.iter().map(|edge| self.edge_with_source(edge)).collect();
        let edges = lists.list("edge", &edges);
        let waits = lists.list("(location * location)", &self.waits());
        let enforced = self.enforced();
        let enforced = lists.list("(location * expr)", &enforced);
        let named = self.named();
        let named = lists.list("(location * list (N * N))", &named);
        let number = match program.threads {
            Threads::Any => "None".to_owned(),
            Threads::Exactly(count) => format!("(Some {count}%nat)"),
        };
        let shared = self.start(Slot::Shared, &program.shared_initial);
        let local = self.start(Slot::Local, &program.local_initial);
        let mut text = format!("\n(* Variables. *)\n{}\n{}", self.definitions, lists.text);
        text.push_str(
            "(* Edge: location, goal, guard, assignments to shared and to local variables, condition, action. *)\n",
        );
        let _ = writeln!(text, "Definition the_edges : list edge := {edges}.\n");
        text.push_str("(* Number of threads at the start, where they start, with which values; where threads wait, enforced conditions, and\n   names of variables for other threads. *)\n");
        let entry = program.entry.0;
        let _ = writeln!(
            text,
            "Definition the_program : program := Program {number} {entry} {shared} {local} the_edges {waits} {enforced} {named}."
        );
        text
    }

    fn start(&mut self, slot: fn(u32) -> Slot, values: &[Option<bool>]) -> String {
        let entry = self.program.entry;
        let mut items = Vec::new();
        for (bit, value) in (0..).map(slot).zip(values) {
            match value {
                Some(false) => {}
                Some(true) => items.push(format!("({}, T)", self.bit(bit, [entry, entry]))),
                None => items.push(format!("({}, Any)", self.bit(bit, [entry, entry]))),
            }
        }
        format!("[{}]", items.join("; "))
    }

    fn waits(&self) -> Vec<String> {
        let wait = |(at, role): (u32, &Role)| match role {
            Role::Wait(to) => Some(format!("({at}, {})", to.0)),
            _ => None,
        };
        (0..).zip(self.program.locations.iter().map(|location| &location.role)).filter_map(wait).collect()
    }

    fn enforced(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        for (at, location) in (0..).map(LocationId).zip(&self.program.locations) {
            if let Some(enforce) = &location.enforce {
                all.push(format!("({}, {})", at.0, self.expr(enforce, [at, at])));
            }
        }
        all
    }

    /// The bits of variables that other threads mention, by location.
    fn named(&mut self) -> Vec<String> {
        let mut by_instance: BTreeMap<InstanceId, String> = BTreeMap::new();
        let mut all = Vec::new();
        let mentioned: Vec<VariableId> = self.mentioned.iter().copied().collect();
        for (at, location) in (0..).map(LocationId).zip(&self.program.locations) {
            let names = if let Some(names) = by_instance.get(&location.instance) {
                names.clone()
            } else {
                let slots = mentioned.iter().map(|&variable| (variable, self.program.slot_in(at, variable)));
                let mut names = Vec::new();
                for (variable, slot) in slots {
                    if let Some(slot @ Slot::Local(_)) = slot {
                        names.push(format!("({}, {})", self.name(variable), self.bit(slot, [at, at])));
                    }
                }
                let names = names.join("; ");
                by_instance.insert(location.instance, names.clone());
                names
            };
            if !names.is_empty() {
                all.push(format!("({}, [{names}])", at.0));
            }
        }
        all
    }

    fn edge_with_source(&mut self, edge: &Edge) -> String {
        let site = self.program.location(edge.source).site;
        let remark = harmless(&format!("line {}: {}", self.source.line(site), self.source.text(site)));
        format!("{} (* {remark} *)", self.edge(edge))
    }

    fn edge(&mut self, edge: &Edge) -> String {
        let goal = match edge.goal {
            Goal::Location(location) => format!("(Goto {})", location.0),
            Goal::End => "End".to_owned(),
            Goal::Violation(property) => format!("(Fail {})", property.0),
        };
        let at = [edge.source, if let Goal::Location(goal) = edge.goal { goal } else { edge.source }];
        let guard = self.expr(&edge.guard, at);
        let of = |wanted: fn(&Slot) -> bool| edge.updates.iter().filter(move |(slot, _)| wanted(slot));
        let shared = self.updates(of(|slot| matches!(slot, Slot::Shared(_))), at);
        let local = self.updates(of(|slot| matches!(slot, Slot::Local(_))), at);
        let condition = edge.constrain.as_ref().map_or_else(|| "T".to_owned(), |constrain| self.expr(constrain, at));
        let action = self.action(&edge.effect, at);
        format!("Edge {} {goal} {guard} {shared} {local} {condition} {action}", edge.source.0)
    }

    fn updates<'u>(&mut self, updates: impl Iterator<Item = &'u (Slot, Value)>, at: [LocationId; 2]) -> String {
        let item = |(slot, value): &(Slot, Value)| format!("({}, {})", self.bit(*slot, at), self.value(value, at));
        format!("[{}]", updates.map(item).collect::<Vec<_>>().join("; "))
    }

    fn action(&mut self, effect: &Effect, at: [LocationId; 2]) -> String {
        match effect {
            Effect::None => "NoAction".to_owned(),
            Effect::AtomicBegin => "EnterAtomic".to_owned(),
            Effect::AtomicEnd => "LeaveAtomic".to_owned(),
            Effect::Create(Creation { start, values }) => {
                let item = |(bit, value): &(u32, Value)| {
                    format!("({}, {})", self.bit(Slot::Local(*bit), [*start, *start]), self.value(value, at))
                };
                let values: Vec<String> = values.iter().map(item).collect();
                format!("(StartThread {} [{}])", start.0, values.join("; "))
            }
            Effect::Signal => "ReleaseOne".to_owned(),
            Effect::Broadcast => "ReleaseAll".to_owned(),
            Effect::Passive(Passive { updates, constrain, .. }) => {
                let item = |(variable, value): &(VariableId, Value)| {
                    format!("({}, {})", self.name(*variable), self.value(value, at))
                };
                let updates: Vec<String> = updates.iter().map(item).collect();
                let condition = constrain.as_ref();
                let condition =
                    condition.map_or_else(|| "None".to_owned(), |it| format!("(Some {})", self.expr(it, at)));
                format!("(UpdateOthers [{}] {condition})", updates.join("; "))
            }
        }
    }

    fn value(&mut self, value: &Value, at: [LocationId; 2]) -> String {
        match value {
            Value::Any => "Any".to_owned(),
            Value::Expr(expr) => self.expr(expr, at),
        }
    }

    fn expr(&mut self, expr: &Expr, at: [LocationId; 2]) -> String {
        match expr {
            Expr::Const(value) => (if *value { "T" } else { "F" }).to_owned(),
            Expr::Any => "Any".to_owned(),
            Expr::Old(slot) => format!("(Before {})", self.variable(*slot, at)),
            Expr::New(slot) => format!("(After {})", self.variable(*slot, at)),
            Expr::PassiveOld(variable) => format!("(Before (Other {}))", self.name(*variable)),
            Expr::PassiveNew(variable) => format!("(After (Other {}))", self.name(*variable)),
            Expr::Not(inner) => format!("(Not {})", self.expr(inner, at)),
            Expr::Binary(operator, left, right) => {
                format!("(Binary {} {} {})", operator_name(*operator), self.expr(left, at), self.expr(right, at))
            }
            Expr::Ternary(test, yes, no) => {
                format!("(If {} {} {})", self.expr(test, at), self.expr(yes, at), self.expr(no, at))
            }
        }
    }

    fn variable(&mut self, slot: Slot, at: [LocationId; 2]) -> String {
        let kind = match slot {
            Slot::Shared(_) => "Shared",
            Slot::Local(_) => "Local",
        };
        format!("({kind} {})", self.bit(slot, at))
    }

    /// The identifier of a bit, for a thread at the first location, or else at the second.
    fn bit(&mut self, slot: Slot, at: [LocationId; 2]) -> String {
        let instance = |location| self.program.location(location).instance;
        let variable = at.into_iter().find_map(|location| self.program.variable_of(instance(location), slot));
        let name = variable.map_or("unused", |variable| self.source.name(variable)).to_owned();
        self.identifier("v", &name, Key::Bit(slot))
    }

    /// The identifier of a variable of other threads.
    fn name(&mut self, variable: VariableId) -> String {
        self.mentioned.insert(variable);
        let name = self.source.name(variable).to_owned();
        self.identifier("name", &name, Key::Named(variable))
    }

    fn identifier(&mut self, prefix: &str, name: &str, key: Key) -> String {
        if let Some(known) = self.identifiers.get(&(name.to_owned(), key)) {
            return known.clone();
        }
        let plain = name.replace(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_', "_");
        let (number, kind) = match key {
            Key::Bit(Slot::Shared(bit)) => (bit, "shared"),
            Key::Bit(Slot::Local(bit)) => (bit, "local"),
            Key::Named(variable) => (variable.0, "of another thread"),
        };
        let mut identifier = format!("{prefix}_{plain}");
        if !self.taken.insert(identifier.clone()) {
            identifier = format!("{prefix}_{plain}_{number}");
            while !self.taken.insert(identifier.clone()) {
                identifier.push('\'');
            }
        }
        let _ = writeln!(self.definitions, "Definition {identifier} : N := {number}. (* {}, {kind} *)", harmless(name));
        self.identifiers.insert((name.to_owned(), key), identifier.clone());
        identifier
    }
}

const fn operator_name(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::And => "And",
        BinaryOp::Or => "Or",
        BinaryOp::Implies => "Implies",
        BinaryOp::Equal | BinaryOp::Iff => "Equal",
        BinaryOp::NotEqual | BinaryOp::Xor => "Differ",
    }
}

/// The parts that an abstraction forgets, and the values that it knows.
pub(super) fn forgetting(abstraction: &Abstraction, lists: &mut Lists) -> String {
    let mut represented = Vec::new();
    let mut lost = Vec::new();
    let mut known = Vec::new();
    for (location, bits) in (0..).map(LocationId).zip(&abstraction.locals) {
        let other = abstraction.of(location);
        if other != location {
            represented.push(format!("({}, {})", location.0, other.0));
        } else if bits.iter().any(|bit| bit.forgotten) {
            lost.push(format!("({}, {})", location.0, number(bits.iter().map(|bit| bit.forgotten))));
        }
        if bits.iter().any(|bit| bit.always.is_some()) {
            known.push(format!("({}, {})", location.0, constants(bits)));
        }
    }
    let shared = number(abstraction.shared.iter().map(|bit| bit.forgotten));
    let represented = lists.list("(location * location)", &represented);
    let lost = lists.list("(location * valuation)", &lost);
    let known = lists.list("(location * constants)", &known);
    format!("Forget {shared} {represented} {lost} ({}) {known}", constants(&abstraction.shared))
}

fn constants(bits: &[Bit]) -> String {
    let which = number(bits.iter().map(|bit| bit.always.is_some()));
    format!("Constants {which} {}", number(bits.iter().map(|bit| bit.always == Some(true))))
}

/// A property of a program.
pub(super) fn property(number: u32, property: &Property) -> String {
    match property.kind {
        PropertyKind::Assert => format!("Assertion {number}"),
        PropertyKind::Label => {
            let locations: Vec<String> = property.locations.iter().map(|location| location.0.to_string()).collect();
            format!("Label [{}]", locations.join("; "))
        }
    }
}
