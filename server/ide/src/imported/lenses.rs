//! The lenses above the function with which a program begins: what is known of each kind of property, also of those that are
//! checked on request only.

use boolprog_base::Span;
use boolprog_base::words::count;
use boolprog_check::report::Verdict;
use boolprog_integer::Check;

use super::Snapshot;
use super::requested::{ON_REQUEST, has_threads, is_on_request};
use crate::lenses::{Action, Lens, wanted};
use crate::retries::{retries, title};
use crate::{Answer, Checkable, Results};

/// The lenses of a snapshot that the person wants to see, in textual order.
pub fn lenses(snapshot: &Snapshot) -> Vec<Lens> {
    let mut lenses = crate::lenses::lenses(snapshot);
    lenses.extend(wanted(of_entry(snapshot), snapshot.context.preferences.lenses));
    lenses.sort_by_key(|lens| lens.span.start);
    lenses
}

/// The lenses of a program with threads, or whose implied properties are undecided. None if the program has errors.
fn of_entry(snapshot: &Snapshot) -> Vec<Lens> {
    if snapshot.has_errors() {
        return Vec::new();
    }
    let span = entry(snapshot).unwrap_or_default();
    let lens = |title: String, action| Lens { span, title, action };
    let has_threads = has_threads(snapshot.model.as_ref());
    let mut lenses: Vec<Lens> =
        assertions(snapshot).filter(|_| has_threads).map(|title| lens(title, Action::None)).into_iter().collect();
    for (check, words, name) in ON_REQUEST.into_iter().filter(|_| has_threads) {
        lenses.push(if snapshot.requested.contains(&check) {
            lens(requested(snapshot, check, words), Action::None)
        } else {
            lens(format!("{}: not checked", words[1]), Action::CheckAlso(name))
        });
    }
    let undecided: Vec<Implied<'_>> = implied(snapshot).filter(|it| is_undecided(it.answer)).collect();
    let unasked = undecided.iter().filter(|it| !it.is_on_request).count() as u64;
    if unasked > 0 {
        lenses.push(lens(format!("{} undecided", count(unasked, "implicit check")), Action::None));
    }
    lenses.extend(retry(snapshot, &undecided).map(|(seconds, action)| lens(title(seconds), action)));
    lenses
}

/// More time for what is undecided and has no lens of its own: for the only one of it alone.
fn retry(snapshot: &Snapshot, undecided: &[Implied<'_>]) -> Option<(u32, Action)> {
    let seconds = |it: &Implied<'_>| retries(&snapshot.results, it.answer).first().copied();
    match undecided {
        [only] => seconds(only).map(|seconds| (seconds, Action::Retry(only.id.clone(), seconds))),
        all => all.iter().filter_map(seconds).min().map(|seconds| (seconds, Action::RetryAll(seconds))),
    }
}

/// The place of the lenses about all of a program with threads.
pub fn row(snapshot: &Snapshot) -> Option<Span> {
    entry(snapshot).filter(|_| has_threads(snapshot.model.as_ref()))
}

/// The name of the function with which the program begins; none if another file has it.
fn entry(snapshot: &Snapshot) -> Option<Span> {
    let machine = snapshot.model.as_ref()?.machine.as_deref()?;
    machine.entry_in_text().filter(|span| snapshot.joined.other(span.start).is_none())
}

/// Number of assertions that hold, if there are any and all have an answer.
fn assertions(snapshot: &Snapshot) -> Option<String> {
    let written = snapshot.stated().into_iter().enumerate().filter(|(_, property)| !property.is_implied);
    let answers: Vec<Option<&Answer>> = written.map(|(index, _)| snapshot.results.answer(index)).collect();
    if answers.is_empty() || answers.iter().any(Option::is_none) {
        return None;
    }
    let violated = answers.iter().filter(|answer| is_violated(**answer)).count() as u64;
    let undecided = answers.iter().filter(|answer| is_undecided(**answer)).count() as u64;
    Some(match (violated, undecided) {
        (0, 0) => "assertions hold".to_owned(),
        (0, undecided) => format!("{} undecided", count(undecided, "assertion")),
        (violated, _) => format!("{} violated", count(violated, "assertion")),
    })
}

/// The answers to the properties of a kind that was requested, in words.
fn requested(snapshot: &Snapshot, check: Check, [one, many]: [&str; 2]) -> String {
    let answers: Vec<Option<&Answer>> = of_check(snapshot, check);
    let violated = answers.iter().filter(|answer| is_violated(**answer)).count() as u64;
    match (&snapshot.results, violated) {
        (_, 1..) => count(violated, one),
        (Results::Checking { .. }, _) if answers.iter().any(Option::is_none) => format!("{many}: checking..."),
        (Results::Current(_), _) if answers.iter().all(|answer| is_proved(*answer)) => format!("no {many}"),
        (Results::Current(_), _) => format!("{many}: undecided"),
        _ => format!("{many}: not checked"),
    }
}

fn of_check(snapshot: &Snapshot, check: Check) -> Vec<Option<&Answer>> {
    let properties = snapshot.model.iter().flat_map(|model| &model.system.properties).enumerate();
    let asked = properties.filter(|(_, property)| property.claim.as_ref().is_some_and(|claim| claim.check == check));
    asked.map(|(index, _)| snapshot.results.answer(index)).collect()
}

/// A property that the program does not state.
struct Implied<'a> {
    id: String,
    is_on_request: bool,
    answer: Option<&'a Answer>,
}

fn implied(snapshot: &Snapshot) -> impl Iterator<Item = Implied<'_>> {
    let stated = snapshot.stated().into_iter().enumerate().filter(|(_, property)| property.is_implied);
    stated.map(move |(index, property)| Implied {
        id: property.id,
        is_on_request: snapshot.model.as_ref().is_some_and(|model| is_on_request(&model.system.properties[index])),
        answer: snapshot.results.answer(index),
    })
}

fn is_violated(answer: Option<&Answer>) -> bool {
    answer.is_some_and(Answer::is_violated)
}

fn is_proved(answer: Option<&Answer>) -> bool {
    answer.is_some_and(|answer| matches!(answer.verdict(), Some(Verdict::Proved(_))))
}

fn is_undecided(answer: Option<&Answer>) -> bool {
    answer.is_some() && !is_violated(answer) && !is_proved(answer)
}
