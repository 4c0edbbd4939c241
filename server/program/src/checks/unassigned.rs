//! Variables that are read before anything is assigned to them.
//!
//! For a local variable: a read that no path from the start of its procedure reaches through an assignment. For a
//! global: a read, and no assignment in the whole file. One finding for each variable.

use boolprog_syntax::Diagnostic;
use boolprog_syntax::ast::{Procedure, SiteId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Context, codes};
use crate::flow::{self, Step};
use crate::names::{ProcedureId, Role, Storage, Symbol, Use, VariableId};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    let facts = Facts::of(context);
    for (info, id) in context.names.variables.iter().zip((0..).map(VariableId)) {
        let is_global = info.storage.procedure().is_none();
        if is_global && info.initial.is_none() && !facts.written.contains(&id) {
            let read = facts.reads.get(&id).and_then(|reads| reads.first());
            report.extend(
                read.map(|read| finding(context, id, read, "is never assigned: its value is arbitrary throughout")),
            );
        }
    }
    for (id, procedure) in context.procedures() {
        locals(context, &facts, id, procedure, report);
    }
}

/// Reads and writes by variable and site.
struct Facts<'a> {
    reads: FxHashMap<VariableId, Vec<&'a Use>>,
    writes_at: FxHashMap<SiteId, Vec<VariableId>>,
    written: FxHashSet<VariableId>,
    written_by_others: FxHashSet<VariableId>,
}

impl<'a> Facts<'a> {
    fn of(context: &Context<'a>) -> Self {
        let mut facts = Self {
            reads: FxHashMap::default(),
            writes_at: FxHashMap::default(),
            written: FxHashSet::default(),
            written_by_others: FxHashSet::default(),
        };
        for found in &context.names.uses {
            let Symbol::Variable(id) = found.symbol else { continue };
            match (found.role, found.site) {
                (Role::Read, Some(_)) => facts.reads.entry(id).or_default().push(found),
                (Role::Write, Some(site)) => {
                    facts.written.insert(id);
                    facts.writes_at.entry(site).or_default().push(id);
                }
                (Role::PassiveWrite, _) => {
                    facts.written.insert(id);
                    facts.written_by_others.insert(id);
                }
                _ => {}
            }
        }
        facts
    }
}

fn finding(context: &Context, id: VariableId, read: &Use, why: &str) -> Diagnostic {
    let info = context.names.info(id);
    let message = format!("`{}` {why}. Assign it first, or give it an initial value.", info.name);
    codes::READ_BEFORE_ASSIGNMENT.at(read.span, message).with_related(info.span, "It is declared here.")
}

/// A set of the local variables of one procedure, by position among those that are watched.
type Assigned = Vec<u64>;

fn locals(context: &Context, facts: &Facts, id: ProcedureId, procedure: &Procedure, report: &mut Vec<Diagnostic>) {
    let watched: Vec<VariableId> =
        context.names.variables_of(id).iter().copied().filter(|id| is_watched(context, facts, *id)).collect();
    if watched.is_empty() {
        return;
    }
    let position: FxHashMap<VariableId, usize> = watched.iter().copied().zip(0..).collect();
    let before = assigned_before(context, facts, id, procedure, &position);
    for variable in &watched {
        let unassigned = |site: SiteId| {
            let bit = position[variable];
            before.get(&site).is_some_and(|set| set[bit / 64] >> (bit % 64) & 1 == 0)
        };
        let reads = facts.reads.get(variable).into_iter().flatten();
        let first = reads.copied().find(|read| read.site.is_some_and(unassigned));
        report
            .extend(first.map(|read| finding(context, *variable, read, "has no value yet: what is read is arbitrary")));
    }
}

fn is_watched(context: &Context, facts: &Facts, id: VariableId) -> bool {
    let info = context.names.info(id);
    let is_local = matches!(info.storage, Storage::Local(_));
    is_local && info.initial.is_none() && facts.reads.contains_key(&id) && !facts.written_by_others.contains(&id)
}

/// For each reachable site the watched variables that are assigned on some path to it: the least fixpoint of a
/// forward data flow.
fn assigned_before(
    context: &Context,
    facts: &Facts,
    id: ProcedureId,
    procedure: &Procedure,
    position: &FxHashMap<VariableId, usize>,
) -> FxHashMap<SiteId, Assigned> {
    let words = position.len().div_ceil(64);
    let entry = context.flow.entry(id);
    let mut before: FxHashMap<SiteId, Assigned> = FxHashMap::from_iter([(entry, vec![0; words])]);
    let mut pending = vec![entry];
    while let Some(site) = pending.pop() {
        if site == procedure.end {
            continue;
        }
        let mut after = before[&site].clone();
        let mut next = context.flow.successors(context.names, id, site);
        if let Step::Statement { statement, .. } = context.flow.step(site) {
            next.extend(flow::thread_start(context.names, id, statement));
        }
        for bit in facts.writes_at.get(&site).into_iter().flatten().filter_map(|variable| position.get(variable)) {
            after[bit / 64] |= 1 << (bit % 64);
        }
        pending.extend(next.into_iter().filter(|next| merge(&mut before, *next, &after)));
    }
    before
}

/// Adds a set to that of a site; whether that is news.
fn merge(before: &mut FxHashMap<SiteId, Assigned>, site: SiteId, set: &Assigned) -> bool {
    let Some(known) = before.get_mut(&site) else {
        before.insert(site, set.clone());
        return true;
    };
    let mut grown = false;
    for (word, more) in known.iter_mut().zip(set) {
        grown |= *more & !*word != 0;
        *word |= more;
    }
    grown
}
