//! Functions that call one another in a circle (Sharir, Computers & Mathematics with Applications 1981).

use crate::form::{Action, FunctionId, Unit};
use crate::points_to::PointsTo;

/// For each function the circle to which it belongs, which is one function alone for most.
pub(crate) struct Circles {
    of: Vec<usize>,
}

impl Circles {
    /// The circles of a unit. Takes time linear in its calls.
    pub(crate) fn new(unit: &Unit, sets: &PointsTo<'_>) -> Self {
        let callees: Vec<Vec<usize>> =
            (0..unit.functions.len() as u32).map(|id| callees(unit, sets, FunctionId(id))).collect();
        let mut callers = vec![Vec::new(); callees.len()];
        for (caller, called) in callees.iter().enumerate() {
            for called in called {
                callers[*called].push(caller);
            }
        }
        let mut order = Vec::new();
        let mut seen = vec![false; callees.len()];
        for first in 0..callees.len() {
            search(first, &callees, &mut seen, &mut order);
        }
        let mut of = vec![0; callees.len()];
        let mut seen = vec![false; callees.len()];
        for first in order.into_iter().rev() {
            let mut circle = Vec::new();
            search(first, &callers, &mut seen, &mut circle);
            for member in circle {
                of[member] = first;
            }
        }
        Self { of }
    }

    /// Returns `true` if a call of one function by another one can lead back to the caller.
    pub(super) fn are_together(&self, caller: FunctionId, called: FunctionId) -> bool {
        self.of[caller.0 as usize] == self.of[called.0 as usize]
    }
}

/// The functions that a function can call.
fn callees(unit: &Unit, sets: &PointsTo<'_>, id: FunctionId) -> Vec<usize> {
    let calls = unit.functions[id.0 as usize].instructions().filter_map(|instruction| match &instruction.action {
        Action::Call(call) => Some(sets.callees(id, call)),
        _ => None,
    });
    let mut all: Vec<usize> = calls.flatten().map(|called| called.0 as usize).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Adds what a search in depth finds from a place on, each after what comes after it.
fn search(first: usize, next: &[Vec<usize>], seen: &mut [bool], order: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[first], true) {
        return;
    }
    let mut open = vec![(first, next[first].iter())];
    while let Some((place, rest)) = open.last_mut() {
        match rest.next() {
            Some(to) if !std::mem::replace(&mut seen[*to], true) => open.push((*to, next[*to].iter())),
            Some(_) => {}
            None => {
                order.push(*place);
                open.pop();
            }
        }
    }
}
