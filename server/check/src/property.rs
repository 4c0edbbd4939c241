//! What properties are called.

use boolprog_program::program::{Property, PropertyKind};
use rustc_hash::FxHashMap;

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
