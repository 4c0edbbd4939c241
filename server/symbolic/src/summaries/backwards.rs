//! Reading a run off the layers, from its end.

use boolprog_base::control::Stop;
use boolprog_explore::relations::{Relations, Set, Step, Variable};
use boolprog_program::program::{Goal, LocationId, Role, Slot};

use super::THREAD;
use super::layers::{Layers, Rows};
use super::run::{CallRun, Move, Point};

/// The way of the thread to a point.
enum Before {
    /// By a step of the same activation, from this point.
    Step(Point),
    /// After a call from this point, whose callee was at that point of its exit.
    Return(Point, Point),
    /// Its activation was entered there.
    Entry,
}

impl Layers<'_, '_, '_> {
    /// A run to one of these path edges to a location, which are of the time that is reached. `None` if the layers are
    /// inconsistent.
    pub(super) fn run_to(&mut self, location: LocationId, there: &Set, fails: bool) -> Result<Option<CallRun>, Stop> {
        let calls = self.calls;
        let Some(values) = there.example() else { return Ok(None) };
        let mut at = Point { location, time: self.length(), values };
        let mut moves: Vec<Move> = fails.then_some(Move::Fail).into_iter().collect();
        // Callers whose callees are not finished, the innermost last.
        let mut callers: Vec<Point> = Vec::new();
        loop {
            let Some(before) = self.before(&at)? else { return Ok(None) };
            at = match before {
                Before::Step(before) => {
                    // The step to an exit is shown as that back to the caller.
                    if calls.relations.program.location(at.location).role != Role::Exit {
                        moves.push(Move::Within(at.frame(calls)));
                    }
                    before
                }
                Before::Return(caller, exit) => {
                    moves.push(Move::Return(at.frame(calls)));
                    callers.push(caller);
                    exit
                }
                Before::Entry if callers.is_empty() && at.time == 0 => {
                    moves.reverse();
                    return Ok(Some(CallRun { start: at.frame(calls), moves }));
                }
                Before::Entry => {
                    moves.push(Move::Call(at.frame(calls)));
                    let caller = callers.pop().map_or_else(|| self.caller(&at), |caller| Ok(Some(caller)))?;
                    let Some(caller) = caller else { return Ok(None) };
                    caller
                }
            };
        }
    }

    fn before(&mut self, at: &Point) -> Result<Option<Before>, Stop> {
        let contains = |rows: &Rows| rows.get(&at.location).is_some_and(|set| set.contains(&at.values));
        if contains(&self.entered[at.time]) {
            return Ok(Some(Before::Entry));
        }
        if let Some(before) = self.before_step(at)? {
            return Ok(Some(Before::Step(before)));
        }
        self.before_call(at)
    }

    /// A path edge, one step earlier, of the same activation.
    fn before_step(&self, at: &Point) -> Result<Option<Point>, Stop> {
        let Some(time) = at.time.checked_sub(1) else { return Ok(None) };
        for (location, set) in &self.found[time] {
            for moved in self.steps(*location) {
                if moved.step.goal == Goal::Location(at.location)
                    && let Some(values) = self.example_before(set, &moved.step, at)?
                {
                    return Ok(Some(Point { location: *location, time, values }));
                }
            }
        }
        Ok(None)
    }

    /// A path edge to a call of the same activation that returns there, and the one to the exit of its callee.
    fn before_call(&mut self, at: &Point) -> Result<Option<Before>, Stop> {
        for number in 0..self.outgoing.len() {
            let location = self.outgoing[number].location;
            if self.outgoing[number].call.returns_to != at.location {
                continue;
            }
            for time in (0..at.time).rev() {
                let Some(set) = self.found[time].get(&location).cloned() else { continue };
                let length = at.time - 1 - time;
                let Some(through) = self.through(number, length)?.cloned() else { continue };
                let Some(values) = self.example_before(&set, &through, at)? else { continue };
                let caller = Point { location, time, values };
                return Ok(self.exit(number, length, &caller, at)?.map(|exit| Before::Return(caller, exit)));
            }
        }
        Ok(None)
    }

    /// The exit of a callee by a summary of this length, between its caller before and after the call.
    fn exit(&self, number: usize, length: usize, caller: &Point, after: &Point) -> Result<Option<Point>, Stop> {
        let Relations { sets, variables, .. } = &self.calls.relations;
        let call = &self.outgoing[number].call;
        let Some(exit) = call.exit else { return Ok(None) };
        let written = &call.enter.written;
        let now = |slot| variables.now(slot, THREAD);
        let value = |point: &Point, slot: Slot| point.values[now(slot) as usize];
        // The valuations after the call, as those of the entry.
        let known = sets.conjunction(self.calls.slots().map(|slot| (now(slot), value(caller, slot))).collect())?;
        let entering = sets.and_exists(&call.enter.relation, &known, &sets.cube(self.calls.slots().map(now))?)?;
        let arguments: Vec<_> = written.iter().map(|slot| (variables.next(*slot), self.calls.entry(*slot))).collect();
        let entering = sets.rename(&entering, &sets.renaming(&arguments)?)?;
        let unchanged = self.calls.slots().filter(|slot| !written.contains(slot));
        let mut literals: Vec<(Variable, bool)> =
            unchanged.map(|slot| (self.calls.entry(slot), value(caller, slot))).collect();
        literals.extend(call.copies.iter().map(|(from, to)| (now(*from), value(after, *to))));
        let fixed = sets.and(&entering, &sets.conjunction(literals)?)?;
        let time = |time: usize| -> Result<Option<Point>, Stop> {
            let Some(set) = self.found[time].get(&exit) else { return Ok(None) };
            let of_length = self.summaries.get(&exit).and_then(|lengths| lengths.get(length));
            let Some(summary) = of_length else { return Ok(None) };
            let there = sets.and(&sets.and(set, summary)?, &fixed)?;
            Ok(there.example().map(|values| Point { location: exit, time, values }))
        };
        for later in length..=after.time {
            if let Some(point) = time(later)? {
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    /// A path edge to a call that enters the activation of this point, which is its first.
    fn caller(&self, at: &Point) -> Result<Option<Point>, Stop> {
        let sets = &self.calls.relations.sets;
        let Some(time) = at.time.checked_sub(1) else { return Ok(None) };
        for out in self.outgoing.iter().filter(|out| out.call.entry == at.location) {
            let Some(set) = self.found[time].get(&out.location) else { continue };
            let after = sets.conjunction(self.values_after(&out.call.enter, at))?;
            let taken = sets.and(&sets.and(set, &after)?, &out.call.enter.relation)?;
            if let Some(values) = taken.example() {
                return Ok(Some(Point { location: out.location, time, values }));
            }
        }
        Ok(None)
    }

    /// One of these path edges from which a step of the same activation leads to a point.
    fn example_before(&self, set: &Set, step: &Step, at: &Point) -> Result<Option<Vec<bool>>, Stop> {
        let sets = &self.calls.relations.sets;
        let mut literals = self.values_after(step, at);
        literals.extend(self.calls.slots().map(|slot| {
            let entry = self.calls.entry(slot);
            (entry, at.values[entry as usize])
        }));
        let fixed = sets.conjunction(literals)?;
        let taken = sets.and(&sets.and(set, &fixed)?, &step.relation)?;
        Ok(taken.example())
    }

    /// The variables of a step to a point: a bit that is written has its value afterwards, any other one has had it all
    /// the time.
    fn values_after(&self, step: &Step, at: &Point) -> Vec<(Variable, bool)> {
        let variables = &self.calls.relations.variables;
        let known = |slot: Slot| {
            let now = variables.now(slot, THREAD);
            let known = if step.written.contains(&slot) { variables.next(slot) } else { now };
            (known, at.values[now as usize])
        };
        self.calls.slots().map(known).collect()
    }
}
