//! A prover that is asked each question once.

use std::collections::BTreeMap;

use boolprog_base::control::{Control, PROVER, Progress, Stop};
use boolprog_integer::Formula;

use crate::independent::independent;
use crate::script::Script;
use crate::{Answer, HornClauses, Model, Prover, Query, Solution, Unknown};

/// The memory that questions may take, in bytes. When they need more, all are forgotten.
const MOST: usize = 16 << 20;

/// A prover that remembers its answers by the content of the questions. That it does not know is
/// remembered, too, since the next attempt would take as long; that it does not start is not. Formulas that share nothing are
/// questions of their own: what is known about one part of the variables is asked once, whatever is known about the rest.
#[derive(Debug)]
pub struct Remembering<P> {
    prover: P,
    /// By the text of the question: the answer, and whether values were wanted.
    answers: BTreeMap<String, (Answer, bool)>,
    bytes: usize,
    most: usize,
    /// Number of questions that the prover was asked, with those about Horn clauses.
    pub questions: u64,
    /// Number of questions whose answer was known.
    pub remembered: u64,
}

impl<P: Prover> Remembering<P> {
    /// Remembers the answers of this prover.
    pub const fn new(prover: P) -> Self {
        Self { prover, answers: BTreeMap::new(), bytes: 0, most: MOST, questions: 0, remembered: 0 }
    }

    /// The prover itself, which answers again.
    pub const fn prover(&mut self) -> &mut P {
        &mut self.prover
    }

    fn known(&self, text: &str, wants_values: bool) -> Option<&Answer> {
        let (answer, has_values) = self.answers.get(text)?;
        let is_enough = *has_values || !wants_values || *answer == Answer::Unsatisfiable;
        is_enough.then_some(answer)
    }

    fn remember(&mut self, text: String, answer: &Answer, has_values: bool) {
        let values = match answer {
            Answer::Satisfiable(model) => model.variables.len() + model.inputs.len() + model.locations.len(),
            Answer::Unsatisfiable | Answer::Unknown(_) => 0,
        };
        let bytes = text.len() + 32 * values;
        if self.bytes + bytes > self.most {
            self.answers.clear();
            self.bytes = 0;
        }
        if bytes <= self.most {
            self.bytes += bytes;
            self.answers.insert(text, (answer.clone(), has_values));
        }
    }
}

impl<P: Prover> Remembering<P> {
    /// Answers the question about formulas that depend on one another.
    fn ask_part(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        let text = Script::new(query).text;
        if let Some(answer) = self.known(&text, query.model) {
            let answer = answer.clone();
            self.remembered += 1;
            return Ok(answer);
        }
        control.poll(&Progress { phase: PROVER, bytes: self.bytes, ..Progress::default() })?;
        self.questions += 1;
        let answer = self.prover.ask(query, control)?;
        if !matches!(answer, Answer::Unknown(Unknown::Unavailable(_))) {
            self.remember(text, &answer, query.model);
        }
        Ok(answer)
    }
}

impl<P: Prover> Prover for Remembering<P> {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        let parts: Vec<Vec<&Formula>> = independent(query.conjuncts);
        if parts.len() < 2 {
            return self.ask_part(query, control);
        }
        let (mut all, mut undecided) = (Model::default(), None);
        for conjuncts in &parts {
            match self.ask_part(&Query { conjuncts, ..*query }, control)? {
                Answer::Satisfiable(model) => all.extend(model),
                unsatisfiable @ Answer::Unsatisfiable => return Ok(unsatisfiable),
                Answer::Unknown(why) => undecided = undecided.or(Some(why)),
            }
        }
        Ok(undecided.map_or(Answer::Satisfiable(all), Answer::Unknown))
    }

    fn solve(&mut self, clauses: &HornClauses<'_>, control: &dyn Control) -> Result<Solution, Stop> {
        self.questions += 1;
        self.prover.solve(clauses, control)
    }

    fn another(&self) -> Option<Box<dyn Prover>> {
        self.prover.another()
    }
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;
    use boolprog_integer::{Formula, System};

    use super::*;
    use crate::Model;

    /// Says one thing after the other.
    struct Script(Vec<Answer>);

    impl Prover for Script {
        fn ask(&mut self, _: &Query<'_>, _: &dyn Control) -> Result<Answer, Stop> {
            Ok(self.0.remove(0))
        }
    }

    /// The question to a prover whether a constant can hold.
    fn ask(prover: &mut Remembering<Script>, value: bool, model: bool) -> Answer {
        let formula = Formula::Constant(value);
        let query = Query { system: &System::default(), choices: &[], conjuncts: &[&formula], model };
        prover.ask(&query, &Unlimited).expect("it is not stopped")
    }

    /// `x == 1` and `y == 1` have nothing in common, `x == y` does with both.
    #[test]
    fn formulas_without_common_variables_are_asked_apart() {
        let parsed =
            boolprog_integer::syntax::parse("decl x: int, y: int; error a: x == 1; error b: y == 1; error c: x == y;");
        let made = boolprog_integer::instantiate(&parsed.file, &boolprog_integer::Instantiation::default());
        let system = made.expect("a program");
        let formulas: Vec<&Formula> = system.properties.iter().map(|property| &property.error).collect();
        let yes = || Answer::Satisfiable(Model::default());
        let mut prover = Remembering::new(Script(vec![yes(), yes(), undecided(), Answer::Unsatisfiable]));
        let mut asked = |numbers: &[usize]| {
            let conjuncts: Vec<&Formula> = numbers.iter().map(|number| formulas[*number]).collect();
            let query = Query { system: &system, choices: &[], conjuncts: &conjuncts, model: false };
            let answer = prover.ask(&query, &Unlimited).expect("it is not stopped");
            (answer, prover.questions)
        };
        assert_eq!(asked(&[0, 1]), (yes(), 2));
        assert_eq!(asked(&[1]), (yes(), 2));
        assert_eq!(asked(&[0, 1, 2]), (undecided(), 3));
        assert_eq!(asked(&[0, 2]), (Answer::Unsatisfiable, 4));
    }

    fn undecided() -> Answer {
        Answer::Unknown(Unknown::Undecided("too hard".to_owned()))
    }

    fn unavailable() -> Answer {
        Answer::Unknown(Unknown::Unavailable("gone".to_owned()))
    }

    #[test]
    fn a_question_is_asked_once_and_again_if_values_are_wanted() {
        let yes = || Answer::Satisfiable(Model::default());
        let script = vec![yes(), undecided(), yes(), unavailable(), unavailable()];
        let mut prover = Remembering::new(Script(script));
        assert_eq!(ask(&mut prover, true, false), yes());
        assert_eq!(ask(&mut prover, true, false), yes());
        assert_eq!(ask(&mut prover, false, false), undecided());
        assert_eq!(ask(&mut prover, false, false), undecided());
        assert_eq!((prover.questions, prover.remembered), (2, 2));
        assert_eq!(ask(&mut prover, true, true), yes());
        assert_eq!(ask(&mut prover, true, false), yes());
        assert_eq!((prover.questions, prover.remembered), (3, 3));
        prover.answers.clear();
        assert_eq!(ask(&mut prover, true, false), unavailable());
        assert_eq!(ask(&mut prover, true, false), unavailable());
        assert_eq!((prover.questions, prover.remembered), (5, 3));
    }

    #[test]
    fn the_memory_has_a_limit() {
        let mut prover = Remembering { most: 20, ..Remembering::new(Script(vec![Answer::Unsatisfiable; 3])) };
        for value in [true, false, true] {
            assert_eq!(ask(&mut prover, value, false), Answer::Unsatisfiable);
        }
        assert_eq!((prover.questions, prover.remembered), (3, 0));
        assert!(prover.bytes <= 20 && prover.answers.len() == 1);
    }
}
