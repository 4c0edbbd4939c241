//! Which threads have a lane, and what joins them.

use std::sync::Arc;

use boolprog_export::lanes::Lanes;
use boolprog_export::report::ReportDocument;
use boolprog_export::{Format, export};
use boolprog_trace::document::{TraceDocument, Value};

use crate::support::{Names, trace};

/// T1 starts three threads. T2 ends in step 4, and T1 joins it in step 6; T3 acts in step 5, and T4 never.
fn joined() -> TraceDocument {
    let mut made = trace(&Names::usual(), 4, 6);
    for (step, acting) in made.steps.iter_mut().zip([1, 1, 1, 2, 3, 1]) {
        step.thread = acting;
        step.atomic = None;
        step.threads.retain(|change| change.number == acting || step.created == Some(change.number));
    }
    made.steps[3].threads.clear();
    made.steps[3].ended = Some(2);
    made.steps[5].joined = Some(2);
    made.walk(|_, _| {}).expect("a trace that makes sense");
    made
}

#[test]
fn threads_that_do_nothing_have_no_lane() {
    let report = ReportDocument::of_trace(&Arc::new(joined()));
    let (_, lanes) = Lanes::all(&report).next().expect("a counterexample");
    assert_eq!(lanes.threads.iter().map(|lane| lane.thread).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(lanes.rows[2].notes(), ["starts T4"]);
    for format in [Format::Mermaid, Format::PlantUml] {
        let text = export(&report, format);
        assert!(
            text.contains("starts T4") && !text.contains("create T4") && !text.contains("participant T4"),
            "{text}"
        );
    }
}

#[test]
fn a_thread_that_a_change_names_is_not_named_twice() {
    let mut made = joined();
    made.steps[2].shared = vec![(0, Value::text("T4 worker"))];
    let report = ReportDocument::of_trace(&Arc::new(made));
    let (_, lanes) = Lanes::all(&report).next().expect("a counterexample");
    assert_eq!(lanes.rows[2].notes(), Vec::<String>::new());
}

#[test]
fn an_edge_leads_from_the_end_of_a_thread_to_the_step_that_joins_it() {
    let report = ReportDocument::of_trace(&Arc::new(joined()));
    let (_, lanes) = Lanes::all(&report).next().expect("a counterexample");
    assert_eq!(lanes.lane(2).map(|lane| (lane.end, lane.joined)), Some((Some(4), Some((6, 1)))));
    assert_eq!(lanes.rows[5].notes(), ["joins T2"]);
    let mut alone = joined();
    alone.steps[5].joined = None;
    let paths = |trace: TraceDocument| {
        let picture = export(&ReportDocument::of_trace(&Arc::new(trace)), Format::Svg);
        let lane = picture.lines().find(|line| line.contains("class=\"lane-1\"") && line.contains(" h 16.0"));
        lane.expect("the lane of T2").to_owned()
    };
    let edge = |path: &str| path.split(" h 16.0").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
    assert_eq!(edge(&paths(alone)).as_deref(), Some(""));
    assert!(edge(&paths(joined())).is_some_and(|edge| edge.contains(" V ") && edge.contains(" H ")));
}
