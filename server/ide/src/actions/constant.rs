//! A variable that keeps its initial value, replaced by that value.

use boolprog_base::{Edit, Span};
use boolprog_program::names::{Role, Symbol};
use boolprog_syntax::ast::Initial;

use super::{Action, Effect, Kind};
use crate::Snapshot;

/// The action for the variable at a range. Its declaration stays, without a use.
pub(super) fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    inlined(snapshot, range).into_iter().collect()
}

fn inlined(snapshot: &Snapshot, range: Span) -> Option<Action> {
    let names = &snapshot.analysis.names;
    let symbol = names.use_at(range.start)?.symbol;
    let Symbol::Variable(id) = symbol else { return None };
    let info = names.info(id);
    let Some(Initial::Const(value)) = info.initial else { return None };
    if snapshot.has_errors() {
        return None;
    }
    let value = if value { "T" } else { "F" };
    let mut edits = Vec::new();
    for found in names.uses_of(symbol) {
        match found.role {
            Role::Declaration => {}
            Role::Read | Role::NewRead | Role::PassiveRead => {
                edits.push(Edit { span: read(snapshot, found.span, found.role)?, text: value.to_owned() });
            }
            _ => return None,
        }
    }
    let title = format!("Replace `{}` by its only value `{value}`", info.name);
    (!edits.is_empty()).then(|| Action::refactoring(Kind::Inline, title, Effect::Change(edits)))
}

/// The operand of a name, with `'` and `$`; `None` if there are blanks between them.
fn read(snapshot: &Snapshot, name: Span, role: Role) -> Option<Span> {
    let bytes = snapshot.text.as_bytes();
    let is_primed = name.start > 0 && bytes.get(name.start as usize - 1) == Some(&b'\'');
    let is_passive = role == Role::PassiveRead;
    if (role == Role::NewRead && !is_primed) || (is_passive && bytes.get(name.end as usize) != Some(&b'$')) {
        return None;
    }
    let before = snapshot.text.get(..name.start as usize)?.trim_end();
    if is_passive && !is_primed && before.ends_with('\'') {
        return None;
    }
    Some(Span::new(name.start - u32::from(is_primed), name.end + u32::from(is_passive)))
}
