//! Names after `start_thread` without `goto`: procedures, or labels. Which, is known at the end of the file.

use std::collections::BTreeSet;

use smol_str::SmolStr;

use crate::ast::{Block, SourceFile, StatementKind, ThreadStart};

/// Has a name that is no procedure, but a label of the same procedure, stand for that label.
pub(super) fn resolve(file: &mut SourceFile) {
    let procedures: BTreeSet<SmolStr> = file.procedures.iter().map(|procedure| procedure.name.text.clone()).collect();
    for procedure in &mut file.procedures {
        let mut labels = BTreeSet::new();
        note(&mut procedure.body, &mut labels);
        labels.retain(|label| !procedures.contains(label));
        if !labels.is_empty() {
            replace(&mut procedure.body, &labels);
        }
    }
}

fn note(block: &mut Block, labels: &mut BTreeSet<SmolStr>) {
    for statement in &mut block.statements {
        labels.extend(statement.labels.iter().map(|label| label.text.clone()));
        statement.blocks_mut().for_each(|block| note(block, labels));
    }
}

fn replace(block: &mut Block, labels: &BTreeSet<SmolStr>) {
    for statement in &mut block.statements {
        if let StatementKind::StartThread(start) = &mut statement.kind
            && let ThreadStart::Procedure(name) = start
            && labels.contains(&name.text)
        {
            *start = ThreadStart::Label(name.clone());
        }
        statement.blocks_mut().for_each(|block| replace(block, labels));
    }
}
