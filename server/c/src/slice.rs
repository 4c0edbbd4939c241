//! Slices of C programs: the places in their text that matter to properties, and the others.
//!
//! The threads with the bodies of what they call are a [skeleton](dependence): each instruction is a command, which writes temporaries
//! and objects, and so is each jump. An object is one variable, whatever part of it is accessed. Control depends on what the slices
//! of other languages depend on, so that no loop is left out that may have no end. Calls that are not replaced by bodies read and
//! write what their arguments point to, and those of intrinsics may wait.

use std::collections::BTreeSet;
use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_base::dependence::{Command, Decisions, Part, Skeleton};
use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_c_form::form::{Function, Unit};
use boolprog_c_form::points_to::points_to;
use boolprog_c_form::stages::threaded;
use boolprog_c_syntax::program;
use boolprog_c_syntax::texts::Texts;

use crate::Options;
use crate::read::{failed, no_stage, stopped};
use crate::skeleton::{Lowering, Origin};

/// The places of a program in its joined text, those of the library left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slice {
    /// Places on which the properties depend.
    pub kept: BTreeSet<Span>,
    /// The others.
    pub left_out: BTreeSet<Span>,
}

/// The slice of a program for properties at these places of its text. Fails with all reasons. Takes the time of the cone of influence,
/// and that of points-to sets.
pub fn slice(
    (path, text): (&str, &Arc<str>),
    options: &Options,
    properties: &[Span],
    control: &dyn Control,
) -> Result<Slice, Vec<Diagnostic>> {
    let inputs = options.inputs(path, text);
    let units = program::units(&inputs, control).map_err(|why| failed(why, &options.joined(text)))?;
    let texts = Texts::of(&units[..inputs.len()]);
    let unit = threaded(&units, &options.entry, control).map_err(no_stage)?;
    if let Some(name) = recursive(&unit) {
        let message = format!("`{name}` calls itself, so the parts on which a property depends are not known.");
        return Err(vec![Diagnostic::new("c-not-supported", Severity::Error, Span::empty(0), message)]);
    }
    let sets = points_to(&unit, unit.threads[0].function, control).map_err(stopped)?;
    let Lowering { skeleton, origins, waiting, .. } = Lowering::of(&unit, &sets);
    let span_of = |origin: &Option<Origin<'_>>| {
        origin.as_ref().and_then(|Origin { function, instruction }| {
            let (activation, place) = function.shown(instruction.activation, instruction.place);
            texts.span(function.activations[activation.0 as usize].unit, place).filter(|span| !span.is_empty())
        })
    };
    let spans: Vec<Option<Span>> = origins.iter().map(span_of).collect();
    let is_asked = |span: &Option<Span>| span.is_some_and(|span| properties.iter().any(|it| it.contains(span)));
    let asked: Vec<bool> = spans.iter().map(is_asked).collect();
    let matters = matters(&skeleton, &asked, &waiting);
    let of =
        |wanted: bool| spans.iter().zip(&matters).filter(move |(_, it)| **it == wanted).filter_map(|(span, _)| *span);
    let kept: BTreeSet<Span> = of(true).collect();
    let left_out = of(false).filter(|span| !kept.contains(span)).collect();
    Ok(Slice { kept, left_out })
}

/// A function of the program that is still called, since it calls itself, directly or not.
fn recursive(unit: &Unit) -> Option<&str> {
    let threads = unit.threads.iter().map(|thread| &unit.functions[thread.function.0 as usize]);
    let called = threads.flat_map(Function::instructions).filter_map(|instruction| instruction.action.called());
    let called = called.map(|id| &unit.functions[id.0 as usize]);
    let is_own = |function: &Function| !function.blocks.is_empty() && !function.activations[0].is_library;
    called.filter(|function| is_own(function)).map(|function| &*function.name).next()
}

/// By command: `true` if those that are asked about depend on it.
fn matters(all: &Skeleton, asked: &[bool], waiting: &[bool]) -> Vec<bool> {
    let &Skeleton { variables, agents, places, .. } = all;
    let mut skeleton = Skeleton { variables, agents, places, ..Skeleton::default() };
    for (command, _) in all.commands.iter().zip(asked).filter(|(_, asked)| **asked) {
        let reads = command.condition.iter().chain(command.writes.iter().flat_map(|write| &write.reads));
        skeleton.asked.extend(reads.copied().chain([Part::Agent(command.agent), Part::Place(command.source)]));
    }
    // Values that one thread writes may be read by another one whatever the first does next.
    let has_others = all.agents > 1;
    let mut kept = vec![true; all.commands.len()];
    loop {
        let commands = all.commands.iter().zip(&kept).filter(|(_, kept)| **kept);
        skeleton.commands = commands.map(|(command, _)| command.clone()).collect();
        let Decisions { cone, is_idle } = skeleton.decisions(&total(all, &kept, waiting));
        let is_seen = |place: u32| cone.contains(Part::Place(place));
        let counts = |command: &Command| has_others && cone.counts(command);
        let alive = skeleton.alive((0..all.places as u32).filter(|place| is_seen(*place)), |_, it| counts(it));
        let goes_on = |command: &Command| command.targets.iter().any(|target| alive[*target as usize]);
        let leads = |command: &Command| is_seen(command.source) || counts(command) || goes_on(command);
        let still: Vec<bool> = all.commands.iter().map(leads).collect();
        if still == kept {
            let decides = |command: &Command| !command.condition.is_empty() && !is_idle[command.source as usize];
            let is_part = |it: &Command| leads(it) && (is_seen(it.source) || cone.counts(it) || decides(it));
            return all.commands.iter().map(is_part).collect();
        }
        kept = still;
    }
}

/// By place: `true` if some command can be taken there in any case, and all are kept.
fn total(all: &Skeleton, kept: &[bool], waiting: &[bool]) -> Vec<bool> {
    let mut is_total = vec![false; all.places];
    all.commands.iter().for_each(|command| is_total[command.source as usize] = true);
    for (command, (kept, waits)) in all.commands.iter().zip(kept.iter().zip(waiting)) {
        is_total[command.source as usize] &= *kept && !waits;
    }
    is_total
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;

    use super::*;

    /// The lines that are left out for a property at a text.
    fn left_out(text: &str, property: &str) -> Vec<usize> {
        let at = text.find(property).expect("the text of the property") as u32;
        let span = Span::new(at, at + property.len() as u32);
        let slice = slice(("program.c", &text.into()), &Options::default(), &[span], &Unlimited).expect("a program");
        let line = |span: &Span| text[..span.start as usize].matches('\n').count() + 1;
        let kept: BTreeSet<usize> = slice.kept.iter().map(line).collect();
        let left: BTreeSet<usize> = slice.left_out.iter().map(line).collect();
        left.difference(&kept).copied().collect()
    }

    const SUM: &str = "#include <assert.h>
extern int input(void);
int main(void) {
  int total = 0;
  int noise = 0;
  if (input() > 10) {
    noise = input();
    noise = noise + 1;
  }
  for (int i = 0; i < 10; i++) {
    total = total + 1;
    noise = noise * 2;
  }
  if (noise > 5) total = total + 0;
  assert(total == 10);
  noise = 7;
  return noise;
}
";

    #[test]
    fn what_a_property_does_not_depend_on_is_left_out() {
        assert_eq!(left_out(SUM, "assert(total == 10)"), [16, 17]);
        let without = SUM.replace("  if (noise > 5) total = total + 0;\n", "\n");
        assert_eq!(left_out(&without, "assert(total == 10)"), [5, 6, 7, 8, 12, 16, 17]);
    }

    #[test]
    fn pointers_calls_and_other_threads_count() {
        let text = "#include <assert.h>
#include <pthread.h>
int shared, other;
void set(int *to, int value) {
  *to = value;
}
void *work(void *unused) {
  set(&shared, 1);
  set(&other, 2);
  return 0;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, work, 0);
  int here = shared;
  other = 3;
  assert(here < 2);
}
";
        assert_eq!(left_out(text, "assert(here < 2)"), [9, 16]);
    }

    #[test]
    fn a_loop_that_may_have_no_end_matters() {
        let text = "#include <assert.h>
extern int input(void);
int main(void) {
  int n = input();
  while (n != 0) n = input();
  assert(0);
}
";
        assert_eq!(left_out(text, "assert(0)"), []);
    }
}
