//! The iterations of searches under abstraction, for the user: at most a screen of them, however many there are.

use std::io::{self, Write};

use boolprog_base::words::count;
use boolprog_check::report::{Iteration, IterationEnd, Parting};
use boolprog_export::report::IterationDocument;

/// The most iterations of all searches together that are listed, and the most rounds of localization.
pub(super) const MOST: usize = 12;

/// Lists the iterations of each search: if they are many, the first and the last ones.
pub(super) fn print(iterations: &[IterationDocument], out: &mut impl Write) -> io::Result<()> {
    let searches: Vec<_> = iterations.chunk_by(|a, b| a.iteration.search == b.iteration.search).collect();
    let most = MOST / searches.len().max(1);
    for search in &searches {
        if searches.len() > 1 {
            let number = count(search.len() as u64, "iteration");
            writeln!(out, "  search {}: {}, {number}", search[0].iteration.search, search[0].iteration.options)?;
        }
        print_excerpt(search, most.max(2), "iteration", out, |it, out| print_iteration(&it.iteration, out))?;
    }
    Ok(())
}

/// Prints each item; if they are many, the first and the last ones.
pub(super) fn print_excerpt<T, W: Write>(
    items: &[T],
    most: usize,
    noun: &str,
    out: &mut W,
    print: impl Fn(&T, &mut W) -> io::Result<()>,
) -> io::Result<()> {
    let omitted = if items.len() > most + 1 { items.len() - most } else { 0 };
    let before = if omitted > 0 { most / 2 } else { items.len() };
    items[..before].iter().try_for_each(|item| print(item, out))?;
    if omitted > 0 {
        writeln!(out, "  ... {} more, all with --format json ...", count(omitted as u64, noun))?;
    }
    items[before + omitted..].iter().try_for_each(|item| print(item, out))
}

fn print_iteration(iteration: &Iteration, out: &mut impl Write) -> io::Result<()> {
    let Iteration { number, concrete_states, abstract_states, queries, must_steps, may_steps, .. } = iteration;
    let steps = must_steps + may_steps;
    let steps = if steps > 0 { format!(", {must_steps} of {} certain", count(steps, "step")) } else { String::new() };
    let questions = if *queries > 0 { format!(", {}", count(*queries, "question")) } else { String::new() };
    let states = match iteration.covered {
        None => format!("{}, {abstract_states} stored", count(*concrete_states, "state")),
        Some(covered) => format!("{}, {covered} covered", count(*abstract_states, "node")),
    };
    writeln!(out, "  iteration {number}: {states}{steps}{questions}; {}", end(iteration))?;
    match &iteration.parting {
        Some(Parting { dead_end, bad_state }) => {
            let listed = |facts: &[String]| shortened(&facts.join(", "));
            writeln!(out, "    dead end: {}; bad state: {}", listed(dead_end), listed(bad_state))
        }
        None => Ok(()),
    }
}

/// The end of an iteration, as a clause.
fn end(iteration: &Iteration) -> String {
    match iteration.end {
        IterationEnd::Refined => format!("new: {}", shortened(&iteration.new_predicates.join(", "))),
        IterationEnd::Exact if iteration.covered.is_some() => "nothing violated".to_owned(),
        IterationEnd::Exact => "exact".to_owned(),
        IterationEnd::Violated => "violation found".to_owned(),
        IterationEnd::Undecided => "nothing new".to_owned(),
        IterationEnd::CutOff => "cut off".to_owned(),
    }
}

/// The beginning of a long text.
pub(super) fn shortened(text: &str) -> String {
    const LENGTH: usize = 80;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(searches: &[u32]) -> Vec<String> {
        let iteration =
            |(search, number)| Iteration { search, number, options: "--engine alpha".into(), ..Iteration::default() };
        let all = (1..).zip(searches).flat_map(|(search, length)| (1..=*length).map(move |number| (search, number)));
        let all: Vec<_> =
            all.map(|place| IterationDocument { iteration: iteration(place), prover_seconds: 0.0 }).collect();
        let mut text = Vec::new();
        print(&all, &mut text).expect("written");
        String::from_utf8(text).expect("text").lines().map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn few_iterations_are_all_listed() {
        assert_eq!(listed(&[]).len(), 0);
        assert_eq!(listed(&[13]).len(), 13);
        assert_eq!(
            listed(&[2, 1])[..2],
            ["search 1: --engine alpha, 2 iterations", "iteration 1: 0 states, 0 stored; new:"]
        );
    }

    #[test]
    fn many_iterations_are_at_most_a_screen() {
        let one = listed(&[1000]);
        assert_eq!(one.len(), 13);
        assert_eq!(one[6], "... 988 iterations more, all with --format json ...");
        assert!(one[7].starts_with("iteration 995:"), "{one:?}");
        assert!(listed(&[16, 16, 16, 900]).len() <= 20);
    }
}
