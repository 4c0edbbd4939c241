//! The names of the scalars in an object, as the text writes them.

use boolprog_c_syntax::Unit;
use boolprog_c_syntax::types::{Kind, Length, Type};
use smol_str::{SmolStr, format_smolstr};

use crate::form::{Member, Members};

/// More scalars of an object have no names.
const MOST: usize = 256;

/// The scalars in an object of a type: what comes after its name. Members with names that are reserved (C11 7.1.3) are no part of
/// the program: they have the name of what they are in. Linear in the number of scalars, up to a limit.
pub(super) fn members(tree: &Unit, ty: &Type) -> Members {
    let mut found = Vec::new();
    add(tree, ty, 0, SmolStr::default(), &mut found);
    found.into()
}

fn add(tree: &Unit, ty: &Type, offset: u64, name: SmolStr, found: &mut Vec<Member>) {
    let Some(size) = tree.size_of(ty).filter(|_| found.len() < MOST) else { return };
    match &ty.kind {
        Kind::Array(element, Length::Known(count)) => {
            let size = tree.size_of(element).unwrap_or(0);
            for index in 0..(*count).min(MOST as u64) {
                add(tree, element, offset + index * size, format_smolstr!("{name}[{index}]"), found);
            }
        }
        Kind::Record(record) => {
            for member in tree[*record].layout.iter().flat_map(|layout| &layout.members) {
                let name = match &member.name {
                    Some(own) if !own.starts_with("__") => format_smolstr!("{name}.{own}"),
                    _ => name.clone(),
                };
                if member.bits.is_none() {
                    add(tree, &member.ty, offset + member.offset, name, found);
                }
            }
        }
        _ => found.push(Member { offset, size, name }),
    }
}
