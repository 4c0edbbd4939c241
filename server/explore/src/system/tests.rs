use std::collections::BTreeSet;

use boolprog_base::Span;
use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_program::names::{ProcedureId, VariableId};
use boolprog_program::program::{
    Creation, Edge, Effect, Expr, Goal, Instance, InstanceId, Location, LocationId, Passive, Program, Property,
    PropertyId, PropertyKind, Role, Slot, Threads, Value,
};
use boolprog_syntax::ast::{BinaryOp, SiteId};

use super::{LocalState, ProgramSystem};
use crate::saturate::saturate;
use crate::tts::{self, Count, Destinations, LocalId, SharedId, ThreadSystem, Transition, TransitionId};

const fn shared(slot: u32) -> Slot {
    Slot::Shared(slot)
}

const fn local(slot: u32) -> Slot {
    Slot::Local(slot)
}

fn old(slot: Slot) -> Value {
    Value::Expr(Expr::Old(slot))
}

fn constant(value: bool) -> Value {
    Value::Expr(Expr::Const(value))
}

fn implies(left: Expr, right: Expr) -> Expr {
    Expr::Binary(BinaryOp::Implies, Box::new(left), Box::new(right))
}

fn goto(location: u32) -> Edge {
    Edge {
        source: LocationId(0),
        goal: Goal::Location(LocationId(location)),
        guard: Expr::Const(true),
        updates: Vec::new(),
        constrain: None,
        effect: Effect::None,
    }
}

/// A program of one procedure: the edges of each location, and as many bits as it needs, initially F. The
/// variable of local bit n is number n.
fn program(locations: Vec<Vec<Edge>>, shared_slots: u32, local_slots: u32) -> Program {
    let mut program = Program {
        threads: Threads::Any,
        creates_threads: false,
        shared_slots,
        local_slots,
        shared_variables: (0..shared_slots).map(|slot| VariableId(1000 + slot)).collect(),
        thread_local_variables: Vec::new(),
        entry: LocationId(0),
        shared_initial: vec![Some(false); shared_slots as usize],
        local_initial: vec![Some(false); local_slots as usize],
        locations: Vec::new(),
        edges: Vec::new(),
        instances: vec![Instance {
            procedure: ProcedureId(0),
            caller: None,
            variables: (0..local_slots).map(|slot| (VariableId(slot), slot)).collect(),
        }],
        properties: Vec::new(),
    };
    for (id, edges) in (0..).map(LocationId).zip(locations) {
        let first = program.edges.len() as u32;
        program.edges.extend(edges.into_iter().map(|edge| Edge { source: id, ..edge }));
        program.locations.push(Location {
            site: SiteId(id.0),
            instance: InstanceId(0),
            enforce: None,
            edges: first..program.edges.len() as u32,
            role: Role::Step,
        });
    }
    program
}

fn property(kind: PropertyKind, locations: Vec<LocationId>) -> Property {
    Property { kind, site: SiteId(0), name: "asked".into(), span: Span { start: 0, end: 0 }, locations }
}

fn system(program: &Program) -> ProgramSystem<'static> {
    ProgramSystem::new(program, &Unlimited).unwrap()
}

fn start(system: &ProgramSystem) -> (SharedId, LocalId) {
    let initial = system.initial();
    assert_eq!((initial.shared.len(), initial.pool.len()), (1, 1));
    (initial.shared[0], initial.pool[0])
}

fn steps(system: &mut ProgramSystem, shared: SharedId, local: LocalId) -> Vec<Transition> {
    system.transitions(shared, local).map(|id| system.transition(TransitionId(id))).collect()
}

fn step(system: &mut ProgramSystem, shared: SharedId, local: LocalId) -> Transition {
    let all = steps(system, shared, local);
    assert_eq!(all.len(), 1);
    all[0]
}

fn place(system: &ProgramSystem, local: LocalId) -> (u32, bool, Vec<bool>) {
    match system.local_state(local) {
        LocalState::At { location, in_atomic, values } => (location.0, in_atomic, values),
        LocalState::Violation(property) => panic!("violation of {property:?}"),
    }
}

#[test]
fn right_sides_see_the_old_state() {
    let swap = Edge { updates: vec![(shared(0), old(shared(1))), (shared(1), old(shared(0)))], ..goto(1) };
    let mut program = program(vec![vec![swap], vec![]], 2, 0);
    program.shared_initial = vec![Some(true), Some(false)];
    let mut system = system(&program);
    let (s, l) = start(&system);
    let step = step(&mut system, s, l);
    assert_eq!(system.shared_values(step.to_shared), [false, true]);
    assert_eq!(step.origin, 0);
}

#[test]
fn every_choice_is_made_and_the_constraint_filters() {
    let constrain = implies(Expr::New(shared(0)), Expr::New(local(0)));
    let choose = Edge {
        updates: vec![(shared(0), Value::Any), (local(0), Value::Expr(Expr::Any))],
        constrain: Some(constrain),
        ..goto(0)
    };
    let mut system = system(&program(vec![vec![choose]], 1, 1));
    let (s, l) = start(&system);
    let outcomes: BTreeSet<_> = steps(&mut system, s, l)
        .into_iter()
        .map(|step| (system.shared_values(step.to_shared)[0], place(&system, step.to_local.unwrap()).2[0]))
        .collect();
    assert_eq!(outcomes, BTreeSet::from([(false, false), (false, true), (true, true)]));
    assert_eq!(steps(&mut system, s, l).len(), 3, "asked again, it answers the same");
}

#[test]
fn guards_hold_when_they_can() {
    let guarded = |guard: Expr| Edge { guard, ..goto(1) };
    let not = |expr: Expr| Expr::Not(Box::new(expr));
    let contradiction = Expr::Binary(BinaryOp::And, Box::new(Expr::Any), Box::new(not(Expr::Any)));
    let schoose = |a: bool, b: bool| {
        let rest = Expr::Ternary(Box::new(Expr::Const(b)), Box::new(Expr::Const(false)), Box::new(Expr::Any));
        Expr::Ternary(Box::new(Expr::Const(a)), Box::new(Expr::Const(true)), Box::new(rest))
    };
    let taken = [Expr::Any, contradiction, not(Expr::Old(shared(0))), schoose(true, true), schoose(false, false)];
    let blocked = [Expr::Const(false), Expr::Old(shared(0)), schoose(false, true)];
    for (guards, expected) in [(&taken[..], 1), (&blocked[..], 0)] {
        for guard in guards {
            let mut system = system(&program(vec![vec![guarded(guard.clone())], vec![]], 1, 0));
            let (s, l) = start(&system);
            assert_eq!(steps(&mut system, s, l).len(), expected, "{guard:?}");
        }
    }
}

#[test]
fn enforce_blocks_steps_and_labels() {
    for (enforce, free) in [(Expr::Const(true), true), (Expr::Old(shared(0)), false), (Expr::Any, true)] {
        let mut program = program(vec![vec![goto(0)]], 1, 0);
        program.locations[0].enforce = Some(enforce);
        program.properties = vec![property(PropertyKind::Label, vec![LocationId(0)])];
        let mut system = system(&program);
        let (s, l) = start(&system);
        assert_eq!(steps(&mut system, s, l).len(), usize::from(free));
        assert_eq!(system.violated(s, l).len(), usize::from(free));
    }
}

#[test]
fn a_failed_assertion_is_a_place_of_its_own() {
    let fail = Edge { goal: Goal::Violation(PropertyId(1)), ..goto(0) };
    let mut program = program(vec![vec![fail]], 0, 0);
    program.properties =
        vec![property(PropertyKind::Label, vec![]), property(PropertyKind::Assert, vec![LocationId(0)])];
    let mut system = system(&program);
    let (s, l) = start(&system);
    assert!(system.violated(s, l).is_empty());
    let failed = step(&mut system, s, l).to_local.unwrap();
    assert_eq!(system.local_state(failed), LocalState::Violation(PropertyId(1)));
    assert_eq!(system.violated(s, failed)[..], [1]);
    assert!(steps(&mut system, s, failed).is_empty());
    assert_eq!(system.properties(), 2);
}

#[test]
fn no_other_thread_moves_during_an_atomic_section() {
    let begin = |to| Edge { effect: Effect::AtomicBegin, ..goto(to) };
    let end = |to| Edge { effect: Effect::AtomicEnd, ..goto(to) };
    let mut system = system(&program(vec![vec![begin(1)], vec![begin(2)], vec![end(3)], vec![end(3)]], 0, 0));
    let (free, outside) = start(&system);
    let entered = step(&mut system, free, outside);
    let held = entered.to_shared;
    assert!(system.atomic_held(held) && !system.atomic_held(free));
    assert!(steps(&mut system, held, outside).is_empty());
    let again = step(&mut system, held, entered.to_local.unwrap());
    assert_eq!(again.to_shared, held);
    assert_eq!(place(&system, again.to_local.unwrap()), (2, true, vec![]));
    let left = step(&mut system, held, again.to_local.unwrap());
    assert_eq!(left.to_shared, free);
    assert_eq!(place(&system, left.to_local.unwrap()), (3, false, vec![]));
    let nothing = step(&mut system, free, left.to_local.unwrap());
    assert_eq!((nothing.to_shared, nothing.to_local), (free, left.to_local));
}

#[test]
fn the_end_of_a_thread_releases() {
    let begin = Edge { effect: Effect::AtomicBegin, ..goto(1) };
    let mut system = system(&program(vec![vec![begin], vec![Edge { goal: Goal::End, ..goto(0) }]], 0, 0));
    let (free, outside) = start(&system);
    let entered = step(&mut system, free, outside);
    let ended = step(&mut system, entered.to_shared, entered.to_local.unwrap());
    assert_eq!((ended.to_shared, ended.to_local), (free, None));
}

#[test]
fn created_threads_get_their_values_and_are_outside() {
    let begin = Edge { effect: Effect::AtomicBegin, ..goto(1) };
    let values = vec![(0, old(local(1))), (1, Value::Any)];
    let create = Edge {
        effect: Effect::Create(Creation { start: LocationId(0), values }),
        updates: vec![(local(1), constant(false))],
        ..goto(2)
    };
    let mut program = program(vec![vec![begin], vec![create], vec![]], 0, 3);
    program.local_initial = vec![Some(false), Some(true), Some(true)];
    let mut system = system(&program);
    let (s, l) = start(&system);
    let entered = step(&mut system, s, l);
    let all = steps(&mut system, entered.to_shared, entered.to_local.unwrap());
    let created: BTreeSet<_> = all
        .iter()
        .map(|step| match step.effect {
            tts::Effect::Create(created) => place(&system, created),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(created, BTreeSet::from([(0, false, vec![true, false, false]), (0, false, vec![true, true, false])]));
    assert!(all.iter().all(|step| place(&system, step.to_local.unwrap()) == (2, true, vec![false, false, true])));
}

#[test]
fn waiting_threads_are_released() {
    let send = |effect, to| Edge { effect, ..goto(to) };
    let mut program = program(vec![vec![send(Effect::Signal, 1)], vec![send(Effect::Broadcast, 2)], vec![]], 0, 1);
    program.locations[2].role = Role::Wait(LocationId(0));
    let mut system = system(&program);
    let (s, l) = start(&system);
    let signal = step(&mut system, s, l);
    let broadcast = step(&mut system, s, signal.to_local.unwrap());
    let (tts::Effect::One(one), tts::Effect::Each(each)) = (signal.effect, broadcast.effect) else {
        panic!("{:?} {:?}", signal.effect, broadcast.effect);
    };
    let waiting = broadcast.to_local.unwrap();
    for transfer in [one, each] {
        assert_eq!(system.transferred(transfer, waiting), Destinations::To([l].into_iter().collect()));
        assert_eq!(system.transferred(transfer, l), Destinations::Stay);
    }
    assert!(steps(&mut system, s, waiting).is_empty());
}

/// A program of one passive assignment; its second instance has no activation of the procedure.
fn with_passive(passive: Passive, updates: Vec<(Slot, Value)>) -> Program {
    let assign = Edge { effect: Effect::Passive(passive), updates, ..goto(0) };
    let mut program = program(vec![vec![assign, goto(1)], vec![]], 1, 2);
    program.instances.push(Instance { procedure: ProcedureId(1), caller: None, variables: Vec::new() });
    program.locations[1].instance = InstanceId(1);
    program
}

fn transfers(system: &mut ProgramSystem, shared: SharedId, local: LocalId) -> Vec<(Transition, tts::TransferId)> {
    let effect = |step: Transition| match step.effect {
        tts::Effect::Each(transfer) => Some((step, transfer)),
        _ => None,
    };
    steps(system, shared, local).into_iter().filter_map(effect).collect()
}

#[test]
fn passive_assignments_take_the_values_of_both_threads() {
    // x$, y$ := shared bit, *
    let updates = vec![(VariableId(0), old(shared(0))), (VariableId(1), Value::Any)];
    let passive = Passive { procedure: Some(ProcedureId(0)), updates, constrain: None };
    let mut program = with_passive(passive, Vec::new());
    program.shared_initial = vec![Some(true)];
    let mut system = system(&program);
    let (s, l) = start(&system);
    let [(_, transfer)] = transfers(&mut system, s, l)[..] else { panic!("one passive step") };
    let Destinations::To(to) = system.transferred(transfer, l) else { panic!("it moves") };
    let to: BTreeSet<_> = to.into_iter().map(|local| place(&system, local).2).collect();
    assert_eq!(to, BTreeSet::from([vec![true, false], vec![true, true]]));
    let elsewhere = steps(&mut system, s, l)[1].to_local.unwrap();
    assert_eq!(place(&system, elsewhere).0, 1);
    assert_eq!(system.transferred(transfer, elsewhere), Destinations::Stay);
}

#[test]
fn passive_constraints_see_the_active_choice() {
    // shared bit := * constrain 'shared = 'x$, where x$ is not assigned
    let both = [Expr::New(shared(0)), Expr::PassiveNew(VariableId(0))].map(Box::new);
    let [left, right] = both;
    let constrain = Some(Expr::Binary(BinaryOp::Equal, left, right));
    let passive = Passive { procedure: Some(ProcedureId(0)), updates: Vec::new(), constrain };
    let mut system = system(&with_passive(passive, vec![(shared(0), Value::Any)]));
    let (s, l) = start(&system);
    let all = transfers(&mut system, s, l);
    assert_eq!(all.len(), 2);
    for (step, transfer) in all {
        let chosen = system.shared_values(step.to_shared)[0];
        let expected = if chosen { [].into_iter().collect() } else { [l].into_iter().collect() };
        assert_eq!(system.transferred(transfer, l), Destinations::To(expected));
    }
}

#[test]
fn equal_passive_steps_share_their_transfer() {
    // The shared bit is not mentioned, so its value does not matter.
    let passive =
        Passive { procedure: Some(ProcedureId(0)), updates: vec![(VariableId(0), constant(true))], constrain: None };
    let mut system = system(&with_passive(passive, vec![(shared(0), Value::Any)]));
    let (s, l) = start(&system);
    let all = transfers(&mut system, s, l);
    assert_eq!(all.len(), 2);
    assert_eq!(all[0].1, all[1].1);
}

#[test]
fn valuations_may_be_wider_than_a_word() {
    let copy = Edge { updates: vec![(shared(130), old(local(99))), (local(98), old(shared(64)))], ..goto(1) };
    let mut program = program(vec![vec![copy], vec![]], 131, 100);
    program.shared_initial[64] = Some(true);
    program.local_initial[99] = Some(true);
    let mut system = system(&program);
    let (s, l) = start(&system);
    let step = step(&mut system, s, l);
    let ones = |values: Vec<bool>| (0..values.len()).filter(|&bit| values[bit]).collect::<Vec<_>>();
    assert_eq!(ones(system.shared_values(step.to_shared)), [64, 130]);
    assert_eq!(ones(place(&system, step.to_local.unwrap()).2), [98, 99]);
}

#[test]
fn arbitrary_bits_start_in_every_way() {
    let mut program = program(vec![vec![]], 3, 2);
    program.shared_initial = vec![None, Some(true), None];
    program.local_initial[1] = None;
    program.threads = Threads::Exactly(5);
    let system = system(&program);
    let initial = system.initial();
    assert_eq!((initial.shared.len(), initial.pool.len(), initial.count), (4, 2, Count::Exactly(5)));
    assert!(initial.shared.iter().all(|&shared| system.shared_values(shared)[1]));
    assert_eq!((system.shared_states(), system.local_states()), (4, 2));
}

#[test]
fn too_many_initial_valuations_are_an_answer() {
    let mut program = program(vec![vec![]], 40, 0);
    program.shared_initial = vec![None; 40];
    assert!(matches!(ProgramSystem::new(&program, &Unlimited), Err(Stop::Memory)));
}

/// Stops when more than a megabyte is in use.
struct Megabyte;

impl Control for Megabyte {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.bytes > 1 << 20 { Err(Stop::Memory) } else { Ok(()) }
    }
}

#[test]
fn a_step_with_too_many_outcomes_stops_the_search() {
    let choose = Edge { updates: (0..60).map(|slot| (shared(slot), Value::Any)).collect(), ..goto(0) };
    let mut system = ProgramSystem::new(&program(vec![vec![choose]], 60, 0), &Megabyte).unwrap();
    assert_eq!(system.stopped(), None);
    assert!(matches!(saturate(&mut system, &Unlimited), Err(Stop::Memory)));
    assert_eq!(system.stopped(), Some(Stop::Memory));
}
