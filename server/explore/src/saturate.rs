//! Saturation: the thread-modular closure, an over-approximation of the thread states that can occur.
//!
//! Counts are forgotten. Each shared state has a *row*, the set of local states that may be present with it. A thread
//! at `l` in row `s` that steps to `(s', l')` puts `l'` (and the thread it creates) into row `s'`; and every thread in
//! row `s` may have been there as well and stays available, so all of row `s` goes into row `s'`, moved by the transfer
//! if the step has one.
//!
//! **Sound**: by induction over an execution, every thread of a reachable configuration with shared state `s` is in row
//! `s`. Hence a state in no row never occurs, for any number of threads, and the closure itself is the certificate.
//! Threads that block a step are not examined together, which only adds thread states.
//!
//! The closure of Flanagan and Qadeer's thread-modular verification (SPIN 2003), over explicit states.

use std::collections::VecDeque;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::memory;
use rustc_hash::FxHashSet;

use crate::tts::{Count, Destinations, Effect, Initial, LocalId, SharedId, ThreadSystem, TransferId, TransitionId};

mod bits;
mod numbering;
mod restrict;

use bits::Bits;
use numbering::Numbering;
pub use restrict::Restricted;

/// Units of work (about a nanosecond each on words, more on steps) between two calls of [`Control::poll`].
const POLL_AFTER: usize = 20_000;

/// Units of work for the expansion of one thread state.
const EXPANSION_WORK: usize = 30;

/// Units of work for a visit of a row, besides its words.
const ROW_WORK: usize = 10;

/// The maximal number of followers of a row that are searched one by one.
const FEW: usize = 16;

/// Result of saturation; see the module.
#[derive(Clone, Debug)]
pub struct Saturation {
    shared: Numbering,
    locals: Numbering,
    rows: Vec<Bits>,
    /// Transfers with the rows in which they happen, in increasing order.
    transfers: Vec<(TransferId, u32)>,
}

impl Saturation {
    /// Number of thread states.
    pub fn thread_states(&self) -> usize {
        self.rows.iter().map(Bits::len).sum()
    }

    /// Returns `true` if this thread state may occur. If it returns `false`, the state does not occur with any number
    /// of threads.
    pub fn contains(&self, shared: SharedId, local: LocalId) -> bool {
        match (self.shared.get(shared.0), self.locals.get(local.0)) {
            (Some(row), Some(column)) => self.rows[row as usize].contains(column),
            _ => false,
        }
    }

    /// Memory in use, in bytes.
    fn bytes(&self) -> usize {
        let members: usize = self.rows.iter().map(Bits::bytes).sum();
        let transfers = self.transfers.capacity() * size_of::<(TransferId, u32)>();
        self.shared.bytes() + self.locals.bytes() + self.rows.capacity() * size_of::<Bits>() + members + transfers
    }

    /// The rows, by increasing shared state, each with its local states in increasing order.
    pub fn rows(&self) -> impl Iterator<Item = (SharedId, Vec<LocalId>)> {
        self.shared.by_id().into_iter().map(|row| {
            let mut locals: Vec<_> =
                self.rows[row as usize].iter().map(|column| LocalId(self.locals.ids[column as usize])).collect();
            locals.sort_unstable();
            (SharedId(self.shared.ids[row as usize]), locals)
        })
    }
}

/// Computes the closure of a system from its initial configurations.
///
/// Fails when `control` says so, or when the system itself stops. Takes time near the number of thread states
/// times the number of shared states that follow one shared state, 64 thread states at once.
pub fn saturate<S: ThreadSystem + ?Sized>(system: &mut S, control: &dyn Control) -> Result<Saturation, Stop> {
    let mut closure = Closure::new(system, control);
    closure.start()?;
    closure.run()?;
    let Closure { shared, locals, rows, transfer_edges, .. } = closure;
    let mut transfers: Vec<_> = transfer_edges.into_iter().map(|(row, _, transfer)| (transfer, row)).collect();
    transfers.sort_unstable();
    transfers.dedup();
    let rows = rows.into_iter().map(|row| row.members).collect();
    Ok(Saturation { shared, locals, rows, transfers })
}

#[derive(Default)]
struct Row {
    members: Bits,
    /// The members that have not been expanded and spread yet.
    fresh: Bits,
    /// `true` if the row is in the queue: exactly if something is fresh.
    queued: bool,
    /// Rows that contain all of this one.
    followers: Vec<u32>,
    /// Rows that contain the result of a transfer from this one.
    transfers: Vec<(u32, TransferId)>,
}

struct Closure<'a, S: ?Sized> {
    system: &'a mut S,
    control: &'a dyn Control,
    shared: Numbering,
    locals: Numbering,
    rows: Vec<Row>,
    /// Existing followers, as (row, follower), of the rows that have many.
    edges: FxHashSet<(u32, u32)>,
    /// Existing transfers, as (row, target, transfer).
    transfer_edges: FxHashSet<(u32, u32, TransferId)>,
    queue: VecDeque<u32>,
    /// Work since the last poll.
    work: usize,
    expanded: u64,
    /// Memory of what the rows refer to.
    row_bytes: usize,
}

impl<'a, S: ThreadSystem + ?Sized> Closure<'a, S> {
    fn new(system: &'a mut S, control: &'a dyn Control) -> Self {
        Self {
            system,
            control,
            shared: Numbering::default(),
            locals: Numbering::default(),
            rows: Vec::new(),
            edges: FxHashSet::default(),
            transfer_edges: FxHashSet::default(),
            queue: VecDeque::new(),
            work: 0,
            expanded: 0,
            row_bytes: 0,
        }
    }

    /// Puts the initial local states into every initial row.
    fn start(&mut self) -> Result<(), Stop> {
        let Initial { shared, fixed, mut pool, count } = self.system.initial().clone();
        if count == Count::Exactly(0) {
            pool.clear();
        }
        let mut locals = Bits::default();
        for LocalId(local) in fixed.into_iter().chain(pool) {
            locals.insert(self.locals.number(local));
            self.worked(1)?;
        }
        for shared in shared {
            let row = self.row(shared);
            self.merge(row, &locals)?;
        }
        Ok(())
    }

    fn run(&mut self) -> Result<(), Stop> {
        // Takes turns with the rows' own sets, so that nothing is allocated per visit.
        let mut fresh = Bits::default();
        while let Some(row) = self.queue.pop_front() {
            fresh.clear();
            std::mem::swap(&mut fresh, &mut self.rows[row as usize].fresh);
            self.rows[row as usize].queued = false;
            self.spread(row, &fresh)?;
            let shared = SharedId(self.shared.ids[row as usize]);
            for column in fresh.iter() {
                let local = LocalId(self.locals.ids[column as usize]);
                self.expand(row, shared, local)?;
            }
            self.worked(ROW_WORK + fresh.words())?;
        }
        self.poll()
    }

    /// Passes new members of a row on to the rows that depend on it.
    fn spread(&mut self, row: u32, fresh: &Bits) -> Result<(), Stop> {
        // Spreading adds no dependencies, so the lists can be moved out while it runs.
        let followers = std::mem::take(&mut self.rows[row as usize].followers);
        for &follower in &followers {
            self.merge(follower, fresh)?;
        }
        self.rows[row as usize].followers = followers;
        let transfers = std::mem::take(&mut self.rows[row as usize].transfers);
        for &(target, transfer) in &transfers {
            self.transfer(target, transfer, fresh)?;
        }
        self.rows[row as usize].transfers = transfers;
        Ok(())
    }

    /// Takes the steps of a thread state of a row.
    fn expand(&mut self, row: u32, shared: SharedId, local: LocalId) -> Result<(), Stop> {
        self.expanded += 1;
        for id in self.system.transitions(shared, local) {
            let step = self.system.transition(TransitionId(id));
            let target = self.row(step.to_shared);
            if let Some(local) = step.to_local {
                self.insert(target, local);
            }
            match step.effect {
                Effect::None => self.edge(row, target)?,
                Effect::Create(local) => {
                    self.insert(target, local);
                    self.edge(row, target)?;
                }
                Effect::Each(transfer) => self.transfer_edge(row, target, transfer)?,
                Effect::One(transfer) => {
                    self.edge(row, target)?;
                    self.transfer_edge(row, target, transfer)?;
                }
            }
            self.worked(EXPANSION_WORK)?;
        }
        self.worked(EXPANSION_WORK)
    }

    /// From now on the second row contains all of the first.
    fn edge(&mut self, row: u32, follower: u32) -> Result<(), Stop> {
        if row == follower || self.is_follower(row, follower) {
            return Ok(());
        }
        let members = std::mem::take(&mut self.rows[row as usize].members);
        let merged = self.merge(follower, &members);
        self.rows[row as usize].members = members;
        let followers = &mut self.rows[row as usize].followers;
        let before = followers.capacity();
        followers.push(follower);
        self.row_bytes += (followers.capacity() - before) * size_of::<u32>();
        merged
    }

    /// `true` if a row is known to contain all of another one; if not, it is recorded as such.
    fn is_follower(&mut self, row: u32, follower: u32) -> bool {
        let followers = &self.rows[row as usize].followers;
        // Steps to the same shared state come together.
        if followers.iter().rev().take(FEW).any(|&known| known == follower) {
            return true;
        }
        if followers.len() == FEW {
            self.edges.extend(followers.iter().map(|&known| (row, known)));
        }
        followers.len() >= FEW && !self.edges.insert((row, follower))
    }

    /// Records that the target contains the result of the transfer from the row, which may be the target itself.
    fn transfer_edge(&mut self, row: u32, target: u32, transfer: TransferId) -> Result<(), Stop> {
        if !self.transfer_edges.insert((row, target, transfer)) {
            return Ok(());
        }
        let members = self.rows[row as usize].members.clone();
        let transfers = &mut self.rows[row as usize].transfers;
        let before = transfers.capacity();
        transfers.push((target, transfer));
        self.row_bytes += (transfers.capacity() - before) * size_of::<(u32, TransferId)>();
        self.transfer(target, transfer, &members)
    }

    fn transfer(&mut self, target: u32, transfer: TransferId, columns: &Bits) -> Result<(), Stop> {
        for column in columns.iter() {
            let local = LocalId(self.locals.ids[column as usize]);
            match self.system.transferred(transfer, local) {
                Destinations::Stay => self.insert(target, local),
                Destinations::To(locals) => {
                    for local in locals {
                        self.insert(target, local);
                    }
                }
            }
            self.worked(EXPANSION_WORK)?;
        }
        Ok(())
    }

    fn merge(&mut self, row: u32, columns: &Bits) -> Result<(), Stop> {
        let target = &mut self.rows[row as usize];
        let before = target.members.bytes() + target.fresh.bytes();
        if target.members.merge(columns, &mut target.fresh) && !target.queued {
            target.queued = true;
            self.queue.push_back(row);
        }
        self.row_bytes += target.members.bytes() + target.fresh.bytes() - before;
        self.worked(ROW_WORK + columns.words())
    }

    fn insert(&mut self, row: u32, local: LocalId) {
        let column = self.locals.number(local.0);
        let target = &mut self.rows[row as usize];
        if target.members.contains(column) {
            return;
        }
        let before = target.members.bytes() + target.fresh.bytes();
        target.members.insert(column);
        target.fresh.insert(column);
        if !target.queued {
            target.queued = true;
            self.queue.push_back(row);
        }
        let grown = target.members.bytes() + target.fresh.bytes() - before;
        self.row_bytes += grown;
        self.work += grown / size_of::<u64>();
    }

    fn row(&mut self, shared: SharedId) -> u32 {
        let row = self.shared.number(shared.0);
        if row as usize == self.rows.len() {
            self.rows.push(Row::default());
        }
        row
    }

    fn worked(&mut self, work: usize) -> Result<(), Stop> {
        self.work += work;
        if self.work < POLL_AFTER { Ok(()) } else { self.poll() }
    }

    fn poll(&mut self) -> Result<(), Stop> {
        self.work = 0;
        if let Some(stop) = self.system.stopped() {
            return Err(stop);
        }
        let bytes = self.system.bytes()
            + self.row_bytes
            + memory::of_vec(&self.rows)
            + self.queue.capacity() * size_of::<u32>()
            + self.shared.bytes()
            + self.locals.bytes()
            + memory::of_set(&self.edges)
            + memory::of_set(&self.transfer_edges);
        self.control.poll(&Progress {
            phase: "saturation",
            states: self.expanded,
            frontier: self.queue.len() as u64,
            threads: 0,
            bytes,
            ..Progress::default()
        })
    }
}

#[cfg(test)]
mod tests;
