//! Programs as older tools read them: one procedure, every statement with its number as label, no calls.
//!
//! A statement of the original becomes several: a choice between its branches (`goto`), the branch itself with its
//! guard as `assume` or `constrain`, and a `goto` to the next statement. A thread that takes a blocked branch waits,
//! which is the same as not moving; so the verdicts stay, though a violation needs more steps.

use boolprog_program::program::{
    Creation, Edge, Effect, Expr, Goal, Location, LocationId, Program, PropertyKind, Role, Slot, Threads, Value,
};
use thiserror::Error;

use super::expr::{conjunction, reads_shared, show, unchanged, value};

/// Why a program cannot be written in this form.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum NumericError {
    /// `wait`, `signal` and `broadcast` depend on which threads are where at that moment.
    #[error("`wait`, `signal` and `broadcast` cannot be written with numeric labels")]
    Waits,
    /// `x$`
    #[error("an assignment to `x$`, or a constraint on it, cannot be written with numeric labels")]
    Passive,
    /// A thread that may be created in one step, whose creation would be two steps.
    #[error("`start_thread` in a procedure with `enforce` or `abortif` cannot be written with numeric labels")]
    EnforcedCreation,
    /// The program is not the inlined one.
    #[error("calls cannot be written with numeric labels")]
    Calls,
}

/// Writes an inlined program: shared variables `s0`, `s1`, ... and local ones `l0`, `l1`, ..., by bit. Its assertions and error
/// labels become `assert(0)`. Linear in the lowered program.
pub fn write_numeric(program: &Program) -> Result<String, NumericError> {
    let order = order(program);
    let blocks = order.iter().map(|&id| block(program, id)).collect::<Result<Vec<_>, _>>()?;
    let mut starts = vec![0; program.locations.len()];
    let mut next = 0;
    for (id, block) in order.iter().zip(&blocks) {
        starts[id.0 as usize] = next;
        next += block.len();
    }
    let mut lines = declarations(program);
    let mut number = 0;
    for block in blocks {
        let first = number;
        for statement in block {
            lines.push(format!("{number}: {};", statement.with_labels(first, &starts)));
            number += 1;
        }
    }
    lines.push("end\n".to_owned());
    Ok(lines.join("\n"))
}

/// Control starts at the first statement.
fn order(program: &Program) -> Vec<LocationId> {
    let others = (0..program.locations.len() as u32).map(LocationId).filter(|id| *id != program.entry);
    std::iter::once(program.entry).chain(others).collect()
}

fn declarations(program: &Program) -> Vec<String> {
    let threads = match program.threads {
        Threads::Any => "*".to_owned(),
        Threads::Exactly(count) => count.to_string(),
    };
    let mut lines = vec![format!("// boolprog: threads = {threads}")];
    let declaration = |letter: char| {
        move |(slot, initial): (usize, &Option<bool>)| match initial {
            Some(initial) => format!("decl {letter}{slot} := {};", u8::from(*initial)),
            None => format!("decl {letter}{slot};"),
        }
    };
    lines.extend(program.shared_initial.iter().enumerate().map(declaration('s')));
    lines.push("void main() begin".to_owned());
    lines.extend(program.local_initial.iter().enumerate().map(declaration('l')));
    lines.extend(carried(program).into_iter().map(|slot| format!("decl t{slot} := 0;")));
    lines
}

/// The bits of new threads that are computed from shared variables: they travel in variables of their own.
fn carried(program: &Program) -> Vec<u32> {
    let creations = program.edges.iter().filter_map(|edge| match &edge.effect {
        Effect::Create(creation) => Some(creation),
        _ => None,
    });
    let values = creations.flat_map(|creation| &creation.values);
    let mut slots: Vec<u32> = values.filter(|(_, value)| reads_shared(value)).map(|(slot, _)| *slot).collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

#[derive(Clone, Copy)]
enum To {
    /// A statement of the same block, counted from its first.
    Here(usize),
    /// The first statement of a location.
    Location(LocationId),
}

/// A statement without its number, and the labels at its end.
struct Numbered {
    text: String,
    labels: Vec<To>,
}

impl Numbered {
    fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), labels: Vec::new() }
    }

    fn jump(labels: Vec<To>) -> Self {
        Self { text: "goto ".to_owned(), labels }
    }

    fn with_labels(&self, first: usize, starts: &[usize]) -> String {
        let label = |to: &To| match to {
            To::Here(offset) => (first + offset).to_string(),
            To::Location(id) => starts[id.0 as usize].to_string(),
        };
        format!("{}{}", self.text, self.labels.iter().map(label).collect::<Vec<_>>().join(", "))
    }
}

/// The statements of a location: a choice if there is one, then each branch.
fn block(program: &Program, id: LocationId) -> Result<Vec<Numbered>, NumericError> {
    let location = program.location(id);
    match location.role {
        Role::Step => {}
        Role::Wait(_) => return Err(NumericError::Waits),
        Role::Call(_) | Role::Exit | Role::Cut => return Err(NumericError::Calls),
    }
    let mut ways = Vec::new();
    if program.properties.iter().any(|asked| asked.kind == PropertyKind::Label && asked.locations.contains(&id)) {
        ways.push(assumed(&location.enforce.iter().collect::<Vec<_>>(), vec![Numbered::plain("assert(0)")]));
    }
    for edge in program.edges_of(id) {
        ways.push(way(program, location, edge)?);
    }
    if ways.is_empty() {
        ways.push(vec![Numbered::plain("assume(0)")]);
    }
    if ways.len() == 1 {
        return Ok(ways.remove(0));
    }
    let mut block = vec![Numbered::jump(Vec::new())];
    for way in ways {
        let start = block.len();
        block[0].labels.push(To::Here(start));
        let shift = |to| if let To::Here(offset) = to { To::Here(start + offset) } else { to };
        block.extend(way.into_iter().map(|Numbered { text, labels }| {
            let labels = labels.into_iter().map(shift).collect();
            Numbered { text, labels }
        }));
    }
    Ok(block)
}

/// The statements of one edge; its last one never falls through.
fn way(program: &Program, location: &Location, edge: &Edge) -> Result<Vec<Numbered>, NumericError> {
    let mut condition: Vec<&Expr> = location.enforce.iter().chain([&edge.guard]).collect();
    condition.retain(|part| **part != Expr::Const(true));
    let goal = match edge.goal {
        Goal::Location(id) => Numbered::jump(vec![To::Location(id)]),
        Goal::End => Numbered::plain("end_thread"),
        Goal::Violation(_) => Numbered::plain("assert(0)"),
    };
    match &edge.effect {
        Effect::None if edge.updates.is_empty() => {
            let constrain = edge.constrain.as_ref().map(unchanged);
            condition.extend(&constrain);
            Ok(assumed(&condition, vec![goal]))
        }
        Effect::None => {
            condition.extend(&edge.constrain);
            Ok(vec![assignment(&edge.updates, &condition), goal])
        }
        // Inside the section no other thread changes the variables of the condition.
        Effect::AtomicBegin => Ok(prefixed("atomic_begin", assumed(&condition, vec![goal]))),
        Effect::AtomicEnd => Ok(assumed(&condition, vec![Numbered::plain("atomic_end"), goal])),
        Effect::Create(_) if !condition.is_empty() => Err(NumericError::EnforcedCreation),
        Effect::Create(creation) => Ok(create(program, creation, goal)),
        Effect::Signal | Effect::Broadcast => Err(NumericError::Waits),
        Effect::Passive(_) => Err(NumericError::Passive),
    }
}

fn prefixed(first: &str, rest: Vec<Numbered>) -> Vec<Numbered> {
    std::iter::once(Numbered::plain(first)).chain(rest).collect()
}

fn assumed(condition: &[&Expr], rest: Vec<Numbered>) -> Vec<Numbered> {
    match conjunction(condition) {
        Some(condition) => prefixed(&format!("assume({condition})"), rest),
        None => rest,
    }
}

fn assignment(updates: &[(Slot, Value)], condition: &[&Expr]) -> Numbered {
    let targets: Vec<String> = updates.iter().map(|(slot, _)| show(&Expr::Old(*slot))).collect();
    let values: Vec<String> = updates.iter().map(|(_, new)| value(new)).collect();
    let constrain = conjunction(condition).map_or(String::new(), |condition| format!(" constrain {condition}"));
    Numbered::plain(format!("{} := {}{constrain}", targets.join(", "), values.join(", ")))
}

/// The new thread begins as a copy of its creator, and then gives its bits their values. The creator first saves the
/// shared variables that these need.
fn create(program: &Program, creation: &Creation, goal: Numbered) -> Vec<Numbered> {
    let (mut aside, mut own) = (Vec::new(), Vec::new());
    for slot in 0..program.local_slots {
        let named = creation.values.iter().find(|(named, _)| *named == slot).map(|(_, value)| value);
        let unchanged = named == Some(&Value::Expr(Expr::Old(Slot::Local(slot))));
        match named {
            Some(new) if reads_shared(new) => {
                aside.push((format!("t{slot}"), value(new)));
                own.push((format!("l{slot}"), format!("t{slot}")));
            }
            Some(_) if unchanged => {}
            Some(new) => own.push((format!("l{slot}"), value(new))),
            None => own.push((format!("l{slot}"), "0".to_owned())),
        }
    }
    let parallel = |updates: Vec<(String, String)>| {
        let (targets, values): (Vec<String>, Vec<String>) = updates.into_iter().unzip();
        (!targets.is_empty()).then(|| Numbered::plain(format!("{} := {}", targets.join(", "), values.join(", "))))
    };
    let mut statements: Vec<Numbered> = parallel(aside).into_iter().collect();
    let own = parallel(own);
    let begins = if own.is_some() { To::Here(statements.len() + 2) } else { To::Location(creation.start) };
    statements.push(Numbered { text: "start_thread goto ".to_owned(), labels: vec![begins] });
    statements.push(goal);
    if let Some(own) = own {
        statements.extend([own, Numbered::jump(vec![To::Location(creation.start)])]);
    }
    statements
}
