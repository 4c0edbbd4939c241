//! Atomic operations with a memory order, as those without one: sequential consistency is assumed, and a note says so.

use boolprog_import::Expr as Term;
use smol_str::{SmolStr, format_smolstr};

use super::atomics::STRONGEST;
use super::{Lower, Lowered};
use crate::ast::{Expr, ExprKind};
use crate::value::ValueKind;

/// An operation, and the arguments that are memory orders.
pub(super) struct Ordered<'a> {
    /// The operation without memory orders.
    pub(super) name: SmolStr,
    pub(super) operands: &'a [Expr],
    pub(super) orders: &'a [Expr],
}

/// The operation of C11 or GNU C with memory orders that has this name; none if there is none with these arguments.
pub(super) fn ordered<'a>(name: &str, arguments: &'a [Expr]) -> Option<Ordered<'a>> {
    let (name, operands) = if let Some(plain) = name.strip_suffix("_explicit").filter(|it| it.starts_with("atomic_")) {
        let orders = if plain.starts_with("atomic_compare") { 2 } else { 1 };
        (SmolStr::from(plain), arguments.len().checked_sub(orders)?)
    } else {
        of_gnu(name.strip_prefix("__atomic_")?, arguments)?
    };
    let orders = if name.starts_with("atomic_compare") { arguments.len() - 2 } else { operands };
    Some(Ordered { name, operands: &arguments[..operands], orders: &arguments[orders..] })
}

/// The operation of C11 for one of GNU C, and the number of its operands.
fn of_gnu(name: &str, arguments: &[Expr]) -> Option<(SmolStr, usize)> {
    let single = arguments.len().checked_sub(1)?;
    let plain: SmolStr = match name {
        "load_n" => "atomic_load".into(),
        "store_n" => "atomic_store".into(),
        "exchange_n" => "atomic_exchange".into(),
        "test_and_set" => "atomic_flag_test_and_set".into(),
        "clear" => "atomic_flag_clear".into(),
        "thread_fence" => "atomic_thread_fence".into(),
        "signal_fence" => "atomic_signal_fence".into(),
        "compare_exchange_n" => {
            let is_strong = matches!(arguments.get(3)?.kind, ExprKind::Number(0, _));
            return Some((format_smolstr!("atomic_compare_exchange_{}", if is_strong { "strong" } else { "weak" }), 3))
                .filter(|_| arguments.len() == 6);
        }
        "fetch_add" | "fetch_sub" | "fetch_and" | "fetch_or" | "fetch_xor" => format_smolstr!("atomic_{name}"),
        "add_fetch" | "sub_fetch" | "and_fetch" | "or_fetch" | "xor_fetch" => {
            format_smolstr!("__sync_{}_and_fetch", name.trim_end_matches("_fetch"))
        }
        _ => return None,
    };
    Some((plain, single))
}

impl<'a> Lower<'a> {
    /// Says that a weaker memory order is taken as the strongest.
    pub(super) fn orders(&mut self, orders: &'a [Expr]) -> Lowered<()> {
        for order in orders {
            let value = self.rvalue(order)?;
            let is_strongest =
                matches!(value.kind, ValueKind::Number(Term::Number(order), ..) if i128::from(order) == STRONGEST);
            if !is_strongest {
                let what = "executions that only a weaker memory order allows are left out";
                self.note(format!("memory orders are taken as `memory_order_seq_cst`: {what}"));
            }
        }
        Ok(())
    }
}
