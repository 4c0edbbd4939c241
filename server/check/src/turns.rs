//! Turns of searches that share processors, so that none starves another.
//!
//! The searches stand in a queue. Those in the first places are at work; the others wait in their next poll. A search that
//! has used up its turn goes to the end of the queue, and its next turn is twice as long, up to a limit: short searches
//! end in the first rounds, and long ones are rarely interrupted.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Polls in the first turn of a search, each of which stands for up to a millisecond.
const FIRST_TURN: u32 = 64;

/// Number of times that turns are doubled.
const DOUBLED: u32 = 5;

/// The queue of searches.
pub(crate) struct Turns {
    /// The number of searches that work at the same time.
    at_a_time: usize,
    queue: Mutex<Queue>,
    moved: Condvar,
}

#[derive(Default)]
struct Queue {
    places: VecDeque<Place>,
    is_over: bool,
}

struct Place {
    search: usize,
    /// Polls until its turn is over.
    left: u32,
    /// Number of its turns so far.
    round: u32,
}

impl Queue {
    fn position(&self, search: usize) -> Option<usize> {
        self.places.iter().position(|place| place.search == search)
    }
}

impl Turns {
    pub(crate) fn new(at_a_time: usize) -> Self {
        Self { at_a_time: at_a_time.max(1), queue: Mutex::default(), moved: Condvar::new() }
    }

    /// Takes a place at the end of the queue, and waits for a turn.
    pub(crate) fn enter(&self, search: usize) {
        let mut queue = self.lock();
        queue.places.push_back(Place { search, left: FIRST_TURN, round: 0 });
        self.wait(queue, search);
    }

    /// One poll of a search, from any of its threads: waits while others have their turn.
    pub(crate) fn poll(&self, search: usize) {
        let mut queue = self.lock();
        let others_wait = queue.places.len() > self.at_a_time;
        if let Some(position) = queue.position(search).filter(|position| *position < self.at_a_time) {
            let place = &mut queue.places[position];
            place.left = place.left.saturating_sub(1);
            if place.left > 0 || !others_wait {
                return;
            }
            place.round += 1;
            place.left = FIRST_TURN << place.round.min(DOUBLED);
            let place = queue.places.remove(position);
            queue.places.extend(place);
            self.moved.notify_all();
        }
        self.wait(queue, search);
    }

    /// Gives up a place.
    pub(crate) fn leave(&self, search: usize) {
        self.lock().places.retain(|place| place.search != search);
        self.moved.notify_all();
    }

    /// No thread waits any more.
    pub(crate) fn end(&self) {
        self.lock().is_over = true;
        self.moved.notify_all();
    }

    fn wait(&self, queue: MutexGuard<'_, Queue>, search: usize) {
        let waits = |queue: &mut Queue| {
            !queue.is_over && queue.position(search).is_some_and(|position| position >= self.at_a_time)
        };
        drop(self.moved.wait_while(queue, waits).unwrap_or_else(PoisonError::into_inner));
    }

    /// A mutex is poisoned by a panic, which ends the check anyway.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn two_searches_take_turns_of_growing_length() {
        let (turns, polled) = (Turns::new(1), Mutex::new(Vec::new()));
        let search = |search| {
            for _ in 0..1000 {
                turns.poll(search);
                polled.lock().unwrap_or_else(PoisonError::into_inner).push(search);
            }
            turns.leave(search);
        };
        turns.enter(0);
        thread::scope(|scope| {
            scope.spawn(|| {
                turns.enter(1);
                search(1);
            });
            while turns.lock().places.len() < 2 {
                thread::yield_now();
            }
            search(0);
        });
        let polled = polled.into_inner().unwrap_or_default();
        let lengths: Vec<usize> = polled.chunk_by(|one, other| one == other).map(<[usize]>::len).collect();
        assert_eq!(lengths[..6], [63, 63, 128, 128, 256, 256]);
        assert_eq!(polled.len(), 2000);
    }

    #[test]
    fn a_search_alone_never_waits_and_the_end_frees_all() {
        let turns = Turns::new(1);
        turns.enter(0);
        (0..1000).for_each(|_| turns.poll(0));
        turns.end();
        turns.enter(1);
        turns.poll(1);
    }
}
