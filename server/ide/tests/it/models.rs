//! From the text of an integer program to a snapshot, with the real parser and check.

use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_check::integer::{Model, Options};
use boolprog_check::wording;
use boolprog_check::{Query, Unobserved};
use boolprog_ide::integer::Snapshot;
use boolprog_ide::{Checkable, Findings, Preferences};
use boolprog_integer::Instantiation;
use boolprog_prover::NoProver;

use crate::support::results;

/// The snapshot of a text at the stage that it asks for.
pub(crate) fn snapshot(text: &str) -> Snapshot {
    let mut snapshot = Snapshot::new(text.into(), Preferences::default());
    if !snapshot.has_errors() {
        let nothing = snapshot.nothing_found(Arc::new(snapshot.layout()));
        snapshot.results = results(text, nothing, |nothing, control| found(&snapshot, nothing, control));
    }
    snapshot
}

fn found(snapshot: &Snapshot, nothing: Findings, control: &dyn Control) -> Findings {
    let instantiation = Instantiation { threads: Some(2), ..Instantiation::default() };
    let (text, file) = (Arc::clone(&snapshot.text), Arc::clone(&snapshot.file));
    let model = Model::new("test.ip", text, file, instantiation).expect("no errors");
    let query = Query::Integer(model, Options::default());
    let mut findings = Findings { scope: wording::scope_of(&query), ..nothing };
    findings.add(query.check(&mut NoProver, control, &mut Unobserved).properties, None);
    findings
}
