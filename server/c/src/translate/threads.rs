//! Beginnings and ends of threads.

use boolprog_import::Expr;
use boolprog_integer::Comparison;
use smol_str::SmolStr;

use super::Translation;
use crate::arithmetic::Value;
use crate::composed::END;
use crate::flow::{Site, Start};
use crate::graph::Node;
use crate::term;

impl Translation<'_> {
    /// Notes the creator of a thread, with the arguments; gives the number of the place.
    pub(super) fn created(&mut self, thread: usize, creator: usize, copies: Vec<(SmolStr, SmolStr)>) -> usize {
        let many = self.many[thread];
        let runs = self.successive[thread].then(|| self.runs(thread));
        let start = self.starts.entry(thread).or_insert_with(|| Start { sites: Vec::new(), many, runs });
        start.sites.push(Site { creator, at: 0, copies });
        start.sites.len() - 1
    }

    /// That a thread which was created once, or was joined before each creation, has ended.
    pub(super) fn end_of(&mut self, thread: usize) -> Expr {
        if self.successive[thread] {
            term::compare(Comparison::Equal, Expr::Name(self.runs(thread)), Expr::Number(0))
        } else {
            Expr::At(self.names[thread].clone(), END.into())
        }
    }

    /// Notes where a thread is created, at a place by its number.
    pub(super) fn created_at(&mut self, (thread, site): (usize, usize), at: Node) {
        let start = self.starts.get_mut(&thread);
        if let Some(site) = start.and_then(|start| start.sites.get_mut(site)) {
            site.at = at;
        }
    }

    /// Returns `true` if several places create a thread.
    pub(super) fn has_several_sites(&self, thread: usize) -> bool {
        self.sites[thread] > 1
    }

    /// That the thread of a handle has ended; none if it may be one of any number of threads.
    pub(super) fn has_ended(&mut self, handle: &Value) -> Option<Expr> {
        let mut any = Expr::Truth(false);
        for thread in 0..self.threads.len() {
            let number = i64::from(thread as u32 + 1);
            if number < handle.low || number > handle.high {
                continue;
            }
            if self.many[thread] {
                return None;
            }
            let is_it = term::compare(Comparison::Equal, handle.term.clone(), Expr::Number(number));
            any = term::or(any, term::and(is_it, self.end_of(thread)));
        }
        Some(any)
    }
}
