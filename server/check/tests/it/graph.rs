//! Graphs of thread states, compared with the check of the same program.

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_check::graph::{EdgeKind, NoGraph, Reach, Selection, State, ThreadGraph, thread_graph};
use boolprog_check::report::{Report, Unknown, Verdict};
use boolprog_check::{Options, Unit, Unobserved, check};
use boolprog_program::program::Threads;
use boolprog_syntax::ast::SiteId;

use crate::support::{LOCK, unit};

/// Both threads can be between the test and the setting of the lock.
const RACE: &str = "decl lock := F, inside := F;
void main() begin
  assume !lock;
  lock := T;
  assert !inside;
  inside := T;
  inside := F;
  lock := F;
end";

/// A thread that starts another and moves it.
const MOVING: &str = "decl go := F;
decl thread_local mine := F;
void main() begin
  start_thread goto other;
  mine$ := T;
  assert !mine;
  end_thread;
other:
  assume mine;
  go := T;
end";

const EVERYTHING: Selection<'static> = Selection { property: None, places: None, most: 10_000 };

fn graph(unit: &Unit, selection: &Selection<'_>) -> ThreadGraph {
    thread_graph(unit, selection, Options::default(), &Unlimited).expect("a graph")
}

fn report(unit: &Unit) -> Report {
    check(unit, Options::default(), &Unlimited, &mut Unobserved)
}

fn states(graph: &ThreadGraph, reach: Reach) -> usize {
    graph.nodes.iter().filter(|node| matches!(node.state, State::At(_)) && node.reach == reach).count()
}

#[test]
fn what_is_reachable_is_what_the_check_says() {
    for (text, threads) in [(LOCK, None), (LOCK, Some(Threads::Exactly(2))), (RACE, None), (MOVING, None)] {
        let unit = unit(text, threads);
        let (graph, report) = (graph(&unit, &EVERYTHING), report(&unit));
        assert_eq!(report.statistics.thread_states, Some(states(&graph, Reach::Reachable) as u64), "{text}");
        assert_eq!(states(&graph, Reach::Unknown), 0);
        // One thread state does not determine whether there can be a thread to be moved at the same time.
        for edge in graph.edges.iter().filter(|edge| edge.kind != EdgeKind::Passive) {
            let (from, to) = (graph.nodes[edge.from].reach, graph.nodes[edge.to].reach);
            assert!(from == Reach::Unreachable || to == Reach::Reachable, "{edge:?} in {text}");
        }
    }
}

#[test]
fn what_is_reachable_is_known_where_nothing_is_asserted() {
    let text = MOVING.replace("assert !mine;", "skip;");
    let graph = graph(&unit(&text, None), &EVERYTHING);
    assert_eq!(states(&graph, Reach::Unknown), 0);
    assert!(states(&graph, Reach::Reachable) > 0 && states(&graph, Reach::Unreachable) > 0);
}

#[test]
fn the_steps_of_a_counterexample_are_numbered() {
    let unit = unit(RACE, None);
    let (graph, report) = (graph(&unit, &EVERYTHING), report(&unit));
    let Verdict::Violated(violation) = &report.properties[0].verdict else { panic!("it can fail") };
    let steps = &violation.trace().steps;
    assert_eq!(graph.violated.as_deref(), Some("assert !inside"));
    for (number, step) in (1..).zip(steps) {
        let edges: Vec<_> = graph.edges.iter().filter(|edge| edge.steps.contains(&number)).collect();
        let [edge] = edges.as_slice() else { panic!("step {number} is {edges:?}") };
        let text = &unit.text[unit.file.sites[edge.place.0 as usize].span.range()];
        assert_eq!(text, step.text, "step {number}");
    }
    let last = graph.edges.iter().find(|edge| edge.steps.contains(&(steps.len() as u32))).expect("the last step");
    assert_eq!(graph.nodes[last.to].state, State::Failed(0));
}

#[test]
fn threads_are_created_moved_and_ended() {
    let graph = graph(&unit(MOVING, None), &EVERYTHING);
    for kind in [EdgeKind::Step, EdgeKind::Creates, EdgeKind::Passive] {
        assert!(graph.edges.iter().any(|edge| edge.kind == kind), "{kind:?}");
    }
    assert!(graph.nodes.iter().any(|node| node.state == State::Ended && node.reach == Reach::Reachable));
    assert!(graph.nodes.iter().filter(|node| node.initial).count() > 0);
}

#[test]
fn too_much_is_left_out_or_refused() {
    let unit = unit(LOCK, None);
    let all = graph(&unit, &EVERYTHING);
    let (reachable, unreachable) = (states(&all, Reach::Reachable), states(&all, Reach::Unreachable));
    assert!(unreachable > 0);
    let less = graph(&unit, &Selection { most: reachable, ..EVERYTHING });
    assert_eq!((less.left_out, states(&less, Reach::Reachable)), (unreachable, reachable));
    let refused = thread_graph(&unit, &Selection { most: 3, ..EVERYTHING }, Options::default(), &Unlimited);
    let states = reachable + unreachable;
    assert_eq!(refused, Err(NoGraph::TooLarge { states, reachable: Some(reachable) }));
    let strange = Selection { property: Some("assert-7"), ..EVERYTHING };
    assert_eq!(thread_graph(&unit, &strange, Options::default(), &Unlimited), Err(NoGraph::NoProperty));
}

#[test]
fn a_place_is_drawn_with_what_is_one_step_away() {
    let unit = unit(LOCK, None);
    let inside = unit.file.sites.iter().position(|site| LOCK[site.span.range()].starts_with("assert"));
    let sites = [SiteId(inside.expect("it is there") as u32)];
    let graph = graph(&unit, &Selection { places: Some(&sites), ..EVERYTHING });
    let is_there = |node: usize| matches!(&graph.nodes[node].state, State::At(state) if state.frames[0].0 == sites[0]);
    assert!((0..graph.nodes.len()).any(is_there));
    assert!(graph.edges.iter().all(|edge| is_there(edge.from) || is_there(edge.to)));
}

struct Cancelled;

impl Control for Cancelled {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        Err(Stop::Cancelled)
    }
}

#[test]
fn a_program_without_meaning_and_work_that_is_cancelled_give_no_graph() {
    let recursive = unit("void main() begin f(); end void f() begin f(); end", Some(Threads::Exactly(1)));
    assert_eq!(thread_graph(&recursive, &EVERYTHING, Options::default(), &Unlimited), Err(NoGraph::NoProgram));
    let refused = thread_graph(&unit(LOCK, None), &EVERYTHING, Options::default(), &Cancelled);
    assert_eq!(refused, Err(NoGraph::Unknown(Unknown::Stopped { stop: Stop::Cancelled, threads: 0 })));
}
