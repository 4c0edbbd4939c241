//! The dependencies of an answer, in programs of every language: cone of influence and slice.
//!
//! A program is lowered to a [`Skeleton`]: the commands of its agents, with their reads, their writes, and the places
//! of control before and after them. The values, and the operations on them, do not matter here.
//!
//! The *cone of influence* is the least set of variables, agents and places that contains the parts in question and,
//! with a variable, what is read to compute it and the agents that write it; with an agent, what the conditions of its
//! commands read. (Clarke, Grumberg, Peled, "Model Checking", 6.1.) A place *decides nothing* if control gets from there to one and
//! the same place in any case, and nothing that matters is done or seen on the path: what the conditions there read does not
//! matter then (control dependence: Ferrante, Ottenstein, Warren, TOPLAS 9, 1987; a way around is required to have an end, so that
//! no loop is left out that may have none). A *slice* needs no command after which its agent
//! neither takes a relevant command nor reaches a place that is observed: [`Skeleton::alive`] gives the places from
//! which it still can.
//!
//! The threads of a Boolean program are one agent, whose commands are always of interest; the instances of an integer program
//! are one agent each.

use std::collections::BTreeSet;

use smallvec::SmallVec;

/// A part that can matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Part {
    /// The value of a variable.
    Variable(u32),
    /// The agent: whether, and when, it takes its commands.
    Agent(u32),
    /// The place: whether control is there.
    Place(u32),
}

/// Parts that are read: usually few, which need no allocation.
pub type Parts = SmallVec<[Part; 4]>;

/// A program without values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Skeleton {
    /// The number of variables.
    pub variables: usize,
    /// The number of agents.
    pub agents: usize,
    /// The number of places. Each belongs to one agent.
    pub places: usize,
    /// All commands of the program.
    pub commands: Vec<Command>,
    /// Parts whose dependencies are computed.
    pub asked: Vec<Part>,
}

/// Something that an agent does in one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Number of the acting agent.
    pub agent: u32,
    /// Place of control before.
    pub source: u32,
    /// Places of control afterwards, including the control of agents that begin or continue with this command.
    pub targets: SmallVec<[u32; 2]>,
    /// The parts read by its condition.
    pub condition: Parts,
    /// Variables written, with the parts read for each.
    pub writes: SmallVec<[Write; 1]>,
}

/// A variable that a command writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Write {
    /// Number of the variable.
    pub variable: u32,
    /// The parts read to compute its value.
    pub reads: Parts,
}

/// The parts that can affect those in question, without conditions that decide nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decisions {
    /// These parts.
    pub cone: Cone,
    /// By place, `true` if it decides nothing.
    pub is_idle: Vec<bool>,
}

/// The parts that can affect those in question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cone {
    variables: Vec<bool>,
    agents: Vec<bool>,
    places: Vec<bool>,
}

impl Cone {
    /// Returns `true` if this part matters.
    pub fn contains(&self, part: Part) -> bool {
        match part {
            Part::Variable(variable) => self.variables[variable as usize],
            Part::Agent(agent) => self.agents[agent as usize],
            Part::Place(place) => self.places[place as usize],
        }
    }

    /// Returns `true` if a command writes something that matters.
    pub fn counts(&self, command: &Command) -> bool {
        command.writes.iter().any(|write| self.contains(Part::Variable(write.variable)))
    }

    /// Adds a part; whether it is new.
    fn add(&mut self, part: Part) -> bool {
        let place = match part {
            Part::Variable(variable) => &mut self.variables[variable as usize],
            Part::Agent(agent) => &mut self.agents[agent as usize],
            Part::Place(place) => &mut self.places[place as usize],
        };
        !std::mem::replace(place, true)
    }
}

impl Skeleton {
    /// The cone of influence of the parts in question. Linear.
    pub fn cone(&self) -> Cone {
        self.cone_where(&|_| true)
    }

    /// The cone of influence without the conditions at places that decide nothing. At the *total* places, some command can be taken
    /// in any case. Takes time in the number of places on ways that meet again, for each time that fewer places decide nothing.
    pub fn decisions(&self, is_total: &[bool]) -> Decisions {
        let ways = Ways::new(self);
        let mut is_idle = is_total.to_vec();
        loop {
            let cone = self.cone_where(&|command| !is_idle[command.source as usize]);
            let decides_nothing = |place: u32| is_idle[place as usize] && ways.meet_again(place, &cone, is_total);
            let still: Vec<bool> = (0..self.places as u32).map(decides_nothing).collect();
            if still == is_idle {
                return Decisions { cone, is_idle };
            }
            is_idle = still;
        }
    }

    /// The cone of influence, of which the conditions of some commands are no part.
    fn cone_where(&self, reads_condition: &dyn Fn(&Command) -> bool) -> Cone {
        let mut writers: Vec<Vec<(u32, &Write)>> = vec![Vec::new(); self.variables];
        let mut taken: Vec<Vec<&Command>> = vec![Vec::new(); self.agents];
        for command in &self.commands {
            taken[command.agent as usize].push(command);
            for write in &command.writes {
                writers[write.variable as usize].push((command.agent, write));
            }
        }
        let mut cone = Cone {
            variables: vec![false; self.variables],
            agents: vec![false; self.agents],
            places: vec![false; self.places],
        };
        let mut pending = self.asked.clone();
        while let Some(part) = pending.pop() {
            if !cone.add(part) {
                continue;
            }
            match part {
                Part::Variable(variable) => {
                    for (agent, write) in &writers[variable as usize] {
                        let parts = write.reads.iter().copied().chain([Part::Agent(*agent)]);
                        pending.extend(parts.filter(|part| !cone.contains(*part)));
                    }
                }
                Part::Agent(agent) => {
                    let taken = taken[agent as usize].iter().filter(|command| reads_condition(command));
                    let read = taken.flat_map(|command| &command.condition);
                    pending.extend(read.filter(|part| !cone.contains(**part)));
                }
                Part::Place(_) => {}
            }
        }
        cone
    }

    /// By place: whether control can get from there to one of the places that are seen, or to a command that counts; it is
    /// given with its number. Linear.
    pub fn alive(&self, seen: impl IntoIterator<Item = u32>, counts: impl Fn(usize, &Command) -> bool) -> Vec<bool> {
        let mut before: Vec<SmallVec<[u32; 2]>> = vec![SmallVec::new(); self.places];
        let mut pending: Vec<u32> = seen.into_iter().collect();
        for (number, command) in self.commands.iter().enumerate() {
            for target in &command.targets {
                before[*target as usize].push(command.source);
            }
            if counts(number, command) {
                pending.push(command.source);
            }
        }
        let mut alive = vec![false; self.places];
        while let Some(place) = pending.pop() {
            if !std::mem::replace(&mut alive[place as usize], true) {
                pending.extend(&before[place as usize]);
            }
        }
        alive
    }
}

/// The ways of control through a program.
struct Ways<'s> {
    /// The commands from each place.
    from: Vec<Vec<&'s Command>>,
    /// Numbers of places: a command leads to a larger one, or closes a cycle.
    order: Vec<usize>,
}

impl<'s> Ways<'s> {
    fn new(skeleton: &'s Skeleton) -> Self {
        let mut ways = Self { from: vec![Vec::new(); skeleton.places], order: vec![usize::MAX; skeleton.places] };
        for command in &skeleton.commands {
            ways.from[command.source as usize].push(command);
        }
        let (mut is_seen, mut next) = (vec![false; skeleton.places], skeleton.places);
        for root in 0..skeleton.places as u32 {
            ways.number_from(root, &mut is_seen, &mut next);
        }
        ways
    }

    /// Numbers the places after this one, which have no number yet, depth-first and backwards from `next`.
    fn number_from(&mut self, root: u32, is_seen: &mut [bool], next: &mut usize) {
        let mut path = vec![(root, 0)];
        if std::mem::replace(&mut is_seen[root as usize], true) {
            return;
        }
        while let Some((place, tried)) = path.last_mut() {
            let targets = self.from[*place as usize].iter().flat_map(|command| &command.targets);
            if let Some(target) = targets.copied().nth(*tried) {
                *tried += 1;
                if !std::mem::replace(&mut is_seen[target as usize], true) {
                    path.push((target, 0));
                }
            } else {
                *next -= 1;
                self.order[*place as usize] = *next;
                path.pop();
            }
        }
    }

    /// `true` if all ways from a place meet again without a cycle, and nothing of the cone is written, seen or waited for before.
    fn meet_again(&self, start: u32, cone: &Cone, is_total: &[bool]) -> bool {
        let mut front = BTreeSet::from([(self.order[start as usize], start)]);
        while let Some((order, place)) = front.pop_first() {
            if place != start && front.is_empty() {
                return true;
            }
            let is_seen = place != start && cone.contains(Part::Place(place));
            if is_seen || !is_total[place as usize] {
                return false;
            }
            for command in &self.from[place as usize] {
                let [target] = command.targets[..] else { return false };
                let after = self.order[target as usize];
                if after <= order || cone.counts(command) {
                    return false;
                }
                front.insert((after, target));
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(agent: u32, (source, target): (u32, u32), condition: &[Part], writes: &[(u32, &[Part])]) -> Command {
        let write = |(variable, reads): &(u32, &[Part])| Write { variable: *variable, reads: Parts::from_slice(reads) };
        let writes = writes.iter().map(write).collect();
        Command { agent, source, targets: [target].into_iter().collect(), condition: condition.into(), writes }
    }

    use Part::{Agent, Place, Variable};

    /// Agent 0 computes variable 0 from variable 1 if variable 2 allows it; agent 1 writes variable 2 while agent 2 is
    /// at its place; agent 3 computes variable 3, which is never read, from variable 0.
    fn skeleton(asked: &[Part]) -> Skeleton {
        let commands = vec![
            command(0, (0, 1), &[Variable(2)], &[(0, &[Variable(1)])]),
            command(1, (2, 2), &[Agent(2), Place(3)], &[(2, &[])]),
            command(2, (3, 4), &[], &[]),
            command(3, (5, 5), &[], &[(3, &[Variable(0)])]),
        ];
        Skeleton { variables: 4, agents: 4, places: 6, commands, asked: asked.to_vec() }
    }

    fn cone(asked: &[Part]) -> Vec<Part> {
        let all = (0..4).map(Variable).chain((0..4).map(Agent)).chain((0..6).map(Place));
        let cone = skeleton(asked).cone();
        all.filter(|part| cone.contains(*part)).collect()
    }

    #[test]
    fn reads_and_writers_matter_in_turn() {
        assert_eq!(cone(&[]), []);
        assert_eq!(cone(&[Variable(1)]), [Variable(1)]);
        assert_eq!(cone(&[Variable(2)]), [Variable(2), Agent(1), Agent(2), Place(3)]);
        let all_but_last = [Variable(0), Variable(1), Variable(2), Agent(0), Agent(1), Agent(2), Place(3)];
        assert_eq!(cone(&[Variable(0)]), all_but_last);
        assert_eq!(cone(&[Variable(3)]).len(), all_but_last.len() + 2);
        assert_eq!(cone(&[Agent(0), Place(4)]), [Variable(2), Agent(0), Agent(1), Agent(2), Place(3), Place(4)]);
    }

    /// One agent chooses by variable 1 how to get from place 0 to place 3, by place 1 or 2, and by variable 2 whether it goes on to
    /// write variable 0 at place 3.
    fn diamond(more: Option<Command>) -> Skeleton {
        let mut commands = vec![
            command(0, (0, 1), &[Variable(1)], &[(3, &[])]),
            command(0, (0, 2), &[Variable(1)], &[]),
            command(0, (1, 3), &[], &[]),
            command(0, (2, 3), &[], &[(3, &[])]),
            command(0, (3, 4), &[Variable(2)], &[(0, &[])]),
            command(0, (3, 4), &[Variable(2)], &[]),
        ];
        commands.extend(more);
        Skeleton { variables: 4, agents: 1, places: 5, commands, asked: vec![Variable(0)] }
    }

    #[test]
    fn a_choice_of_ways_that_meet_again_decides_nothing() {
        let of = |skeleton: &Skeleton, is_total: [bool; 5]| {
            let Decisions { cone, is_idle } = skeleton.decisions(&is_total);
            let variables: Vec<u32> = (0..4).filter(|variable| cone.contains(Variable(*variable))).collect();
            (variables, is_idle[0])
        };
        let total = [true, true, true, true, false];
        assert_eq!(of(&diamond(None), total), (vec![0, 2], true));
        // Control may stop at place 0, or at place 2.
        assert_eq!(of(&diamond(None), [false, true, true, true, false]), (vec![0, 1, 2], false));
        assert_eq!(of(&diamond(None), [true, true, false, true, false]), (vec![0, 1, 2], false));
        // One way around writes what is asked about, is seen, or has no end.
        let writes = command(0, (1, 3), &[], &[(0, &[])]);
        assert_eq!(of(&diamond(Some(writes)), total), (vec![0, 1, 2], false));
        let seen = Skeleton { asked: vec![Variable(0), Place(2)], ..diamond(None) };
        assert_eq!(of(&seen, total), (vec![0, 1, 2], false));
        let goes_round = command(0, (2, 2), &[], &[]);
        assert_eq!(of(&diamond(Some(goes_round)), total), (vec![0, 1, 2], false));
    }

    #[test]
    fn from_where_something_that_counts_can_be_reached() {
        let skeleton = skeleton(&[]);
        assert_eq!(skeleton.alive([], |_, _| false), [false; 6]);
        assert_eq!(skeleton.alive([4], |_, _| false), [false, false, false, true, true, false]);
        let cone = Skeleton { asked: vec![Variable(0)], ..skeleton.clone() }.cone();
        assert_eq!(skeleton.alive([], |_, it| cone.counts(it)), [true, false, true, false, false, false]);
        assert_eq!(skeleton.alive([1], |number, _| number == 3), [true, true, false, false, false, true]);
    }
}
