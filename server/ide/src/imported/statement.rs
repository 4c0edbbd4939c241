//! Statements of a program: which threads execute them, and what proofs say of the places of control before them.

use std::collections::BTreeSet;

use boolprog_base::Span;
use boolprog_check::integer::Model;
use boolprog_check::integer::places::{Place, Places};
use boolprog_integer::Transition;

use super::Snapshot;

/// More facts about a place are not shown.
const MOST_FACTS: usize = 8;

/// The statement that threads execute at one place of the text.
pub(super) struct Statement<'a> {
    model: &'a Model,
    /// The places of control before its steps.
    pub(super) places: BTreeSet<Place>,
    /// Those before its first step.
    entries: BTreeSet<Place>,
}

/// The span of the statement at an offset: the innermost step there, or else what begins on its line.
pub(super) fn span_at(snapshot: &Snapshot, offset: u32) -> Option<Span> {
    let model = snapshot.model.as_ref()?;
    let spans = || model.system.transitions.iter().map(|transition| transition.span).filter(|span| !span.is_empty());
    // A step is a part of a statement: beside its parts, a statement is what begins on its line.
    let around = line_around(&snapshot.text, offset);
    let on_line = || spans().any(|span| around.touches(span.start)).then_some(around);
    innermost(offset, spans()).or_else(on_line)
}

impl<'a> Statement<'a> {
    pub(super) fn at(model: &'a Model, span: Span) -> Self {
        let system = &model.system;
        let process = |it: &Transition| system.instance(it.instance).process;
        let (own, others): (Vec<_>, Vec<_>) =
            system.transitions.iter().partition(|it| !it.span.is_empty() && span.contains(it.span));
        let places: BTreeSet<Place> = own.iter().map(|it| (process(it), it.from)).collect();
        let entered: BTreeSet<Place> = others.iter().map(|it| (process(it), it.to)).collect();
        let is_entry = |place: &&Place| place.1.0 == 0 || entered.contains(place);
        let mut entries: BTreeSet<Place> = places.iter().filter(is_entry).copied().collect();
        if entries.is_empty() {
            entries.clone_from(&places);
        }
        Self { model, places, entries }
    }

    /// `true` if it is known that no thread gets there.
    pub(super) fn is_unreached(&self, known: &Places) -> bool {
        known.always(&self.entries.iter().copied().collect::<Vec<_>>()).is_none()
    }

    /// By which threads it is executed, and how many at once if that is known to be bounded; names are written by `code`.
    pub(super) fn executed(&self, known: Option<&Places>, code: impl Fn(&str) -> String) -> String {
        let all: Vec<Place> = self.places.iter().copied().collect();
        let most = known.and_then(|known| known.most(&self.model.system, &all));
        let processes = self.processes();
        let is_any = self.is_any_number();
        let number = match processes.len() {
            _ if is_any => "any number of threads".to_owned(),
            1 => "one thread".to_owned(),
            several => format!("{several} threads"),
        };
        let is_news = |most: &usize| is_any || *most < processes.len();
        let at_once = most.filter(is_news).map(|most| format!(", at most {} at a time", small(most)));
        let functions: BTreeSet<&str> = processes.iter().map(|process| self.function(*process)).collect();
        let functions = functions.into_iter().map(code).collect::<Vec<_>>().join(", ");
        format!("Executed by {number}{}: {functions}", at_once.unwrap_or_default())
    }

    /// `true` if several threads execute it.
    pub(super) fn is_shared(&self) -> bool {
        self.is_any_number() || self.processes().len() > 1
    }

    /// Facts that always hold before it, in C, and the number of the others.
    pub(super) fn always(&self, known: &Places) -> (Vec<String>, usize) {
        let entries: Vec<Place> = self.entries.iter().copied().collect();
        let facts = known.always(&entries).unwrap_or_default();
        let more = facts.len().saturating_sub(MOST_FACTS);
        (facts.into_iter().take(MOST_FACTS).map(|fact| in_c(self.model, &fact)).collect(), more)
    }

    fn processes(&self) -> Vec<u16> {
        let mut processes: Vec<u16> = self.places.iter().map(|(process, _)| *process).collect();
        processes.dedup();
        processes
    }

    fn is_any_number(&self) -> bool {
        self.processes().iter().any(|process| self.model.system.processes[usize::from(*process)].replicated)
    }

    /// The function that the threads of a process execute.
    fn function(&self, process: u16) -> &'a str {
        let Model { system, origins, .. } = self.model;
        let edge =
            system.transitions.iter().find(|it| system.instance(it.instance).process == process).map(|it| it.edge);
        let stacks = origins.as_ref().map_or(&[][..], |origins| &origins.stacks);
        let outermost = edge.and_then(|edge| stacks.get(edge.0 as usize)?.first());
        outermost.map_or(&system.processes[usize::from(process)].name, |outermost| &outermost.function)
    }
}

/// A number as text writes it.
fn small(number: usize) -> String {
    if number == 1 { "one".to_owned() } else { number.to_string() }
}

/// The line around an offset, without its end.
pub(super) fn line_around(text: &str, offset: u32) -> Span {
    let (before, after) = text.split_at_checked(offset as usize).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = offset as usize + after.find('\n').unwrap_or(after.len());
    Span::new(start as u32, end as u32)
}

/// The shortest of the spans around an offset.
pub(super) fn innermost(offset: u32, spans: impl Iterator<Item = Span>) -> Option<Span> {
    spans.filter(|span| span.touches(offset) && !span.is_empty()).min_by_key(|span| span.len())
}

/// A formula with variables as the text writes them, such as `items[0]` for `items_0`.
fn in_c(model: &Model, formula: &str) -> String {
    let Some(origins) = &model.origins else { return formula.to_owned() };
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut told = String::with_capacity(formula.len());
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_part(c) != is_part(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        told.push_str(origins.written.get(word).map_or(word, |written| written));
        rest = after;
    }
    told
}
