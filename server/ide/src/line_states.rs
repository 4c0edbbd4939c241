//! The thread states before the statement of a line, for a view that follows the cursor.

use boolprog_syntax::ast::SiteId;

use crate::cubes::summarise;
use crate::hover::nearest_place;
use crate::hover::states::{columns, constant, equivalence, exact, headline, known_at};
use crate::{Results, Snapshot, needed, questions};

/// More states than this are only counted.
const MOST: usize = 5_000;

/// Facts before a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineStates {
    /// Line of the statement, from 1.
    pub line: usize,
    /// Text of the statement, on one line.
    pub statement: String,
    /// Its reachability: in how many thread states, and what that needs; or why that is not known.
    pub headline: String,
    /// If a property is stated there: the variables that its verdict depends on, if they are known and not all.
    pub variables: Option<String>,
    /// Facts that hold in all of the states, such as `lock = T` and `a = !b`.
    pub always: Vec<String>,
    /// The number of threads that are needed, as a sentence, if it is known exactly.
    pub threads: Option<String>,
    /// States of counterexamples before a statement of a C program: values of its shared variables.
    pub seen: Vec<String>,
    /// Names of the columns, shared variables first, and whether they are shared.
    pub columns: Vec<(String, bool)>,
    /// The states, at most 5,000: a letter `T` or `F` for each column.
    pub states: Vec<String>,
    /// The number of states, those that are not listed included.
    pub count: usize,
}

/// Facts before the statement at an offset, or the nearest one on its line; `None` if there is none.
/// Never starts an analysis. Linear in the states and the statements of the file.
pub fn line_states(snapshot: &Snapshot, offset: u32) -> Option<LineStates> {
    let site = nearest_place(snapshot, offset)?;
    let span = snapshot.site(site)?.span;
    let line = snapshot.line(span.start);
    let mut about = LineStates {
        line,
        statement: snapshot.slice(span).split_whitespace().collect::<Vec<_>>().join(" "),
        headline: headline(snapshot, site)
            .unwrap_or_else(|| not_known(snapshot.has_errors(), &snapshot.results).to_owned()),
        variables: needed::at(snapshot, site),
        always: Vec::new(),
        threads: None,
        seen: Vec::new(),
        columns: Vec::new(),
        states: Vec::new(),
        count: 0,
    };
    if let Some(known) = known_at(snapshot, site) {
        let columns = columns(snapshot, known);
        if exact(snapshot, site).is_some() {
            let facts = summarise(&known.states).facts;
            about.always.extend(facts.constants.iter().map(|fact| constant(&columns, fact)));
            about.always.extend(facts.equivalences.iter().map(|fact| equivalence(&columns, fact)));
            about.threads = threads(snapshot, site, line);
        }
        about.columns = columns.iter().map(|column| (column.name.to_owned(), column.shared)).collect();
        about.states = known.states.iter().take(MOST).map(|state| letters(state)).collect();
        about.count = known.states.len();
    }
    Some(about)
}

/// Why nothing is known.
pub(crate) fn not_known(has_errors: bool, results: &Results) -> &'static str {
    match results {
        _ if has_errors => "Not checked: the program has errors",
        Results::Stale(_) => "Stale: the program has changed since it was checked",
        _ => "Not checked",
    }
}

fn threads(snapshot: &Snapshot, site: SiteId, line: usize) -> Option<String> {
    let findings = snapshot.results.current()?;
    findings.reachable.sites.get(&site)?.cutoff()?;
    Some(questions::threads(&findings.reachable, Some((site, line)), &findings.scope).text)
}

fn letters(state: &[bool]) -> String {
    state.iter().map(|value| if *value { 'T' } else { 'F' }).collect()
}
