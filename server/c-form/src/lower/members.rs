//! The scalars in an object, with their names as the text writes them, and the arrays.

use boolprog_c_syntax::Unit;
use boolprog_c_syntax::types::{Kind, Length, Type};
use smol_str::{SmolStr, format_smolstr};

use crate::form::{Array, Member, Members};

/// More scalars of an object have no names.
const MOST: usize = 256;

/// The scalars in an object of a type: what comes after its name. Members with names that are reserved (C11 7.1.3) are no part of
/// the program: they have the name of what they are in. Linear in the number of scalars, up to a limit.
pub(super) fn members(tree: &Unit, ty: &Type) -> Members {
    let (mut scalars, mut arrays) = (Vec::new(), Vec::new());
    add_scalars(tree, ty, 0, SmolStr::default(), &mut scalars);
    add_arrays(tree, ty, 0, &mut arrays);
    Members { scalars: scalars.into(), arrays: arrays.into() }
}

fn add_scalars(tree: &Unit, ty: &Type, offset: u64, name: SmolStr, found: &mut Vec<Member>) {
    let Some(size) = tree.size_of(ty).filter(|_| found.len() < MOST) else { return };
    match &ty.kind {
        Kind::Array(element, Length::Known(count)) => {
            let size = tree.size_of(element).unwrap_or(0);
            for index in 0..(*count).min(MOST as u64) {
                add_scalars(tree, element, offset + index * size, format_smolstr!("{name}[{index}]"), found);
            }
        }
        Kind::Record(record) => {
            for member in tree[*record].layout.iter().flat_map(|layout| &layout.members) {
                let name = match &member.name {
                    Some(own) if !own.starts_with("__") => format_smolstr!("{name}.{own}"),
                    _ => name.clone(),
                };
                if member.bits.is_none() {
                    add_scalars(tree, &member.ty, offset + member.offset, name, found);
                }
            }
        }
        _ => found.push(Member { offset, size, name }),
    }
}

fn add_arrays(tree: &Unit, ty: &Type, offset: u64, found: &mut Vec<Array>) {
    match &ty.kind {
        Kind::Array(inner, Length::Known(count)) => {
            let (mut inner, mut count) = (inner, *count);
            while let Kind::Array(next, Length::Known(more)) = &inner.kind {
                (inner, count) = (next, count.saturating_mul(*more));
            }
            if let Some(element @ 1..) = tree.size_of(inner) {
                found.push(Array { offset, element, count });
            }
        }
        Kind::Record(record) if !tree[*record].is_union => {
            for member in tree[*record].layout.iter().flat_map(|layout| &layout.members) {
                add_arrays(tree, &member.ty, offset + member.offset, found);
            }
        }
        _ => {}
    }
}
