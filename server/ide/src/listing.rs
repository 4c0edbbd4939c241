//! All thread states before a statement: as a text, and as a formula of the language.

use crate::Snapshot;
use crate::cubes::{Cell, cover};
use crate::hover::nearest_place;
use crate::hover::states::{Column, columns, headline, known_at, row};

/// More states than this are not listed one by one.
const MOST: usize = 50_000;

/// The states before a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// A line for each state, below two lines about the statement.
    pub text: String,
    /// An expression over the variables that holds in these states and no others, as a disjunction of conjunctions;
    /// `None` if there are too many states to write one.
    pub formula: Option<String>,
}

/// The states at the place that a question at this offset is about; `None` if none are known of this very program.
pub fn listing(snapshot: &Snapshot, offset: u32) -> Option<Listing> {
    let site = nearest_place(snapshot, offset)?;
    let states = known_at(snapshot, site)?;
    let columns = columns(snapshot, states);
    let all: Vec<usize> = (0..columns.len()).collect();
    let span = snapshot.site(site)?.span;
    let statement = snapshot.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut lines = vec![
        format!("Line {}: {statement}", snapshot.line(span.start)),
        headline(snapshot, site)?,
        String::new(),
        row(&columns, &all, |position| columns[position].name.to_owned()),
    ];
    let symbol = |value: bool| String::from(if value { "T" } else { "F" });
    lines.extend(states.states.iter().take(MOST).map(|state| row(&columns, &all, |position| symbol(state[position]))));
    let hidden = states.states.len().saturating_sub(MOST);
    lines.extend((hidden > 0).then(|| format!("+ {hidden} more")));
    let formula = (hidden == 0).then(|| formula(&columns, &cover(&states.states)));
    Some(Listing { text: lines.join("\n") + "\n", formula })
}

/// A disjunction of conjunctions in the syntax of the language.
fn formula(columns: &[Column], cubes: &[Vec<Cell>]) -> String {
    let conjunction = |cube: &Vec<Cell>| {
        let literals = columns.iter().zip(cube).filter_map(|(column, cell)| match cell {
            Cell::True => Some(column.name.to_owned()),
            Cell::False => Some(format!("!{}", column.name)),
            Cell::Either => None,
        });
        let literals: Vec<String> = literals.collect();
        if literals.is_empty() { "T".to_owned() } else { literals.join(" & ") }
    };
    let cubes: Vec<String> = cubes.iter().map(conjunction).collect();
    if cubes.is_empty() { "F".to_owned() } else { cubes.join(" | ") }
}
