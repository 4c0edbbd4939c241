//! A search for all goals together, and one for each of them where that has a large graph.

use std::collections::VecDeque;

use boolprog_base::control::{Control, Stop};
use boolprog_certificate::integer::Graph;
use boolprog_integer::{Formula, System};
use boolprog_prover::{Answer, Prover, Query, Remembering};

use super::composed::composed;
use super::goals::{self, Condition, Goal};
use super::rounds::{Findings, Sought, rounds};
use super::{Options, Report, Round};
use crate::outcome::{Outcome, Proof, Violations};

/// A graph for several goals with more nodes is begun again, for one goal after the other.
const FEW: u64 = 400;

/// If the graph for one goal has more nodes, the goals have too much in common to be apart.
const MANY: u64 = 2_000;

/// Searches a system round by round.
///
/// `observe` is called after each round. Complexity: in each round, nodes times transitions, with as many questions to the
/// prover for each as there are predicates (or values and combinations of predicates).
pub fn run(
    system: &System,
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
    observe: &mut dyn FnMut(&Round),
) -> Report {
    let goals = goals::of(system);
    // A drawing is of one graph.
    let is_several = goals.len() > 1 && !options.shown;
    let mut made = Vec::new();
    let mut observe = |round: Round| {
        observe(&round);
        made.push(round);
    };
    let prover = Remembering::new(prover);
    let mut search = Search { system, options, prover, control, observe: &mut observe };
    let found = search.together(is_several.then_some(FEW)).or_else(|| search.apart(goals));
    let found = found.or_else(|| search.together(None)).expect("without a limit, no graph is too large");
    let Findings { violations, outcome, explored } = found;
    Report { violations, outcome, rounds: made, explored }
}

/// A graph that excludes goals.
struct Excluded {
    graph: Graph,
    goals: Vec<Goal>,
}

struct Search<'a, 'p> {
    system: &'a System,
    options: &'a Options,
    prover: Remembering<&'p mut dyn Prover>,
    control: &'a dyn Control,
    observe: &'a mut dyn FnMut(Round),
}

impl Search<'_, '_> {
    /// Searches for all goals; none if the graph has more nodes than this.
    fn together(&mut self, most: Option<u64>) -> Option<Findings> {
        let sought = Sought { system: self.system, goal: None, most };
        rounds(&sought, self.options, &mut self.prover, self.control, self.observe)
    }

    /// Searches for one goal after the other; none if one of them has a large graph.
    fn apart(&mut self, goals: Vec<Goal>) -> Option<Findings> {
        let mut open = VecDeque::from(goals);
        let (mut violations, mut excluded) = (Violations::new(), Vec::<Excluded>::new());
        while let Some(goal) = open.pop_front() {
            let alone = goal.alone(self.system);
            let sought = Sought { system: &alone, goal: Some(goal), most: Some(MANY) };
            let found = rounds(&sought, self.options, &mut self.prover, self.control, self.observe)?;
            match found.outcome {
                Outcome::Proved(Proof::Closed(graph)) => match self.excluded(goal, graph, &mut open) {
                    Ok(known) => excluded.push(known),
                    Err(stop) => return Some(Findings::of(violations, Outcome::Unknown(stop.into()))),
                },
                Outcome::Violated => {
                    violations.extend(found.violations);
                    if self.options.until_violated {
                        return Some(Findings::of(violations, Outcome::Violated));
                    }
                    reopen(goal, &mut excluded, &mut open);
                }
                other => return Some(Findings::of(violations, other)),
            }
        }
        let outcome = if excluded.is_empty() {
            Outcome::Violated
        } else {
            let graphs: Vec<Graph> = excluded.into_iter().map(|known| known.graph).collect();
            Outcome::Proved(Proof::Closed(composed(&graphs, self.system)))
        };
        Some(Findings::of(violations, outcome))
    }

    /// The goals that a graph excludes, which was made for one of them. They are open no longer.
    fn excluded(&mut self, goal: Goal, graph: Graph, open: &mut VecDeque<Goal>) -> Result<Excluded, Stop> {
        let mut goals = vec![goal];
        for other in std::mem::take(open) {
            if self.excludes(&graph, other)? {
                goals.push(other);
            } else {
                open.push_back(other);
            }
        }
        Ok(Excluded { graph, goals })
    }

    /// `true` if a goal is in no node of a graph. Takes a question for each node where it may be.
    fn excludes(&mut self, graph: &Graph, goal: Goal) -> Result<bool, Stop> {
        let system = self.system;
        let (from, choices, condition) = match goal.condition(system) {
            Condition::Anywhere(formula) => (None, &[][..], formula),
            Condition::Step(number) => {
                let step = &system.transitions[number as usize];
                (Some((step.instance, step.from)), &step.choices[..], Formula::All(step.guard.clone()))
            }
            Condition::Unknown => return Ok(false),
        };
        for node in &graph.nodes {
            if from.is_some_and(|(instance, from)| node.locations[usize::from(instance.0)] != from.0) {
                continue;
            }
            let facts = node.facts.iter().map(|fact| graph.facts[*fact as usize].clone());
            let all: Vec<Formula> = facts.chain([condition.clone()]).map(|it| it.fold(Some(&node.locations))).collect();
            if all.contains(&Formula::Constant(false)) {
                continue;
            }
            let conjuncts: Vec<&Formula> = all.iter().collect();
            let query = Query { system, choices, conjuncts: &conjuncts, model: false };
            if self.prover.ask(&query, self.control)? != Answer::Unsatisfiable {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Drops the goals of the violated property, and the graphs that are closed only while its entries are.
fn reopen(violated: Goal, excluded: &mut Vec<Excluded>, open: &mut VecDeque<Goal>) {
    let is_of = |goal: &Goal| goal.property() == violated.property();
    for known in std::mem::take(excluded) {
        if is_of(&known.goals[0]) {
            open.extend(known.goals);
        } else {
            excluded.push(known);
        }
    }
    open.retain(|goal| !is_of(goal));
}
