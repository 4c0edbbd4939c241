//! How threads begin, and whether they have ended.

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
    /// Notes who creates a thread, with which arguments.
    pub(super) fn created(&mut self, thread: usize, creator: usize, copies: Vec<(SmolStr, SmolStr)>) {
        let many = self.many[thread];
        let runs = self.successive[thread].then(|| self.runs(thread));
        let start = self.starts.entry(thread).or_insert_with(|| Start { sites: Vec::new(), many, runs });
        start.sites.push(Site { creator, at: 0, copies });
    }

    /// That a thread which was created once, or was joined before each creation, has ended.
    pub(super) fn end_of(&mut self, thread: usize) -> Expr {
        if self.successive[thread] {
            term::compare(Comparison::Equal, Expr::Name(self.runs(thread)), Expr::Number(0))
        } else {
            Expr::At(self.names[thread].clone(), END.into())
        }
    }

    /// Notes where a creator creates a thread that was not begun yet, the first one of these.
    pub(super) fn created_at(&mut self, thread: usize, creator: usize, at: Node) {
        let sites = self.starts.get_mut(&thread).into_iter().flat_map(|start| &mut start.sites);
        if let Some(site) = sites.into_iter().find(|site| site.creator == creator && site.at == 0) {
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
