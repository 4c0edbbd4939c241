//! Localization: a program is decided with the few bits that its properties need, whatever else it has.
//!
//! All bits but the *visible* ones are forgotten, which is sound for every choice. A property that holds then is proved.
//! For one that does not, a run of the smaller program is followed on the whole one: either an execution follows it, or
//! it is spurious, and the bits that show this become visible, too. (Kurshan, Computer-Aided Verification of Coordinating
//! Processes, 1994; Clarke, Gupta, Strichman, IEEE TCAD 2004.)
//!
//! Properties are decided in groups, each with visible bits of its own, so that those of one property cost nothing for
//! the others. A group ends when its properties are decided, or when nothing shows that its runs are spurious; then it is
//! left to the other engines. One whose smaller program is too large waits for the others, and has a higher limit then.
//!
//! **A run keeps its guarantee.** Every execution is one of the smaller program with the same threads and at most as many
//! steps (forgetting drops only steps that change nothing). So a run that is shortest there and possible in the program
//! is shortest in the program.

mod dependences;
mod group;
mod rounds;

use std::collections::{BTreeSet, VecDeque};
use std::sync::mpsc::Sender;

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::{EngineId, Undecided};
use boolprog_certificate::document::ReducedDocument;
use boolprog_certificate::run::RunStep;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::ThreadSystem;
use boolprog_program::names::VariableId;
use boolprog_program::program::{Atom, EdgeId, Goal, Program, PropertyId, PropertyKind, Slot};
use boolprog_program::reduce::{Abstraction, Reduced, Reduction, Reductions, reduce_further};
use boolprog_reach::threads::{Counterexample, Guarantee};
use boolprog_symbolic::follow::{Followed, Path, PathStep, follow};
use boolprog_symbolic::run::Run;

use crate::certificate;
use crate::decide::{Outcome as Decided, decide, prove};
use crate::findings::Proven;
use crate::lanes::Lane;
use crate::options::{Effort, Localization, Options, Separation};
use crate::re_execution::{self, ReExecution, promise};
use crate::report::{Proof, PropertyReport, Unknown, Verdict, Violation};
use crate::visible::Visible;
use dependences::dependences;
use group::{Group, groups};
use rounds::Spurious;
pub(crate) use rounds::{Round, visible};

/// A group whose smaller program has too many states for its limit may visit this many times as many later.
const GROWTH: u64 = 8;

/// Rounds of one group after which it may need most of the bits, so that the other lanes may start.
const HOPEFUL_ROUNDS: u32 = 6;

/// Spurious runs that are explained in one round, so that the bits of each become visible.
const MOST_SPURIOUS: usize = 4;

/// Reductions that keep the length of runs.
const WITH_LENGTHS: [Reduction; 3] = [Reduction::Constants, Reduction::Cone, Reduction::DeadLocals];

/// An answer to one property.
pub(crate) struct Answer {
    pub(crate) property: u32,
    pub(crate) verdict: Verdict,
    /// The variables that a proof needs, or that were visible when the run was found.
    pub(crate) visible: Visible,
}

/// The question to localization, and where its answers go.
pub(crate) struct Asked<'a> {
    pub(crate) re_execution: &'a ReExecution<'a>,
    /// All properties of the program.
    pub(crate) reports: Vec<PropertyReport>,
    /// The receiver of answers as soon as they are known.
    pub(crate) answers: Sender<Answer>,
}

/// Findings of localization beside its answers.
#[derive(Default)]
pub(crate) struct Localized {
    /// The proofs, if they are wanted.
    pub(crate) documents: Vec<ReducedDocument>,
    /// The rounds of all groups, in order.
    pub(crate) rounds: Vec<Round>,
}

/// `true` for a program with enough bits that it is rarely decided sooner by all of them than by few.
pub(crate) fn is_wide(program: &Program, how: Localization) -> bool {
    bits(program) > how.few_bits
}

/// Decides as many of these properties as possible, until its lane ends.
pub(crate) fn localize(
    asked: Asked<'_>,
    properties: &[u32],
    (how, options): (Localization, Options),
    lane: &Lane<'_>,
) -> Localized {
    let program = asked.re_execution.program;
    let questions = properties.iter().map(|property| (*property, mentioned(program, *property))).collect();
    let localized = Localized::default();
    let mut search = Search { program, asked, options, separation: how.separation, lane, localized };
    // The other engines are stopped, too, and give the reason.
    let _ = search.run(groups(questions));
    search.localized
}

/// The number of bits that a thread sees.
fn bits(program: &Program) -> u32 {
    program.shared_slots + program.local_slots
}

/// The bits that a property mentions.
fn mentioned(program: &Program, property: u32) -> BTreeSet<Slot> {
    let mut slots = BTreeSet::new();
    let mut visit = |atom| {
        if let Atom::Old(slot) = atom {
            slots.insert(slot);
        }
    };
    let asserts = program.edges.iter().filter(|edge| edge.goal == Goal::Violation(PropertyId(property)));
    asserts.for_each(|edge| edge.guard.atoms(&mut visit));
    let asked = &program.properties[property as usize];
    if asked.kind == PropertyKind::Label {
        let enforces = asked.locations.iter().filter_map(|location| program.location(*location).enforce.as_ref());
        enforces.for_each(|enforce| enforce.atoms(&mut visit));
    }
    slots
}

/// The rest of a group after a round.
#[derive(Default)]
struct Rest {
    /// Bits that show that runs are spurious.
    bits: BTreeSet<Slot>,
    /// Properties for which the smaller program has more states than the limit.
    too_large: Vec<u32>,
}

struct Search<'a, 'l> {
    program: &'a Program,
    asked: Asked<'a>,
    options: Options,
    separation: Separation,
    lane: &'a Lane<'l>,
    localized: Localized,
}

impl Search<'_, '_> {
    /// Decides one group after the other.
    fn run(&mut self, mut waiting: VecDeque<Group>) -> Result<(), Stop> {
        while let Some(mut group) = waiting.pop_front() {
            group.properties.retain(|property| self.lane.lanes.is_open(*property));
            self.poll()?;
            waiting.extend(self.round(group)?);
        }
        Ok(())
    }

    /// Asks the lane. Called between steps that take time in the size of the program.
    fn poll(&self) -> Result<(), Stop> {
        self.lane.poll(&Progress { phase: "localization", ..Progress::default() })
    }

    /// Decides the properties of a group as far as its visible bits and its limit do. The group of the others with more
    /// visible bits, or with a higher limit, if there is hope for them.
    fn round(&mut self, mut group: Group) -> Result<Option<Group>, Stop> {
        group.rounds += 1;
        if group.rounds > HOPEFUL_ROUNDS {
            self.lane.start_next();
        }
        let (properties, visible) = (group.properties.clone(), group.visible.clone());
        self.localized.rounds.push(Round { properties, visible, spurious: Vec::new() });
        let Rest { bits, too_large } = self.decide(&mut group)?;
        if bits.is_subset(&group.visible) {
            group.properties = too_large;
            group.states = group.states.saturating_mul(GROWTH);
        } else {
            group.visible.extend(bits);
            group.properties.extend(too_large);
        }
        Ok((!group.properties.is_empty()).then_some(group))
    }

    /// Answers what can be answered. In the group remain the properties with spurious runs.
    fn decide(&mut self, group: &mut Group) -> Result<Rest, Stop> {
        let forgetful = Abstraction::to(self.program, &group.visible);
        let Some(small) = reduce_further(self.program, forgetful.clone(), self.options.reductions, self.lane) else {
            group.properties.clear();
            return Ok(Rest::default());
        };
        self.poll()?;
        self.prove(&small, group);
        // The next one takes as much memory.
        drop(small);
        if group.properties.is_empty() {
            return Ok(Rest::default());
        }
        let with_lengths = WITH_LENGTHS.into_iter().fold(Reductions::NONE, Reductions::with);
        match reduce_further(self.program, forgetful, with_lengths, self.lane) {
            Some(plain) => {
                self.poll()?;
                self.refute(&plain, group)
            }
            None => Ok(Rest::default()),
        }
    }

    /// Proves properties on a smaller program.
    fn prove(&mut self, small: &Reduced, group: &mut Group) {
        let capped = Limited::new(self.lane, Budget::states(group.states));
        let Ok(mut system) = ProgramSystem::new(&small.program, &capped) else { return };
        let options = Options { thread_states: Effort::None, ..self.options };
        let proven = prove(&mut system, &group.properties, options, &capped).proven;
        self.enter(&proven, small, &system, group);
    }

    /// Enters proofs about a smaller program.
    fn enter(&mut self, proven: &[Proven], small: &Reduced, system: &ProgramSystem<'_>, group: &mut Group) {
        if self.options.certificate {
            let ids: Vec<String> = self.asked.reports.iter().map(|report| report.id.clone()).collect();
            let document = certificate::reduced(Some((&small.abstraction, system)), &ids, proven);
            self.localized.documents.extend(document);
        }
        if proven.is_empty() {
            return;
        }
        let needed = small.needed(self.program);
        for Proven { property, engine, .. } in proven {
            group.properties.retain(|open| open != property);
            self.answer(*property, Verdict::Proved(Proof::by(*engine)), needed.clone());
        }
    }

    /// Gives an answer that depends on these variables.
    fn answer(&mut self, property: u32, verdict: Verdict, variables: BTreeSet<VariableId>) {
        let rounds = self.localized.rounds.iter().filter(|round| round.properties.contains(&property)).count();
        let names = &self.asked.re_execution.unit.analysis.names;
        let visible = Visible::new(names, variables, rounds);
        // The receiver lives as long as the lane.
        let _ = self.asked.answers.send(Answer { property, verdict, visible });
        self.lane.close(property);
    }

    /// Looks for runs of a smaller program with the same lengths, and follows them.
    fn refute(&mut self, plain: &Reduced, group: &mut Group) -> Result<Rest, Stop> {
        let mut rest = Rest::default();
        let open = std::mem::take(&mut group.properties);
        let capped = Limited::new(self.lane, Budget::states(group.states));
        let Ok(mut system) = ProgramSystem::new(&plain.program, &capped) else {
            rest.too_large = open;
            return Ok(rest);
        };
        let options = Options { engine: Some(EngineId::Bounded), thread_states: Effort::None, ..self.options };
        let decision = decide(&mut system, &open, options, &capped, &mut |_, _| {});
        self.enter(&decision.proven(), plain, &system, group);
        let mut spurious = 0;
        for (property, outcome) in decision.outcomes {
            match outcome {
                Decided::Violated { found, .. } if spurious < MOST_SPURIOUS => {
                    let path = path(&system, &plain.origins, &found, property);
                    match self.follow(&path, &group.visible)? {
                        Some(Followed::Run(run)) => {
                            self.violated(property, &run, found.guarantee, &group.visible);
                            continue;
                        }
                        Some(Followed::Spurious { steps, bits }) => {
                            spurious += 1;
                            rest.bits.extend(bits.iter().copied());
                            self.record(&path, steps, bits);
                        }
                        None => rest.bits.extend(dependences(self.program, &path, &group.visible)),
                    }
                    group.properties.push(property);
                }
                Decided::Violated { .. } => group.properties.push(property),
                Decided::Unknown(Unknown::Stopped { stop: Stop::Time, .. }) => rest.too_large.push(property),
                Decided::Proved { .. } | Decided::Unknown(_) => {}
            }
        }
        Ok(rest)
    }

    /// Answers with a run that is possible in the program.
    fn violated(&mut self, property: u32, run: &Run, guarantee: Option<Guarantee>, visible: &BTreeSet<Slot>) {
        let goal = re_execution::Goal::of(&self.asked.reports[property as usize]);
        let evidence = self.asked.re_execution.of_valuations(&goal, run, guarantee.map_or("", promise), self.lane);
        let verdict = match evidence {
            Ok(trace) => Verdict::Violated(Violation::by(EngineId::Bounded, trace)),
            Err(unknown) => Verdict::Unknown(unknown),
        };
        self.answer(property, verdict, self.program.variables_with(visible));
    }

    /// Records that a run of the present round is spurious.
    fn record(&mut self, path: &Path, possible: usize, bits: BTreeSet<Slot>) {
        let Path { threads, steps, property } = path;
        let spurious = Spurious { property: property.0, threads: *threads, steps: steps.len(), possible, bits };
        if let Some(round) = self.localized.rounds.last_mut() {
            round.spurious.push(spurious);
        }
    }

    /// Follows a run; `None` if that is impossible for this program.
    fn follow(&self, path: &Path, visible: &BTreeSet<Slot>) -> Result<Option<Followed>, Stop> {
        match follow(self.program, path, visible, self.separation, self.lane) {
            Ok(followed) => Ok(Some(followed)),
            Err(Undecided::Stopped(stop @ (Stop::Time | Stop::Cancelled))) => Err(stop),
            Err(_) => Ok(None),
        }
    }
}

/// The edges of the program along a run of a smaller one.
fn path(system: &ProgramSystem<'_>, origins: &[EdgeId], found: &Counterexample, property: u32) -> Path {
    let step = |step: &RunStep| PathStep {
        thread: step.thread,
        edge: origins[system.transition(step.transition).origin as usize],
        moved: step.moved.iter().map(|(thread, _)| *thread).collect(),
    };
    Path {
        threads: found.run.threads.len() as u32,
        steps: found.run.steps.iter().map(step).collect(),
        property: PropertyId(property),
    }
}
