//! Questions about thread transition systems, against all configurations of few threads.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use boolprog_base::Span;
use boolprog_base::control::Unlimited;
use boolprog_check::graph::{EdgeKind, NoGraph, Node, Numbers, Reach, Selection, State, system_graph};
use boolprog_check::markings::{Marking, Number};
use boolprog_check::{Options, System, Target};
use boolprog_explore::format::{parse_initial, parse_target, parse_tts};
use boolprog_explore::tts::{Count, Effect, LocalId, SharedId, Tts};

/// The most threads with which everything that any number reaches in these small systems is reached.
const THREADS: usize = 7;

/// Pseudo-random numbers (Knuth's constants).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn system(text: &str, init: &str, target: Option<&str>) -> System {
    let targets = target.map(|target| parse_target(target).expect("a target"));
    let initial = parse_initial(init).expect("a start");
    let tts = parse_tts(text).expect("a system").with_initial(initial).expect("in range");
    let tts = tts.with_targets(targets.into_iter().collect()).expect("in range");
    let targets = target.map(|target| Target { name: target.to_owned(), span: Span::empty(0) }).into_iter().collect();
    System { path: "test.tts".to_owned(), text: text.into(), tts, init: init.to_owned(), targets, net: None }
}

/// A system with 2 shared and 4 local states, one step in a line.
fn random_system(seed: u64) -> System {
    let random = &mut Random(seed);
    let mut text = "# random\n2 4\n".to_owned();
    for _ in 0..3 + random.below(7) {
        let arrow = if random.below(6) == 0 { "+>" } else { "->" };
        let [shared, local, to_shared, to_local] = [2, 4, 2, 4].map(|bound| random.below(bound));
        writeln!(text, "{shared} {local} {arrow} {to_shared} {to_local}").expect("written");
    }
    system(&text, ["0/0", "0|1", "1|0,1/2"][random.below(3) as usize], None)
}

type Configuration = (SharedId, Vec<LocalId>);

/// All configurations with at most this number of live threads, from the definition.
fn configurations(tts: &Tts, threads: usize) -> BTreeSet<Configuration> {
    let initial = &tts.initial;
    let least = initial.fixed.len();
    let others = match initial.count {
        Count::Any if !initial.pool.is_empty() => 0..=threads.saturating_sub(least),
        _ => 0..=0,
    };
    let mut waiting: Vec<Configuration> = Vec::new();
    for number in others {
        assert_eq!(initial.pool.len().max(1), 1, "threads start in one local state");
        let mut start = initial.fixed.clone();
        start.extend(std::iter::repeat_n(initial.pool.first().copied().unwrap_or(LocalId(0)), number));
        start.sort_unstable();
        waiting.extend(initial.shared.iter().map(|&shared| (shared, start.clone())));
    }
    let mut known = BTreeSet::new();
    while let Some((shared, live)) = waiting.pop() {
        if live.len() > threads || !known.insert((shared, live.clone())) {
            continue;
        }
        for (position, &local) in live.iter().enumerate() {
            for step in tts.transitions.iter().filter(|step| (step.shared, step.local) == (shared, local)) {
                let mut next = live.clone();
                next.remove(position);
                next.extend(step.to_local);
                if let Effect::Create(created) = step.effect {
                    next.push(created);
                }
                next.sort_unstable();
                waiting.push((step.to_shared, next));
            }
        }
    }
    known
}

fn thread_states(configurations: &BTreeSet<Configuration>) -> BTreeSet<(SharedId, LocalId)> {
    configurations.iter().flat_map(|(shared, live)| live.iter().map(move |&local| (*shared, local))).collect()
}

#[test]
fn coverage_counts_the_reachable_states_of_each_line() {
    let mut never = 0;
    for seed in 0..300 {
        let mut system = random_system(seed);
        let reachable = thread_states(&configurations(&system.tts, THREADS));
        let mut expected: BTreeMap<u32, BTreeSet<_>> = BTreeMap::new();
        for step in &system.tts.transitions {
            let states = expected.entry(step.origin + 1).or_default();
            states.extend(Some((step.shared, step.local)).filter(|state| reachable.contains(state)));
        }
        let expected: BTreeMap<u32, usize> = expected.into_iter().map(|(line, states)| (line, states.len())).collect();
        never += expected.values().filter(|&&states| states == 0).count();
        let found = system.coverage(Options::default(), &Unlimited).expect("plain");
        assert_eq!(found, expected, "seed {seed}: {}", system.text);
        let lines: Vec<u32> = found.into_keys().collect();
        assert_eq!(lines, (3..3 + lines.len() as u32).collect::<Vec<_>>(), "every line has a step");
    }
    assert!(never > 100, "{never}");
}

#[test]
fn a_graph_has_the_reachable_states_and_their_steps() {
    let all = Selection { property: None, places: None, most: 100 };
    for seed in 0..300 {
        let mut system = random_system(seed);
        let reachable = thread_states(&configurations(&system.tts, THREADS));
        let graph = system_graph(&mut system, &all, Options::default(), &Unlimited).expect("small");
        let state = |node: usize| match graph.nodes[node].state {
            State::At(Numbers { shared, local, .. }) => (SharedId(shared), LocalId(local)),
            State::Failed(_) | State::Ended => panic!("no thread ends"),
        };
        let states = (0..graph.nodes.len()).filter(|&node| graph.nodes[node].reach == Reach::Reachable).map(state);
        assert_eq!(states.collect::<BTreeSet<_>>(), reachable, "seed {seed}: {}", system.text);
        for edge in &graph.edges {
            let step = system.tts.transitions.iter().find(|step| {
                let to = match (edge.kind, step.effect) {
                    (EdgeKind::Creates, Effect::Create(created)) => Some(created),
                    (EdgeKind::Step, _) => step.to_local,
                    _ => None,
                };
                let ends = ((step.shared, step.local), to.map(|to| (step.to_shared, to)));
                step.origin + 1 == edge.place && ends == (state(edge.from), Some(state(edge.to)))
            });
            assert!(step.is_some(), "seed {seed}: {edge:?} in {}", system.text);
        }
    }
}

/// A thread may be inside with another that has just tested the lock.
const RACE: &str = "2 3\n0 0 -> 0 1\n0 1 -> 1 2\n1 2 -> 0 0\n1 0 -> 1 0\n1 1 -> 1 2\n";

#[test]
fn the_execution_to_a_target_is_numbered_and_a_target_is_marked() {
    let all = Selection { property: None, places: None, most: 100 };
    let draw = |init, target| {
        system_graph(&mut system(RACE, init, Some(target)), &all, Options::default(), &Unlimited).expect("small")
    };
    let graph = draw("0/0", "1|2,2");
    assert_eq!(graph.violated.as_deref(), Some("target 1|2,2"));
    let mut steps: Vec<u32> = graph.edges.iter().flat_map(|edge| edge.steps.iter().copied()).collect();
    steps.sort_unstable();
    assert_eq!(steps, [1, 2, 3, 4]);
    let graph = draw("0/0", "1|2");
    let is_target = |node: &&Node<Numbers>| matches!(node.state, State::At(state) if state.is_target);
    let marked: Vec<_> = graph.nodes.iter().filter(is_target).map(|node| node.state.clone()).collect();
    assert_eq!(marked, [State::At(Numbers { shared: 1, local: 2, is_target: true })]);
    let graph = draw("0|0", "0|2");
    assert_eq!(graph.violated, None, "a thread alone does not get there");
}

#[test]
fn a_line_is_drawn_with_what_is_one_step_away_and_too_much_is_refused() {
    let mut race = system(RACE, "0/0", None);
    let line = Selection { property: None, places: Some(&[4][..]), most: 100 };
    let graph = system_graph(&mut race, &line, Options::default(), &Unlimited).expect("small");
    let is_there = |node: usize| matches!(graph.nodes[node].state, State::At(Numbers { shared: 1, local: 2, .. }));
    assert!(graph.edges.iter().all(|edge| is_there(edge.from) || is_there(edge.to)));
    assert!(!graph.edges.is_empty());
    let few = Selection { property: None, places: None, most: 2 };
    let refused = system_graph(&mut race, &few, Options::default(), &Unlimited);
    assert!(matches!(refused, Err(NoGraph::TooLarge { reachable: Some(_), .. })), "{refused:?}");
}

fn is_below((shared, live): &Configuration, marking: &Marking) -> bool {
    let at_most = |local: LocalId| marking.threads.iter().find(|(other, _)| *other == local).map(|(_, number)| *number);
    *shared == marking.shared
        && live.chunk_by(|a, b| a == b).all(|threads| match at_most(threads[0]) {
            Some(Number::Any) => true,
            Some(Number::UpTo(number)) => threads.len() <= number as usize,
            None => false,
        })
}

#[test]
fn what_can_be_covered_is_what_is_below_a_marking() {
    let mut any = 0;
    for seed in 0..200 {
        let mut system = random_system(seed);
        let markings = system.markings(&Unlimited).expect("plain");
        let few = configurations(&system.tts, 4);
        for configuration in &few {
            assert!(
                markings.iter().any(|marking| is_below(configuration, marking)),
                "seed {seed}: {configuration:?} in {}",
                system.text
            );
        }
        let more = configurations(&system.tts, THREADS);
        for (index, marking) in markings.iter().enumerate() {
            // Two threads stand for any number.
            let threads = marking.threads.iter().flat_map(|&(local, number)| match number {
                Number::Any => vec![local; 2],
                Number::UpTo(number) => vec![local; number as usize],
            });
            let least: Vec<LocalId> = threads.take(4).collect();
            let is_covered = |(shared, live): &Configuration| {
                let mut live = live.clone();
                *shared == marking.shared
                    && least.iter().all(|local| {
                        live.iter().position(|other| other == local).map(|found| live.remove(found)).is_some()
                    })
            };
            assert!(more.iter().any(is_covered), "seed {seed}: {marking:?} in {}", system.text);
            any += usize::from(marking.threads.iter().any(|(_, number)| *number == Number::Any));
            let finite: Option<Vec<LocalId>> = marking
                .threads
                .iter()
                .map(|&(local, number)| match number {
                    Number::UpTo(number) => Some(vec![local; number as usize]),
                    Number::Any => None,
                })
                .collect::<Option<Vec<_>>>()
                .map(|lists| lists.concat());
            if let Some(live) = finite {
                let configuration = (marking.shared, live);
                let others = markings.iter().enumerate().filter(|(other, _)| *other != index);
                assert!(!others.into_iter().any(|(_, other)| is_below(&configuration, other)), "seed {seed}");
            }
        }
    }
    assert!(any > 100, "{any}");
}
