//! From the text of an integer program to a snapshot, by way of the real parser and check.

use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_check::integer::{Model, Options, Unobserved, check};
use boolprog_ide::integer::{Findings, Layout, Snapshot};
use boolprog_ide::{Answer, Preferences, wording};
use boolprog_integer::Instantiation;
use boolprog_prover::Nobody;
use boolprog_trace::document::PropertyKind;

use crate::support::results;

/// What is known of a text at the stage that it asks for.
pub(crate) fn snapshot(text: &str) -> Snapshot {
    let mut snapshot = Snapshot::new(text.into(), Preferences::default());
    if !snapshot.has_errors() {
        let nothing = snapshot.nothing_found(Arc::new(Layout::new(&snapshot)));
        snapshot.results = results(text, nothing, |nothing, control| found(&snapshot, nothing, control), broken);
    }
    snapshot
}

fn found(snapshot: &Snapshot, nothing: Findings, control: &dyn Control) -> Findings {
    let instantiation = Instantiation { threads: Some(2), ..Instantiation::default() };
    let (text, file) = (Arc::clone(&snapshot.text), Arc::clone(&snapshot.file));
    let model = Model::new("test.ip", text, file, instantiation).expect("no errors");
    let report = check(&model, &Options::default(), &mut Nobody, control, &mut Unobserved);
    let scope = wording::integer::scope(&report.replicated);
    let (values, stated): (Vec<_>, Vec<_>) =
        report.properties.into_iter().partition(|it| it.kind == PropertyKind::Value);
    let answers = stated.into_iter().map(|report| Some(Answer::Report(Box::new(report)))).collect();
    let values = values.into_iter().next().map(|report| Answer::Report(Box::new(report)));
    Findings { answers, values, scope, ..nothing }
}

fn broken(nothing: Findings) -> Findings {
    Findings { answers: vec![Some(Answer::InternalError); nothing.answers.len()], ..nothing }
}
