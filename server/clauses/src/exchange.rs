//! Horn clauses in SMT-LIB 2 for other tools: the input of provers with fixed points, such as Z3's Spacer.
//!
//! One relation holds for all reachable states, over the numbers of the locations and the values. **`sat` means safe**: the
//! relation can be chosen so that no violation is derivable. `unsat` means that an error is reachable. Integers are the
//! mathematical ones, so that no value is too large.

use boolprog_base::control::Unlimited;
use boolprog_integer::smt_lib::Symbol;
use boolprog_integer::{Formula, InstanceId, Property, System, VariableId};

use crate::encode::{Cases, Encoding, Taken, encode};
use crate::system::{Argument, Clause, Head, Step, Unknowns};
use crate::text::text;

/// The question of a written file. Tools answer one question per file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// No property is violated and every value exists.
    Everything,
    /// This property, by its index, is not violated; runs end where a value does not exist.
    Property(usize),
}

impl Question {
    fn properties(self, system: &System) -> &[Property] {
        match self {
            Self::Everything => &system.properties,
            Self::Property(index) => system.properties.get(index..=index).unwrap_or_default(),
        }
    }

    fn in_words(self, system: &System) -> String {
        let names: Vec<&str> = self.properties(system).iter().map(|property| property.name.as_str()).collect();
        match self {
            Self::Everything if names.is_empty() => "whether every value exists".into(),
            Self::Everything => {
                format!("whether no property is violated ({}) and every value exists", names.join(", "))
            }
            Self::Property(_) => format!("whether the property {} is not violated", names.join(", ")),
        }
    }
}

/// The clauses. Linear in the size of the system, times the number of variables and transitions.
pub fn write(system: &System, question: Question) -> String {
    let words = question.in_words(system);
    let system = System { properties: question.properties(system).to_vec(), ..system.clone() };
    let states = States { system: &system, question };
    // Every formula is about states, and nothing stops it.
    let clauses = encode(&system, &states, &Unlimited).unwrap_or_default();
    let clauses = text(&system, &states, &[()], &clauses);
    format!("; The question is {words}.\n; sat: yes. unsat: no.\n(set-logic HORN)\n{clauses}(check-sat)\n")
}

/// One relation for all states.
struct States<'s> {
    system: &'s System,
    question: Question,
}

impl Unknowns for States<'_> {
    type At = ();

    fn relation(&self, (): &()) -> String {
        "State".to_owned()
    }

    fn arguments(&self, (): &()) -> Vec<Argument> {
        let instances = (0..self.system.instances.len() as u16).map(InstanceId);
        let variables = (0..self.system.variables.len() as u32).map(VariableId);
        let value = |it| Argument::Variable(it, self.system.variable(it).sort);
        instances.map(Argument::Location).chain(variables.map(value)).collect()
    }

    fn name(&self, symbol: Symbol) -> String {
        match symbol {
            Symbol::Variable(variable) => format!("|{}|", self.system.variable(variable).name),
            Symbol::Input(input) => format!("|input {}|", input.0),
            Symbol::Location(instance) => format!("|{} @|", self.system.instance(instance).name),
        }
    }

    fn comment(&self, clause: &Clause<'_, ()>) -> Option<String> {
        let Some(Step { transition, .. }) = &clause.step else {
            return if let Head::Violated(index) = clause.head {
                Some(self.system.properties[index].name.to_string())
            } else {
                None
            };
        };
        let location = |it| &self.system.location(transition.instance, it).name;
        let name = &self.system.instance(transition.instance).name;
        Some(format!("{name}: {} -> {}", location(transition.from), location(transition.to)))
    }
}

impl<'s> Encoding<'s> for States<'s> {
    fn starts(&self) -> Vec<()> {
        vec![()]
    }

    fn steps(&self) -> Vec<Taken<'s, ()>> {
        self.system.transitions.iter().map(|transition| (vec![()], transition, ())).collect()
    }

    fn cases(&self, _: &Property, error: Formula) -> Result<Cases<()>, String> {
        Ok(vec![(vec![()], vec![error])])
    }

    fn clause(
        &self,
        before: Vec<()>,
        stated: Vec<Formula>,
        step: Option<Step<'s>>,
        head: Head<()>,
    ) -> Option<Clause<'s, ()>> {
        Some(Clause::new(before, stated, step, head))
    }

    fn ends_without_value(&self) -> bool {
        self.question != Question::Everything
    }
}
