//! What a reader must know of a program that is not the same.

use std::collections::BTreeSet;

use super::build::Builder;
use crate::source::{Operator, Source, SourceKind};

impl<'f> Builder<'f> {
    pub(super) fn notes(&mut self) {
        if let Some(property) = &self.file.property {
            self.program.notes.push(format!(
                "Process {} is left out: it is a property of infinite runs, which is not asked here.",
                property.text
            ));
        }
        let moved: Vec<&str> =
            self.places.iter().filter(|place| place.control.is_some()).map(|place| place.name.as_str()).collect();
        if !moved.is_empty() {
            self.program.notes.push(format!(
                "Who receives is moved by who sends, so shared variables say where these are: {}.",
                moved.join(", ")
            ));
        }
        let mut mixed = BTreeSet::new();
        for source in self.expressions() {
            collect_mixed(source, &mut mixed);
        }
        if !mixed.is_empty() {
            let lines: BTreeSet<usize> = mixed.into_iter().map(|start| self.line(start)).collect();
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            self.program.notes.push(format!(
                "Mixed && and || without parentheses are read from the left, as in the grammar of DiVinE: line {}.",
                lines.join(", ")
            ));
        }
        if self.program.properties.is_empty() {
            self.program.notes.push("There is no assertion, so nothing is asked. Add an error.".into());
        }
    }

    /// All expressions of processes.
    fn expressions(&self) -> Vec<&'f Source> {
        let transitions = self.processes().into_iter().flat_map(|process| &process.transitions);
        let parts = transitions.flat_map(|transition| {
            let effects = transition.effects.iter().flat_map(|(target, value)| [target, value]);
            let sent = transition.sync.iter().flat_map(|sync| &sync.values);
            transition.guard.iter().chain(effects).chain(sent)
        });
        let assertions = self.processes().into_iter().flat_map(|process| &process.assertions);
        parts.chain(assertions.map(|(_, condition)| condition)).collect()
    }
}

/// Where `&&` and `||` follow one another without parentheses.
fn collect_mixed(source: &Source, found: &mut BTreeSet<u32>) {
    match &source.kind {
        SourceKind::Binary(operator, left, right) => {
            let of = |operator: Operator| matches!(operator, Operator::And | Operator::Or);
            // In parentheses it would be wider than its operands.
            if let SourceKind::Binary(inner, first, last) = &left.kind
                && of(*operator)
                && of(*inner)
                && inner != operator
                && left.span == first.span.cover(last.span)
            {
                found.insert(right.span.start);
            }
            collect_mixed(left, found);
            collect_mixed(right, found);
        }
        SourceKind::Prefix(_, inner) | SourceKind::Element(_, inner) => collect_mixed(inner, found),
        _ => {}
    }
}
