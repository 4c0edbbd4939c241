//! Hints about code without effect.

use std::collections::BTreeMap;

use boolprog_base::{Diagnostic, Tag};
use rustc_hash::FxHashSet;

use super::codes;
use super::names::{Names, Role, Symbol, SymbolId, SymbolKind, names_in};
use super::symbols::{ProcessSymbols, Symbols};
use crate::LocationId;
use crate::syntax::ast::SourceFile;

pub(super) fn check(file: &SourceFile, symbols: &Symbols<'_>, report: &mut Vec<Diagnostic>) {
    for process in &symbols.processes {
        unreachable_locations(process, report);
    }
    unused(&names_in(file, symbols), report);
}

fn unreachable_locations(process: &ProcessSymbols<'_>, report: &mut Vec<Diagnostic>) {
    let mut targets: BTreeMap<LocationId, Vec<LocationId>> = BTreeMap::new();
    for edge in &process.edges {
        if let (Some(source), Some(target)) = (process.location(&edge.source.text), process.location(&edge.target.text))
        {
            targets.entry(source).or_default().push(target);
        }
    }
    let mut reached = vec![false; process.locations.len()];
    let mut waiting = vec![LocationId(0)];
    while let Some(location) = waiting.pop() {
        if !std::mem::replace(reached.get_mut(usize::from(location.0)).unwrap_or(&mut true), true) {
            waiting.extend(targets.get(&location).into_iter().flatten());
        }
    }
    for (location, _) in process.locations.iter().zip(reached).filter(|(_, reached)| !reached) {
        let message = format!("No path of edges leads to `{}`.", location.name);
        report.push(codes::UNREACHABLE_LOCATION.at(location.span, message).with_tag(Tag::Unnecessary));
    }
}

/// Constants and variables that nothing reads.
fn unused(names: &Names, report: &mut Vec<Diagnostic>) {
    let with_role = |role: Role| names.uses.iter().filter(move |found| found.role == role).map(|found| found.symbol);
    let read: FxHashSet<SymbolId> = with_role(Role::Read).collect();
    let assigned: FxHashSet<SymbolId> = with_role(Role::Write).collect();
    for (id, Symbol { name, kind, span, .. }) in names.all().filter(|(id, _)| !read.contains(id)) {
        let unused = |what| format!("The {what} `{name}` is not used.");
        report.push(match kind {
            SymbolKind::Constant(_) => codes::UNUSED_VARIABLE.at(*span, unused("constant")).with_tag(Tag::Unnecessary),
            SymbolKind::Variable { .. } if assigned.contains(&id) => {
                codes::NEVER_READ.at(*span, format!("`{name}` is assigned, but its value is never read."))
            }
            SymbolKind::Variable { .. } => {
                codes::UNUSED_VARIABLE.at(*span, unused("variable")).with_tag(Tag::Unnecessary)
            }
            SymbolKind::Process { .. } | SymbolKind::Location | SymbolKind::Property => continue,
        });
    }
}
