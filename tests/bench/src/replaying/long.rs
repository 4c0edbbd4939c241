//! A counterexample of any size, executed and not searched for.

use boolprog_program::names::Names;
use boolprog_program::program::{PropertyKind, Threads};
use boolprog_program::reading::{Reading, ReadingOptions};
use boolprog_trace::Subject;
use boolprog_trace::configuration::Configuration;
use boolprog_trace::document::{TraceDocument, program_hash};
use boolprog_trace::interpreter::{Interpreter, Violation};
use boolprog_trace::replay::{ClaimedRun, replay};
use boolprog_trace::simulation::{alternatives, default_alternative};

/// Threads that call, choose and share forever, and one that fails late.
const PROGRAM: &str = "\
decl s := F, t := F, u := F, v := F;
decl thread_local mine := F;
void main() begin
  decl x := F, y := F, z := F;
  L: x := *;
  y := step(x, s);
  s, t := y, x;
  mine := !mine;
  goto L, E;
  E: assert F;
end
bool step(a, b) begin
  decl r := F;
  r := a ^ b;
  u := r;
  return r;
end
";

/// Steps that the first thread takes to its assertion, which is one of them.
const LAST: usize = 9;

/// A program and a counterexample with this number of steps and of threads that act in turn; `None` if there is none.
pub(super) fn counterexample(steps: usize, threads: u32) -> Option<(String, TraceDocument)> {
    let text = format!("// boolprog: threads = {threads}\n{PROGRAM}");
    let parsed = boolprog_syntax::parse(&text);
    let options = ReadingOptions { threads: Some(Threads::Exactly(threads)), ..ReadingOptions::default() };
    let (names, reading) = (Names::of(&parsed.file), Reading::new(&parsed.file, &options));
    let interpreter = Interpreter::new(&parsed.file, &names, &reading);
    let (mut configurations, mut actors) = (vec![interpreter.initial(threads).next()?], Vec::new());
    while actors.len() + LAST < steps {
        let (at, actor) = (configurations.last()?, actors.len() as u32 / 3 % (threads - 1) + 2);
        let next = default_alternative(&interpreter, at, threads, Some(actor))?.next;
        configurations.push(next);
        actors.push(actor);
    }
    let violation = fail(&interpreter, &mut configurations, &mut actors, threads)?;
    let trace = replay(&interpreter, ClaimedRun { configurations, actors, violation }).ok()?;
    let span = parsed.file.sites.get(violation.site.0 as usize)?.span;
    let hash = program_hash(&text);
    let subject = Subject {
        text: &text,
        path: "replay.bp",
        hash: &hash,
        property_id: "assert-1",
        property_name: "F",
        property_span: span,
        guarantee: "",
    };
    let document = trace.to_document(&interpreter, &subject);
    Some((text, document))
}

/// Leads the first thread to its assertion.
fn fail(
    interpreter: &Interpreter<'_>,
    configurations: &mut Vec<Configuration>,
    actors: &mut Vec<u32>,
    used: u32,
) -> Option<Violation> {
    loop {
        let at = configurations.last()?;
        let violations = interpreter.violations(at);
        if let Some(violation) =
            violations.into_iter().find(|found| found.kind == PropertyKind::Assert && found.thread == 1)
        {
            configurations.push(at.clone());
            actors.push(1);
            return Some(violation);
        }
        // The last alternative of a `goto` is its last label.
        let last = alternatives(interpreter, at, used).take_while(|found| found.step.thread == 1).last()?;
        configurations.push(last.next);
        actors.push(1);
    }
}
