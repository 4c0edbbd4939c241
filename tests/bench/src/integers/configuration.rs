//! The engines that are compared, with their options, and one search.

use std::time::{Duration, Instant};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::EngineId;
use boolprog_check::integer::{Model, Options};
use boolprog_check::report::{Iteration, Report, Verdict};
use boolprog_check::{Query, Unobserved};
use boolprog_prover::SmtLib;

/// A search that holds more says that it does not know.
pub(super) const MEMORY: usize = 1 << 30;

/// A question that takes longer is not answered.
const LONGEST_QUESTION: Duration = Duration::from_secs(10);

/// An engine with options.
#[derive(Clone, Copy, Debug)]
pub(super) struct Configuration {
    /// The text that follows `--engine` on the command line.
    pub(super) name: &'static str,
    engine: EngineId,
    add_all: Option<u32>,
    /// `true` if chance decides.
    pub(super) is_random: bool,
    /// `true` if it is one of the seven that Kudra compares.
    pub(super) is_kudras: bool,
}

/// All of Kudra's, `explicit`, and the engines that build graphs.
pub(super) static CONFIGURATIONS: [Configuration; 12] = [
    decided("explicit", EngineId::Explicit),
    kudras(random("random", EngineId::Random)),
    ALPHA,
    Configuration { add_all: Some(3), ..kudras(decided("alpha --add-all 3", EngineId::Alpha)) },
    kudras(decided("alpha-no-prover", EngineId::AlphaNoProver)),
    kudras(random("splitting-max-overlap", EngineId::SplittingMaxOverlap)),
    kudras(random("splitting-min-set", EngineId::SplittingMinSet)),
    kudras(random("splitting-min-only", EngineId::SplittingMinOnly)),
    EXPL,
    PRED,
    PROD,
    LOCAL,
];

pub(super) const ALPHA: Configuration = kudras(decided("alpha", EngineId::Alpha));
const EXPL: Configuration = decided("expl", EngineId::Expl);
const PRED: Configuration = decided("pred", EngineId::Pred);
const PROD: Configuration = decided("prod", EngineId::Prod);
const LOCAL: Configuration = decided("local", EngineId::Local);

/// Those with a prover that can prove.
pub(super) static PROVING: [Configuration; 5] = [ALPHA, EXPL, PRED, PROD, LOCAL];

const fn decided(name: &'static str, engine: EngineId) -> Configuration {
    Configuration { name, engine, add_all: None, is_random: false, is_kudras: false }
}

const fn random(name: &'static str, engine: EngineId) -> Configuration {
    Configuration { is_random: true, ..decided(name, engine) }
}

const fn kudras(configuration: Configuration) -> Configuration {
    Configuration { is_kudras: true, ..configuration }
}

/// The figures of one search.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) seconds: f64,
    /// States that were generated, of `explicit` and `random` the different ones, of engines with graphs their nodes.
    pub(super) states: u64,
    /// Predicates, or cuts, that were added.
    pub(super) predicates: u64,
    pub(super) iterations: Vec<Iteration>,
    /// Steps of the first violation.
    pub(super) depth: Option<usize>,
    /// The verdicts in words, each once.
    pub(super) verdicts: Vec<&'static str>,
}

impl Configuration {
    pub(super) fn search(&self, model: &Model, seed: u64, time: Duration) -> Search {
        let Self { engine, add_all, .. } = *self;
        let options = Options { engine: Some(engine), add_all, seed, ..Options::default() };
        let mut prover = SmtLib::z3(LONGEST_QUESTION);
        let (begin, limits) = (Instant::now(), Limits::of(time));
        let Report { properties, statistics, .. } =
            Query::Integer(model.clone(), options).check(&mut prover, &limits, &mut Unobserved);
        let iterations = statistics.iterations;
        let visited = |iteration: &Iteration| match iteration.concrete_states {
            0 => iteration.abstract_states,
            states => states,
        };
        let generated: u64 = iterations.iter().map(visited).sum();
        let depth = |verdict: &Verdict| match verdict {
            Verdict::Violated(violation) => Some(violation.trace().steps.len()),
            Verdict::Proved(_) | Verdict::Unknown(_) => None,
        };
        let mut verdicts: Vec<_> = properties.iter().map(|property| word(&property.verdict)).collect();
        verdicts.dedup();
        Search {
            seconds: begin.elapsed().as_secs_f64(),
            states: generated.max(statistics.states),
            predicates: iterations.iter().map(|iteration| iteration.new_predicates.len() as u64).sum(),
            iterations,
            depth: properties.iter().find_map(|property| depth(&property.verdict)),
            verdicts,
        }
    }
}

const fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proved(_) => "proved",
        Verdict::Violated(_) => "violated",
        Verdict::Unknown(_) => "unknown",
    }
}

pub(super) fn median(mut figures: Vec<f64>) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len().checked_sub(1)? / 2).copied()
}

/// Time and memory of one search.
pub(super) struct Limits {
    end: Instant,
}

impl Limits {
    pub(super) fn of(time: Duration) -> Self {
        Self { end: Instant::now() + time }
    }
}

impl Control for Limits {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.bytes > MEMORY {
            Err(Stop::Memory)
        } else if Instant::now() >= self.end {
            Err(Stop::Time)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_one_of_the_figures() {
        assert_eq!(median(vec![3.0, 1.0, 2.0, 9.0]), Some(2.0));
        assert_eq!(median(Vec::new()), None);
    }
}
