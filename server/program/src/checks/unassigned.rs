//! Variables that are read before anything is assigned to them.
//!
//! For a local variable: a read that no path from the start of its procedure reaches through an assignment. For a
//! global: a read, and no assignment in the whole file. One finding for each variable.

use boolprog_base::Diagnostic;
use boolprog_syntax::ast::{Procedure, SiteId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Context, codes};
use crate::names::{ProcedureId, Role, Storage, Symbol, Use, VariableId};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    let facts = Facts::of(context);
    for (info, id) in context.names.variables.iter().zip((0..).map(VariableId)) {
        let is_global = info.storage.procedure().is_none();
        if is_global && info.initial.is_none() && !facts.of_variable(id).written {
            let read = facts.of_variable(id).reads.first();
            report.extend(
                read.map(|read| finding(context, id, read, "is never assigned: its value is arbitrary throughout")),
            );
        }
    }
    for (id, procedure) in context.procedures() {
        locals(context, &facts, id, procedure, report);
    }
}

/// Reads and writes of the file.
struct Facts<'a> {
    variables: Vec<Usage<'a>>,
    writes: Vec<SmallVec<[VariableId; 2]>>,
}

#[derive(Clone, Default)]
struct Usage<'a> {
    reads: Vec<&'a Use>,
    written: bool,
    written_by_others: bool,
}

impl<'a> Facts<'a> {
    fn of(context: &Context<'a>) -> Self {
        let mut facts = Self {
            variables: vec![Usage::default(); context.names.variables.len()],
            writes: vec![SmallVec::new(); context.file.sites.len()],
        };
        for found in &context.names.uses {
            let Symbol::Variable(id) = found.symbol else { continue };
            let usage = &mut facts.variables[id.0 as usize];
            match (found.role, found.site) {
                (Role::Read, Some(_)) => usage.reads.push(found),
                (Role::Write, Some(site)) => {
                    usage.written = true;
                    facts.writes[site.0 as usize].push(id);
                }
                (Role::PassiveWrite, _) => {
                    usage.written = true;
                    usage.written_by_others = true;
                }
                _ => {}
            }
        }
        facts
    }

    fn of_variable(&self, id: VariableId) -> &Usage<'a> {
        &self.variables[id.0 as usize]
    }
}

fn finding(context: &Context, id: VariableId, read: &Use, why: &str) -> Diagnostic {
    let info = context.names.info(id);
    let message = format!("`{}` {why}. Assign it first, or give it an initial value.", info.name);
    codes::READ_BEFORE_ASSIGNMENT.at(read.span, message).with_related(info.span, "It is declared here.")
}

fn locals(context: &Context, facts: &Facts, id: ProcedureId, procedure: &Procedure, report: &mut Vec<Diagnostic>) {
    let watched: Vec<VariableId> =
        context.names.variables_of(id).iter().copied().filter(|id| is_watched(context, facts, *id)).collect();
    if watched.is_empty() {
        return;
    }
    let mut before = Before::new(context, id, &watched);
    before.solve(context, facts, id, procedure);
    for variable in watched {
        let unassigned = |read: &&&Use| read.site.is_some_and(|site| before.is_unassigned(site, variable));
        let first = facts.of_variable(variable).reads.iter().find(unassigned);
        report
            .extend(first.map(|read| finding(context, variable, read, "has no value yet: what is read is arbitrary")));
    }
}

fn is_watched(context: &Context, facts: &Facts, id: VariableId) -> bool {
    let (info, usage) = (context.names.info(id), facts.of_variable(id));
    let is_local = matches!(info.storage, Storage::Local(_));
    is_local && info.initial.is_none() && !usage.reads.is_empty() && !usage.written_by_others
}

/// For each site of a procedure that control reaches, the watched variables that are assigned on some path to it: the
/// least fixpoint of a forward data flow.
struct Before {
    /// The first site of the procedure; its sites follow one another.
    first: u32,
    /// The watched variables, with their positions in the sets.
    position: FxHashMap<VariableId, usize>,
    /// Length of a set, in words.
    words: usize,
    reached: Vec<bool>,
    /// The set of each site, one after the other.
    sets: Vec<u64>,
}

impl Before {
    fn new(context: &Context, id: ProcedureId, watched: &[VariableId]) -> Self {
        let sites = &context.file.sites;
        let first = sites.partition_point(|site| site.procedure < id.0);
        let count = sites[first..].partition_point(|site| site.procedure == id.0);
        let words = watched.len().div_ceil(64);
        Self {
            first: first as u32,
            position: watched.iter().copied().zip(0..).collect(),
            words,
            reached: vec![false; count],
            sets: vec![0; count * words],
        }
    }

    fn index(&self, site: SiteId) -> usize {
        (site.0 - self.first) as usize
    }

    fn is_unassigned(&self, site: SiteId, variable: VariableId) -> bool {
        let (index, bit) = (self.index(site), self.position[&variable]);
        self.reached[index] && self.sets[index * self.words + bit / 64] >> (bit % 64) & 1 == 0
    }

    fn solve(&mut self, context: &Context, facts: &Facts, id: ProcedureId, procedure: &Procedure) {
        let entry = context.flow().entry(id);
        let mut after = vec![0; self.words];
        self.merge(entry, &after);
        let mut pending = vec![entry];
        while let Some(site) = pending.pop() {
            if site == procedure.end {
                continue;
            }
            let start = self.index(site) * self.words;
            after.copy_from_slice(&self.sets[start..start + self.words]);
            for bit in facts.writes[site.0 as usize].iter().filter_map(|variable| self.position.get(variable)) {
                after[bit / 64] |= 1 << (bit % 64);
            }
            let onward = context.flow().onward(context.names, id, site);
            pending.extend(onward.into_iter().filter(|next| self.merge(*next, &after)));
        }
    }

    /// Adds a set to that of a site; returns `true` if it grows.
    fn merge(&mut self, site: SiteId, set: &[u64]) -> bool {
        let index = self.index(site);
        let mut grown = !std::mem::replace(&mut self.reached[index], true);
        for (word, more) in self.sets[index * self.words..].iter_mut().zip(set) {
            grown |= *more & !*word != 0;
            *word |= more;
        }
        grown
    }
}
