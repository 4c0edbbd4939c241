//! Predicates for engines that work with them: made of guards, asked for by such an engine, and limited to the places
//! where they matter.

use boolprog_base::{Edit, Span};
use boolprog_integer::EdgeId;
use boolprog_integer::syntax::ast::{BinaryOperator, Edge, Expr, ExprKind, Item, Predicate, Process, ProcessItem};

use crate::actions::{Action, Effect, Kind, touches};
use crate::integer::Snapshot;

/// More places are not offered for one predicate.
const MOST_PLACES: usize = 4;

/// Largest number of offers for one edge: a search that does not end lacks ever more predicates.
const MOST_GAPS: usize = 4;

/// The actions on the guard or the predicate at a range. No offer would be an error: each is parsed, so this takes the
/// time of parsing the text a few times.
pub(super) fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    if snapshot.has_errors() {
        return Vec::new();
    }
    let offers = snapshot.file.items.iter().flat_map(|item| match item {
        Item::Process(process) if touches(process.span, range) => {
            [of_process(snapshot, process, range), of_gaps(snapshot, range)].concat()
        }
        Item::Predicate(predicate) if touches(predicate.span, range) => of_predicate(snapshot, predicate),
        _ => Vec::new(),
    });
    let sound = offers.filter(|(_, edit)| is_sound(snapshot, edit));
    sound.map(|(title, edit)| Action::refactoring(Kind::Rewrite, title, Effect::Change(vec![edit]))).collect()
}

/// The declaration of a predicate; `None` if it is declared already, or would be an error.
pub(super) fn insertion(snapshot: &Snapshot, told: &str) -> Option<Edit> {
    let edit = is_new(snapshot, told).then(|| addition(snapshot, &[told]))?;
    is_sound(snapshot, &edit).then_some(edit)
}

/// The declaration of several predicates, without those that are declared already; `None` if there are none, or if one of
/// them would be an error.
pub(super) fn insertions(snapshot: &Snapshot, told: &[String]) -> Option<Edit> {
    let new: Vec<&str> = told.iter().map(String::as_str).filter(|told| is_new(snapshot, told)).collect();
    let edit = (!new.is_empty()).then(|| addition(snapshot, &new))?;
    is_sound(snapshot, &edit).then_some(edit)
}

fn is_sound(snapshot: &Snapshot, edit: &Edit) -> bool {
    let text = Edit::apply(&snapshot.text, std::slice::from_ref(edit));
    !Snapshot::new(text.into(), snapshot.context.preferences).has_errors()
}

/// Making a predicate of a part of a guard.
fn of_process(snapshot: &Snapshot, process: &Process, range: Span) -> Vec<(String, Edit)> {
    let guards =
        edges(process).filter_map(|edge| Some((edge, edge.guard.as_ref().filter(|it| touches(it.span, range))?)));
    let offers = guards.flat_map(|(edge, guard)| {
        let told = snapshot.slice(truth_at(guard, range).span);
        let place = format!("{told} at {} @ {}", process.name.text, edge.source.text);
        [told.to_owned(), place]
    });
    let new = offers.filter(|told| is_new(snapshot, told));
    new.map(|told| (format!("Add the predicate `{told}`"), addition(snapshot, &[&told]))).collect()
}

fn is_new(snapshot: &Snapshot, told: &str) -> bool {
    !snapshot.text.contains(&format!("predicate {told};"))
}

/// Adding the predicates that a search under abstraction of this program lacked before an edge, so that it could not
/// show that all states which look alike take the edge alike.
fn of_gaps(snapshot: &Snapshot, range: Span) -> Vec<(String, Edit)> {
    let Some(findings) = snapshot.results.current() else { return Vec::new() };
    let processes = snapshot.file.items.iter().filter_map(|item| match item {
        Item::Process(process) => Some(process),
        _ => None,
    });
    let mut offers = Vec::new();
    for (number, _) in (0..).zip(processes.flat_map(edges)).filter(|(_, edge)| touches(edge.span, range)) {
        let lacking = findings.gaps.iter().filter(|gap| gap.edge == EdgeId(number));
        let told = lacking.map(|gap| &*gap.declaration).filter(|told| is_new(snapshot, told));
        let told: Vec<&str> = told.take(MOST_GAPS).collect();
        let one = |told: &&str| {
            let title = format!("Add the predicate `{told}`, without which this edge is not exact");
            (title, addition(snapshot, &[told]))
        };
        offers.extend(told.iter().map(one));
        if told.len() > 1 {
            let title = format!("Add {} predicates without which this edge is not exact", told.len());
            offers.push((title, addition(snapshot, &told)));
        }
    }
    offers
}

/// The innermost part around a range that has a truth value of its own: no number, and no variable inside a comparison.
fn truth_at(guard: &Expr, range: Span) -> &Expr {
    let mut truth = guard;
    let mut next = Some(guard);
    while let Some(expr) = next {
        let is_connective = match &expr.kind {
            ExprKind::Binary(BinaryOperator::And | BinaryOperator::Or, ..) | ExprKind::Paren(_) | ExprKind::Not(_) => {
                true
            }
            ExprKind::Binary(..) | ExprKind::At(..) | ExprKind::Name(_) | ExprKind::Member(..) => false,
            _ => return truth,
        };
        truth = expr;
        next = if is_connective { parts(expr).into_iter().find(|part| part.span.contains(range)) } else { None };
    }
    truth
}

/// Predicates after the last one, or else after the last process.
fn addition(snapshot: &Snapshot, told: &[&str]) -> Edit {
    let behind = snapshot.file.items.iter().rev().find_map(|item| match item {
        Item::Predicate(predicate) => Some((predicate.span.end, "\n")),
        _ => None,
    });
    let processes = || {
        snapshot.file.items.iter().rev().find_map(|item| match item {
            Item::Process(process) => Some((process.span.end, "\n\n")),
            _ => None,
        })
    };
    let (end, gap) = behind.or_else(processes).unwrap_or((0, ""));
    let rest = snapshot.text.get(end as usize..).unwrap_or_default();
    let line_end = end + rest.find(['\r', '\n']).unwrap_or(rest.len()) as u32;
    // A comment that continues below would hide the insertion.
    let is_inside = |comment: &Span| comment.start < line_end && line_end < comment.end;
    let at = if snapshot.file.comments.iter().any(is_inside) { end } else { line_end };
    let lines: Vec<String> = told.iter().map(|told| format!("predicate {told};")).collect();
    Edit { span: Span::empty(at), text: format!("{gap}{}", lines.join("\n")) }
}

/// Limiting a predicate to a location whose edges mention the same variables, or lifting that limit.
fn of_predicate(snapshot: &Snapshot, predicate: &Predicate) -> Vec<(String, Edit)> {
    if predicate.place.is_some() {
        let place = Span::new(predicate.condition.span.end, predicate.span.end);
        return vec![("Use this predicate everywhere".to_owned(), Edit { span: place, text: String::new() })];
    }
    let uses = |span: Span| {
        let inside = snapshot.names.uses.iter().filter(move |found| span.contains(found.span));
        inside.map(|found| found.symbol).collect::<Vec<_>>()
    };
    let wanted = uses(predicate.condition.span);
    let mut places: Vec<String> = Vec::new();
    for item in &snapshot.file.items {
        let Item::Process(process) = item else { continue };
        for edge in edges(process) {
            let place = format!("{} @ {}", process.name.text, edge.source.text);
            let guard = edge.guard.as_ref().map(|guard| uses(guard.span)).unwrap_or_default();
            if guard.iter().any(|symbol| wanted.contains(symbol)) && !places.contains(&place) {
                places.push(place);
            }
        }
    }
    let edit = |place: &str| Edit { span: Span::empty(predicate.span.end), text: format!(" at {place}") };
    let offer = |place: String| (format!("Use this predicate only at `{place}`"), edit(&place));
    places.into_iter().take(MOST_PLACES).map(offer).collect()
}

fn edges(process: &Process) -> impl Iterator<Item = &Edge> {
    process.items.iter().filter_map(|item| if let ProcessItem::Edge(edge) = item { Some(edge) } else { None })
}

fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Hole | ExprKind::Number(_) | ExprKind::Boolean(_) | ExprKind::Name(_) | ExprKind::Count(..) => {
            Vec::new()
        }
        ExprKind::Member(instance, _) | ExprKind::At(instance, _) => instance.index.as_deref().into_iter().collect(),
        ExprKind::Paren(inner) | ExprKind::Not(inner) | ExprKind::Negate(inner) => vec![inner],
        ExprKind::Binary(_, left, right) => vec![left, right],
        ExprKind::Conditional(condition, then, otherwise) => vec![condition, then, otherwise],
    }
}
