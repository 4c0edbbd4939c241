//! Counterexamples that no checker found: of any size, with any names.

use std::sync::Arc;

use boolprog_export::report::ReportDocument;
use boolprog_trace::document::{
    FrameDocument, ProcedureDocument, ProgramKind, PropertyDocument, PropertyKind, RangeDocument, SCHEMA,
    StateDocument, StepDocument, ThreadChange, TraceDocument,
};

/// The names and texts of a made-up program.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub(crate) program: String,
    pub(crate) property: String,
    pub(crate) statement: String,
    pub(crate) procedure: String,
    pub(crate) variables: [String; 3],
}

impl Names {
    pub(crate) fn usual() -> Self {
        let text = str::to_owned;
        let variables = ["lock", "ready", "got"].map(text);
        Self {
            program: text("made-up.bp"),
            property: text("!lock"),
            statement: text("lock, got := !lock, T"),
            procedure: text("main"),
            variables,
        }
    }
}

const RANGE: RangeDocument = RangeDocument { line: 3, column: 5, end_line: 3, end_column: 9, file: None };

fn thread(number: u32, values: [bool; 2]) -> ThreadChange {
    let frame = FrameDocument { procedure: 0, range: RANGE, location: None, values: vec![values[1].into()] };
    ThreadChange { number, thread_local: vec![values[0].into()], kept: 0, frames: vec![frame] }
}

/// A counterexample in which the first thread starts all others, and then all take turns: each changes the shared
/// variable and a variable of its own, some those of others. Some steps are atomic; the last thread ends.
pub(crate) fn trace(names: &Names, threads: u32, steps: usize) -> TraceDocument {
    let [shared, copied, own] = names.variables.clone();
    let (mut live, mut lock) = (1, false);
    let mut values = vec![[false; 2]; threads as usize + 1];
    let mut made = Vec::with_capacity(steps);
    for number in 0..steps {
        let creates = live < threads;
        live += u32::from(creates);
        let acting = if creates { 1 } else { number as u32 % live + 1 };
        let other = acting % live + 1;
        values[acting as usize][1] = number % 2 == 0;
        if number % 3 == 0 {
            values[other as usize][0] ^= true;
        }
        let mut changed = vec![acting, other];
        changed.sort_unstable();
        changed.dedup();
        if creates && !changed.contains(&live) {
            changed.push(live);
        }
        lock = !lock;
        made.push(StepDocument {
            thread: acting,
            range: RANGE,
            text: names.statement.clone(),
            shared: vec![(0, lock.into())],
            atomic: (number % 7 == 3).then_some(acting),
            threads: changed.iter().map(|number| thread(*number, values[*number as usize])).collect(),
            accesses: Vec::new(),
            begins: false,
            woken: Vec::new(),
            blocked: Vec::new(),
            created: creates.then_some(live),
            ended: None,
            joined: None,
            fresh: Vec::new(),
            choices: Vec::new(),
        });
    }
    let variables = vec![own];
    TraceDocument {
        schema: SCHEMA.to_owned(),
        program: names.program.clone(),
        program_hash: "0123456789abcdef".to_owned(),
        kind: ProgramKind::Boolean,
        files: Vec::new(),
        threads: "1".to_owned(),
        instances: Vec::new(),
        property: PropertyDocument {
            id: "assert-1".to_owned(),
            kind: PropertyKind::Assert,
            name: names.property.clone(),
            range: RANGE,
            thread: 1,
            related: Vec::new(),
            locks: None,
        },
        threads_needed: live,
        context_switches: 0,
        guarantee: String::new(),
        shared: vec![shared],
        heap: Vec::new(),
        thread_local: vec![copied],
        procedures: vec![ProcedureDocument { name: names.procedure.clone(), variables, labels: Vec::new() }],
        initial: StateDocument {
            shared: vec![false.into()],
            atomic: None,
            threads: vec![thread(1, [false; 2]).created().into()],
        },
        steps: made,
        schedule: None,
    }
}

/// A report with this counterexample and nothing else.
pub(crate) fn report(names: &Names, threads: u32, steps: usize) -> ReportDocument {
    let trace = trace(names, threads, steps);
    trace.walk(|_, _| {}).expect("a trace that makes sense");
    ReportDocument::of_trace(&Arc::new(trace))
}
