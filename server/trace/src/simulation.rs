//! Possible next steps, from which a user or a debugger can choose.

use boolprog_program::program::PropertyKind;

use crate::configuration::Configuration;
use crate::interpreter::evaluate::Cell;
use crate::interpreter::{Event, Interpreter, Obstacle, Violation};
use crate::replay::Step;

/// Largest number of configurations visited for each target of a `goto`: a `constrain` may allow few of very many.
const MOST_OUTCOMES: usize = 4096;

/// A possible next step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The step, with its effect on threads.
    pub step: Step,
    /// The state after the step. An assertion that fails changes nothing.
    pub next: Configuration,
    /// `true` if it is an assertion that fails.
    pub fails: bool,
}

/// All possible next steps, thread by thread in the order of their numbers, for each thread in the order of
/// [`Interpreter::successors`], an assertion that fails last. Computed lazily; of a step with very many open values,
/// only the first. `used` is the largest number that a thread ever had.
pub fn alternatives<'x>(
    interpreter: &'x Interpreter<'x>,
    at: &'x Configuration,
    used: u32,
) -> impl Iterator<Item = Alternative> + use<'x> {
    (0..at.threads.len()).flat_map(move |position| alternatives_of(interpreter, at, position, used))
}

/// Those of one thread.
pub fn alternatives_of_thread<'x>(
    interpreter: &'x Interpreter<'x>,
    at: &'x Configuration,
    used: u32,
    thread: u32,
) -> impl Iterator<Item = Alternative> + use<'x> {
    at.position(thread).into_iter().flat_map(move |position| alternatives_of(interpreter, at, position, used))
}

/// Those of the thread at a position.
fn alternatives_of<'x>(
    interpreter: &'x Interpreter<'x>,
    at: &'x Configuration,
    position: usize,
    used: u32,
) -> impl Iterator<Item = Alternative> + use<'x> {
    let thread = &at.threads[position];
    let fails = interpreter.assertion_can_fail(at, position).then_some((at.clone(), Event::Moved, true));
    let outcomes = interpreter.outcomes(at, position, Some(used.saturating_add(1)));
    let moves = outcomes.into_iter().flat_map(|outcome| {
        let event = outcome.event;
        outcome.members_near(|_| None, MOST_OUTCOMES).map(move |next| (next, event, false))
    });
    moves.chain(fails).filter_map(|(next, event, fails)| {
        let step = Step { thread: thread.number, site: thread.innermost()?.site, event };
        Some(Alternative { step, next, fails })
    })
}

/// The default alternative: the first of the thread that acted last, so that others act only if they have to, else the
/// first of all.
pub fn default_alternative(
    interpreter: &Interpreter<'_>,
    at: &Configuration,
    used: u32,
    acted: Option<u32>,
) -> Option<Alternative> {
    let same = acted.and_then(|number| at.position(number));
    let own = same.and_then(|position| alternatives_of(interpreter, at, position, used).next());
    own.or_else(|| alternatives(interpreter, at, used).next())
}

/// An initial configuration with this number of threads whose variables have the wanted values, as far as the program leaves
/// them open: those of the thread with a number, or shared ones. `None` if no run starts with this number of threads.
pub fn start_near(
    interpreter: &Interpreter<'_>,
    threads: u32,
    wanted: impl Fn(Option<u32>, &str) -> Option<bool>,
) -> Option<Configuration> {
    let names = interpreter.names();
    let main = names.procedure("main")?;
    let name = |id| &*names.info(id).name;
    let wanted = |cell| match cell {
        Cell::Shared(index) => wanted(None, name(names.shared().nth(index)?)),
        Cell::ThreadLocal(thread, index) => wanted(Some(thread as u32 + 1), name(names.thread_local().nth(index)?)),
        Cell::Local(thread, _, index) => wanted(Some(thread as u32 + 1), name(*names.variables_of(main).get(index)?)),
    };
    let start = interpreter.start_states(threads)?.members_near(wanted, 1).next()?;
    interpreter.is_initial(&start).then_some(start)
}

/// The violation by a step: the assertion that fails, or an error label that a thread reaches with it.
pub fn violated_by(interpreter: &Interpreter<'_>, at: &Configuration, taken: &Alternative) -> Option<Violation> {
    let Alternative { step, next, fails } = taken;
    if *fails {
        return Some(Violation { thread: step.thread, site: step.site, kind: PropertyKind::Assert });
    }
    let before = interpreter.violations(at);
    let reached = interpreter.violations(next).into_iter().filter(|found| found.kind == PropertyKind::Label);
    reached.into_iter().find(|found| found.thread == step.thread || !before.contains(found))
}

/// The reason why the thread with this number cannot execute the statement `here`, as a clause for the user. Without an
/// obstacle, the statement is an assignment none of whose outcomes is allowed.
pub fn why_blocked(number: u32, here: &str, obstacle: Option<Obstacle>) -> String {
    match obstacle {
        Some(Obstacle::Atomic(holder)) => {
            format!("T{number} cannot execute `{here}`, because T{holder} is inside an atomic section")
        }
        Some(Obstacle::Enforce) => {
            format!("T{number} cannot execute `{here}`, because `enforce` or `abortif` of its procedure forbids it")
        }
        Some(Obstacle::Waiting) => format!("T{number} waits for a `signal` or `broadcast`"),
        Some(Obstacle::Blocked) if here.starts_with("assume") || here.starts_with("constrain") => {
            format!("T{number} cannot go on, because `{here}` is false")
        }
        Some(Obstacle::Blocked) if here.starts_with("assert") => {
            format!("T{number} cannot go on, because `{here}` fails")
        }
        Some(Obstacle::Blocked) => format!("T{number} cannot execute `{here}`"),
        None => format!("T{number} cannot execute `{here}`, because no values were found that satisfy its constraint"),
    }
}
