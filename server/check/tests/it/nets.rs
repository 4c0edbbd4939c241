//! Random nets: verdicts are those of the backward algorithm on the net itself, and runs are its firings.

use std::cell::Cell;
use std::fmt::Write;
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_base::control::Stop;
use boolprog_base::engine::EngineId;
use boolprog_check::report::Verdict;
use boolprog_check::{Options, System, Target};
use boolprog_explore::format::{parse_spec, show_initial};
use boolprog_trace::run::{FiringsDocument, SystemRun};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::support::After;

/// Number of tokens of each place.
type Marking = Vec<u64>;

/// A net, independent of the one that the product reads.
#[derive(Clone, Debug)]
struct Net {
    names: Vec<&'static str>,
    /// For each rule what it takes and what it puts.
    rules: Vec<(Marking, Marking)>,
    /// For each place its tokens at the start, and whether there can be more.
    start: Vec<(u64, bool)>,
    targets: Vec<Marking>,
}

impl Net {
    fn text(&self) -> String {
        let bounds = |tokens: &Marking| {
            let named = self.names.iter().zip(tokens).filter(|(_, tokens)| **tokens > 0);
            named.map(|(name, tokens)| format!("{name} >= {tokens}")).collect::<Vec<_>>().join(", ")
        };
        let mut text = format!("vars {}\nrules\n", self.names.join(" "));
        for (takes, puts) in &self.rules {
            let changes = self.names.iter().zip(takes.iter().zip(puts)).filter(|(_, (takes, puts))| takes != puts);
            let change = |(name, (takes, puts)): (&&str, (&u64, &u64))| {
                let sign = if puts > takes { '+' } else { '-' };
                format!("{name}' = {name} {sign} {}", puts.abs_diff(*takes))
            };
            let changes: Vec<String> = changes.map(change).collect();
            writeln!(text, "{} -> {};", bounds(takes), changes.join(", ")).expect("a string");
        }
        let start = self.names.iter().zip(&self.start);
        let start =
            start.map(|(name, (tokens, or_more))| format!("{name} {} {tokens}", if *or_more { ">=" } else { "=" }));
        writeln!(text, "init {}\ntarget", start.collect::<Vec<_>>().join(", ")).expect("a string");
        for target in &self.targets {
            let text_of_target = bounds(target);
            let nothing = format!("{} >= 0", self.names[0]);
            text.push_str(if text_of_target.is_empty() { &nothing } else { &text_of_target });
            text.push('\n');
        }
        text
    }

    /// The question whether a target is covered: the minimal markings from which it is covered, step by step backward (Abdulla,
    /// Cerans, Jonsson, Tsay, *General decidability theorems for infinite-state systems*, 1996). `None` if there are
    /// too many.
    fn is_covered(&self, target: &Marking) -> Option<bool> {
        let mut basis = vec![target.clone()];
        let mut next = 0;
        while let Some(goal) = basis.get(next).cloned() {
            for (takes, puts) in &self.rules {
                let before: Marking =
                    (0..goal.len()).map(|place| goal[place].saturating_sub(puts[place]) + takes[place]).collect();
                if !basis.iter().any(|known| covers(&before, known)) {
                    basis.push(before);
                }
            }
            next += 1;
            if basis.len() > 2000 {
                return None;
            }
        }
        let can_start =
            |needed: &Marking| needed.iter().zip(&self.start).all(|(needed, (tokens, more))| *more || needed <= tokens);
        Some(basis.iter().any(can_start))
    }

    /// Executes a run; whether it is one that covers the target.
    fn executes(&self, run: &FiringsDocument, target: &Marking) -> bool {
        let update = |marking: &mut Marking, tokens: &[(String, u64)]| {
            for (name, tokens) in tokens {
                marking[self.names.iter().position(|other| other == name).expect("a place")] = *tokens;
            }
        };
        let mut marking = vec![0; self.names.len()];
        update(&mut marking, &run.start);
        let starts =
            marking.iter().zip(&self.start).all(|(there, (tokens, more))| there == tokens || *more && there > tokens);
        let steps = run.steps.iter().all(|step| {
            let (takes, puts) = &self.rules[step.line as usize - 3];
            let enabled = covers(&marking, takes);
            let after: Marking =
                (0..marking.len()).map(|place| (marking[place] + puts[place]).wrapping_sub(takes[place])).collect();
            update(&mut marking, &step.tokens);
            enabled && marking == after
        });
        starts && steps && covers(&marking, target)
    }
}

fn covers(marking: &Marking, needed: &Marking) -> bool {
    marking.iter().zip(needed).all(|(there, needed)| there >= needed)
}

/// Nets with weights up to 3; some of them have two places that always hold one token together.
fn net() -> impl Strategy<Value = Net> {
    let weights = || vec(prop_oneof![4 => Just(0), 3 => Just(1), 1 => Just(2), 1 => Just(3)], 4);
    let rules = vec((weights(), weights(), 0..2_usize, 0..2_usize), 0..6);
    let start = vec((0..4_u64, prop::bool::weighted(0.2)), 4);
    let targets = vec((weights(), 0..2_usize), 1..4);
    (rules, start, targets, any::<bool>()).prop_map(|(rules, mut start, targets, has_shared)| {
        let with_one = |mut tokens: Marking, shared: usize| {
            if has_shared {
                (tokens[0], tokens[1]) = (u64::from(shared == 0), u64::from(shared == 1));
            }
            tokens
        };
        if has_shared {
            (start[0], start[1]) = ((1, false), (0, false));
        }
        let rule = |(takes, puts, from, to)| (with_one(takes, from), with_one(puts, to));
        Net {
            names: if has_shared { vec!["s0", "s1", "l0", "l1"] } else { vec!["a", "b", "c", "d"] },
            rules: rules.into_iter().map(rule).collect(),
            start,
            targets: targets.into_iter().map(|(tokens, shared)| with_one(tokens, shared)).collect(),
        }
    })
}

/// The net as the product reads it. Also a net of threads is asked for firings here.
fn system(net: &Net) -> System {
    let text = net.text();
    let spec = parse_spec(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let targets = spec.net.net.targets.iter();
    let targets = targets.map(|target| Target { name: spec.net.net.show(target), span: Span::empty(0) }).collect();
    let init = show_initial(&spec.tts.initial).expect("one start");
    let net = Some(Arc::new(spec.net));
    System { path: "a.spec".to_owned(), text: text.into(), tts: spec.tts, init, targets, net }
}

#[test]
fn nets_have_the_verdicts_of_the_backward_algorithm() {
    let engines = vec![None, None, Some(EngineId::Mcs), Some(EngineId::KmBfs), Some(EngineId::Backward)];
    let (proved, violated, unknown) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let count = |number: &Cell<u32>| number.set(number.get() + 1);
    let mut runner = TestRunner::new(Config::with_cases(2000));
    let tried = runner.run(&(net(), prop::sample::select(engines)), |(net, engine)| {
        let mut system = system(&net);
        let report = system.check(Options { engine, ..Options::default() }, &After::new(20_000, Stop::Time));
        prop_assert_eq!(report.properties.len(), net.targets.len());
        for (property, target) in report.properties.iter().zip(&net.targets) {
            let expected = net.is_covered(target);
            match &property.verdict {
                Verdict::Proved(_) => {
                    count(&proved);
                    prop_assert_ne!(expected, Some(true), "{}\n{}", net.text(), &property.name);
                }
                Verdict::Violated(violation) => {
                    count(&violated);
                    prop_assert_ne!(expected, Some(false), "{}\n{}", net.text(), &property.name);
                    let SystemRun::Net(run) = &**violation.trace() else { panic!("a run of threads") };
                    prop_assert!(net.executes(run, target), "{}\n{run:?}", net.text());
                }
                Verdict::Unknown(why) => {
                    count(&unknown);
                    prop_assert!(!why.is_internal(), "{}\n{why:?}", net.text());
                }
            }
        }
        Ok(())
    });
    tried.unwrap_or_else(|failure| panic!("{failure}"));
    let (proved, violated, unknown) = (proved.get(), violated.get(), unknown.get());
    assert!(proved > 500 && violated > 500 && unknown < 200, "{proved} proved, {violated} violated, {unknown} unknown");
}
