//! Backward search on a net as an engine: one property after the other.

use boolprog_base::control::Stop;
use boolprog_base::engine::{Ended, Engine, Finding, Outcome, Task};

use super::evidence::{certificate, chain};
use super::search::Search;
use crate::threads::{Subject, Threads, Violation};

/// The engine of backward search on nets.
#[derive(Default)]
pub struct BackwardNet<'s> {
    search: Option<Search<'s>>,
}

impl<'s> Engine<&'s Subject<'s>> for BackwardNet<'s> {
    type Kind = Threads;

    fn run(&mut self, subject: &'s Subject<'s>, task: &mut Task<'_, Threads>) -> Outcome<Threads> {
        let ended = self.search(subject, task).unwrap_or_else(Ended::Stopped);
        let statistics = self.search.as_ref().map(|search| search.statistics).unwrap_or_default();
        Outcome { statistics, ..Outcome::nothing(ended) }
    }
}

impl<'s> BackwardNet<'s> {
    fn search(&mut self, subject: &'s Subject<'s>, task: &mut Task<'_, Threads>) -> Result<Ended, Stop> {
        let control = task.control;
        if self.search.is_none() {
            self.search = Search::new(subject.tts, subject.possible(control)?, control)?;
        }
        let Some(search) = &mut self.search else {
            return Ok(Ended::Refused("its steps change other threads".to_owned()));
        };
        let mut ended = Ended::Complete;
        for &property in task.properties {
            if !(task.is_open)(property) {
                continue;
            }
            let found = search.search(property, control)?;
            if let Some(start) = found.start {
                let violation = Violation::Chain(chain(search, &found, start, control)?);
                (task.early)(Finding::Violated { property, violation });
            } else if let Some(certificate) = certificate(search, &found, control)? {
                (task.early)(Finding::Proved { properties: vec![property], certificate });
            } else {
                ended = Ended::Refused("the weights of a place invariant are too large".to_owned());
            }
        }
        Ok(ended)
    }
}
