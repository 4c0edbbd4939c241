//! Calls between procedures, and thread creation.

use boolprog_base::Span;
use boolprog_program::names::{Names, ProcedureId, Role, Symbol, Use};

use crate::Snapshot;
use crate::occurrences::name_at;

/// A procedure in a call hierarchy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Name of the procedure.
    pub name: String,
    /// Span of the whole procedure.
    pub span: Span,
    /// Its name; inside `span`.
    pub name_span: Span,
}

/// Relation of one procedure to another one that it runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum How {
    /// A procedure call.
    Call,
    /// It starts a thread there: `start_thread`, or a call with an `ASYNC_` label.
    ThreadStart,
}

/// The places where one procedure calls or starts another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connection {
    /// The procedure at the other end.
    pub item: Item,
    /// Relation at that place.
    pub how: How,
    /// The names of procedures or labels at which it happens, in textual order.
    pub spans: Vec<Span>,
}

/// The procedure that is named at an offset.
pub fn item_at(snapshot: &Snapshot, offset: u32) -> Option<Item> {
    match name_at(snapshot, offset)?.symbol {
        Symbol::Procedure(id) => item(snapshot, id),
        Symbol::Variable(_) | Symbol::Label(_) => None,
    }
}

/// The calls and starts of the procedure with this name, by caller; `None` if there is no such procedure. `start_thread
/// goto` starts a thread in its own procedure.
pub fn incoming(snapshot: &Snapshot, name: &str) -> Option<Vec<Connection>> {
    let id = snapshot.analysis.names.procedure(name)?;
    Some(connections(snapshot, |edge| (edge.to == id).then_some(edge.from)))
}

/// The calls and starts by the procedure with this name, by callee; `None` if there is no such procedure.
pub fn outgoing(snapshot: &Snapshot, name: &str) -> Option<Vec<Connection>> {
    let id = snapshot.analysis.names.procedure(name)?;
    Some(connections(snapshot, |edge| (edge.from == id).then_some(edge.to)))
}

/// One place where a procedure gets another one to run.
struct Edge {
    from: ProcedureId,
    to: ProcedureId,
    how: How,
    span: Span,
}

/// The edges for which `other_end` gives a procedure, by that procedure, in the order of their first places.
fn connections(snapshot: &Snapshot, other_end: impl Fn(&Edge) -> Option<ProcedureId>) -> Vec<Connection> {
    let names = &snapshot.analysis.names;
    let mut found: Vec<(ProcedureId, Connection)> = Vec::new();
    for edge in names.uses.iter().filter_map(|found| edge(names, found)) {
        let Some(other) = other_end(&edge) else { continue };
        if let Some((_, known)) = found.iter_mut().find(|(id, it)| *id == other && it.how == edge.how) {
            known.spans.push(edge.span);
        } else if let Some(item) = item(snapshot, other) {
            found.push((other, Connection { item, how: edge.how, spans: vec![edge.span] }));
        }
    }
    found.into_iter().map(|(_, connection)| connection).collect()
}

fn edge(names: &Names, found: &Use) -> Option<Edge> {
    let how = match found.role {
        Role::Call => How::Call,
        Role::ThreadStart => How::ThreadStart,
        _ => return None,
    };
    let to = match found.symbol {
        Symbol::Procedure(id) => id,
        Symbol::Label(id) => names.labels.get(id.0 as usize)?.procedure,
        Symbol::Variable(_) => return None,
    };
    Some(Edge { from: found.procedure?, to, how, span: found.span })
}

fn item(snapshot: &Snapshot, id: ProcedureId) -> Option<Item> {
    let procedure = snapshot.file.procedures.get(id.0 as usize)?;
    let name = procedure.name.text.to_string();
    Some(Item { name, span: procedure.span.cover(procedure.name.span), name_span: procedure.name.span })
}
