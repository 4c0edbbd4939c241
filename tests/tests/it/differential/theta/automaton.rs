//! Random control-flow automata, and their meaning statement by statement.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::expression::{Dialect, Expr, NAMES, Names, Operator, Values, integer, truth};
use super::{CONFIGURATIONS, WINDOW};

/// The initial location is the first.
const LOCATIONS: [&str; 6] = ["l0", "l1", "l2", "l3", "error1", "loc_error"];

/// The locations before these are no errors.
const ERRORS: usize = 4;

/// The interpreter gives up at values above this.
const LARGEST: i64 = 1000;

#[derive(Clone)]
pub(crate) struct Automaton {
    names: Names,
    edges: Vec<Edge>,
}

/// From one location to another.
#[derive(Clone, Debug)]
struct Edge {
    from: usize,
    to: usize,
    statements: Vec<Statement>,
}

#[derive(Clone, Debug)]
enum Statement {
    Assume(Expr),
    Assign(usize, Expr),
    Havoc(usize),
}

/// Control is at a location, or before a statement of an edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Control {
    At(usize),
    Within(usize, usize),
}

/// Random automata; half of them have no integers.
pub(crate) fn automaton() -> impl Strategy<Value = Automaton> {
    let with = |integers, truths| {
        let names = Names { integers, truths, primed: false };
        vec(edge(names), 3..9).prop_map(move |edges| Automaton { names, edges })
    };
    prop_oneof![with(&[0, 1], &[2, 3]), with(&[0], &[2]), with(&[], &[2, 3]), with(&[], &[2])]
}

fn edge(names: Names) -> impl Strategy<Value = Edge> {
    (0..ERRORS, 0..LOCATIONS.len(), vec(statement(names), 0..4)).prop_map(|(from, to, statements)| Edge {
        from,
        to,
        statements,
    })
}

fn statement(names: Names) -> BoxedStrategy<Statement> {
    let of_truth = (select(names.truths), truth(names, 3)).prop_map(|(target, value)| Statement::Assign(target, value));
    let havoc = select([names.integers, names.truths].concat()).prop_map(Statement::Havoc);
    let assume = truth(names, 3).prop_map(Statement::Assume);
    if names.integers.is_empty() {
        return prop_oneof![3 => assume, 3 => of_truth, 1 => havoc].boxed();
    }
    // Remainders, so that most automata have few values.
    let small = (select(vec![Operator::Modulo, Operator::Remainder]), integer(names, 2), select(vec![3, 4, -3]))
        .prop_map(|(operator, dividend, divisor)| Expr::binary(operator, dividend, Expr::Number(divisor)));
    let value = prop_oneof![4 => small, 2 => integer(names, 0), 1 => integer(names, 1)];
    let of_integer = (select(names.integers), value).prop_map(|(target, value)| Statement::Assign(target, value));
    prop_oneof![4 => assume, 2 => of_truth, 3 => of_integer, 1 => havoc].boxed()
}

impl Automaton {
    /// By error location, the fewest steps to it; `None` if there are too many configurations or too large values. An
    /// assumption after an assignment begins a step.
    pub(super) fn fewest(&self) -> Option<Vec<Option<usize>>> {
        let mut steps: BTreeMap<(Control, Values), usize> = BTreeMap::new();
        let mut waiting = VecDeque::new();
        for values in self.starts() {
            steps.insert((Control::At(0), values), 0);
            waiting.push_back((Control::At(0), values));
        }
        while let Some((control, values)) = waiting.pop_front() {
            let count = steps[&(control, values)] + 1;
            for next in self.successors(control, &values)? {
                if let Entry::Vacant(entry) = steps.entry(next) {
                    entry.insert(count);
                    waiting.push_back(next);
                }
            }
            if steps.len() > CONFIGURATIONS {
                return None;
            }
        }
        let fewest = |error| {
            let there = steps.iter().filter(|((control, _), _)| *control == Control::At(error));
            there.map(|(_, count)| *count).min()
        };
        Some((ERRORS..LOCATIONS.len()).map(fewest).collect())
    }

    /// Variables start with any value.
    fn starts(&self) -> Vec<Values> {
        let mut starts = vec![[0; NAMES.len()]];
        for variable in [self.names.integers, self.names.truths].concat() {
            starts = starts.into_iter().flat_map(|values| self.any(values, variable)).collect();
        }
        starts
    }

    /// The values with any of one variable.
    fn any(&self, values: Values, variable: usize) -> Vec<Values> {
        let window = i64::from(WINDOW);
        let all = if self.names.integers.contains(&variable) { -window..=window } else { 0..=1 };
        let with = |value| {
            let mut values = values;
            values[variable] = value;
            values
        };
        all.map(with).collect()
    }

    /// The next configurations; `None` if a value is too large.
    fn successors(&self, control: Control, values: &Values) -> Option<Vec<(Control, Values)>> {
        let runs: Vec<_> = match control {
            Control::Within(edge, statement) => vec![self.run(edge, statement, values)?],
            Control::At(location) => {
                let edges = (0..self.edges.len()).filter(|edge| self.edges[*edge].from == location);
                edges.map(|edge| self.run(edge, 0, values)).collect::<Option<_>>()?
            }
        };
        Some(runs.concat())
    }

    /// Executes statements up to an assumption after an assignment, or to the end of the edge.
    fn run(&self, number: usize, first: usize, values: &Values) -> Option<Vec<(Control, Values)>> {
        let edge = &self.edges[number];
        let (mut all, mut is_assigned) = (vec![*values], false);
        for (index, statement) in edge.statements.iter().enumerate().skip(first) {
            match statement {
                Statement::Assume(_) if is_assigned => {
                    return Some(all.into_iter().map(|values| (Control::Within(number, index), values)).collect());
                }
                Statement::Assume(condition) => all.retain(|values| condition.holds(values)),
                Statement::Assign(target, value) => {
                    for values in &mut all {
                        values[*target] = value.value(values, values);
                    }
                }
                Statement::Havoc(target) => {
                    all = all.into_iter().flat_map(|values| self.any(values, *target)).collect();
                }
            }
            if all.iter().flatten().any(|value| value.abs() > LARGEST) {
                return None;
            }
            is_assigned |= !matches!(statement, Statement::Assume(_));
        }
        Some(all.into_iter().map(|values| (Control::At(edge.to), values)).collect())
    }
}

impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Names { integers, truths, .. } = self.names;
        let types = [(integers, "int"), (truths, "bool")];
        let declared = types.into_iter().flat_map(|(variables, ty)| variables.iter().map(move |number| (*number, ty)));
        let (local, shared): (Vec<_>, Vec<_>) = declared.partition(|(number, _)| number % 2 == 1);
        for (number, ty) in shared {
            writeln!(f, "var {} : {ty}", NAMES[number])?;
        }
        writeln!(f, "main process random {{")?;
        for (number, ty) in local {
            writeln!(f, "  var {} : {ty}", NAMES[number])?;
        }
        for (index, name) in LOCATIONS.iter().enumerate() {
            let role = ["init ", ""][usize::from(index > 0)];
            writeln!(f, "  {}loc {name}", if index < ERRORS { role } else { "error " })?;
        }
        for Edge { from, to, statements } in &self.edges {
            writeln!(f, "  {} -> {} {{", LOCATIONS[*from], LOCATIONS[*to])?;
            for statement in statements {
                match statement {
                    Statement::Assume(condition) => writeln!(f, "    assume {}", condition.text(Dialect::Automaton))?,
                    Statement::Assign(target, value) => {
                        writeln!(f, "    {} := {}", NAMES[*target], value.text(Dialect::Automaton))?;
                    }
                    Statement::Havoc(target) => writeln!(f, "    havoc {}", NAMES[*target])?,
                }
            }
            writeln!(f, "  }}")?;
        }
        writeln!(f, "}}")
    }
}

impl fmt::Debug for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
