//! The evidence of verdicts: saved evidence gives the same verdicts again, and false evidence gives none.

use std::sync::LazyLock;

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_check::evidence::{Doubt, EvidenceDocument};
use boolprog_check::report::{PropertyReport, Verdict};
use boolprog_check::{Options, Query, Unit, Unobserved, check};
use boolprog_program::program::Threads;
use boolprog_prover::NoProver;
use proptest::prelude::*;
use serde_json::Value;

use crate::support::{LOCK, MIXED, unit};

/// The program [`MIXED`] with another layout.
const MOVED: &str = "/* a lock */ decl lock := F, inside := F, never := F;
void main() begin decl got; // moved
  got, lock := !lock, T; assume got; assert !inside;

  inside := T; assert !never; assert !lock; atomic_begin; inside := F; lock := F; atomic_end;
  start_thread goto again;
  again: skip; assert !never | F;
end";

/// One thread through calls, so that proofs are summaries and runs have several activations.
const RECURSIVE: &str = "decl deep := F;
void down(left) begin
  if (left) then down(!left); fi
  deep := T;
end
void main() begin
  down(T);
  assert deep;
  assert !deep;
end";

fn units() -> Vec<Unit> {
    let mixed = |text| unit(text, Some(Threads::Any));
    vec![unit(LOCK, None), mixed(MIXED), mixed(MOVED), unit(RECURSIVE, Some(Threads::Exactly(1)))]
}

fn query(unit: &Unit) -> Query {
    Query::Boolean(unit.clone(), Options { certificate: true, ..Options::default() })
}

fn verdicts(evidence: EvidenceDocument, unit: &Unit, control: &dyn Control) -> Result<Vec<PropertyReport>, Doubt> {
    let found = evidence.verdicts(&query(unit), &mut NoProver, control)?;
    Ok(found.properties.into_iter().flatten().collect())
}

fn checked(unit: &Unit) -> (EvidenceDocument, Vec<PropertyReport>) {
    let report = check(unit, Options { certificate: true, ..Options::default() }, &Unlimited, &mut Unobserved);
    (EvidenceDocument::of(&query(unit), &report).expect("everything is decided"), report.properties)
}

/// The visible part of verdicts, without claims that have no evidence.
fn shown(reports: &[PropertyReport]) -> Vec<String> {
    let verdict = |report: &PropertyReport| match &report.verdict {
        Verdict::Violated(violation) => {
            let mut trace = (**violation.trace()).clone();
            trace.guarantee = String::new();
            serde_json::to_string(&trace).expect("plain data")
        }
        Verdict::Proved(_) => "proved".to_owned(),
        Verdict::Unknown(unknown) => format!("{unknown:?}"),
    };
    reports.iter().map(|report| format!("{} at {:?}: {}", report.id, report.span, verdict(report))).collect()
}

#[test]
fn saved_evidence_gives_the_same_verdicts() {
    for unit in units() {
        let (evidence, reports) = checked(&unit);
        let text = serde_json::to_string(&evidence).expect("plain data");
        let read: EvidenceDocument = serde_json::from_str(&text).expect("it was just written");
        assert_eq!(read, evidence);
        assert_eq!(shown(&verdicts(read, &unit, &Unlimited).expect("it is sound")), shown(&reports));
    }
}

#[test]
fn nothing_is_promised_of_the_length_of_a_saved_counterexample() {
    let unit = unit(MIXED, Some(Threads::Any));
    let reports = verdicts(checked(&unit).0, &unit, &Unlimited).expect("it is sound");
    let traces = reports.iter().filter_map(|report| match &report.verdict {
        Verdict::Violated(violation) => Some(violation.trace()),
        Verdict::Proved(_) | Verdict::Unknown(_) => None,
    });
    assert!(traces.inspect(|trace| assert_eq!(trace.guarantee, "")).count() > 0);
}

#[test]
fn evidence_survives_another_layout() {
    let [here, there] = [MIXED, MOVED].map(|text| unit(text, Some(Threads::Any)));
    let (evidence, _) = checked(&here);
    assert_eq!(shown(&verdicts(evidence, &there, &Unlimited).expect("it is sound")), shown(&checked(&there).1));
}

#[test]
fn evidence_about_another_program_is_refused() {
    let units = units();
    let all: Vec<EvidenceDocument> = units.iter().map(|unit| checked(unit).0).collect();
    for (index, unit) in units.iter().enumerate() {
        for (other, evidence) in all.iter().enumerate() {
            let verdicts = self::verdicts(evidence.clone(), unit, &Unlimited);
            let same = index == other || [index, other].iter().all(|it| [1, 2].contains(it));
            assert_eq!(verdicts.is_ok(), same, "{index}, {other}: {verdicts:?}");
        }
    }
}

#[test]
fn what_was_not_decided_leaves_no_evidence() {
    struct Never;
    impl Control for Never {
        fn poll(&self, _: &Progress) -> Result<(), Stop> {
            Err(Stop::Time)
        }
    }
    let unit = unit(MIXED, Some(Threads::Any));
    let report = check(&unit, Options { certificate: true, ..Options::default() }, &Never, &mut Unobserved);
    assert_eq!(EvidenceDocument::of(&query(&unit), &report), None);
    assert_eq!(verdicts(checked(&unit).0, &unit, &Never).expect_err("no time"), Doubt::Stopped(Stop::Time));
}

/// A change of one place of a document.
#[derive(Clone, Debug)]
struct Mutation {
    leaf: prop::sample::Index,
    how: u8,
}

fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    let one = (any::<prop::sample::Index>(), 0..6_u8).prop_map(|(leaf, how)| Mutation { leaf, how });
    prop::collection::vec(one, 1..4)
}

fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{at}/{index}"), found));
        }
        Value::Object(members) => {
            members.iter().for_each(|(key, member)| places(member, &format!("{at}/{key}"), found));
        }
        _ => {}
    }
}

fn mutate(value: &mut Value, Mutation { leaf, how }: &Mutation) {
    let mut found = Vec::new();
    places(value, "", &mut found);
    let Some(place) = value.pointer_mut(leaf.get::<String>(&found)) else { return };
    match place {
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(number) => {
            let old = number.as_u64().unwrap_or_default();
            let new = [old + 1, old.saturating_sub(1), 0, 1, u64::from(u32::MAX), old * 2][*how as usize];
            *place = new.into();
        }
        Value::String(text) => {
            let swapped = text.chars().map(|letter| match letter {
                'T' => 'F',
                'F' => 'T',
                '.' => '*',
                other => other,
            });
            *place = match how {
                0..3 => swapped.collect::<String>(),
                3 => format!("{text}T"),
                4 => "target-1".to_owned(),
                _ => String::new(),
            }
            .into();
        }
        Value::Array(items) if !items.is_empty() => match how {
            0..2 => drop(items.pop()),
            2 => items.reverse(),
            3 => items.extend(items.last().cloned()),
            4 => items.clear(),
            _ => drop(items.remove(0)),
        },
        Value::Object(members) => {
            if let Some(key) = members.keys().nth(*how as usize).cloned() {
                members.remove(&key);
            }
        }
        Value::Array(_) | Value::Null => *place = 1.into(),
    }
}

/// A program, its evidence and the words for its verdicts.
type Known = (Unit, Value, Vec<&'static str>);

static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let known = |unit: Unit| {
        let (evidence, reports) = checked(&unit);
        let document = serde_json::to_value(evidence).expect("plain data");
        (unit, document, words(&reports))
    };
    units().into_iter().map(known).collect()
});

fn words(reports: &[PropertyReport]) -> Vec<&'static str> {
    let word = |report: &PropertyReport| match report.verdict {
        Verdict::Violated(_) => "violated",
        Verdict::Proved(_) => "proved",
        Verdict::Unknown(_) => "unknown",
    };
    reports.iter().map(word).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    /// A document that was tampered with may still be evidence, but of nothing that is not true.
    #[test]
    fn no_mutation_changes_a_verdict(program in 0..4_usize, mutations in mutations()) {
        let (unit, document, words) = &KNOWN[program];
        let mut document = document.clone();
        for mutation in &mutations {
            mutate(&mut document, mutation);
        }
        if let Ok(evidence) = serde_json::from_value::<EvidenceDocument>(document)
            && let Ok(reports) = verdicts(evidence, unit, &Unlimited)
        {
            prop_assert_eq!(&self::words(&reports), words);
        }
    }
}
