//! The documentation of an item, computed when it is selected.

use boolprog_program::names::Symbol;

use crate::completion::Subject;
use crate::{Snapshot, hover, keywords, signature_help};

/// The documentation of the item with this label, in Markdown.
pub fn documentation(snapshot: &Snapshot, label: &str, subject: Subject) -> Option<String> {
    let lines = match subject {
        Subject::Keyword => keywords::BOOLEAN.meaning(label)?.map(str::to_owned).to_vec(),
        Subject::Variable(id) => hover::of_symbol(snapshot, Symbol::Variable(id)),
        Subject::Label(id) => hover::of_symbol(snapshot, Symbol::Label(id)),
        Subject::Procedure(id) => {
            let procedure = snapshot.file.procedures.get(id.0 as usize)?;
            signature_help::comment(snapshot, procedure).into_iter().collect()
        }
        Subject::Value | Subject::Key | Subject::Named(..) => Vec::new(),
    };
    (!lines.is_empty()).then(|| lines.join("\n").trim_end().to_owned())
}
