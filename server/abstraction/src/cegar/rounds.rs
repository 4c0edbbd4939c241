//! Rounds until one decides.

use boolprog_base::control::{Control, Stop};
use boolprog_integer::explicit::{Fault, Run, replay, replay_fault};
use boolprog_integer::{Environment, Formula, Inputs, Outgoing, System};
use boolprog_prover::{Prover, Remembering};

use super::goals::Goal;
use super::image::Images;
use super::precision::Precision;
use super::refiner::{Refined, Untaken, refine};
use super::search::{Early, Found, Search, Unfinished, Wrong, holds_not};
use super::view::Explored;
use super::{Options, Round, Spurious};
use crate::condition::Atoms;
use crate::integers::Reason;
use crate::newton::{Feasibility, Path, feasibility};
use crate::oracle::{Interrupt, Oracle};
use crate::outcome::{IterationEnd, Outcome, Proof, Violations};

/// The object of a search.
pub(super) struct Sought<'a> {
    pub(super) system: &'a System,
    /// The only goal, if it is not all of them.
    pub(super) goal: Option<Goal>,
    /// The most nodes of a graph, beside the limit of the options.
    pub(super) most: Option<u64>,
}

/// Findings of a search.
pub(super) struct Findings {
    pub(super) violations: Violations,
    pub(super) outcome: Outcome,
    /// The graph of the last round, if it is to be shown.
    pub(super) explored: Explored,
}

impl Findings {
    pub(super) fn of(violations: Violations, outcome: Outcome) -> Self {
        Self { violations, outcome, explored: Explored::default() }
    }
}

/// Searches round by round; none if a graph has more nodes than it is to have.
pub(super) fn rounds(
    sought: &Sought<'_>,
    options: &Options,
    prover: &mut Remembering<&mut dyn Prover>,
    control: &dyn Control,
    observe: &mut dyn FnMut(Round),
) -> Option<Findings> {
    let system = sought.system;
    let open = match sought.goal {
        None => (0..system.properties.len() as u32).collect(),
        Some(goal) => goal.property().into_iter().collect(),
    };
    let mut atoms = Atoms::default();
    let mut loops = Loop {
        system,
        outgoing: Outgoing::new(system),
        options,
        control,
        prover,
        precision: Precision::first(system, options, &mut atoms, control),
        atoms,
        graph: Unfinished::default(),
        seeks_values: matches!(sought.goal, None | Some(Goal::Value)),
        most: sought.most,
        open,
        violations: Vec::new(),
    };
    for number in 1.. {
        let asked = loops.prover.questions;
        let Turn { mut round, explored, outcome } = loops.turn(number >= options.rounds);
        round.queries = loops.prover.questions - asked;
        observe(round);
        match outcome {
            Some(End::Large) => return None,
            Some(End::Of(outcome)) => return Some(Findings { violations: loops.violations, outcome, explored }),
            None => {}
        }
    }
    None
}

/// The end of the rounds.
enum End {
    Of(Outcome),
    /// The graph has more nodes than it is to have.
    Large,
}

struct Loop<'a, 'p> {
    system: &'a System,
    outgoing: Outgoing,
    options: &'a Options,
    control: &'a dyn Control,
    prover: &'a mut Remembering<&'p mut dyn Prover>,
    precision: Precision,
    atoms: Atoms,
    /// The part that the next round does not build again.
    graph: Unfinished,
    /// `true` if a missing value is looked for.
    seeks_values: bool,
    /// The most nodes of a graph, beside the limit of the options.
    most: Option<u64>,
    /// The properties that no violation of is known, by their indices.
    open: Vec<u32>,
    violations: Violations,
}

/// One round, and the result if it is the last one.
struct Turn {
    round: Round,
    /// Its graph, if it is the last one and to be shown.
    explored: Explored,
    outcome: Option<End>,
}

/// The consequence of a counterexample.
struct Answer {
    end: IterationEnd,
    outcome: Option<Outcome>,
    spurious: Option<Spurious>,
    added: Vec<super::Added>,
}

impl Answer {
    const fn of(end: IterationEnd, outcome: Option<Outcome>) -> Self {
        Self { end, outcome, spurious: None, added: Vec::new() }
    }

    /// The search ends without a result.
    const fn unknown(reason: Reason) -> Self {
        Self::of(IterationEnd::CutOff, Some(Outcome::Unknown(reason)))
    }
}

impl Loop<'_, '_> {
    fn turn(&mut self, is_last: bool) -> Turn {
        let oracle = Oracle::new(self.system, &mut *self.prover, self.control);
        let mut search = Search {
            system: self.system,
            outgoing: &self.outgoing,
            options: self.options,
            precision: &mut self.precision,
            atoms: &self.atoms,
            images: Images { system: self.system, oracle },
            control: self.control,
            open: &self.open,
            seeks_values: self.seeks_values,
            most: self.most,
            graph: std::mem::take(&mut self.graph),
            released: Vec::new(),
        };
        let found = search.run();
        let Search { graph, released, .. } = search;
        self.graph = graph;
        let tree = &self.graph.tree;
        let (nodes, covered) = (tree.left() as u64, tree.covered() as u64);
        let path = if let Ok(Found::Error(node, _)) = &found { tree.path(*node) } else { Vec::new() };
        let explored = |of: &Self| Explored::of(&of.graph.tree, path.clone(), of.system, &of.atoms);
        // Refinement changes the graph, though there is no next round.
        let is_shown = self.options.shown;
        let last = (is_last && is_shown).then(|| explored(self));
        let is_large = matches!(found, Err(Early::Large));
        let answer = match found {
            Ok(Found::Nothing) => {
                let proof = Proof::Closed(self.graph.tree.proof(self.system, &self.atoms));
                Answer::of(IterationEnd::Exact, Some(Outcome::Proved(proof)))
            }
            Ok(Found::Error(_, wrong)) => self.follow(&path, wrong).unwrap_or_else(|stop| Answer::unknown(stop.into())),
            Err(early) => Answer::unknown(early.into()),
        };
        let Answer { end, outcome, spurious, added } = answer;
        let round = Round { nodes, covered, queries: 0, released, spurious, added, end };
        let explored = last.or_else(|| (outcome.is_some() && is_shown).then(|| explored(self))).unwrap_or_default();
        let outcome = outcome.or_else(|| is_last.then_some(Outcome::Unknown(Reason::Iterations(self.options.rounds))));
        let outcome = if is_large { Some(End::Large) } else { outcome.map(End::Of) };
        Turn { round, explored, outcome }
    }

    /// The question whether a path to something wrong can be taken; if not, the next round is more precise.
    fn follow(&mut self, nodes: &[u32], wrong: Wrong) -> Result<Answer, Stop> {
        let (end, transitions) = (self.end(wrong), &*self.graph.tree.transitions(nodes));
        let attempt = if let Wrong::Transition(transition) = wrong { Some(transition) } else { None };
        let path = Path { system: self.system, transitions, end: &end, attempt };
        let (run, inputs) = match feasibility(path, &mut *self.prover, self.control)?.0 {
            Feasibility::Feasible(run, inputs) => (run, inputs),
            Feasibility::Unknown(why) => return Ok(Answer::unknown(Reason::ProverUndecided(why))),
            Feasibility::Spurious(why) => {
                let facts = |node: &u32| self.graph.tree.node(*node).facts.formulas(self.system, &self.atoms);
                let facts: Vec<_> = nodes.iter().map(facts).collect();
                let untaken = Untaken { nodes, facts: &facts, path, why: &why };
                let (graph, precision, atoms) = (&mut self.graph, &mut self.precision, &mut self.atoms);
                let Refined { added, parting } =
                    refine(graph, precision, atoms, self.options, &untaken, &mut *self.prover, self.control)?;
                let steps = transitions.len();
                let spurious = Some(Spurious { steps, step: why.step, core: why.core, parting });
                let answer = if added.is_empty() {
                    let stalled = Outcome::Unknown(Reason::Stalled(steps as u32));
                    Answer::of(IterationEnd::Undecided, Some(stalled))
                } else {
                    Answer::of(IterationEnd::Refined, None)
                };
                return Ok(Answer { spurious, added, ..answer });
            }
        };
        let answer = self.executed(run, wrong, inputs);
        if answer.outcome.is_none() {
            match nodes {
                [.., before, _] => self.graph.go_back(*before, None),
                _ => self.graph = Unfinished::default(),
            }
        }
        Ok(answer)
    }

    /// The finding of a run that a prover found: it is executed again.
    fn executed(&mut self, run: Run, wrong: Wrong, inputs: Inputs) -> Answer {
        let system = self.system;
        let (transition, undefined) = match wrong {
            Wrong::Property(property) if replay(system, &run, property as usize).is_ok() => {
                self.open.retain(|other| *other != property);
                self.violations.push((property, run));
                let is_over = self.open.is_empty() || self.options.until_violated;
                return Answer::of(IterationEnd::Violated, is_over.then_some(Outcome::Violated));
            }
            Wrong::Property(property) => {
                (None, system.properties[property as usize].error.evaluate(&Environment::of(run.end())).err())
            }
            Wrong::Transition(index) => {
                let transition = &system.transitions[index as usize];
                let enabled = transition.enabled(run.end());
                let undefined = enabled.and_then(|_| transition.fire(system, run.end(), &inputs)).err();
                (Some((index, inputs)), undefined)
            }
        };
        let fault = undefined.map(|undefined| Fault { run, transition, undefined });
        let Some(fault) = fault.filter(|fault| replay_fault(system, fault).is_ok()) else {
            let why = "a counterexample could not be executed on integers of 64 bits";
            return Answer::unknown(Reason::ProverUndecided(why.to_owned()));
        };
        Answer::of(IterationEnd::Violated, Some(Outcome::Undefined(fault)))
    }

    /// The condition at the end of a path to something wrong.
    fn end(&self, wrong: Wrong) -> Formula {
        let obligations = match wrong {
            Wrong::Property(property) => holds_not(&self.system.properties[property as usize].error),
            Wrong::Transition(transition) => {
                boolprog_clauses::obligations::of(self.system, &self.system.transitions[transition as usize])
            }
        };
        Formula::Any(obligations.into_iter().map(Formula::negation).collect())
    }
}

impl From<Early> for Reason {
    fn from(early: Early) -> Self {
        match early {
            Early::Interrupt(Interrupt::Stop(stop)) => Self::Stopped(stop),
            Early::Interrupt(Interrupt::NoProver(why)) => Self::NoProver(why),
            Early::NoStart(why) => Self::StartUndefined(why),
            Early::Nodes(most) => Self::Nodes(most),
            Early::Restart => Self::Internal("a graph was not computed again".to_owned()),
            Early::Large => Self::Internal("the goals of a large graph were not searched apart".to_owned()),
        }
    }
}

impl From<Stop> for Reason {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}
