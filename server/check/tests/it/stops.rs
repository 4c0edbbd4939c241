//! Every engine polls its control often, and ends soon after the control wants it to.
//!
//! Time is that of the processor, for each thread, so that other work on the machine does not count. The bound is generous, as the
//! build is not optimised. It still fails for a loop that does not poll, with inputs that keep such a loop busy for long.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::thread::{ThreadId, current};
use std::time::Duration;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::{ENGINES, EngineId, Systems};
use boolprog_check::integer;
use boolprog_check::{Effort, Options, Unobserved, check};
use boolprog_clock::of_this_thread;
use boolprog_prover::{Answer, Model, Prover, Query, Unknown};

use crate::support;

/// The longest time between two polls of a thread, and after the last one of the thread that waits for the answer.
const LONGEST: Duration = Duration::from_secs(2);

/// The time of all threads until the control stops the work.
const PATIENCE: Duration = Duration::from_millis(120);

/// Stops after some time, or at a poll, and measures the time between polls.
struct Watch(Mutex<Watched>);

struct Watched {
    polls_left: u32,
    time_left: Duration,
    /// The last polls of threads; one that has not polled began with nothing.
    last: HashMap<ThreadId, (Duration, &'static str)>,
    /// The longest time without a poll, and the phases before and after it.
    longest: (Duration, &'static str, &'static str),
}

impl Watch {
    fn start(polls: u32, patience: Duration) -> Self {
        let (last, longest) =
            (HashMap::from([(current().id(), (of_this_thread(), "start"))]), (Duration::ZERO, "", ""));
        Self(Mutex::new(Watched { polls_left: polls, time_left: patience, last, longest }))
    }

    fn end(self) -> (Duration, &'static str, &'static str) {
        let mut watched = self.0.into_inner().expect("no panic while it is held");
        watched.arrive("end");
        watched.longest
    }
}

impl Watched {
    fn arrive(&mut self, phase: &'static str) {
        let now = of_this_thread();
        let (before, last) = self.last.insert(current().id(), (now, phase)).unwrap_or((Duration::ZERO, "start"));
        let used = now.saturating_sub(before);
        self.longest = self.longest.max((used, last, phase));
        self.time_left = self.time_left.saturating_sub(used);
    }
}

impl Control for Watch {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        let mut watched = self.0.lock().expect("no panic while it is held");
        watched.arrive(progress.phase);
        watched.polls_left = watched.polls_left.saturating_sub(1);
        if watched.polls_left == 0 || watched.time_left.is_zero() { Err(Stop::Time) } else { Ok(()) }
    }
}

/// Runs work with controls that stop at several moments, and collects the waits that were too long.
fn watch(name: &str, late: &mut String, work: &mut dyn FnMut(&Watch)) {
    for (polls, patience) in
        [(1, PATIENCE), (7, PATIENCE), (150, PATIENCE), (u32::MAX, PATIENCE / 3), (u32::MAX, PATIENCE)]
    {
        let watch = Watch::start(polls, patience);
        work(&watch);
        let (longest, before, after) = watch.end();
        println!("{name}: {longest:?} from `{before}` to `{after}`");
        if longest > LONGEST {
            writeln!(late, "{name}: {longest:?} from `{before}` to `{after}`").expect("a string takes all");
        }
    }
}

/// The engines for such systems that can be chosen, and the usual plan.
fn engines(are_integers: bool) -> Vec<Option<EngineId>> {
    let chosen = ENGINES.iter().filter(|row| row.can_be_chosen && (row.systems == Systems::Integers) == are_integers);
    std::iter::once(None).chain(chosen.map(|row| Some(row.id))).collect()
}

fn watch_boolean(name: &str, text: &str) {
    let unit = support::unit(text, None);
    let mut late = String::new();
    for engine in engines(false) {
        let options = Options { engine, thread_states: Effort::Full, ..Options::default() };
        let name = format!("{name}, {}", engine.map_or("plan".to_owned(), |engine| engine.to_string()));
        watch(&name, &mut late, &mut |control| {
            check(&unit, options, control, &mut Unobserved);
        });
    }
    assert!(late.is_empty(), "{late}");
}

/// Lists `prefix0`, `prefix1`, and so on.
fn numbered(prefix: &str, separator: &str, number: usize) -> String {
    (0..number).map(|index| format!("{prefix}{index}")).collect::<Vec<_>>().join(separator)
}

/// Arbitrary values at the start: many initial states, of shared and of local variables.
fn wide(bits: usize) -> String {
    let mut text = format!(
        "decl {};\nvoid main() begin\n decl {};\n while T do\n",
        numbered("v", ",", bits),
        numbered("l", ",", bits)
    );
    for bit in 0..bits {
        let (one, other) = ((3 * bit + 1) % bits, (7 * bit + 2) % bits);
        writeln!(text, "  if * then v{bit} := l{one} ^ v{other}; fi;\n  if * then l{bit} := *; fi;")
            .expect("a string takes all");
    }
    text + "  assert !(v0 & v1 & l0 & !l0);\n od;\nend\n"
}

#[test]
fn with_many_initial_states() {
    watch_boolean("20 bits", &wide(20));
}

#[test]
fn with_many_reachable_states() {
    watch_boolean("8 bits", &wide(8));
}

#[test]
fn with_transfers() {
    let bits = 10;
    let mut text = format!("decl a;\nvoid main() begin\n decl {};\n while T do\n", numbered("l", ",", bits));
    for bit in 0..bits {
        writeln!(text, "  l{bit}, l{}$ := *, *;", (bit + 1) % bits).expect("a string takes all");
    }
    watch_boolean("transfers", &(text + "  assert !(l1 & l2 & !l2);\n od;\nend\n"));
}

#[test]
fn with_many_properties() {
    let number = 10_000;
    let labels: Vec<String> = (0..number).map(|index| format!(" L{index}: skip;\n")).collect();
    let labels = labels.concat();
    let text = format!("// boolprog: error = {}\nvoid main() begin\n{labels}end\n", numbered("L", ", ", number));
    watch_boolean("labels", &text);
}

#[test]
fn with_many_targets_of_a_jump() {
    let number = 5_000;
    let labels: Vec<String> = (0..number).map(|index| format!(" L{index}: skip;\n")).collect();
    let labels = labels.concat();
    let text = format!("decl x;\nvoid main() begin\n goto {};\n{labels} assert x;\nend\n", numbered("L", ", ", number));
    watch_boolean("jump", &text);
}

#[test]
fn with_deep_calls() {
    let number = 1_500;
    let mut text = String::new();
    for index in 0..number {
        writeln!(text, "void p{index}() begin p{}(); end", index + 1).expect("a string takes all");
    }
    writeln!(text, "void p{number}() begin assert *; end\nvoid main() begin p0(); end").expect("a string takes all");
    watch_boolean("calls", &text);
    watch_boolean("calls of one thread", &(text + "// boolprog: threads = 1\n"));
}

#[test]
fn with_many_parameters() {
    let number = 600;
    let stars = vec!["*"; number].join(", ");
    let text = format!(
        "void f({}) begin\n assert p0 | p1;\n f({stars});\nend\nvoid main() begin f({stars}); end\n",
        numbered("p", ", ", number)
    );
    watch_boolean("parameters", &text);
    watch_boolean("parameters of one thread", &(text + "// boolprog: threads = 1\n"));
}

/// Always answers that there are values, all 0.
struct Zeros;

impl Prover for Zeros {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        control.poll(&Progress { phase: "prover", ..Progress::default() })?;
        Ok(if query.model {
            Answer::Satisfiable(Model::default())
        } else {
            Answer::Unknown(Unknown::Undecided("none".to_owned()))
        })
    }
}

fn watch_integers(name: &str, text: &str) {
    let model = super::integer::model(text);
    let mut late = String::new();
    for engine in engines(true) {
        let options = integer::Options { engine, ..integer::Options::default() };
        let name = format!("{name}, {}", engine.map_or("plan".to_owned(), |engine| engine.to_string()));
        watch(&name, &mut late, &mut |control| {
            integer::check(&model, &options, &mut Zeros, control, &mut Unobserved);
        });
    }
    assert!(late.is_empty(), "{late}");
}

#[test]
fn with_many_integer_states() {
    watch_integers("tickets", super::integer::TICKETS);
    let text = "decl x: 0..1000000, y: 0..1000000;\nprocess P[4] { loc a; a -> a when x < 1000000 do x := x + 1; a -> a when y < x do y := y + 1; }\nerror e: x + y == 2000001;\n";
    watch_integers("counters", text);
}

#[test]
fn with_many_inputs() {
    let groups = (0..12).map(|index| format!("v{index} := input(0..9)")).collect::<Vec<_>>().join(", ");
    let text = format!(
        "decl {};\nprocess P {{ loc a, b; a -> b do {groups}; }}\nerror e: v0 + v11 == 19;\n",
        (0..12).map(|index| format!("v{index}: 0..9")).collect::<Vec<_>>().join(", "),
    );
    watch_integers("inputs", &text);
}

#[test]
fn with_many_processes() {
    let text = "decl x: 0..9;\nprocess P[200] { decl y: 0..9; loc a, b; a -> b when y < 9 do y := y + 1; b -> a do x := y; }\nerror e: x == 9 && count(P @ b) == 200;\n";
    watch_integers("processes", text);
}
