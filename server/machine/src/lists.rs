//! Lists of arguments: what `va_list` stands for (C11 7.16).

use std::sync::Arc;

use crate::value::{Scalar, Value};

/// An argument for which the function has no parameter, with its type after the default promotions.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Argument {
    /// The value.
    pub(crate) value: Value,
    /// Its type; none for a structure or union.
    pub(crate) scalar: Option<Scalar>,
}

/// The number of a list of arguments: the value of a `va_list`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ListId(pub u32);

/// All lists that have begun and not ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    all: Vec<Option<List>>,
    unused: Vec<u32>,
    bytes: u64,
}

#[derive(Clone, Debug)]
struct List {
    arguments: Arc<[Argument]>,
    next: usize,
}

impl List {
    fn bytes(&self) -> u64 {
        (size_of::<Option<Self>>() + size_of::<Argument>() * self.arguments.len()) as u64
    }
}

impl Lists {
    /// A new list.
    pub(crate) fn start(&mut self, arguments: Arc<[Argument]>) -> ListId {
        self.add(List { arguments, next: 0 })
    }

    /// The rest of each list; none for those that have ended.
    pub(crate) fn left(&self) -> impl Iterator<Item = Option<&[Argument]>> {
        self.all.iter().map(|list| list.as_ref().map(|list| list.arguments.get(list.next..).unwrap_or_default()))
    }

    /// Number of bytes of all lists.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    fn add(&mut self, list: List) -> ListId {
        self.bytes += list.bytes();
        if let Some(index) = self.unused.pop() {
            self.all[index as usize] = Some(list);
            ListId(index)
        } else {
            self.all.push(Some(list));
            ListId(self.all.len() as u32 - 1)
        }
    }

    /// The list that the value of a `va_list` is: its number, from 1.
    pub(crate) fn of(&self, value: i128) -> Option<ListId> {
        let index = usize::try_from(value.checked_sub(1)?).ok()?;
        self.all.get(index)?.as_ref().map(|_| ListId(index as u32))
    }

    /// The next argument.
    pub(crate) fn next(&mut self, list: ListId) -> Option<Argument> {
        let list = self.all.get_mut(list.0 as usize)?.as_mut()?;
        let argument = list.arguments.get(list.next)?.clone();
        list.next += 1;
        Some(argument)
    }

    /// A list of the arguments that are left.
    pub(crate) fn copy(&mut self, list: ListId) -> ListId {
        match self.all.get(list.0 as usize).cloned().flatten() {
            Some(copy) => self.add(copy),
            None => list,
        }
    }

    /// Ends a list.
    pub(crate) fn end(&mut self, list: ListId) {
        if let Some(entry) = self.all.get_mut(list.0 as usize)
            && let Some(ended) = entry.take()
        {
            self.bytes -= ended.bytes();
            self.unused.push(list.0);
        }
    }
}
