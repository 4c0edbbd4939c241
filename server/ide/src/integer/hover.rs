//! Hover: the meaning of a name.

use boolprog_base::Span;
use boolprog_base::words::count;
use boolprog_integer::model::{Role, Symbol, SymbolId, SymbolKind};
use boolprog_integer::syntax::ast::{Item, Process, ProcessItem};
use boolprog_integer::syntax::lexer::{Kind, tokens};
use boolprog_integer::{Initial, PropertyKind, Sort};
use boolprog_program::names::doc_comment;

use super::Snapshot;
use crate::hover::{Hover, line, lines};
use crate::keywords::INTEGER;
use crate::markdown::{code, escaped};

/// The hover at an offset, in at most `room` lines.
pub fn hover(snapshot: &Snapshot, offset: u32, room: usize) -> Option<Hover> {
    let (span, told) = match snapshot.names.use_at(offset) {
        Some(found) => (found.span, of_symbol(snapshot, found.symbol)),
        None => word_at(snapshot, offset).map(|(span, meaning)| (span, meaning.map(line).to_vec()))?,
    };
    let shown: Vec<String> = told.into_iter().take(room).collect();
    Some(Hover { span, markdown: shown.join("\n").trim_end().to_owned(), has_states: false })
}

/// The word of the language at an offset, and what it means. Linear in the text.
fn word_at(snapshot: &Snapshot, offset: u32) -> Option<(Span, [&'static str; 2])> {
    let tokens = tokens(&snapshot.text);
    let behind = tokens.all.partition_point(|token| token.span.start <= offset);
    let token = tokens.all[..behind].last().filter(|token| token.span.touches(offset))?;
    let is_name = token.kind == Kind::Name && snapshot.names.unresolved.binary_search(&token.span).is_ok();
    Some((token.span, INTEGER.meaning(snapshot.slice(token.span)).filter(|_| !is_name)?))
}

/// The lines about something with a name.
pub(super) fn of_symbol(snapshot: &Snapshot, id: SymbolId) -> Vec<String> {
    let Some(symbol) = snapshot.names.symbol(id) else { return Vec::new() };
    let Some(declared) = declared(snapshot, symbol.span) else { return Vec::new() };
    let declaration = snapshot.slice(declared.own);
    let text = code(declaration);
    let owner = symbol.process.and_then(|process| snapshot.names.symbol(process));
    let owner = owner.map_or("", |process| process.name.as_str());
    let mut told = vec![line(match (symbol.kind, declared.process) {
        (SymbolKind::Constant(value), _) if declaration.ends_with(&format!("= {value}")) => {
            format!("{text} - constant")
        }
        (SymbolKind::Constant(value), _) => format!("{text} - constant, {value}"),
        (SymbolKind::Variable { .. }, _) if symbol.process.is_some() => {
            format!("{text} - variable of `{owner}`, one copy per instance")
        }
        (SymbolKind::Variable { .. }, _) => format!("{text} - shared variable, one copy for all processes"),
        (SymbolKind::Process { instances, .. }, _) => format!("{text} - {}", copies(instances)),
        (SymbolKind::Location, Some(process)) if is_start(process, symbol.span) => {
            format!("location {text} of `{owner}` - control starts here")
        }
        (SymbolKind::Location, _) => format!("location {text} of `{owner}`"),
        (SymbolKind::Property, _) => format!("`{}` - {}", symbol.name, declared.stated()),
    })];
    let comment = |span| doc_comment(&snapshot.text, &snapshot.file.comments, span);
    let comment = comment(declared.own).or_else(|| comment(declared.item));
    told.extend(comment.map(|text| line(escaped(&text.split_whitespace().collect::<Vec<_>>().join(" ")))));
    told.extend(facts(snapshot, id, symbol, declared.process).into_iter().map(line));
    told
}

fn facts(snapshot: &Snapshot, id: SymbolId, symbol: &Symbol, process: Option<&Process>) -> Vec<String> {
    let places = |role: Role| -> Vec<u32> {
        snapshot.names.uses_of(id).filter(|found| found.role == role).map(|found| found.span.start).collect()
    };
    let told = |what: &str, role: Role| match places(role) {
        none if none.is_empty() => format!("Never {}", what.to_lowercase()),
        some => format!("{what} in {}", lines(&snapshot.text, &some)),
    };
    match symbol.kind {
        SymbolKind::Constant(_) => vec![told("Used", Role::Read)],
        SymbolKind::Variable { sort, initial } => {
            vec![values(sort, initial), told("Written", Role::Write), told("Read", Role::Read)]
        }
        SymbolKind::Process { .. } => process.map(|process| vec![size(process)]).unwrap_or_default(),
        SymbolKind::Location => vec![told("Entered", Role::Enter), told("Left", Role::Leave)],
        SymbolKind::Property => needed(snapshot, symbol.span).into_iter().collect(),
    }
}

/// The variables that the verdict on the property with this name depends on: `Proved with 2 of 42 variables: lock, in`.
fn needed(snapshot: &Snapshot, name: Span) -> Option<String> {
    let index = snapshot.properties.iter().position(|property| property.span.touches(name.start))?;
    Some(escaped(&snapshot.results.answer(index)?.variables()?))
}

fn copies(instances: Option<u16>) -> String {
    instances.map_or_else(|| "any number of instances".to_owned(), |number| count(number, "instance"))
}

/// The values of a variable, and the one it starts with.
fn values(sort: Sort, initial: Initial) -> String {
    let value = |value: i64| match sort {
        Sort::Boolean => (value != 0).to_string(),
        Sort::Integer | Sort::Range(..) => value.to_string(),
    };
    let start = match initial {
        Initial::Value(start) => value(start),
        Initial::Unspecified => "any of them".to_owned(),
    };
    match sort {
        Sort::Boolean => format!("A truth value, starts with {start}").replace("any of them", "either"),
        Sort::Integer => format!("An integer, starts with {start}").replace("any of them", "any"),
        Sort::Range(low, high) => format!("One of {low}..{high}, starts with {start}"),
    }
}

fn size(process: &Process) -> String {
    let (mut locations, mut edges) = (0u64, 0u64);
    for item in &process.items {
        match item {
            ProcessItem::Locations(names) => locations += names.names.len() as u64,
            ProcessItem::Edge(_) => edges += 1,
            ProcessItem::Declaration(_) => {}
        }
    }
    format!("{}, {}", count(locations, "location"), count(edges, "edge"))
}

fn is_start(process: &Process, name: Span) -> bool {
    let locations = process.items.iter().find_map(|item| match item {
        ProcessItem::Locations(locations) => locations.names.first(),
        ProcessItem::Declaration(_) | ProcessItem::Edge(_) => None,
    });
    locations.is_some_and(|first| first.span == name)
}

struct Declared<'a> {
    /// Declaration of the name alone: `x: int = 0`, the head of a process.
    own: Span,
    /// The statement that this is in.
    item: Span,
    /// The process that is declared, or that this is in.
    process: Option<&'a Process>,
    /// Kind of the property, if it is one.
    property: Option<PropertyKind>,
}

impl Declared<'_> {
    fn stated(&self) -> &'static str {
        match self.property {
            Some(PropertyKind::Invariant) => "must always hold",
            Some(PropertyKind::Error) | None => "must never hold",
        }
    }
}

/// The declaration of the name at this span. Linear in the declarations.
fn declared(snapshot: &Snapshot, name: Span) -> Option<Declared<'_>> {
    let plain = |own, item| Declared { own, item, process: None, property: None };
    snapshot.file.items.iter().find_map(|item| match item {
        Item::Constant(it) => (it.name.span == name).then(|| plain(it.span, it.span)),
        Item::Declaration(it) => {
            it.variables.iter().find(|variable| variable.name.span == name).map(|own| plain(own.span, it.span))
        }
        Item::Process(it) => in_process(it, name).map(|found| Declared { process: Some(it), ..found }),
        Item::Property(it) => {
            (it.name.span == name).then(|| Declared { property: Some(it.kind), ..plain(it.span, it.span) })
        }
        Item::Initial(_) | Item::Predicate(_) => None,
    })
}

fn in_process(process: &Process, name: Span) -> Option<Declared<'static>> {
    let plain = |own, item| Declared { own, item, process: None, property: None };
    if process.name.span == name {
        return Some(plain(process.header, process.span));
    }
    process.items.iter().find_map(|item| match item {
        ProcessItem::Declaration(it) => {
            it.variables.iter().find(|variable| variable.name.span == name).map(|own| plain(own.span, it.span))
        }
        ProcessItem::Locations(it) => it.names.iter().find(|own| own.span == name).map(|own| plain(own.span, it.span)),
        ProcessItem::Edge(_) => None,
    })
}
