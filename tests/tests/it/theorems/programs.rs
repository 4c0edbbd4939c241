//! The system of a program in Rocq is the one of the engines, and what is left of it does no more than what is left here.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use boolprog_base::control::Unlimited;
use boolprog_certificate::document::{
    CertificateDocument, ForgottenDocument, ProofDocument, QuestionDocument, ReducedDocument, SetsDocument, Subject,
    Theorems, Written,
};
use boolprog_certificate::sets::{Certificate, Ideal};
use boolprog_explore::saturate::{Saturation, saturate};
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{Destinations, Effect, LocalId, SharedId, ThreadSystem, TransferId, TransitionId};
use boolprog_program::lower::property_ids;
use boolprog_program::program::Program;
use boolprog_program::reading::ReadingOptions;
use boolprog_program::reduce::{Reductions, reduce};
use boolprog_tests::{rocq, root};

/// Functions that compare systems on the threads that occur.
const COMPARISON: &str = "
From Boolprog Require Import Index.
Definition same_numbers (k k' : list N) : bool :=
  every (fun n => some (N.eqb n) k') k && every (fun n => some (N.eqb n) k) k'.
Definition same_local (l l' : option N) : bool :=
  match l, l' with Some n, Some n' => N.eqb n n' | None, None => true | _, _ => false end.
Definition same_effect (row : list N) (e e' : Systems.effect) : bool :=
  match e, e' with
  | Nothing, Nothing => true
  | Create l, Create l' => N.eqb l l'
  | Each k, Each k' => every (fun l => same_numbers (destinations k l) (destinations k' l)) row
  | One k, One k' => every (fun l => same_numbers (moved k l) (moved k' l)) row
  | _, _ => false
  end.
Definition same_step (row : list N) (t t' : step) : bool :=
  N.eqb (from_local t) (from_local t') && N.eqb (to_shared t) (to_shared t') && same_local (to_local t) (to_local t')
  && same_effect row (on_others t) (on_others t').
Definition same_steps (row : list N) (ts ts' : list step) : bool :=
  every (fun t => some (same_step row t) ts') ts && every (fun t => some (same_step row t) ts) ts'.
Definition steps_at (m : system) (sh : N) : list step := filter (fun t => N.eqb (from_shared t) sh) (steps m).
Definition same (m : system) (rows : list (N * list N)) (starts_shared starts_local : list N)
    (expected : list (N * list N * list step)) : bool :=
  same_numbers (start_shared (starts m)) starts_shared && same_numbers (pool (starts m)) starts_local
  && same_numbers (map fst rows) (map (fun entry => fst (fst entry)) expected)
  && every (fun entry => same_steps (snd (fst entry)) (steps_at m (fst (fst entry))) (snd entry)) expected.
";

fn hex(values: &[bool]) -> String {
    let binary: String = values.iter().rev().map(|&value| if value { '1' } else { '0' }).collect();
    format!("0x{:x}", u128::from_str_radix(&format!("0{binary}"), 2).expect("few bits"))
}

fn shared(system: &ProgramSystem<'_>, shared: SharedId) -> String {
    format!("(shared_code {} {})", system.atomic_held(shared), hex(&system.shared_values(shared)))
}

fn local(system: &ProgramSystem<'_>, local: LocalId) -> String {
    match system.local_state(local) {
        LocalState::Violation(property) => format!("(thread_code (Failed {}))", property.0),
        LocalState::At { location, in_atomic, values } => {
            format!("(thread_code (At {} {in_atomic} {}))", location.0, hex(&values))
        }
    }
}

fn transfer(system: &mut ProgramSystem<'_>, transfer: TransferId, row: &[LocalId]) -> String {
    let mut moves = Vec::new();
    for &other in row {
        if let Destinations::To(goals) = system.transferred(transfer, other) {
            let goals: Vec<String> = goals.iter().map(|&goal| local(system, goal)).collect();
            moves.push(format!("({}, [{}])", local(system, other), goals.join("; ")));
        }
    }
    format!("[{}]", moves.join("; "))
}

/// The rows of the system that the engines see, with the steps from their thread states.
fn expected(system: &mut ProgramSystem<'_>, rows: &Saturation) -> String {
    let mut entries = Vec::new();
    for (from, row) in rows.rows() {
        let mut steps = Vec::new();
        for &active in &row {
            for id in system.transitions(from, active).map(TransitionId) {
                let step = system.transition(id);
                let effect = match step.effect {
                    Effect::None => "Nothing".to_owned(),
                    Effect::Create(new) => format!("(Create {})", local(system, new)),
                    Effect::Each(id) => format!("(Each {})", transfer(system, id, &row)),
                    Effect::One(id) => format!("(One {})", transfer(system, id, &row)),
                };
                let goal = step.to_local.map_or("None".to_owned(), |goal| format!("(Some {})", local(system, goal)));
                let (to, at) = (shared(system, step.to_shared), local(system, active));
                steps.push(format!("Step {} {at} {to} {goal} {effect}", shared(system, from)));
            }
        }
        let row: Vec<String> = row.iter().map(|&one| local(system, one)).collect();
        entries.push(format!("({}, [{}], [{}])", shared(system, from), row.join("; "), steps.join(";\n ")));
    }
    let initial = system.initial().clone();
    let starts: Vec<String> = initial.shared.iter().map(|&state| shared(system, state)).collect();
    let pool: Vec<String> = initial.pool.iter().map(|&state| local(system, state)).collect();
    format!("[{}] [{}] [{}]", starts.join("; "), pool.join("; "), entries.join(";\n "))
}

/// The set of all thread states that may occur, as a proof of no property.
fn closure(program: &Program, ids: &[String]) -> (SetsDocument, String) {
    let mut system = ProgramSystem::new(program, &Unlimited).expect("a small program");
    let rows = saturate(&mut system, &Unlimited).expect("nothing stops it");
    let ideals = rows.rows().map(|(shared, locals)| Ideal::of_thread_states(shared, locals)).collect();
    let expected = expected(&mut system, &rows);
    let proof =
        ProofDocument { engine: "saturation".to_owned(), properties: Vec::new(), set: Certificate::Ideals(ideals) };
    let shared = (0..system.shared_states()).map(|number| system.write_shared(SharedId(number))).collect();
    let locals = (0..system.local_states()).map(|number| system.write_local(LocalId(number), ids)).collect();
    (SetsDocument { shared, locals, proofs: vec![proof] }, expected)
}

/// A file with the program, the set of its thread states and that of what reductions leave of it; and the system that is
/// expected for the first. `None` if it is not lowered.
fn compared(path: &PathBuf) -> Option<(String, String)> {
    let text = fs::read_to_string(path).expect("readable");
    let parsed = boolprog_syntax::parse(&text);
    let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions::default());
    let program = analysis.program().ok().filter(|_| parsed.diagnostics.is_empty())?;
    let ids = property_ids(analysis.properties());
    let question = QuestionDocument::of_reading(&analysis.reading);
    let mut document = CertificateDocument::new((&path.display().to_string(), &text), question);
    let (sets, expected) = closure(program, &ids);
    document.sets = sets;
    if let Some(reduced) = reduce(program, Reductions::ALL, &Unlimited) {
        let (sets, _) = closure(&reduced.program, &ids);
        document.reduced.push(ReducedDocument { forgotten: ForgottenDocument::of(&reduced.abstraction), sets });
    }
    let subject = Subject { text: &text, file: &parsed.file, analysis: &analysis };
    let theorems = Theorems::of_program(&subject, &document, &Unlimited).expect("a small system");
    Some((theorems.text, expected))
}

#[test]
fn the_system_in_rocq_is_the_one_of_the_engines() {
    if !rocq::has_rocq() {
        return;
    }
    let folders =
        ["server/trace/tests/meaning", "server/program/tests/lower", "server/program/tests/reduce", "examples"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(root().join(folder)).expect("a folder"));
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "bp"));
    paths.sort();
    let folder = tempfile::tempdir().expect("a folder");
    let mut names = Vec::new();
    let mut all = String::new();
    for (number, path) in paths.iter().enumerate() {
        let Some((text, expected)) = compared(path) else { continue };
        let (head, body) = text.split_once("\n(* Variables. *)\n").expect("variables");
        if all.is_empty() {
            let _ = write!(all, "{head}\n{COMPARISON}");
        }
        let asked = format!(
            "Eval vm_compute in same (system_of the_program the_forgetting (rows set_1)) (rows set_1) {expected}.\n"
        );
        let body = body.replacen("\nEnd Proof1.", &format!("{asked}\nEnd Proof1."), 1);
        // That these theorems use no axioms is asked once, of the library.
        let body: Vec<&str> = body.lines().filter(|line| !line.starts_with("Print Assumptions")).collect();
        let body = body.join("\n");
        let _ = write!(all, "\nModule Program{number}.\n{body}\nEnd Program{number}.\n");
        names.push(path);
    }
    let file = folder.path().join("programs.v");
    fs::write(&file, all).expect("writable");
    let answer = rocq::compile(&file).unwrap_or_else(|error| panic!("{error}"));
    let results: Vec<&str> =
        answer.lines().filter(|line| line.contains("= true") || line.contains("= false")).collect();
    assert_eq!(results.len(), names.len(), "{answer}");
    let wrong: Vec<_> = names.iter().zip(results).filter(|(_, result)| result.contains("false")).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(names.len() >= 60, "only {} programs", names.len());
}
