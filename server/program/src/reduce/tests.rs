use boolprog_base::control::Unlimited;
use boolprog_syntax::parse;

use super::*;
use crate::analyse;
use crate::program::{InstanceId, LocationId, Role, Slot};
use crate::reading::ReadingOptions;

fn program(text: &str) -> Program {
    analyse(&parse(text).file, &ReadingOptions::default()).program().expect("a correct program").clone()
}

/// The answer of `apply` for an abstraction that was changed.
fn changed(text: &str, change: impl Fn(&mut Abstraction)) -> Result<(), Unsound> {
    let program = program(text);
    let mut abstraction = Abstraction::nothing(&program);
    change(&mut abstraction);
    abstraction.apply(&program).map(|_| ())
}

const FORGOTTEN: Bit = Bit { forgotten: true, always: None };

fn always(value: bool) -> Bit {
    Bit { forgotten: false, always: Some(value) }
}

const CONSTANT: &str = "decl c := F; void main() begin decl x; x := c; assert !x; end";

#[test]
fn whatever_is_forgotten_is_sound() {
    assert_eq!(changed(CONSTANT, |_| {}), Ok(()));
    assert_eq!(changed(CONSTANT, |it| it.shared[0] = FORGOTTEN), Ok(()));
    assert_eq!(changed(CONSTANT, |it| it.locals[1][0] = FORGOTTEN), Ok(()));
    assert_eq!(changed(CONSTANT, |it| it.stands_for[0] = LocationId(1)), Ok(()));
}

#[test]
fn a_value_has_to_be_the_case() {
    assert_eq!(changed(CONSTANT, |it| it.shared[0] = always(false)), Ok(()));
    assert_eq!(changed(CONSTANT, |it| it.shared[0] = always(true)), Err(Unsound::Values));
    assert_eq!(changed(CONSTANT, |it| it.locals[0][0] = always(false)), Err(Unsound::Values));
    // It follows from the known value of `c` alone.
    assert_eq!(changed(CONSTANT, |it| it.locals[1][0] = always(false)), Err(Unsound::Values));
    let both = |it: &mut Abstraction| {
        it.shared[0] = always(false);
        it.locals[1][0] = always(false);
    };
    assert_eq!(changed(CONSTANT, both), Ok(()));
    let created = "void f(p) begin assert p; end void main() begin start_thread f(T); start_thread f(*); end";
    assert_eq!(changed(created, |it| it.locals.iter_mut().for_each(|row| row[0] = always(true))), Err(Unsound::Values));
}

#[test]
fn what_others_see_stays() {
    let passive = "void main() begin decl x, y; x$ := *; assert x | y; end";
    assert_eq!(changed(passive, |it| it.locals[1][1] = FORGOTTEN), Ok(()));
    assert_eq!(changed(passive, |it| it.locals[1][0] = FORGOTTEN), Err(Unsound::Bits));
    assert_eq!(changed(passive, |it| it.locals.iter_mut().for_each(|row| row[0] = FORGOTTEN)), Ok(()));
    assert_eq!(changed(passive, |it| it.locals.iter_mut().for_each(|row| row[0] = always(false))), Err(Unsound::Bits));
    let asked = "decl s; void main() begin decl x, y; s := * constrain x$; assert s; end";
    assert_eq!(changed(asked, |it| it.locals[0][0] = FORGOTTEN), Err(Unsound::Bits));
    let called = "decl s; void f() begin decl x; x$ := s; end void main() begin f(); f(); end";
    let instances = |it: &mut Abstraction| it.stands_for[1] = LocationId(0);
    assert_eq!(changed(called, instances), Err(Unsound::Locations));
}

#[test]
fn what_others_do_to_forgotten_variables_is_forgotten() {
    let program = program("decl s; void main() begin decl x, y; s := * constrain x$; y$ := x; assert s; end");
    let left = Abstraction::to(&program, &BTreeSet::from([Slot::Shared(0)])).apply(&program).expect("it fits");
    assert!(!left.has_passive_updates() && !left.has_passive_constraints());
    let left = Abstraction::to(&program, &BTreeSet::from([Slot::Local(1)])).apply(&program).expect("it fits");
    assert!(left.has_passive_updates() && !left.has_passive_constraints());
}

#[test]
fn a_waiting_thread_stays_apart() {
    let waiting = "void main() begin decl x; skip; wait; assert x; signal; end";
    assert_eq!(changed(waiting, |it| it.stands_for[0] = LocationId(1)), Err(Unsound::Locations));
    assert_eq!(changed(waiting, |it| it.locals[1][0] = FORGOTTEN), Err(Unsound::Bits));
    assert_eq!(changed(waiting, |it| it.locals[1..3].iter_mut().for_each(|row| row[0] = FORGOTTEN)), Ok(()));
}

#[test]
fn an_abstraction_belongs_to_a_program() {
    assert_eq!(changed(CONSTANT, |it| it.shared.clear()), Err(Unsound::OtherProgram));
    assert_eq!(changed(CONSTANT, |it| it.locals[0].clear()), Err(Unsound::OtherProgram));
    assert_eq!(changed(CONSTANT, |it| it.stands_for.push(LocationId(0))), Err(Unsound::OtherProgram));
    assert_eq!(changed(CONSTANT, |it| it.stands_for[0] = LocationId(9)), Err(Unsound::Locations));
}

#[test]
fn programs_with_calls_are_left_alone() {
    let text = "void main() begin if * then main(); fi skip; end";
    let modular = analyse(&parse(text).file, &ReadingOptions::default()).modular().expect("recursive").clone();
    assert!(reduce(&modular, Reductions::ALL, &Unlimited).is_none());
}

/// A call with a parameter, a local and two results, and a `thread_local` variable.
const CALLS: &str = "decl g := F; decl thread_local t := F;
bool<2> f(p) begin decl l; l := g; if p then l, t := f(F); fi; return l, p; end
void main() begin decl x, y; x, y := f(T); assert x; end";

/// The answer of `apply` for an abstraction of a modular program.
fn changed_calls(change: impl Fn(&Program, &mut Abstraction)) -> Result<Program, Unsound> {
    let program = modular(CALLS);
    let mut abstraction = Abstraction::nothing(&program);
    change(&program, &mut abstraction);
    abstraction.apply(&program)
}

fn modular(text: &str) -> Program {
    analyse(&parse(text).file, &ReadingOptions::default()).modular().expect("a correct program").clone()
}

#[test]
fn a_return_has_to_agree_with_what_is_forgotten() {
    let is_call = |program: &Program, at: usize| matches!(program.locations[at].role, Role::Call(_));
    let is_exit = |program: &Program, at: usize| program.locations[at].role == Role::Exit;
    let locations = modular(CALLS).locations.len();
    for at in 0..locations {
        // The bit of the `thread_local` variable has to be forgotten everywhere.
        assert!(changed_calls(|_, it| it.locals[at][0] = FORGOTTEN).is_err(), "{at}");
        assert_eq!(changed_calls(|_, it| it.locals[at][1] = always(false)).map(|_| ()), Err(Unsound::Bits), "{at}");
        let alone = changed_calls(|_, it| it.locals[at][1] = FORGOTTEN).map(|_| ());
        let program = modular(CALLS);
        let returned_to = program.locations.iter().any(|location| match &location.role {
            Role::Call(site) => site.returns_to == LocationId(at as u32),
            _ => false,
        });
        let agrees = !is_call(&program, at) && !is_exit(&program, at) && !returned_to;
        assert_eq!(alone, if agrees { Ok(()) } else { Err(Unsound::Bits) }, "{at}");
    }
    assert!(changed_calls(|_, it| it.locals.iter_mut().for_each(|row| row[0] = FORGOTTEN)).is_ok());
    assert!(changed_calls(|_, it| it.shared[0] = FORGOTTEN).is_ok());
    assert_eq!(changed_calls(|_, it| it.shared[0] = always(false)).map(|_| ()), Err(Unsound::Bits));
}

#[test]
fn procedures_stay_apart() {
    let program = modular(CALLS);
    let steps = |instance| {
        let all = (0..).map(LocationId).zip(&program.locations);
        all.filter(move |(_, location)| location.instance == InstanceId(instance) && location.role == Role::Step)
            .map(|(id, _)| id)
    };
    let (own, other) = (steps(1).next().expect("one"), steps(0).next().expect("one"));
    let answer = changed_calls(|_, it| it.stands_for[own.0 as usize] = other).map(|_| ());
    assert_eq!(answer, Err(Unsound::Locations));
}

#[test]
fn results_for_forgotten_variables_are_dropped() {
    let program = modular(CALLS);
    let main = &program.instances[0].variables;
    let visible = [main[0].0].into_iter().collect();
    let left = Abstraction::to_variables(&program, &visible).apply(&program).expect("it is sound");
    let sites = |program: &Program| -> Vec<Vec<Option<Slot>>> {
        let role = |location: &crate::program::Location| match &location.role {
            Role::Call(site) => Some(site.results.clone()),
            _ => None,
        };
        program.locations.iter().filter_map(role).collect()
    };
    assert_eq!(
        sites(&program),
        [vec![Some(Slot::Local(1)), Some(Slot::Local(2))], vec![Some(Slot::Local(2)), Some(Slot::Local(0))]]
    );
    assert_eq!(sites(&left), [vec![Some(Slot::Local(1)), None], vec![None, None]]);
}

#[test]
fn inlined_activations_are_counted() {
    let count = |text: &str| modular(text).activations_inlined();
    assert_eq!(count(CALLS), None);
    assert_eq!(count("void main() begin skip; end"), Some(1));
    let text = "void h() begin skip; end void g() begin h(); h(); end void main() begin g(); h(); g(); end";
    assert_eq!(count(text), Some(8));
    let inlined = analyse(&parse(text).file, &ReadingOptions::default());
    let inlined = inlined.program().expect("it is correct").locations.len();
    assert_eq!(modular(text).locations_inlined(), Some(inlined as u64));
}

#[test]
fn sets_of_reductions() {
    for reduction in Reduction::ALL {
        assert!(Reductions::NONE.with(reduction).iter().eq([reduction]));
        assert_eq!(Reductions::ALL.without(reduction).with(reduction), Reductions::ALL);
        assert!(Reductions::ALL.without(reduction).iter().all(|other| other != reduction));
    }
}

/// The variables that the reduced program depends on, by name.
fn needed(text: &str) -> Vec<String> {
    let analysis = analyse(&parse(text).file, &ReadingOptions::default());
    let program = analysis.program().expect("a correct program");
    let reduced = reduce(program, Reductions::ALL, &Unlimited).expect("it can be reduced");
    reduced.needed(program).into_iter().map(|variable| analysis.names.info(variable).name.to_string()).collect()
}

#[test]
fn a_variable_is_needed_if_it_is_kept_or_its_known_value_is_read() {
    assert_eq!(needed("decl a, b; void main() begin b := !b; assert a; end"), ["a"]);
    assert_eq!(needed("decl c := F, a; void main() begin if c then a := *; assert a; fi; end"), ["c"]);
    assert_eq!(needed("decl c := F, a; void main() begin a := c; assert a; end"), ["c", "a"]);
    let call =
        "void f(p) begin decl x, y; x, y := p, *; y := !y; assert x; end void main() begin decl z; z := *; f(z); end";
    assert_eq!(needed(call), ["p", "x", "z"]);
    let others = "decl c := T; decl thread_local x := F; void main() begin x$ := x$ | !c; assert !x; end";
    assert_eq!(needed(others), ["c", "x"]);
    let constrain = "decl c := F; decl thread_local x; void main() begin x$ := * constrain 'x$ => c; assert x; end";
    assert_eq!(needed(constrain), ["c", "x"]);
}

#[test]
fn all_variables_of_a_slot_are_found() {
    let text = "decl s; decl thread_local t; void f() begin decl x; x := *; end void g() begin decl y; y := *; end
        void main() begin decl z; z := *; s, t := *, *; f(); g(); assert s; end";
    let analysis = analyse(&parse(text).file, &ReadingOptions::default());
    let program = analysis.program().expect("a correct program");
    let names = |slots: &[Slot]| -> Vec<String> {
        let variables = program.variables_with(&slots.iter().copied().collect());
        variables.into_iter().map(|variable| analysis.names.info(variable).name.to_string()).collect()
    };
    assert_eq!(names(&[Slot::Shared(0), Slot::Local(0)]), ["s", "t"]);
    assert_eq!(names(&[Slot::Local(2)]), ["x", "y"]);
    assert_eq!(names(&[]), [""; 0]);
}
