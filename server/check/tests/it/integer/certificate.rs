//! Certificates of integer programs: written ones are accepted, and false ones never are.

use boolprog_base::control::Unlimited;
use boolprog_base::engine::EngineId;
use boolprog_certificate::document::{CertificateDocument, GraphDocument, Invalid, Proved, verify_text};
use boolprog_check::integer::Options;
use boolprog_check::{Query, Unobserved};
use boolprog_prover::{NoProver, Prover};

use super::{model, z3};
use crate::support::mutations;

/// One error that cannot happen, and one that can, although there are infinitely many states.
const COUNTERS: &str = "
decl ahead: int = 1, behind: int;
process Runner {
  loc far, near;
  far -> near when behind < ahead do behind := behind + 1;
  near -> far do ahead := ahead + 1;
}
error overtaken: behind > ahead;
error third: ahead == 3;
";

fn certificate(text: &str, engine: EngineId, prover: &mut dyn Prover) -> Option<CertificateDocument> {
    let query = Query::Integer(model(text), Options { engine: Some(engine), ..Options::default() });
    let report = query.check(prover, &Unlimited, &mut Unobserved);
    let text = serde_json::to_string(&report.certificate?).expect("it is plain data");
    Some(serde_json::from_str(&text).expect("it was just written"))
}

fn verified(text: &str, document: &CertificateDocument, prover: &mut dyn Prover) -> Result<Vec<String>, Invalid> {
    let proved = verify_text(text, document, prover, &Unlimited);
    proved.map(|Proved { properties, .. }| properties)
}

#[test]
fn what_is_written_is_accepted() {
    let Some(mut z3) = z3() else { return };
    for engine in [EngineId::Alpha, EngineId::Pred, EngineId::Local] {
        let document = certificate(COUNTERS, engine, &mut z3).expect("one is proved");
        assert_eq!(verified(COUNTERS, &document, &mut z3), Ok(vec!["error-overtaken".to_owned()]));
        assert_eq!(document.question.to_string(), "a value out of range is an error");
        let other = COUNTERS.replace("behind < ahead", "behind <= ahead");
        assert_eq!(verified(&other, &document, &mut z3), Err(Invalid::OtherText));
        let without = verified(COUNTERS, &document, &mut NoProver);
        assert!(matches!(without, Err(Invalid::Undecided(_))), "{without:?}");
    }
}

/// Nodes, facts and steps of a graph, each changed so that it proves nothing.
#[test]
fn a_graph_without_one_of_its_parts_is_rejected() {
    let Some(mut z3) = z3() else { return };
    let text = "decl x: int = *; process P { loc a, b, c; a -> b when x > 1; b -> b do x := x + 1; b -> c when x < 1; }
        error e: P @ c; error odd: x == 1;";
    let document = certificate(text, EngineId::Pred, &mut z3).expect("one is proved");
    let mut rejects = |change: &dyn Fn(&mut GraphDocument)| {
        let mut changed = document.clone();
        change(&mut changed.graphs[0]);
        let answer = verified(text, &changed, &mut z3);
        assert!(answer.is_err(), "{:?}", changed.graphs);
    };
    let graph = &document.graphs[0];
    assert_eq!((graph.engine.as_str(), graph.properties.len()), ("pred", 1));
    for step in 0..graph.steps.len() {
        rejects(&|graph| _ = graph.steps.remove(step));
        rejects(&|graph| graph.steps[step][0] = 99);
        rejects(&|graph| graph.steps[step][1] += 1);
        rejects(&|graph| graph.steps[step][2] = 99);
    }
    for node in 0..graph.nodes.len() {
        if !graph.nodes[node].1.is_empty() {
            rejects(&|graph| graph.nodes[node].1.clear());
        }
        rejects(&|graph| graph.nodes[node].1.push(99));
        rejects(&|graph| graph.nodes[node].0 = Box::new([7]));
        rejects(&|graph| graph.nodes[node].0 = Box::new([0, 0]));
    }
    rejects(&|graph| graph.nodes.clear());
    rejects(&|graph| graph.facts.clear());
    rejects(&|graph| graph.facts[0] = "false".to_owned());
    rejects(&|graph| graph.facts[0] = "nonsense".to_owned());
    rejects(&|graph| graph.facts[0] += " at P @ a");
    rejects(&|graph| graph.properties.push("error-odd".to_owned()));
    rejects(&|graph| graph.properties[0] = "error-unknown".to_owned());
}

#[test]
fn a_search_of_all_states_has_no_certificate() {
    let text = "decl x: 0..3; process P { loc l; l -> l when x < 2 do x := x + 1; } error large: x > 2;";
    assert_eq!(certificate(text, EngineId::Explicit, &mut NoProver), None);
    assert_eq!(certificate(text, EngineId::SplittingMinSet, &mut NoProver), None);
}

#[test]
fn predicates_about_control_speak_of_their_own_state() {
    let Some(mut z3) = z3() else { return };
    let text = "decl x: int; process P { loc a, b; a -> b do x := 1; } error large: x > 1; error reached: P @ b;";
    let mut document = certificate(text, EngineId::Alpha, &mut z3).expect("one is proved");
    document.abstractions[0].properties = vec!["error-reached".to_owned()];
    document.abstractions[0].predicates = vec!["P @ a".to_owned()];
    document.abstractions[0].states = vec![([0].into(), "1".to_owned()), ([1].into(), "1".to_owned())];
    document.abstractions[0].steps = vec![[0, 0, 1]];
    let rejected = verified(text, &document, &mut z3);
    assert!(matches!(rejected, Err(Invalid::Rejected { .. })), "{rejected:?}");
}

#[test]
fn a_changed_certificate_proves_nothing_that_is_not_true() {
    let Some(mut z3) = z3() else { return };
    for engine in [EngineId::Alpha, EngineId::Pred] {
        let document = certificate(COUNTERS, engine, &mut z3).expect("one is proved");
        let (mut rejected, mut accepted) = (0, 0);
        mutations(&serde_json::to_value(&document).expect("it is plain data"), &mut |changed| {
            let Ok(document) = serde_json::from_value::<CertificateDocument>(changed) else { return rejected += 1 };
            match verified(COUNTERS, &document, &mut z3) {
                Err(_) => rejected += 1,
                Ok(found) => {
                    accepted += 1;
                    assert!(found.iter().all(|id| id == "error-overtaken"), "{found:?} by {document:?}");
                }
            }
        });
        assert!(rejected > 2 * accepted && accepted > 0, "{rejected} changes were rejected, {accepted} accepted");
    }
}
