//! The number of instances that an instance which exists once has created: those that have left their first location.
//!
//! An instance is created where its first step waits for a place of its creator, and sets a variable that the creator waits for.

use std::collections::BTreeSet;

use boolprog_integer::expression::Leaf;
use boolprog_integer::{Arithmetic, Formula, InstanceId, Sort, System, Term, Transition, VariableId};

use super::super::reads::is_replicated;

/// The instances of a process that are created by one that exists once.
pub(super) struct Created {
    /// Their number, as a sum of counters.
    pub(super) number: Term,
    /// The shared numbers that a creation sets, so that its creator may count it later.
    pub(super) marks: BTreeSet<VariableId>,
}

/// Those of each process whose instances this instance creates.
pub(super) fn created(system: &System, creator: InstanceId) -> Vec<Created> {
    let of_process = |process: usize| {
        let starts = |it: &&Transition| {
            let is_first = it.from.0 == 0 && usize::from(system.instance(it.instance).process) == process;
            is_first && is_replicated(system, it.instance) && it.guard.iter().any(|guard| names(guard, creator))
        };
        let mut starts = system.transitions.iter().filter(starts).peekable();
        starts.peek()?;
        let is_mark = |it: &VariableId| {
            let stated = system.variable(*it);
            stated.owner.is_none() && stated.sort != Sort::Boolean && !system.is_auxiliary(*it)
        };
        let marks = starts.flat_map(|it| it.update.assigned()).filter(is_mark).collect();
        let elsewhere = system.counters.iter().filter(|it| usize::from(it.process) == process && it.location.0 != 0);
        let counted = elsewhere.map(|it| Term::Variable(it.variable));
        let number = counted.reduce(|sum, it| Term::binary(Arithmetic::Add, sum, it))?;
        Some(Created { number, marks })
    };
    (0..system.processes.len()).filter_map(of_process).collect()
}

/// `true` if a formula says where an instance is.
fn names(formula: &Formula, instance: InstanceId) -> bool {
    let mut found = false;
    formula.leaves(&mut |leaf| found |= matches!(leaf, Leaf::At(it, _) if it == instance));
    found
}

#[cfg(test)]
mod tests {
    use boolprog_integer::syntax::parse;
    use boolprog_integer::{Instantiation, instantiate};

    use super::*;

    #[test]
    fn instances_that_a_creator_waits_for_are_those_that_have_left_their_first_location() {
        let text = "decl made: 0..1, c: int;
            process Main { loc run, wait; run -> wait; wait -> run when made == 1 do made := 0; }
            process Thread[*] { loc idle, run, end;
                idle -> run when Main @ wait && made == 0 do made := 1; run -> end do c := c + 1; }
            process Other[*] { loc idle, run; idle -> run do made := 1; }
            error wrong: c > 5;";
        let instantiation = Instantiation { representatives: true, threads: Some(3), ..Instantiation::default() };
        let system = instantiate(&parse(text).file, &instantiation).expect("a program");
        let found = created(&system, InstanceId(0));
        let [Created { number, marks }] = &found[..] else { panic!("one process, not {}", found.len()) };
        let names = |it: &VariableId| system.variable(*it).name.to_string();
        assert_eq!(marks.iter().map(names).collect::<Vec<_>>(), ["made"]);
        assert_eq!(number.variables().len(), 2);
        assert!(created(&system, InstanceId(1)).is_empty());
    }
}
