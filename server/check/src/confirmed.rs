//! Violations that may be none of the text: executions of the text are searched for them, and while none confirms one, other properties
//! of a C program are not proved.

use boolprog_abstraction::integers::Reason;
use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;

use crate::integer::{Model, Options, executed};
use crate::observer::Observer;
use crate::report::{PropertyReport, Report, Unknown, Verdict, Violation};

/// The searches at random of which the executions are tried, each longer than the one before.
const SEARCHES: [u64; 2] = [1, 2];

/// The report with violations that executions at random confirm, and without proofs that may be none: where a violation is not
/// confirmed, the runs of the integer program end, and the text may go on.
pub(crate) fn confirmed(
    mut report: Report,
    (model, options): (&Model, &Options),
    control: &dyn Control,
    observer: &mut dyn Observer,
) -> Report {
    execute(&mut report, (model, options), control, observer);
    let is_unconfirmed = |property: &&PropertyReport| has(property, &|reason| matches!(reason, Reason::Unconfirmed(_)));
    let Some(name) = report.properties.iter().find(is_unconfirmed).map(PropertyReport::words) else {
        return report;
    };
    for (index, property) in report.properties.iter_mut().enumerate() {
        if matches!(property.verdict, Verdict::Proved(_)) {
            property.verdict = Verdict::Unknown(Unknown::Integer(vec![Reason::BeforeUnconfirmed(name.clone())]));
            observer.property(index, property);
        }
    }
    report
}

/// Looks for the violations that the text may not have in executions of it.
fn execute(
    report: &mut Report,
    (model, options): (&Model, &Options),
    control: &dyn Control,
    observer: &mut dyn Observer,
) {
    let may_be_none = |reason: &Reason| matches!(reason, Reason::Doubtful(_) | Reason::Unconfirmed(_));
    let index = |id: &str| model.system.properties.iter().position(|it| it.id() == id).map(|index| index as u32);
    for search in SEARCHES {
        let doubtful = report.properties.iter().filter(|property| has(property, &may_be_none));
        let doubtful: Vec<u32> = doubtful.filter_map(|property| index(&property.id)).collect();
        for (property, trace) in executed::at_random(model, &doubtful, (options.seed, search), control) {
            let id = model.system.properties[property as usize].id();
            let of_id = report.properties.iter_mut().enumerate().find(|(_, report)| report.id == id);
            if let Some((index, report)) = of_id {
                report.verdict = Verdict::Violated(Violation::by(EngineId::Random, trace));
                observer.property(index, report);
            }
        }
    }
}

/// Returns `true` if a property is unknown for a reason of a kind.
fn has(property: &PropertyReport, wanted: &dyn Fn(&Reason) -> bool) -> bool {
    match &property.verdict {
        Verdict::Unknown(Unknown::Integer(reasons)) => reasons.iter().any(wanted),
        _ => false,
    }
}
