//! Atomic sections along the paths of control, through calls.
//!
//! A section is a state of the thread: outside, or inside one opened by a certain `atomic_begin`. For every procedure,
//! and every state in which it can be entered, the states in which it can be left are computed, as a least fixpoint
//! over the whole file. Guards are ignored, so a finding is about some path of the control flow.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::Diagnostic;
use boolprog_syntax::ast::{SiteId, Statement, StatementKind, ThreadStart};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Context, codes};
use crate::flow::{self, Step};
use crate::names::ProcedureId;
use crate::walk;

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    let mut uses_sections = false;
    context.statements(|_, statement| {
        uses_sections |= matches!(statement.kind, StatementKind::AtomicBegin | StatementKind::AtomicEnd);
    });
    let Some(main) = context.names.procedure("main") else { return };
    if uses_sections {
        let mut sections = Sections {
            context,
            entries: Vec::new(),
            exits: FxHashMap::default(),
            starts: FxHashMap::default(),
            changed: false,
            found: Found::default(),
        };
        sections.thread(main, context.flow().entry(main));
        sections.solve();
        sections.found.report(context, report);
    }
}

/// The `atomic_begin` whose section a thread is in, if any.
type Section = Option<SiteId>;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Entry {
    /// A thread starts, at any of the procedure's thread starts and outside every section.
    Thread(ProcedureId),
    Call(ProcedureId, Section),
}

impl Entry {
    const fn procedure(self) -> ProcedureId {
        match self {
            Self::Thread(procedure) | Self::Call(procedure, _) => procedure,
        }
    }
}

#[derive(Default)]
struct Found {
    /// `atomic_begin` inside a section, and that section.
    nested: BTreeMap<SiteId, SiteId>,
    /// `wait` inside a section, and that section.
    waits: BTreeMap<SiteId, SiteId>,
    /// Sections that a thread can end in, and where it ends.
    unclosed: BTreeMap<SiteId, BTreeSet<SiteId>>,
    /// Each `atomic_end` that was reached, and whether ever inside a section.
    ends: BTreeMap<SiteId, bool>,
}

struct Sections<'c, 'a> {
    context: &'c Context<'a>,
    entries: Vec<Entry>,
    /// For each entry the states in which the procedure can be left.
    exits: FxHashMap<Entry, BTreeSet<Section>>,
    starts: FxHashMap<ProcedureId, BTreeSet<SiteId>>,
    /// `true` if anything above has grown in this round.
    changed: bool,
    found: Found,
}

impl Sections<'_, '_> {
    /// Records an entry; returns the states in which it is left, as far as they are known.
    fn enter(&mut self, entry: Entry) -> Vec<Section> {
        if !self.exits.contains_key(&entry) {
            self.entries.push(entry);
            self.exits.insert(entry, BTreeSet::new());
            self.changed = true;
        }
        self.exits[&entry].iter().copied().collect()
    }

    /// Explores all entries again and again until nothing is new.
    fn solve(&mut self) {
        loop {
            self.changed = false;
            let mut index = 0;
            while index < self.entries.len() {
                self.explore(self.entries[index]);
                index += 1;
            }
            if !self.changed {
                return;
            }
        }
    }

    fn explore(&mut self, entry: Entry) {
        let mut pending: Vec<(SiteId, Section)> = match entry {
            Entry::Thread(procedure) => self.starts[&procedure].iter().map(|start| (*start, None)).collect(),
            Entry::Call(procedure, section) => vec![(self.context.flow().entry(procedure), section)],
        };
        let mut seen: FxHashSet<(SiteId, Section)> = pending.iter().copied().collect();
        while let Some((site, section)) = pending.pop() {
            let after = self.step(entry, site, section);
            pending.extend(after.into_iter().filter(|state| seen.insert(*state)));
        }
    }

    /// The sites of a thread after a step, with the sections.
    fn step(&mut self, entry: Entry, site: SiteId, section: Section) -> Vec<(SiteId, Section)> {
        let after = match self.context.flow().step(site) {
            Step::Condition { .. } => vec![section],
            Step::End => {
                self.leave(entry, site, section);
                return Vec::new();
            }
            Step::Statement { statement, .. } => self.statement(entry, statement, section),
        };
        let sites = self.context.flow().successors(self.context.names, entry.procedure(), site);
        sites.into_iter().flat_map(|site| after.iter().map(move |section| (site, *section))).collect()
    }

    fn statement(&mut self, entry: Entry, statement: &Statement, section: Section) -> Vec<Section> {
        let site = statement.site;
        match &statement.kind {
            StatementKind::AtomicBegin => {
                if let Some(open) = section {
                    self.found.nested.entry(site).or_insert(open);
                }
                return vec![section.or(Some(site))];
            }
            StatementKind::AtomicEnd => {
                *self.found.ends.entry(site).or_default() |= section.is_some();
                return vec![None];
            }
            StatementKind::Wait => {
                if let Some(open) = section {
                    self.found.waits.entry(site).or_insert(open);
                }
            }
            StatementKind::EndThread => self.end(site, section),
            StatementKind::Return(_) => self.leave(entry, site, section),
            StatementKind::StartThread(start) => self.start(entry.procedure(), statement, start),
            StatementKind::Call { call, .. } => {
                let Some(procedure) = self.context.names.procedure(&call.procedure.text) else { return vec![section] };
                if !walk::is_async_call(statement) {
                    return self.enter(Entry::Call(procedure, section));
                }
                self.thread(procedure, self.context.flow().entry(procedure));
            }
            _ => {}
        }
        vec![section]
    }

    fn start(&mut self, procedure: ProcedureId, statement: &Statement, start: &ThreadStart) {
        let names = self.context.names;
        let name = match start {
            ThreadStart::Goto(_) | ThreadStart::Label(_) => {
                if let Some(site) = flow::thread_start(names, procedure, statement) {
                    self.thread(procedure, site);
                }
                return;
            }
            ThreadStart::Procedure(name) => name,
            ThreadStart::Call(call) => &call.procedure,
        };
        if let Some(procedure) = names.procedure(&name.text) {
            self.thread(procedure, self.context.flow().entry(procedure));
        }
    }

    fn thread(&mut self, procedure: ProcedureId, start: SiteId) {
        self.changed |= self.starts.entry(procedure).or_default().insert(start);
        self.enter(Entry::Thread(procedure));
    }

    fn leave(&mut self, entry: Entry, site: SiteId, section: Section) {
        self.changed |= self.exits.entry(entry).or_default().insert(section);
        if let Entry::Thread(_) = entry {
            self.end(site, section);
        }
    }

    fn end(&mut self, site: SiteId, section: Section) {
        if let Some(open) = section {
            self.found.unclosed.entry(open).or_default().insert(site);
        }
    }
}

impl Found {
    fn report(&self, context: &Context, report: &mut Vec<Diagnostic>) {
        let span = |site: &SiteId| context.file.sites[site.0 as usize].span;
        for (site, open) in &self.nested {
            let message = "A thread can come here inside an atomic section already. Sections do not nest: this one then \
                           does nothing, and the first `atomic_end` leaves the section.";
            report.push(
                codes::NESTED_ATOMIC.at(span(site), message).with_related(span(open), "The section begins here."),
            );
        }
        for (site, open) in &self.waits {
            let message = "A thread can wait here inside an atomic section. No other thread can then move to wake it.";
            report.push(
                codes::WAIT_IN_ATOMIC.at(span(site), message).with_related(span(open), "The section begins here."),
            );
        }
        for (open, exits) in &self.unclosed {
            let message = "On some path the thread ends before an `atomic_end` closes this section.";
            let diagnostic = codes::UNCLOSED_ATOMIC.at(span(open), message);
            let related =
                |diagnostic: Diagnostic, exit| diagnostic.with_related(span(exit), "The thread can end here.");
            report.push(exits.iter().fold(diagnostic, related));
        }
        for (site, _) in self.ends.iter().filter(|(_, inside)| !**inside) {
            let message = "No thread that comes here is inside an atomic section, so this does nothing.";
            report.push(codes::ATOMIC_END_OUTSIDE.at(span(site), message));
        }
    }
}
