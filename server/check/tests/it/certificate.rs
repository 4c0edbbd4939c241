//! Proofs as documents: written ones are accepted, and false ones never are.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_base::control::Unlimited;
use boolprog_certificate::diagrams::Family;
use boolprog_certificate::document::{
    CertificateDocument, Invalid, Proved, QuestionDocument, target_ids, verify, verify_system, verify_text,
};
use boolprog_certificate::sets::Certificate;
use boolprog_check::report::{PropertyReport, Verdict};
use boolprog_check::{Options, System, Target, Unit, Unobserved, check};
use boolprog_explore::format::{parse_initial, parse_spec, parse_targets, parse_tts, show_initial};
use boolprog_explore::relations::Limits;
use boolprog_program::program::Threads;
use boolprog_prover::NoProver;
use boolprog_trace::run::SystemRun;

use crate::support::{LOCK, MIXED, mutations, unit};

/// Closed, so that the bounded search is exhaustive.
const CLOSED: &str = "decl x := F;
void main() begin
  x := !x;
  assert x;
end";

fn proofs(unit: &Unit) -> (CertificateDocument, Vec<String>) {
    let options = Options { certificate: true, ..Options::default() };
    let report = check(unit, options, &Unlimited, &mut Unobserved);
    let proved = |report: &&PropertyReport| matches!(report.verdict, Verdict::Proved(_));
    let ids = report.properties.iter().filter(proved).map(|report| report.id.clone()).collect();
    (*report.certificate.expect("something is proved"), ids)
}

/// One of the programs in the folder `certificates`.
fn fixture(name: &str) -> Unit {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates").join(name);
    unit(&fs::read_to_string(path).expect("readable"), None)
}

fn units() -> Vec<Unit> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates");
    let files = fs::read_dir(folder).expect("it is there").map(|file| file.expect("readable").file_name());
    let fixtures = files.map(|name| fixture(&name.to_string_lossy()));
    let small = [unit(LOCK, None), unit(MIXED, Some(Threads::Any)), unit(CLOSED, Some(Threads::Exactly(1)))];
    fixtures.chain(small).collect()
}

#[test]
fn what_is_written_is_accepted() {
    for unit in units() {
        let (certificate, proved) = proofs(&unit);
        let text = serde_json::to_string(&certificate).expect("it is plain data");
        let read: CertificateDocument = serde_json::from_str(&text).expect("it was just written");
        assert_eq!(read, certificate);
        let Proved { mut properties, .. } = verify(&unit.subject(), &read, &Unlimited).expect("it is valid");
        assert_eq!(properties, certificate.properties());
        properties.sort();
        assert_eq!(properties, proved, "everything that is proved is saved");
    }
}

#[test]
fn each_kind_of_proof_has_its_place() {
    let (summaries, _) = proofs(&fixture("summaries.bp"));
    assert!(summaries.summaries.is_some_and(|summaries| summaries.properties == ["assert-1", "assert-2"]));
    let (unrolled, _) = proofs(&fixture("unrolled.bp"));
    assert!(unrolled.unrolled.is_some_and(|unrolled| unrolled.depth == 2));
    let (diagrams, _) = proofs(&fixture("diagrams.bp"));
    let found: Vec<_> = diagrams.diagrams.iter().map(|proof| (proof.engine.as_str(), &proof.invariant.sets)).collect();
    let [("symbolic-saturation", Family::Threads(_)), ("symbolic-bounded", Family::Configurations(_))] = found[..]
    else {
        panic!("{found:?}")
    };
    let (relations, _) = proofs(&fixture("symbolic_summaries.bp"));
    let [few, all] = &relations.diagrams[..] else { panic!("{:?}", relations.diagrams) };
    assert!(few.forgotten.is_some() && few.properties == ["assert-1"], "{few:?}");
    assert!(matches!((&few.invariant.sets, &all.invariant.sets), (Family::Activations(_), Family::Activations(_))));
    let (starts, _) = proofs(&fixture("starts.bp"));
    assert!(!starts.reduced.is_empty() && starts.sets.proofs.is_empty());
}

/// Nothing says that the recursion is never deeper.
#[test]
fn a_depth_has_to_be_proved() {
    let unit = fixture("unrolled.bp");
    let (mut certificate, _) = proofs(&unit);
    if let Some(unrolled) = &mut certificate.unrolled {
        let reduced = unrolled.reduced.iter_mut().flat_map(|reduced| &mut reduced.sets.proofs);
        for proof in unrolled.sets.proofs.iter_mut().chain(reduced) {
            proof.properties.retain(|id| id != "cut");
        }
    }
    assert_eq!(verify(&unit.subject(), &certificate, &Unlimited), Err(Invalid::Deeper(2)));
}

#[test]
fn diagrams_with_too_many_nodes_are_refused() {
    let unit = fixture("diagrams.bp");
    let (mut certificate, _) = proofs(&unit);
    let proof = &mut certificate.diagrams[0];
    let most = Limits::default().nodes;
    let (first, many) = (proof.invariant.nodes[0], 1 + most - proof.invariant.nodes.len());
    proof.invariant.nodes.extend(std::iter::repeat_n(first, many));
    let refused = verify(&unit.subject(), &certificate, &Unlimited);
    let Err(Invalid::Refused(why)) = refused else { panic!("{refused:?}") };
    assert_eq!(why, format!("its diagrams have more than {most} nodes"));
    let text = serde_json::to_string(&certificate).expect("it is plain data");
    let error = serde_json::from_str::<CertificateDocument>(&text).expect_err("it is too large to be read");
    assert!(error.to_string().contains(&format!("at most {most} nodes")), "{error}");
}

#[test]
fn a_changed_certificate_proves_nothing_that_is_not_true() {
    for unit in units() {
        let (certificate, proved) = proofs(&unit);
        let (mut rejected, mut accepted) = (0, 0);
        mutations(&serde_json::to_value(&certificate).expect("it is plain data"), &mut |changed| {
            let Ok(document) = serde_json::from_value::<CertificateDocument>(changed) else { return rejected += 1 };
            match verify(&unit.subject(), &document, &Unlimited) {
                Err(_) => rejected += 1,
                Ok(found) => {
                    accepted += 1;
                    assert!(found.properties.iter().all(|id| proved.contains(id)), "{found:?} by {document:?}");
                }
            }
        });
        assert!(rejected > 2 * accepted, "{rejected} changes were rejected, {accepted} accepted");
    }
}

#[test]
fn a_certificate_that_claims_nothing_is_refused() {
    let unit = unit(LOCK, None);
    let (mut certificate, _) = proofs(&unit);
    certificate.sets.proofs.clear();
    certificate.reduced.clear();
    assert_eq!(verify(&unit.subject(), &certificate, &Unlimited), Err(Invalid::Empty));
}

#[test]
fn a_certificate_belongs_to_its_program() {
    let (certificate, _) = proofs(&unit(LOCK, None));
    let other = unit(&LOCK.replace("assert !inside", "assert inside"), None);
    assert_eq!(verify(&other.subject(), &certificate, &Unlimited), Err(Invalid::OtherText));
    let single = unit(LOCK, Some(Threads::Exactly(1)));
    assert_eq!(verify(&single.subject(), &certificate, &Unlimited), Err(Invalid::OtherQuestion));
    let forged = CertificateDocument { schema: "boolprog-certificate/9".to_owned(), ..certificate };
    assert_eq!(verify(&unit(LOCK, None).subject(), &forged, &Unlimited), Err(Invalid::Schema(forged.schema.clone())));
}

const SYSTEM: &str = "3 3
0 0 -> 1 1
1 1 -> 0 2
2 0 -> 2 2
";

fn system(text: &str, init: &str, targets: &str) -> System {
    let tts = parse_tts(text).expect("it is well-formed");
    let tts = tts.with_initial(parse_initial(init).expect("it is well-formed")).expect("it fits");
    let tts = tts.with_targets(parse_targets(targets).expect("they are well-formed")).expect("they fit");
    let named = targets.lines().map(|target| Target { name: target.to_owned(), span: Span::empty(0) });
    let targets = named.collect();
    System { path: "a.tts".to_owned(), text: text.into(), tts, init: init.to_owned(), targets, net: None }
}

fn certificate_of(mut system: System) -> CertificateDocument {
    let report = system.check(Options { certificate: true, ..Options::default() }, &Unlimited);
    *report.certificate.expect("it is proved")
}

#[test]
fn systems_have_certificates_too() {
    let certificate = certificate_of(system(SYSTEM, "0/0", "1|2,1,1"));
    let proved = Proved { properties: target_ids(1), any_number: false };
    assert_eq!(verify_text(SYSTEM, &certificate, &mut NoProver, &Unlimited), Ok(proved));
}

/// Each target is a property; a certificate proves those that cannot be covered.
#[test]
fn several_targets_are_proved_one_by_one() {
    let certificate = certificate_of(system(SYSTEM, "0/0", "0|2\n1|2,1,1\n1|1,1"));
    assert_eq!(certificate.question.to_string(), "start 0/0, targets 0|2, 1|1,1,2 and 1|1,1");
    let Proved { mut properties, .. } =
        verify_text(SYSTEM, &certificate, &mut NoProver, &Unlimited).expect("it is valid");
    properties.sort();
    assert_eq!(properties, ["target-2", "target-3"]);
    let swapped = QuestionDocument::System { init: "0/0".to_owned(), target: "1|1,1\n0|2\n1|2,1,1".to_owned() };
    let swapped = CertificateDocument { question: swapped, ..certificate };
    assert!(verify_text(SYSTEM, &swapped, &mut NoProver, &Unlimited).is_err(), "the second target can be covered");
}

/// A rule for two machines that meet, and one that makes more of them.
const NET: &str = "vars idle busy rules
    idle >= 2 -> idle' = idle - 2, busy' = busy + 1;
    busy >= 1 -> busy' = busy - 1, idle' = idle + 2;
init idle = 5
target busy >= 3
    busy >= 2, idle >= 1";

#[test]
fn nets_have_certificates_too() {
    let spec = parse_spec(NET).expect("it is well-formed");
    let (net, init) = (&spec.net.net, show_initial(&spec.tts.initial).expect("one start"));
    let targets = net.targets.iter().map(|target| Target { name: net.show(target), span: Span::empty(0) }).collect();
    let (path, tts, net) = ("a.spec".to_owned(), spec.tts.clone(), Some(Arc::new(spec.net.clone())));
    let mut system = System { path, text: NET.into(), tts, init, targets, net };
    let report = system.check(Options { certificate: true, ..Options::default() }, &Unlimited);
    let Verdict::Violated(violation) = &report.properties[1].verdict else { panic!("{:?}", report.properties) };
    let SystemRun::Net(run) = &**violation.trace() else { panic!("{violation:?}") };
    let lines: Vec<u32> = run.steps.iter().map(|step| step.line).collect();
    assert_eq!((run.start.as_slice(), lines), (&[("idle".to_owned(), 5)][..], vec![2, 2]));
    assert_eq!(run.steps[1].tokens, [("idle".to_owned(), 1), ("busy".to_owned(), 2)]);
    let certificate = *report.certificate.expect("the first target is not covered");
    let proved = Proved { properties: target_ids(1), any_number: false };
    assert_eq!(verify_text(NET, &certificate, &mut NoProver, &Unlimited), Ok(proved));
}

/// Eight threads that push each other along, and never become more.
const CROWD: &str = "1 5
0 0 -> 0 1
0 1 -> 0 2 2 ~> 3
0 2 -> 0 3
0 3 -> 0 4
0 4 -> 0 0
";

fn crowd(asked: usize) -> System {
    system(CROWD, "0|0,0,0,0,0,0,0,0", &format!("0|{}", vec!["4"; asked].join(",")))
}

#[test]
fn place_invariants_are_written_and_checked_again() {
    let written = certificate_of(crowd(9));
    let Certificate::Complement { place_invariants, .. } = &written.sets.proofs[0].set else {
        panic!("by backward search")
    };
    assert_eq!((place_invariants.len(), place_invariants[0].locals.len(), place_invariants[0].bound), (1, 5, 8));
    let proved = Proved { properties: target_ids(1), any_number: false };
    assert_eq!(verify_system(&mut crowd(9).tts, CROWD, &written, &Unlimited), Ok(proved));
    let mut rejected = 0;
    mutations(&serde_json::to_value(&written).expect("it is plain data"), &mut |changed| {
        let Ok(document) = serde_json::from_value::<CertificateDocument>(changed) else { return };
        rejected += u32::from(verify_system(&mut crowd(9).tts, CROWD, &document, &Unlimited).is_err());
        let verdict = verify_system(&mut crowd(8).tts, CROWD, &document, &Unlimited);
        assert!(verdict.is_err(), "eight can be there, but not by {document:?}");
    });
    assert!(rejected > 50, "only {rejected} changes were rejected");
}
