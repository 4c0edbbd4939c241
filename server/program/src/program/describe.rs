//! A lowered program as text, for users who want to see the input of the engines.

use std::fmt::Write;

use boolprog_syntax::ast::BinaryOp;

use super::{Creation, Edge, Effect, Expr, Goal, LocationId, Passive, Program, Role, Slot, Threads, Value};
use crate::names::{Names, VariableId};

impl Program {
    /// The program as text: one line per location, followed by its edges. `names` are those of its file.
    pub fn describe(&self, names: &Names) -> String {
        let mut text = String::new();
        Writer { program: self, names }.write(&mut text);
        text
    }
}

struct Writer<'a> {
    program: &'a Program,
    names: &'a Names,
}

impl Writer<'_> {
    fn write(&self, text: &mut String) {
        let program = self.program;
        let threads = match program.threads {
            Threads::Any => "any number of threads".to_owned(),
            Threads::Exactly(count) => format!("{count} thread(s)"),
        };
        line(text, &format!("{threads} at {}", place(program.entry)));
        let shared = program.shared_variables.iter().zip(&program.shared_initial);
        let shared =
            shared.map(|(variable, initial)| format!("{} := {}", self.name(*variable), initial_text(*initial)));
        line(text, &format!("shared {}", join(shared)));
        line(text, &format!("local {}", join(program.local_initial.iter().map(|bit| initial_text(*bit).to_owned()))));
        for index in 0..program.locations.len() {
            self.location(text, LocationId(index as u32));
        }
        for property in &program.properties {
            let places = join(property.locations.iter().map(|location| place(*location)));
            line(text, &format!("{:?} {} at {places}", property.kind, property.name));
        }
    }

    fn location(&self, text: &mut String, id: LocationId) {
        let location = self.program.location(id);
        let frames = self.program.frames(id);
        let chain: Vec<String> = frames
            .iter()
            .map(|frame| format!("{}@{}", self.names.procedures[frame.procedure.0 as usize].name, frame.site.0))
            .collect();
        let mut head = format!("{} {}", place(id), chain.join(" > "));
        if let Some(enforce) = &location.enforce {
            let _ = write!(head, " enforce {}", self.expr(id, enforce));
        }
        match &location.role {
            Role::Step => {}
            Role::Wait(next) => {
                let _ = write!(head, " waits, then {}", place(*next));
            }
            Role::Call(call) => {
                let _ = write!(head, " calls, then {}", place(call.returns_to));
                let results = call.results.iter().map(|slot| slot.map_or("_".to_owned(), |slot| self.slot(id, slot)));
                if !call.results.is_empty() {
                    let _ = write!(head, " with {}", join(results));
                }
            }
            Role::Exit => head.push_str(" exit"),
            Role::Cut => head.push_str(" cut"),
        }
        line(text, &head);
        for edge in self.program.edges_of(id) {
            line(text, &format!("  {}", self.edge(edge)));
        }
    }

    fn edge(&self, edge: &Edge) -> String {
        let at = edge.source;
        let mut parts = vec![match edge.goal {
            Goal::Location(goal) => format!("-> {}", place(goal)),
            Goal::End => "-> end".to_owned(),
            Goal::Violation(property) => format!("-> violation of property {}", property.0),
        }];
        if edge.guard != Expr::Const(true) {
            parts.push(format!("if {}", self.expr(at, &edge.guard)));
        }
        if !edge.updates.is_empty() {
            let updates = edge.updates.iter();
            parts.push(join(
                updates.map(|(slot, value)| format!("{} := {}", self.slot(at, *slot), self.value(at, value))),
            ));
        }
        if let Some(constrain) = &edge.constrain {
            parts.push(format!("constrain {}", self.expr(at, constrain)));
        }
        parts.extend(self.effect(at, &edge.effect));
        parts.join(" ")
    }

    fn effect(&self, at: LocationId, effect: &Effect) -> Option<String> {
        Some(match effect {
            Effect::None => return None,
            Effect::AtomicBegin => "atomic_begin".to_owned(),
            Effect::AtomicEnd => "atomic_end".to_owned(),
            Effect::Signal => "signal".to_owned(),
            Effect::Broadcast => "broadcast".to_owned(),
            Effect::Create(Creation { start, values }) => {
                let values = values.iter().map(|(bit, value)| {
                    format!("{} := {}", self.slot(*start, Slot::Local(*bit)), self.value(at, value))
                });
                format!("create {} {}", place(*start), join(values)).trim_end().to_owned()
            }
            Effect::Passive(Passive { procedure, updates, constrain }) => {
                let whose = procedure.map_or("every other thread", |_| "every other thread in this procedure");
                let updates = updates
                    .iter()
                    .map(|(variable, value)| format!("{}$ := {}", self.name(*variable), self.value(at, value)));
                let mut parts: Vec<String> = updates.collect();
                parts.extend(constrain.iter().map(|expr| format!("constrain {}", self.expr(at, expr))));
                format!("[{whose}: {}]", parts.join(", "))
            }
        })
    }

    fn value(&self, at: LocationId, value: &Value) -> String {
        match value {
            Value::Any => "*".to_owned(),
            Value::Expr(expr) => self.expr(at, expr),
        }
    }

    fn expr(&self, at: LocationId, expr: &Expr) -> String {
        match expr {
            Expr::Const(value) => (if *value { "T" } else { "F" }).to_owned(),
            Expr::Any => "*".to_owned(),
            Expr::Old(slot) => self.slot(at, *slot),
            Expr::New(slot) => format!("'{}", self.slot(at, *slot)),
            Expr::PassiveOld(variable) => format!("{}$", self.name(*variable)),
            Expr::PassiveNew(variable) => format!("'{}$", self.name(*variable)),
            Expr::Not(inner) => format!("!{}", self.expr(at, inner)),
            Expr::Binary(operator, left, right) => {
                format!("({} {} {})", self.expr(at, left), symbol(*operator), self.expr(at, right))
            }
            Expr::Ternary(test, yes, no) => {
                format!("({} ? {} : {})", self.expr(at, test), self.expr(at, yes), self.expr(at, no))
            }
        }
    }

    /// The name of a bit, with that of its procedure if a call away; a bit of a callee has only its number.
    fn slot(&self, at: LocationId, slot: Slot) -> String {
        let bit = match slot {
            Slot::Shared(bit) => return self.name(self.program.shared_variables[bit as usize]).to_owned(),
            Slot::Local(bit) => bit,
        };
        if let Some(variable) = self.program.thread_local_variables.get(bit as usize) {
            return self.name(*variable).to_owned();
        }
        for frame in self.program.frames(at).iter().rev() {
            let instance = self.program.instance(frame.instance);
            if let Some((variable, _)) = instance.variables.iter().find(|(_, owned)| *owned == bit) {
                return self.name(*variable).to_owned();
            }
        }
        format!("#{bit}")
    }

    fn name(&self, variable: VariableId) -> &str {
        &self.names.info(variable).name
    }
}

fn place(location: LocationId) -> String {
    format!("L{}", location.0)
}

const fn initial_text(initial: Option<bool>) -> &'static str {
    match initial {
        None => "*",
        Some(true) => "T",
        Some(false) => "F",
    }
}

const fn symbol(operator: BinaryOp) -> &'static str {
    crate::print::operator(operator)
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn line(text: &mut String, content: &str) {
    text.push_str(content.trim_end());
    text.push('\n');
}
