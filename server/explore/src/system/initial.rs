//! Initial states of a program.

use boolprog_base::control::Stop;
use boolprog_program::program::{Program, Threads};

use super::choices::Choices;
use super::layout::{Layout, write};
use super::store::Store;
use crate::tts::{Count, Initial};

/// More free bits than this are not written out.
const MAX_FREE_BITS: usize = 22;

/// The initial configurations: every combination of the bits that are not initialised.
pub(super) fn initial(program: &Program, store: &mut Store) -> Result<Initial, Stop> {
    let layout = Layout::new(program);
    let mut shared = Vec::new();
    combinations(layout.empty_shared().as_mut(), &program.shared_initial, 0, store, |words, store| {
        shared.push(store.shared(words));
    })?;
    let mut pool = Vec::new();
    let first = Layout::local_bit(0);
    combinations(layout.thread_at(program.entry).as_mut(), &program.local_initial, first, store, |words, store| {
        pool.push(store.local(words));
    })?;
    let count = match program.threads {
        Threads::Any => Count::Any,
        Threads::Exactly(count) => Count::Exactly(count),
    };
    Ok(Initial { shared, fixed: Vec::new(), pool, count })
}

/// Calls `visit` for all words that agree with the values given for the bits from `first` on.
fn combinations(
    words: &mut [u64],
    values: &[Option<bool>],
    first: u32,
    store: &mut Store,
    mut visit: impl FnMut(&[u64], &mut Store),
) -> Result<(), Stop> {
    let mut choices = Choices::new();
    for (bit, value) in (first..).zip(values) {
        match value {
            Some(value) => write(words, bit, *value),
            None => choices.add(bit),
        }
    }
    if choices.len() > MAX_FREE_BITS {
        return Err(Stop::Memory);
    }
    loop {
        visit(words, store);
        store.tried()?;
        if !choices.advance(|bit, value| write(words, bit, value)) {
            return Ok(());
        }
    }
}
