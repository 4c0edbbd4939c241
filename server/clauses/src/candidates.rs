//! Inductive candidates: the most of some formulas at places that all steps keep together.
//!
//! All candidates are taken to hold, even that a place is never reached. A step that does not keep one of them refutes it, until
//! all of those left are kept. (Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001.)

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::{Choice, Comparison, Formula, Replacement, System, Term, Update, VariableId};
use boolprog_prover::{Answer, Prover, Query};

use crate::values::{InModel, truth};

/// Variables in the place of those that candidates are about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Renaming(BTreeMap<VariableId, VariableId>);

impl FromIterator<(VariableId, VariableId)> for Renaming {
    fn from_iter<I: IntoIterator<Item = (VariableId, VariableId)>>(pairs: I) -> Self {
        Self(pairs.into_iter().collect())
    }
}

impl Renaming {
    /// The variable in the place of another.
    pub fn variable(&self, variable: VariableId) -> VariableId {
        self.0.get(&variable).copied().unwrap_or(variable)
    }

    /// The formula about these variables.
    pub fn formula(&self, formula: &Formula) -> Formula {
        if self.0.is_empty() { formula.clone() } else { formula.replace(self) }
    }
}

impl Replacement for Renaming {
    fn term(&self, variable: VariableId) -> Term {
        Term::Variable(self.variable(variable))
    }

    fn formula(&self, variable: VariableId) -> Formula {
        Formula::Variable(self.variable(variable))
    }
}

/// A place, and the variables there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About<K> {
    /// The place.
    pub at: K,
    /// The variables in the place of those that its candidates are about.
    pub renaming: Renaming,
}

impl<K> From<K> for About<K> {
    fn from(at: K) -> Self {
        Self { at, renaming: Renaming::default() }
    }
}

/// A question: does a step keep what holds at a place?
#[derive(Clone, Debug)]
pub struct Question<'s, K> {
    /// The places whose candidates hold before.
    pub before: Vec<About<K>>,
    /// Other conditions before.
    pub formulas: Vec<Formula>,
    /// Choices of the environment.
    pub choices: &'s [Choice],
    /// None at the start.
    pub update: Option<&'s Update>,
    /// The place about which it is asked.
    pub after: About<K>,
}

/// A formula, with the variables in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Candidate {
    formula: Formula,
    variables: BTreeSet<VariableId>,
}

impl From<Formula> for Candidate {
    fn from(formula: Formula) -> Self {
        let variables = formula.variables();
        Self { formula, variables }
    }
}

/// The candidates of places that are not refuted.
#[derive(Debug)]
pub struct Candidates<K> {
    all: BTreeMap<K, Vec<Candidate>>,
    /// The rounds in which something was refuted last.
    weakened: BTreeMap<K, u32>,
}

impl<K: Ord + Clone> Candidates<K> {
    /// Candidates of places. If the first is `false`, it is one that the place is never reached.
    pub fn new(all: impl IntoIterator<Item = (K, Vec<Formula>)>) -> Self {
        let candidates = |formulas: Vec<Formula>| formulas.into_iter().map(Candidate::from).collect();
        let all = all.into_iter().map(|(at, formulas)| (at, candidates(formulas))).collect();
        Self { all, weakened: BTreeMap::new() }
    }

    /// Adds candidates of a place; returns `true` if there are new ones.
    pub fn add(&mut self, at: &K, formulas: Vec<Formula>) -> bool {
        let here = self.all.entry(at.clone()).or_default();
        let known = here.len();
        for formula in formulas {
            if here[..known].iter().all(|it| it.formula != formula) {
                here.push(formula.into());
            }
        }
        here.len() > known
    }

    /// Leaves out what questions refute. Asks at most as often as there are questions and candidates, multiplied.
    pub fn keep(
        &mut self,
        system: &System,
        questions: &[Question<'_, K>],
        (prover, control): (&mut dyn Prover, &dyn Control),
    ) -> Result<(), Stop> {
        self.weakened.clear();
        let mut round = 0;
        let mut waiting = true;
        while std::mem::take(&mut waiting) {
            round += 1;
            control.poll(&Progress { phase: "facts", ..Progress::default() })?;
            for question in questions {
                waiting |= self.weaken(system, (question, round), (&mut *prover, control))?;
            }
        }
        Ok(())
    }

    /// The places that have candidates, or had some.
    pub fn places(&self) -> impl Iterator<Item = &K> {
        self.all.keys()
    }

    /// Returns `true` if something is tried at a place.
    pub fn has_some(&self, at: &K) -> bool {
        self.all.get(at).is_some_and(|it| !it.is_empty())
    }

    /// The candidates of a place.
    pub fn at(&self, at: &K) -> Vec<Formula> {
        self.all.get(at).into_iter().flatten().map(|candidate| candidate.formula.clone()).collect()
    }

    /// The candidates of places, in the variables there.
    pub fn known(&self, places: &[About<K>]) -> Vec<Formula> {
        let at = |About { at, renaming }: &About<K>| {
            self.all.get(at).into_iter().flatten().map(|it| renaming.formula(&it.formula)).collect::<Vec<_>>()
        };
        places.iter().flat_map(at).collect()
    }

    /// Returns `true` if one of some places is never reached by the candidates that nothing has refuted.
    pub fn excludes(&self, places: &[About<K>]) -> bool {
        let first = |it: &About<K>| self.all.get(&it.at).and_then(|known| known.first());
        places.iter().any(|it| first(it).is_some_and(|first| first.formula == Formula::Constant(false)))
    }

    /// The candidates of all places that do not follow from others there.
    pub fn strongest(&self) -> impl Iterator<Item = (&K, Vec<Formula>)> {
        self.all.iter().map(|(at, candidates)| (at, strongest(candidates)))
    }

    /// Leaves out what a step does not keep; `true` if there was something.
    fn weaken(
        &mut self,
        system: &System,
        (question, round): (&Question<'_, K>, u32),
        (prover, control): (&mut dyn Prover, &dyn Control),
    ) -> Result<bool, Stop> {
        let is_new = |it: &About<K>| self.weakened.get(&it.at).is_some_and(|last| *last + 1 >= round);
        if self.excludes(&question.before) || round > 1 && !question.before.iter().any(is_new) {
            return Ok(false);
        }
        let mut any = false;
        while let Some(refuted) = self.refuted(system, question, (&mut *prover, control))? {
            if let Some(candidates) = self.all.get_mut(&question.after.at) {
                candidates.retain(|it| !refuted.contains(it));
            }
            self.weakened.insert(question.after.at.clone(), round);
            any = true;
        }
        Ok(any)
    }

    /// Some candidates that a step does not keep; `None` if it keeps all of them.
    fn refuted(
        &self,
        system: &System,
        Question { before, formulas, choices, update, after }: &Question<'_, K>,
        (prover, control): (&mut dyn Prover, &dyn Control),
    ) -> Result<Option<BTreeSet<Candidate>>, Stop> {
        let Some(candidates) = self.all.get(&after.at) else { return Ok(None) };
        let stays = before.contains(after);
        let changes = |update: &Update, it: &Candidate| {
            !stays || it.variables.iter().any(|variable| update.assigns(after.renaming.variable(*variable)))
        };
        let before = self.known(before);
        let asked: Vec<(&Candidate, Formula)> = candidates
            .iter()
            .filter(|candidate| update.is_none_or(|update| changes(update, candidate)))
            .map(|candidate| {
                let formula = after.renaming.formula(&candidate.formula);
                (candidate, update.map_or(formula.clone(), |update| formula.replace(update)).fold(None))
            })
            .filter(|(_, after)| *after != Formula::Constant(true) && !before.contains(after))
            .collect();
        if asked.is_empty() {
            return Ok(None);
        }
        let lost = Formula::negation(Formula::All(asked.iter().map(|(_, after)| after.clone()).collect()));
        let conjuncts: Vec<&Formula> = formulas.iter().chain(&before).chain([&lost]).collect();
        let all = || asked.iter().map(|(candidate, _)| (*candidate).clone()).collect::<BTreeSet<_>>();
        match prover.ask(&Query { system, choices, conjuncts: &conjuncts, model: true }, control)? {
            Answer::Unsatisfiable => Ok(None),
            Answer::Unknown(_) => Ok(Some(all())),
            Answer::Satisfiable(model) => {
                let is_lost = |(_, after): &&(&Candidate, Formula)| truth(after, &InModel(&model)) != Some(true);
                let lost: BTreeSet<_> = asked.iter().filter(is_lost).map(|(it, _)| (*it).clone()).collect();
                // An answer that refutes nothing would come again.
                Ok(Some(if lost.is_empty() { all() } else { lost }))
            }
        }
    }
}

/// The candidates that do not follow from another one: since they have more alternatives, or that one is the stricter bound.
fn strongest(candidates: &[Candidate]) -> Vec<Formula> {
    let alternatives: Vec<BTreeSet<Formula>> =
        candidates.iter().map(|it| it.formula.clone().into_disjuncts().into_iter().collect()).collect();
    let follows = |one: &BTreeSet<Formula>| alternatives.iter().any(|other| other != one && other.is_subset(one));
    let is_bounded =
        |formula: &Formula| stricter(formula).is_some_and(|it| candidates.iter().any(|other| other.formula == it));
    let kept = candidates.iter().zip(&alternatives).filter(|(it, all)| !follows(all) && !is_bounded(&it.formula));
    kept.map(|(candidate, _)| candidate.formula.clone()).collect()
}

/// The stricter form of a bound.
fn stricter(formula: &Formula) -> Option<Formula> {
    let Formula::Compare(comparison, left, right) = formula else { return None };
    let stricter = match comparison {
        Comparison::LessOrEqual => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::Greater,
        _ => return None,
    };
    Some(Formula::Compare(stricter, left.clone(), right.clone()))
}
