//! Lists of arguments: what `va_list` stands for (C11 7.16).

use std::sync::Arc;

use crate::native::{Argument, ListId};

/// All lists that have begun and not ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    lists: Vec<Option<List>>,
    unused: Vec<u32>,
}

#[derive(Clone, Debug)]
struct List {
    arguments: Arc<[Argument]>,
    next: usize,
}

impl Lists {
    /// A new list.
    pub(crate) fn start(&mut self, arguments: Arc<[Argument]>) -> ListId {
        self.add(List { arguments, next: 0 })
    }

    fn add(&mut self, list: List) -> ListId {
        if let Some(index) = self.unused.pop() {
            self.lists[index as usize] = Some(list);
            ListId(index)
        } else {
            self.lists.push(Some(list));
            ListId(self.lists.len() as u32 - 1)
        }
    }

    /// The list that the value of a `va_list` is: its number, from 1.
    pub(crate) fn of(&self, value: i128) -> Option<ListId> {
        let index = usize::try_from(value.checked_sub(1)?).ok()?;
        self.lists.get(index)?.as_ref().map(|_| ListId(index as u32))
    }

    /// The next argument.
    pub(crate) fn next(&mut self, list: ListId) -> Option<Argument> {
        let list = self.lists.get_mut(list.0 as usize)?.as_mut()?;
        let argument = list.arguments.get(list.next)?.clone();
        list.next += 1;
        Some(argument)
    }

    /// A list of the arguments that are left.
    pub(crate) fn copy(&mut self, list: ListId) -> ListId {
        match self.lists.get(list.0 as usize).cloned().flatten() {
            Some(copy) => self.add(copy),
            None => list,
        }
    }

    /// Ends a list.
    pub(crate) fn end(&mut self, list: ListId) {
        if let Some(entry) = self.lists.get_mut(list.0 as usize)
            && entry.take().is_some()
        {
            self.unused.push(list.0);
        }
    }
}
