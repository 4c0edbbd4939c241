//! Certificates of refinement: written ones are accepted, and false ones never are.

use boolprog_base::control::Unlimited;
use boolprog_certificate::document::{CertificateDocument, ExpressionDocument, Invalid, Proved, verify_text};
use boolprog_check::refine::{Outcome, Seeds};
use boolprog_prover::{NoProver, Prover, Remembering};
use boolprog_trace::document::program_hash;

use super::{COPIES, DRIVER, GATE, TICKETS, refined};
use crate::integer::z3;
use crate::support::mutations;

/// The certificate of a program that is proved, written and read again; none without a prover.
fn certificate(text: &str) -> Option<CertificateDocument> {
    let refinement = refined(text, Seeds::default())?;
    assert_eq!(refinement.outcome, Outcome::Proved);
    let document = refinement.certificate.expect("a property is proved");
    let text = serde_json::to_string(&document).expect("it is plain data");
    Some(serde_json::from_str(&text).expect("it was just written"))
}

fn verified(text: &str, document: &CertificateDocument, prover: &mut dyn Prover) -> Result<Proved, Invalid> {
    verify_text(text, document, prover, &Unlimited)
}

#[test]
fn a_proof_through_a_boolean_program_is_saved_and_accepted() {
    let fixed = TICKETS.replace("[*]", "[2]");
    for (text, id, any_number) in [
        (GATE, "error-together", true),
        (COPIES, "error-overtaken", true),
        (DRIVER, "error-broken", false),
        (&fixed, "error-together", false),
    ] {
        let (Some(document), Some(mut z3)) = (certificate(text), z3()) else { return };
        assert_eq!(document.properties(), [id]);
        let proved = Proved { properties: vec![id.to_owned()], any_number };
        assert_eq!(verified(text, &document, &mut z3), Ok(proved));
        let without = verified(text, &document, &mut NoProver);
        assert!(matches!(without, Err(Invalid::Undecided(_))), "{without:?}");
    }
}

#[test]
fn a_changed_proof_through_a_boolean_program_proves_nothing_that_is_not_true() {
    for (text, broken) in [
        (GATE, GATE.replace("= 1", "= 2")),
        (COPIES, COPIES.replace("reading when !busy", "reading")),
        (DRIVER, DRIVER.replace("locked -> work;", "locked -> work do lock := false;")),
    ] {
        let (Some(document), Some(z3)) = (certificate(text), z3()) else { return };
        let (mut prover, mut rejected, mut accepted) = (Remembering::new(z3), 0, 0);
        let proved = document.properties();
        mutations(&serde_json::to_value(&document).expect("it is plain data"), &mut |changed| {
            let Ok(mut document) = serde_json::from_value::<CertificateDocument>(changed) else { return rejected += 1 };
            match verified(text, &document, &mut prover) {
                Err(_) => rejected += 1,
                Ok(found) => {
                    accepted += 1;
                    assert!(found.properties.iter().all(|id| proved.contains(&id.as_str())), "{found:?}");
                }
            }
            document.program_hash = program_hash(&broken);
            let of_another = verified(&broken, &document, &mut prover);
            assert!(of_another.is_err(), "{of_another:?} by {document:?}");
        });
        assert!(rejected > 2 * accepted && accepted > 0, "{rejected} changes were rejected, {accepted} accepted");
    }
}

#[test]
fn the_name_of_a_predicate_is_no_way_to_write_another_program() {
    let (Some(document), Some(mut z3)) = (certificate(GATE), z3()) else { return };
    let name = document.boolean[0].predicates[0].name.clone();
    let injected = format!("{name}}} := T; assume F; skip; // ");
    let mut text = serde_json::to_string(&document).expect("it is plain data");
    for place in ["\"name\":\"NAME\"", "\"predicate\":\"NAME\"", "{NAME}"] {
        text = text.replace(&place.replace("NAME", &name), &place.replace("NAME", &injected));
    }
    let document = serde_json::from_str(&text).expect("it is a document");
    let rejected = verified(GATE, &document, &mut z3);
    assert!(matches!(rejected, Err(Invalid::Rejected { .. })), "{rejected:?}");
}

#[test]
fn the_proofs_are_about_the_statements_of_the_document() {
    let (Some(mut document), Some(mut z3)) = (certificate(GATE), z3()) else { return };
    // The proofs are about the text, and this one is not proved: clients enter a closed gate.
    document.boolean[0].steps[0].possible = ExpressionDocument::Constant(true);
    let rejected = verified(GATE, &document, &mut z3);
    let Err(Invalid::Rejected { why, .. }) = rejected else { panic!("{rejected:?}") };
    assert_eq!(why, "the Boolean program is not proved: it was made for another text of the program");
}
