//! How threads begin, and whether they have ended.

use boolprog_import::Expr;
use boolprog_integer::Comparison;
use smol_str::SmolStr;

use super::Translation;
use crate::arithmetic::Value;
use crate::composed::END;
use crate::flow::Start;
use crate::graph::Node;
use crate::term;

impl Translation<'_> {
    /// Notes who creates a thread, with which arguments.
    pub(super) fn created(&mut self, thread: usize, creator: usize, copies: Vec<(SmolStr, SmolStr)>) {
        let many = self.many[thread];
        let runs = self.successive[thread].then(|| self.runs(thread));
        self.starts.insert(thread, Start { creator, at: 0, many, runs, copies });
    }

    /// That a thread which was created once, or was joined before each creation, has ended.
    pub(super) fn end_of(&mut self, thread: usize) -> Expr {
        if self.successive[thread] {
            term::compare(Comparison::Equal, Expr::Name(self.runs(thread)), Expr::Number(0))
        } else {
            Expr::At(self.names[thread].clone(), END.into())
        }
    }

    /// Notes where a thread is created.
    pub(super) fn created_at(&mut self, thread: usize, at: Node) {
        if let Some(start) = self.starts.get_mut(&thread) {
            start.at = at;
        }
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
