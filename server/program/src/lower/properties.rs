//! The properties of a program: its asserts and error labels.

use boolprog_syntax::ast::{SiteId, SourceFile, Statement, StatementKind};
use rustc_hash::FxHashMap;

use crate::program::{Property, PropertyId, PropertyKind};
use crate::reading::Reading;
use crate::{print, walk};

/// All properties of a file, in textual order, without locations. A statement with several error labels is one
/// property, named after the first of them; an `assert` with an error label is two.
pub fn properties(file: &SourceFile, reading: &Reading) -> Vec<Property> {
    let mut properties = Vec::new();
    for procedure in &file.procedures {
        walk::statements(&procedure.body, |statement| {
            properties.extend(error_label(statement, reading));
            properties.extend(assertion(statement));
        });
    }
    properties
}

fn error_label(statement: &Statement, reading: &Reading) -> Option<Property> {
    let label = statement.labels.iter().find(|label| reading.is_error_label(&label.text))?;
    Some(Property {
        kind: PropertyKind::Label,
        site: statement.site,
        name: label.text.clone(),
        span: label.span,
        locations: Vec::new(),
    })
}

fn assertion(statement: &Statement) -> Option<Property> {
    let StatementKind::Assert(expr) = &statement.kind else { return None };
    Some(Property {
        kind: PropertyKind::Assert,
        site: statement.site,
        name: print::expression(expr).into(),
        span: statement.span,
        locations: Vec::new(),
    })
}

pub(super) fn by_site(properties: &[Property]) -> FxHashMap<SiteId, Vec<PropertyId>> {
    let mut sites: FxHashMap<SiteId, Vec<PropertyId>> = FxHashMap::default();
    for (property, id) in properties.iter().zip(0..) {
        sites.entry(property.site).or_default().push(PropertyId(id));
    }
    sites
}

/// The ids that reports, traces and certificates give to these properties. Unique in a file, and counted in
/// textual order: `assert-1`, `label-ERROR-1`, ...
pub fn property_ids(asked: &[Property]) -> Vec<String> {
    let mut counts: FxHashMap<String, u32> = FxHashMap::default();
    let id = |property: &Property| {
        let stem = match property.kind {
            PropertyKind::Assert => "assert".to_owned(),
            PropertyKind::Label => format!("label-{}", property.name),
        };
        let count = counts.entry(stem.clone()).or_default();
        *count += 1;
        format!("{stem}-{count}")
    };
    asked.iter().map(id).collect()
}
