//! Boolean programs that were made of integer programs: where they come from, and what their counterexamples mean there.
//!
//! A comment at the top names the integer program and the hash of its text, and one after each statement the line of its
//! edge, so that a saved file tells as much as the one that was made just now. The meaning of a counterexample is known of
//! the latter alone.

use boolprog_base::Span;

use crate::Snapshot;
use crate::lenses::{Action, Lens};
use crate::properties::{Outcome, properties};

/// The integer program of a Boolean one, as the comment at its top says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin<'a> {
    /// Name of its file.
    pub file: &'a str,
    /// Hash of its text.
    pub hash: &'a str,
}

/// The integer program that a text was made of, if it was.
pub fn origin(text: &str) -> Option<Origin<'_>> {
    let rest = text.strip_prefix("// Abstraction of ")?;
    let (file, rest) = rest.lines().next()?.rsplit_once(", hash ")?;
    Some(Origin { file, hash: rest.split(':').next()? })
}

/// The line of the integer program, from 1, whose edge the line of the text at this offset stands for.
pub fn edge_line(text: &str, offset: u32) -> Option<u32> {
    let line = line_at(text, offset)?;
    let (_, comment) = line.rsplit_once("// edge ")?;
    let (_, rest) = comment.split_once(", line ")?;
    rest.split(':').next()?.parse().ok()
}

fn line_at(text: &str, offset: u32) -> Option<&str> {
    let (before, after) = text.split_at_checked(offset as usize)?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = after.find('\n').map_or(text.len(), |at| before.len() + at);
    text.get(start..end)
}

/// Facts about a text that was made of an integer program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// `true` if the integer program has changed since; none if it cannot be read.
    pub is_stale: Option<bool>,
    /// The counterexamples that the integer program does not have.
    pub spurious: Vec<Spurious>,
    /// The one that it has.
    pub real: Option<Real>,
}

/// A counterexample that the integer program does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spurious {
    /// Line of the assertion, from 1.
    pub line: u32,
    /// The first step that cannot be taken, in words: `step 2`, `its end`.
    pub place: String,
    /// The predicates that are missing.
    pub add: Vec<String>,
}

/// A counterexample that the integer program has, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Real {
    /// Id of the property of the integer program.
    pub property: String,
    /// The instances that take part, in words: `3 instances`.
    pub instances: String,
}

/// The lenses of a program that was made of an integer program: what can be done with it at the top, and above each
/// violated assertion what its counterexample means.
pub fn lenses(snapshot: &Snapshot, origin: Origin<'_>, known: &Known) -> Vec<Lens> {
    let top = Span::empty(0);
    let file = origin.file;
    let mut lenses = vec![match known.is_stale {
        Some(true) => lens(top, format!("stale: {file} has changed - abstract again"), Action::Abstract),
        Some(false) => lens(top, format!("Abstraction of {file}"), Action::Source),
        None => lens(top, format!("Abstraction of {file}, which is not here"), Action::None),
    }];
    if known.is_stale != Some(false) {
        return lenses;
    }
    lenses.push(lens(top, "Refine".to_owned(), Action::Refine));
    let violated = properties(snapshot).into_iter().filter(|property| property.outcome == Some(Outcome::Violated));
    let mut real = known.real.iter();
    for property in violated {
        let line = snapshot.text.get(..property.span.start as usize).map_or(0, |before| before.matches('\n').count());
        let spurious = known.spurious.iter().find(|path| path.line as usize == line + 1);
        if let Some(Spurious { place, add, .. }) = spurious {
            lenses.extend(of_spurious(property.span, place, add));
        } else if let Some(Real { property: id, instances }) = real.next() {
            lenses.push(lens(property.span, format!("real: replayed with {instances}"), Action::None));
            lenses.push(lens(property.span, format!("Replay in {file}"), Action::ReplaySource(id.clone())));
        }
    }
    lenses
}

fn of_spurious(span: Span, place: &str, add: &[String]) -> Vec<Lens> {
    let named: Vec<String> = add.iter().map(|predicate| format!("`{predicate}`")).collect();
    let what = match &*named {
        [] => return vec![lens(span, format!("spurious at {place}"), Action::None)],
        [one] => one.clone(),
        [one, rest @ ..] => format!("{one} and {} more", rest.len()),
    };
    vec![lens(span, format!("spurious at {place}: add {what}"), Action::AddPredicates(add.to_vec()))]
}

fn lens(span: Span, title: String, action: Action) -> Lens {
    Lens { span, title, action }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// Abstraction of a, b.ip, hash e2143: Cartesian, cubes of 3 predicates\n\
                        x: skip; // edge 3, line 14: away -> inside\nskip;\n";

    #[test]
    fn the_top_names_the_integer_program() {
        assert_eq!(origin(TEXT), Some(Origin { file: "a, b.ip", hash: "e2143" }));
        assert_eq!(origin("// A lock.\n"), None);
    }

    #[test]
    fn a_line_names_the_one_of_its_edge() {
        let at = |word: &str| edge_line(TEXT, TEXT.find(word).expect("it is there") as u32);
        assert_eq!((at("skip; // edge"), at("away"), at("skip;\n")), (Some(14), Some(14), None));
        assert_eq!((at("// Abs"), edge_line(TEXT, 1_000)), (None, None));
    }
}
