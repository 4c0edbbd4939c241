//! The violation at the end of an execution, in the words of C.

use std::collections::BTreeMap;

use boolprog_base::words::listed;
use boolprog_machine::fault::{Fault, Kind, Position};
use boolprog_machine::observer::Does;
use boolprog_machine::program::FunctionIndex;
use boolprog_machine::thread::ThreadId;

use super::model::{Change, Draft, InstanceId, LeafId, Locks, Model, Touching, Wait};
use super::names::Names;
use super::places::Places;
use super::teller::number;
use super::waits::{ended, for_object, in_circle, waits_for};
use crate::document::{PropertyDocument, PropertyKind, RangeDocument, RelatedDocument};

/// The beginning of the name of a deadlock.
pub(super) const DEADLOCK: &str = "deadlock";

/// A thread of a race.
#[derive(Clone, Copy)]
struct Racer<'a> {
    thread: ThreadId,
    does: Touching,
    /// The locks that it holds there.
    locks: &'a Locks,
}

/// Tells faults of an execution.
pub(super) struct Faults<'a> {
    pub(super) model: &'a Model,
    pub(super) names: &'a Names<'a>,
    pub(super) places: &'a Places<'a>,
    /// The places of threads at the end.
    pub(super) ends: &'a BTreeMap<ThreadId, Position>,
    /// The functions with which threads begin.
    pub(super) starts: BTreeMap<ThreadId, FunctionIndex>,
}

impl Faults<'_> {
    /// The property that a fault violates.
    pub(super) fn property(&self, id: &str, fault: &Fault) -> PropertyDocument {
        let race = || self.race(fault.thread, fault.other.map(|(other, _)| other)?);
        let alone = |name: String| Told { name, ..Told::default() };
        let waits = self.waits();
        let first = || self.for_ended(&waits).or_else(|| in_circle(&waits)).or_else(|| for_object(&waits));
        let thread = if fault.kind == Kind::Deadlock { first().unwrap_or(fault.thread) } else { fault.thread };
        let told = match fault.kind {
            Kind::Deadlock => self.deadlock(thread, &waits),
            Kind::Race => race().unwrap_or_else(|| alone(clause(&fault.message))),
            _ => alone(self.told(fault)),
        };
        let last = self.model.drafts.iter().rfind(|draft| draft.thread == fault.thread);
        let position = if fault.kind == Kind::Deadlock {
            self.ends.get(&thread).copied().unwrap_or(fault.position)
        } else {
            last.map_or(fault.position, |draft| draft.position)
        };
        told.property(id, self.places.range(position), thread)
    }

    /// The race that the last two steps of the machine are; none if they do not race.
    pub(super) fn last_race(&self, id: &str) -> Option<PropertyDocument> {
        let [Some(before), Some(after)] = &self.model.last else { return None };
        let (other, thread) = (before.thread, after.thread);
        let pairs =
            after.touches.iter().rev().flat_map(|one| before.touches.iter().rev().map(move |other| (one, other)));
        let (one, with) = pairs.into_iter().find(|(one, other)| other.races(one)).filter(|_| thread != other)?;
        let narrower = std::cmp::min_by_key(one, with, |touch| touch.bytes.end - touch.bytes.start);
        let name = self.lying(narrower.instance, (narrower.bytes.start, narrower.bit))?;
        let range = |thread: ThreadId| {
            let last = self.model.drafts.iter().rfind(|draft| draft.thread == thread);
            self.places.range(last.map_or(Position::default(), |draft| draft.position))
        };
        let one = Racer { thread, does: one.does, locks: &after.locks };
        let with = Racer { thread: other, does: with.does, locks: &before.locks };
        Some(self.told_race(&name, one, with, range(other)).property(id, range(thread), thread))
    }

    /// The name of what lies at an offset and bit of an object, as the trace lists it if it does.
    fn lying(&self, instance: InstanceId, (offset, bit): (u64, u8)) -> Option<String> {
        let parts = self.model.instance(instance).leaves.range(..=(offset, bit));
        let last = parts.rev().map(|(_, leaf)| *leaf).find(|leaf| {
            let leaf = self.model.leaf(*leaf);
            leaf.offset <= offset && offset < leaf.offset + leaf.shape.size()
        });
        let listed = last.and_then(|leaf| self.names.leaf(leaf)).map(|(name, _)| name.to_owned());
        listed.or_else(|| self.names.lying(instance, offset))
    }

    /// The words of a fault, as a clause.
    fn told(&self, fault: &Fault) -> String {
        let text = self.places.text(fault.position);
        if fault.kind == Kind::Assertion && fault.message.starts_with("The assertion") && !text.is_empty() {
            return format!("{text} fails");
        }
        clause(&fault.message)
    }

    /// The waits of the threads at the end.
    fn waits(&self) -> BTreeMap<ThreadId, &Wait> {
        let mut waits: BTreeMap<ThreadId, &Wait> = BTreeMap::new();
        for draft in &self.model.drafts {
            waits.retain(|id, _| !draft.woken.contains(id));
            waits.extend(draft.blocked.iter().map(|(id, wait)| (*id, wait)));
        }
        waits
    }

    /// The first thread that waits for what a thread holds that has ended. The waits of others are a consequence.
    fn for_ended(&self, waits: &BTreeMap<ThreadId, &Wait>) -> Option<ThreadId> {
        let mut all = waits.iter();
        all.find(|(_, wait)| wait.holder().is_some_and(|holder| self.has_ended(holder))).map(|(id, _)| *id)
    }

    /// All threads wait for one another. Those that wait for the end of another one come last: that is a consequence.
    fn deadlock(&self, thread: ThreadId, waits: &BTreeMap<ThreadId, &Wait>) -> Told {
        let clause = |id: ThreadId, wait: &Wait| {
            format!("{} waits for {}", self.actor(id), waits_for(self.names, wait, &|holder| self.holder(holder)))
        };
        let own = waits.get(&thread).map(|wait| format!(": {}", clause(thread, wait)));
        let name = format!("{DEADLOCK}{}", own.unwrap_or_default());
        let mut others: Vec<_> = waits.iter().filter(|(id, _)| **id != thread).collect();
        others.sort_by_key(|(_, wait)| wait.end_of.is_some());
        let related = others.into_iter().map(|(id, wait)| RelatedDocument {
            thread: number(*id),
            range: self.places.range(self.ends.get(id).copied().unwrap_or_default()),
            text: clause(*id, wait),
        });
        Told { name, related: related.collect(), locks: None }
    }

    /// Two threads access an object, and nothing orders them: the last access of one that conflicts with any of the other, and the last
    /// of these. The end of an object conflicts with each access to it.
    fn race(&self, thread: ThreadId, other: ThreadId) -> Option<Told> {
        let of_others = |draft: &&Draft| draft.thread != thread;
        let last = self.model.drafts.iter().rev().skip_while(of_others).take_while(|draft| !of_others(draft));
        let mut acts = last.flat_map(|draft| Act::all(draft).into_iter().rev().map(move |act| (draft, act)));
        let ((own, act), (draft, with)) = acts.find_map(|(own, act)| Some(((own, act), self.opposite(other, act)?)))?;
        let name = self.name(act.leaf().or(with.leaf())?);
        let range = self.places.range(draft.position);
        let one = Racer { thread, does: act.does(), locks: &own.locks };
        let with = Racer { thread: other, does: with.does(), locks: &draft.locks };
        Some(self.told_race(name, one, with, range))
    }

    /// The words for a race of two threads on an object with this name.
    fn told_race(&self, name: &str, one: Racer<'_>, with: Racer<'_>, range: RangeDocument) -> Told {
        let told = |racer: Racer<'_>| format!("{} {}", self.actor(racer.thread), racer.does.verb());
        let related = RelatedDocument { thread: number(with.thread), range, text: format!("{} `{name}`", told(with)) };
        Told {
            name: format!("data race on `{name}`: {}", told(one)),
            related: vec![related],
            locks: Some(self.told_locks(one, with)),
        }
    }

    /// The locks of two threads of a race.
    fn told_locks(&self, one: Racer<'_>, with: Racer<'_>) -> String {
        let named = |locks: &mut dyn Iterator<Item = &(InstanceId, u64)>| {
            let name = |(id, offset): &(InstanceId, u64)| {
                self.names.lying(*id, *offset).map_or_else(|| "a lock".to_owned(), |name| format!("`{name}`"))
            };
            listed(&locks.map(name).collect::<Vec<_>>())
        };
        let (own, theirs) = (one.locks, with.locks);
        let [one, with] = [one, with].map(|racer| self.actor(racer.thread));
        let both = named(&mut own.iter().filter(|lock| theirs.contains(lock)));
        if !both.is_empty() {
            // A mutex orders those that hold it.
            return format!("both hold {both} for reading");
        }
        match (own.is_empty(), theirs.is_empty()) {
            (true, true) => "no lock is held by both".to_owned(),
            (false, true) => format!("{one} holds {}, {with} does not", named(&mut own.iter())),
            (true, false) => format!("{with} holds {}, {one} does not", named(&mut theirs.iter())),
            (false, false) => {
                format!("{one} holds {}, {with} holds {}", named(&mut own.iter()), named(&mut theirs.iter()))
            }
        }
    }

    /// The last access of a thread that conflicts with something.
    fn opposite(&self, thread: ThreadId, act: Act) -> Option<(&Draft, Act)> {
        let own = self.model.drafts.iter().rev().filter(move |draft| draft.thread == thread);
        let mut acts = own.flat_map(|draft| Act::all(draft).into_iter().rev().map(move |it| (draft, it)));
        acts.find(|(_, it)| self.conflict(*it, act))
    }

    fn conflict(&self, one: Act, other: Act) -> bool {
        match (one, other) {
            (Act::Access(does, leaf), Act::Access(also, with)) => {
                leaf == with && (does != Does::Read || also != Does::Read)
            }
            (Act::Access(_, leaf), Act::End(id)) | (Act::End(id), Act::Access(_, leaf)) => {
                self.model.leaf(leaf).instance == id
            }
            (Act::End(_), Act::End(_)) => false,
        }
    }

    fn name(&self, leaf: LeafId) -> &str {
        self.names.leaf(leaf).map_or("?", |(name, _)| name)
    }

    /// The thread with this number, which holds something at the end.
    fn holder(&self, holder: u32) -> String {
        let thread = ThreadId(holder.wrapping_sub(1));
        self.actor(thread) + ended(self.has_ended(thread))
    }

    fn has_ended(&self, thread: ThreadId) -> bool {
        self.model.drafts.iter().any(|draft| draft.ended && draft.thread == thread)
    }

    /// A thread as a person calls it: by its function, and by its number as well if other threads begin with that function.
    fn actor(&self, thread: ThreadId) -> String {
        let Some(function) = self.starts.get(&thread) else { return format!("T{}", number(thread)) };
        let name = self.names.function_name(*function);
        let is_only = self.starts.values().filter(|other| *other == function).count() == 1;
        if is_only { name.to_owned() } else { format!("T{} {name}", number(thread)) }
    }
}

/// A violation in words.
#[derive(Default)]
struct Told {
    name: String,
    related: Vec<RelatedDocument>,
    locks: Option<String>,
}

impl Told {
    fn property(self, id: &str, range: RangeDocument, thread: ThreadId) -> PropertyDocument {
        let Self { name, related, locks } = self;
        let (id, thread) = (id.to_owned(), number(thread));
        PropertyDocument { id, kind: PropertyKind::Check, name, range, thread, related, locks }
    }
}

/// The functions with which threads begin, where the trace shows them.
pub(super) fn starts(model: &Model, main: Option<FunctionIndex>) -> BTreeMap<ThreadId, FunctionIndex> {
    let mut starts: BTreeMap<ThreadId, FunctionIndex> = main.map(|main| (ThreadId(0), main)).into_iter().collect();
    for draft in &model.drafts {
        if let Some((created, Some(start))) = draft.created {
            starts.insert(created, start);
        }
        for change in &draft.changes {
            if let Change::Push(thread, function, _) = change {
                starts.entry(*thread).or_insert(*function);
            }
        }
    }
    starts
}

/// The accesses of a step to an object.
#[derive(Clone, Copy)]
enum Act {
    /// It accesses a part of it.
    Access(Does, LeafId),
    /// It ends its life.
    End(InstanceId),
}

impl Act {
    /// The accesses of a step to objects, in order.
    fn all(draft: &Draft) -> Vec<Self> {
        let ends = draft.changes.iter().filter_map(|change| match change {
            Change::Died(id) => Some(Self::End(*id)),
            _ => None,
        });
        draft.accesses.iter().map(|access| Self::Access(access.does, access.leaf)).chain(ends).collect()
    }

    fn does(self) -> Touching {
        match self {
            Self::Access(does, _) => Touching::Access { does, is_ordered: false },
            Self::End(_) => Touching::End,
        }
    }

    fn leaf(self) -> Option<LeafId> {
        match self {
            Self::Access(_, leaf) => Some(leaf),
            Self::End(_) => None,
        }
    }
}

/// A sentence as a clause.
fn clause(sentence: &str) -> String {
    let text = sentence.trim_end_matches('.');
    let mut characters = text.chars();
    match characters.next() {
        Some(first) if !characters.as_str().starts_with(char::is_uppercase) => {
            first.to_lowercase().chain(characters).collect()
        }
        _ => text.to_owned(),
    }
}
