//! Time limits that are offered where a shorter one was not enough.

use std::time::Duration;

use boolprog_base::control::Stop;
use boolprog_check::report::Verdict;

use crate::{Answer, Results};

/// Time limits in seconds, of which the shortest ones are offered.
const LIMITS: [u32; 3] = [60, 300, 1800];

/// Number of limits that are offered at once.
const OFFERED: usize = 2;

/// Time limits in seconds that may decide a property: longer than that of its last check, if that was too short.
pub(crate) fn retries(results: &Results, answer: Option<&Answer>) -> Vec<u32> {
    let Some((findings, report)) = results.told().zip(answer.and_then(Answer::report)) else { return Vec::new() };
    let Verdict::Unknown(unknown) = &report.verdict else { return Vec::new() };
    let too_short = match unknown.stop() {
        Some(Stop::Time) => findings.limits.get(&report.id).copied().unwrap_or_default(),
        Some(Stop::Cancelled) => Duration::ZERO,
        Some(Stop::Memory | Stop::Full) | None => return Vec::new(),
    };
    let longer = LIMITS.into_iter().filter(|seconds| Duration::from_secs((*seconds).into()) > too_short);
    longer.take(OFFERED).collect()
}

/// The title of an offer: `Retry with 60 s`.
pub(crate) fn title(seconds: u32) -> String {
    format!("Retry with {seconds} s")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use boolprog_check::report::{PropertyReport, Reason, Unknown};
    use boolprog_trace::document::PropertyKind;

    use super::*;
    use crate::Findings;
    use crate::layout::Layout;

    fn undecided(stop: Stop) -> Answer {
        Answer::from(PropertyReport {
            id: "assert-1".to_owned(),
            kind: PropertyKind::Assert,
            check: None,
            name: "x".to_owned(),
            site: None,
            span: boolprog_base::Span::empty(0),
            verdict: Verdict::Unknown(Unknown::Integer(vec![Reason::Stopped(stop)])),
            visible: None,
        })
    }

    fn offered(last: Option<u64>, stop: Stop) -> Vec<u32> {
        let mut findings = Findings::nothing(1, String::new(), Arc::new(Layout::default()));
        findings.limits.extend(last.map(|seconds| ("assert-1".to_owned(), Duration::from_secs(seconds))));
        retries(&Results::Current(Arc::new(findings)), Some(&undecided(stop)))
    }

    #[test]
    fn a_limit_that_was_too_short_is_not_offered_again() {
        assert_eq!(offered(None, Stop::Time), [60, 300]);
        assert_eq!(offered(Some(10), Stop::Time), [60, 300]);
        assert_eq!(offered(Some(60), Stop::Time), [300, 1800]);
        assert_eq!(offered(Some(3600), Stop::Time), [0; 0]);
    }

    #[test]
    fn more_time_is_not_offered_where_memory_was_the_limit() {
        assert_eq!(offered(Some(10), Stop::Memory), [0; 0]);
        assert_eq!(offered(Some(300), Stop::Cancelled), [60, 300]);
    }
}
