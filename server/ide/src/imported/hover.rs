//! Hover: the verdict of a property, which threads are at a statement and how many at once, and what holds there.

use std::collections::BTreeSet;

use boolprog_base::Span;
use boolprog_check::integer::Model;
use boolprog_check::integer::places::{Place, Places};
use boolprog_integer::Transition;

use super::{Snapshot, written};
use crate::hover::{Hover, line};
use crate::markdown::{code, escaped};
use crate::properties;

/// More facts about a place are not shown.
const MOST_FACTS: usize = 8;

/// The hover at an offset, in at most `room` lines; none where no thread takes a step.
pub fn hover(snapshot: &Snapshot, offset: u32, room: usize) -> Option<Hover> {
    let property = innermost(offset, snapshot.properties.iter().map(|property| property.span));
    let model = snapshot.model.as_ref()?;
    let spans = || model.system.transitions.iter().map(|transition| transition.span).filter(|span| !span.is_empty());
    // A step is a part of a statement: beside its parts, a statement is what begins on its line.
    let around = line_around(&snapshot.text, offset);
    let on_line = || spans().any(|span| around.touches(span.start)).then_some(around);
    let statement = innermost(offset, spans()).or_else(on_line);
    let span = property.or(statement)?;
    let mut told: Vec<String> = Vec::new();
    for (index, found) in snapshot.properties.iter().enumerate().filter(|(_, found)| Some(found.span) == property) {
        let label = code(&found.stated().label);
        told.push(line(format_args!("{label} - {}", escaped(&properties::text(snapshot, index)))));
    }
    if let Some(statement) = statement {
        let places = snapshot.results.current().map(|findings| &*findings.places);
        told.extend(Statement::at(model, statement).in_words(places));
    }
    told.truncate(room);
    Some(Hover { span, markdown: told.join("\n").trim_end().to_owned(), has_states: false })
}

/// What threads execute at one place of the text.
struct Statement<'a> {
    model: &'a Model,
    /// The places of control before its steps.
    places: BTreeSet<Place>,
    /// Those before its first step.
    entries: BTreeSet<Place>,
}

impl<'a> Statement<'a> {
    fn at(model: &'a Model, span: Span) -> Self {
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

    fn in_words(&self, known: Option<&Places>) -> Vec<String> {
        let all: Vec<Place> = self.places.iter().copied().collect();
        let entries: Vec<Place> = self.entries.iter().copied().collect();
        let Some(known) = known else { return self.executed(None) };
        let Some(facts) = known.always(&entries) else {
            return vec![line("No thread gets here")];
        };
        let mut told = self.executed(known.most(&self.model.system, &all));
        told.extend(self.always(facts));
        told
    }

    /// By which threads, and how many at once if that is known to be bounded.
    fn executed(&self, most: Option<usize>) -> Vec<String> {
        let system = &self.model.system;
        let mut processes: Vec<u16> = self.places.iter().map(|(process, _)| *process).collect();
        processes.dedup();
        let is_any = processes.iter().any(|process| system.processes[usize::from(*process)].replicated);
        let number = match processes.len() {
            _ if is_any => "any number of threads".to_owned(),
            1 => "one thread".to_owned(),
            several => format!("{several} threads"),
        };
        let is_news = |most: &usize| is_any || *most < processes.len();
        let at_once = most.filter(is_news).map(|most| format!(", at most {} at a time", small(most)));
        let functions: BTreeSet<&str> = processes.iter().map(|process| self.function(*process)).collect();
        let functions = functions.into_iter().map(code).collect::<Vec<_>>().join(", ");
        vec![line(format_args!("Executed by {number}{}: {functions}", at_once.unwrap_or_default()))]
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

    /// What always holds before it.
    fn always(&self, facts: Vec<String>) -> Option<String> {
        let more = facts.len().saturating_sub(MOST_FACTS);
        let is_alone = facts.len() == 1;
        let shown = facts.into_iter().take(MOST_FACTS).map(|fact| {
            let fact = written::in_c(self.model, &fact);
            if fact.contains(" || ") && !is_alone { format!("({fact})") } else { fact }
        });
        let all = shown.collect::<Vec<_>>().join(" && ");
        let rest = if more == 0 { String::new() } else { format!(", and {more} more") };
        (!all.is_empty()).then(|| line(format_args!("Here always: {}{rest}", code(&all))))
    }
}

/// A number as text writes it.
fn small(number: usize) -> String {
    if number == 1 { "one".to_owned() } else { number.to_string() }
}

/// The line around an offset, without its end.
fn line_around(text: &str, offset: u32) -> Span {
    let (before, after) = text.split_at_checked(offset as usize).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = offset as usize + after.find('\n').unwrap_or(after.len());
    Span::new(start as u32, end as u32)
}

/// The shortest of the spans around an offset.
fn innermost(offset: u32, spans: impl Iterator<Item = Span>) -> Option<Span> {
    spans.filter(|span| span.touches(offset) && !span.is_empty()).min_by_key(|span| span.len())
}
