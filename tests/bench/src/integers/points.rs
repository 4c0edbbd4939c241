//! Points of engines for what they take to find marked states: ours, and those of Kudra.
//!
//! For a marked state and a figure, the best engine has one point, and another one the share of the best: 1/2 if it takes
//! twice as much, 0 if it does not find the state.

/// The figures that are compared. The last three are counted from 1, so that none can be compared, too.
pub(super) const FIGURES: [&str; 5] = ["time", "states", "predicates", "iterations", "steps"];

/// One number for each of [`FIGURES`].
pub(super) type Figures = [f64; FIGURES.len()];

/// The figures of each engine for one marked state; `None` where it does not find it.
pub(super) type Found = Vec<Option<Figures>>;

/// The mean points of each of these engines in percent, where all of them compete.
pub(super) fn means(by_state: &[Found], engines: &[usize]) -> Vec<Figures> {
    let percent =
        |engine: &usize| sum(by_state, *engine, engines).map(|sum| 100.0 * sum / by_state.len().max(1) as f64);
    engines.iter().map(percent).collect()
}

/// Kudra's score (section 5.4 of his thesis): the points of each engine in percent of the engine that has the most.
pub(super) fn of_the_most(by_state: &[Found], engines: &[usize]) -> Vec<Figures> {
    let sums: Vec<Figures> = engines.iter().map(|engine| sum(by_state, *engine, engines)).collect();
    let most = |figure: usize| sums.iter().map(|sum| sum[figure]).fold(f64::MIN_POSITIVE, f64::max);
    sums.iter().map(|sum| std::array::from_fn(|figure| 100.0 * sum[figure] / most(figure))).collect()
}

/// The points of an engine over all marked states.
fn sum(by_state: &[Found], engine: usize, engines: &[usize]) -> Figures {
    let mut sum = [0.0; FIGURES.len()];
    for found in by_state {
        let Some(own) = found[engine] else { continue };
        for (figure, sum) in sum.iter_mut().enumerate() {
            let all = engines.iter().filter_map(|other| found[*other]).map(|figures| figures[figure]);
            *sum += all.fold(f64::INFINITY, f64::min) / own[figure];
        }
    }
    sum
}

/// The number of marked states for which the first engine is better in a figure, and that for which the second one is.
pub(super) fn wins(by_state: &[Found], (first, second): (usize, usize), figure: usize) -> (u32, u32) {
    let of = |found: &Found, engine: usize| found[engine].map_or(f64::INFINITY, |figures| figures[figure]);
    let count = |is_better: fn(f64, f64) -> bool| {
        by_state.iter().filter(|found| is_better(of(found, first), of(found, second))).count() as u32
    };
    (count(|own, other| own < other), count(|own, other| own > other))
}

/// The probability that as many fair coins fall at least as unevenly (two-sided sign test).
pub(super) fn sign_test((wins, losses): (u32, u32)) -> f64 {
    let coins = wins + losses;
    let mut term = 0.5_f64.powf(f64::from(coins));
    let mut tail = 0.0;
    for few in 0..=wins.min(losses) {
        tail += term;
        term *= f64::from(coins - few) / f64::from(few + 1);
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(points: &[f64], expected: &[f64]) -> bool {
        points.len() == expected.len() && points.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-9)
    }

    /// Two engines find a state, a third one does not.
    fn found() -> Found {
        vec![Some([1.0, 4.0, 1.0, 1.0, 4.0]), Some([4.0, 4.0, 1.0, 1.0, 8.0]), None]
    }

    #[test]
    fn points_are_shares_of_the_best() {
        let points = means(&[found()], &[0, 1, 2]);
        assert!(is_near(&points[0], &[100.0; 5]));
        assert!(is_near(&points[1], &[25.0, 100.0, 100.0, 100.0, 50.0]));
        assert!(is_near(&points[2], &[0.0; 5]));
        assert!(is_near(&means(&[found()], &[1])[0], &[100.0; 5]), "alone it is the best");
    }

    #[test]
    fn kudras_score_is_in_percent_of_the_engine_that_has_the_most() {
        let nobody = vec![None, None, None];
        let only_the_second = vec![None, Some([1.0; 5]), None];
        let by_state = [found(), nobody, only_the_second];
        let scores = of_the_most(&by_state, &[0, 1, 2]);
        assert!(is_near(&scores[0], &[100.0 / 1.25, 50.0, 50.0, 50.0, 100.0 / 1.5]), "{scores:?}");
        assert!(is_near(&scores[1], &[100.0; 5]), "{scores:?}");
        assert!(is_near(&scores[2], &[0.0; 5]), "{scores:?}");
        assert_eq!(wins(&by_state, (0, 1), 0), (1, 1));
        assert_eq!(wins(&by_state, (0, 2), 0), (1, 0));
    }

    #[test]
    fn the_sign_test_is_that_of_fair_coins() {
        assert!(is_near(&[sign_test((5, 0)), sign_test((0, 5))], &[2.0 / 32.0; 2]));
        assert!(is_near(&[sign_test((4, 1)), sign_test((0, 0)), sign_test((3, 3))], &[12.0 / 32.0, 1.0, 1.0]));
        assert!(sign_test((200, 80)) < 1e-10);
    }
}
