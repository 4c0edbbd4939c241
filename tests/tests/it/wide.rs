//! Wide programs are decided with the variables that a property needs, and their proofs are accepted.

use boolprog_base::control::Unlimited;
use boolprog_certificate::document::verify;
use boolprog_check::report::{Report, Verdict};
use boolprog_check::{Options, Unobserved, check};
use boolprog_tests::checked::unit;
use boolprog_tests::wide::{FAMILIES, Family};

/// Flags of each program: too many for engines that visit all valuations.
const SIZE: u32 = 40;

fn report(family: &Family, size: u32) -> Report {
    let text = (family.program)(size, 1);
    let unit = unit(&text).unwrap_or_else(|| panic!("{}: not a correct program:\n{text}", family.name));
    let options = Options { certificate: true, ..Options::default() };
    let report = check(&unit, options, &Unlimited, &mut Unobserved);
    if let Some(certificate) = &report.certificate {
        let verified = verify(&unit.subject(), certificate, &Unlimited);
        verified.unwrap_or_else(|error| panic!("{}: {error}", family.name));
    }
    report
}

#[test]
fn wide_programs_are_decided() {
    // Without any of these flags there is no proof, and each one doubles the number of states.
    for family in FAMILIES.iter().filter(|family| family.name != "parity") {
        let report = report(family, SIZE);
        assert!(!report.properties.is_empty(), "{}", family.name);
        for property in &report.properties {
            let holds = !["lapse", "handover"].contains(&family.name);
            match &property.verdict {
                Verdict::Violated(_) => assert!(!holds, "{}, {}", family.name, property.id),
                Verdict::Proved(_) => assert!(holds, "{}, {}", family.name, property.id),
                Verdict::Unknown(unknown) => panic!("{}, {}: {unknown:?}", family.name, property.id),
            }
        }
    }
}

/// The answer of the engines over sets counts, whatever became of the others.
#[test]
fn a_proof_that_needs_all_variables_is_found() {
    let parity = FAMILIES.iter().find(|family| family.name == "parity").expect("a family");
    let report = report(parity, 14);
    assert!(matches!(report.properties[0].verdict, Verdict::Proved(_)), "{:?}", report.properties[0].verdict);
}
