//! The variables that verdicts depend on, and those that no proof needs.

use boolprog_base::{Diagnostic, Severity, Tag};
use boolprog_check::report::Verdict;
use boolprog_program::names::{Symbol, VariableId, VariableInfo};
use boolprog_program::program::PropertyKind;
use boolprog_syntax::ast::SiteId;
use rustc_hash::FxHashSet;

use crate::{Answer, Snapshot};

/// The variables that the verdict on the property at a site depends on; see [`Answer::variables`].
pub(crate) fn at(snapshot: &Snapshot, site: SiteId) -> Option<String> {
    let index = snapshot.properties().iter().position(|property| property.site == site)?;
    snapshot.results.answer(index)?.variables()
}

/// A hint for every variable that no assertion mentions and no proof needs. Empty unless every property is proved, and
/// every proof names its variables.
pub(crate) fn unneeded(snapshot: &Snapshot, fade: bool) -> Vec<Diagnostic> {
    let Some(mut needed) = needed(snapshot).filter(|_| !snapshot.properties().is_empty()) else { return Vec::new() };
    needed.extend(mentioned(snapshot));
    let names = &snapshot.analysis.names;
    let others = (0..).map(VariableId).zip(&names.variables).filter(|(variable, _)| !needed.contains(variable));
    let hint = |(_, info): (_, &VariableInfo)| {
        let message = format!("No proof needs `{}`: every property holds whatever its value is.", info.name);
        let hint = Diagnostic::new("variable-not-needed", Severity::Hint, info.span, message);
        if fade { hint.with_tag(Tag::Unnecessary) } else { hint }
    };
    others.map(hint).collect()
}

/// The variables that the proofs of all properties need.
fn needed(snapshot: &Snapshot) -> Option<FxHashSet<VariableId>> {
    let findings = snapshot.results.current()?;
    let mut needed = FxHashSet::default();
    for answer in &findings.answers {
        let report = answer.as_ref().and_then(Answer::report)?;
        let Verdict::Proved(_) = report.verdict else { return None };
        needed.extend(&report.visible.as_ref()?.variables);
    }
    Some(needed)
}

/// The variables in assertions.
fn mentioned(snapshot: &Snapshot) -> impl Iterator<Item = VariableId> {
    let asserts = snapshot.properties().iter().filter(|property| property.kind == PropertyKind::Assert);
    let sites: FxHashSet<SiteId> = asserts.map(|property| property.site).collect();
    let uses = snapshot.analysis.names.uses.iter();
    uses.filter_map(move |found| match found.symbol {
        Symbol::Variable(variable) if found.site.is_some_and(|site| sites.contains(&site)) => Some(variable),
        _ => None,
    })
}
